// Messages as rows of pieces: what is packed is what is plain, wherever and however often it is
// asked for.
#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>
#include <nlohmann/json.hpp>

#include "engine/core/rng.h"
#include "engine/notation/form.h"
#include "server/message/quick_deflate.h"
#include "server/message/text.h"
#include "tests/inflated.h"

namespace bastide::server {
namespace {

std::string noise(std::size_t size) {
  Rng rng(5);
  std::string text;
  while (text.size() < size) text += static_cast<char>(rng.next() >> 56);
  return text;
}

std::string packed_row(const Message& message) {
  std::string row;
  for (const PiecePtr& one : message.pieces) row += one->packed();
  return row;
}

TEST(MessageText, PackedPiecesOneAfterAnotherAreTheMessage) {
  const std::string repeated(3000, 'a');
  for (const std::string& text :
       {std::string(), std::string("short"), std::string(63, 'x'), std::string(64, 'x'), repeated,
        noise(100), noise(70'000), std::string(200'000, 'z') + noise(200'000)}) {
    EXPECT_EQ(inflated(piece(text)->packed()), text);
    EXPECT_EQ(inflated(piece(text)->packed() + piece("between")->packed() + piece(text)->packed()),
              text + "between" + text);
  }
}

// Bytes of a few kinds only: many matches, near and far, of all lengths.
std::string patterned(Rng& rng, std::size_t size) {
  std::string text;
  const std::uint64_t kinds = 1 + rng.next() % 6;
  while (text.size() < size) {
    if (text.size() > 10 && rng.next() % 3 == 0) {
      const std::size_t from = rng.next() % text.size();
      text += text.substr(from, 1 + rng.next() % 400);
    } else {
      text += static_cast<char>(rng.next() % kinds * 60);
    }
  }
  text.resize(size);
  return text;
}

TEST(QuickDeflate, GivesEveryTextBack) {
  Rng rng(1951);
  for (std::size_t size = 0; size < 600; ++size) {
    const std::string text = patterned(rng, size);
    ASSERT_EQ(inflated(quick_deflate(text)), text) << size;
    ASSERT_EQ(inflated(stored_blocks(text)), text) << size;
  }
  for (int i = 0; i < 300; ++i) {
    const std::string text = patterned(rng, rng.next() % 100'000);
    ASSERT_EQ(inflated(quick_deflate(text)), text) << text.size();
  }
}

TEST(QuickDeflate, RefersNoFartherThanAWindowAndNoLongerThanAMatch) {
  for (const std::size_t between : {32'760u, 32'764u, 32'768u, 32'772u, 40'000u}) {
    const std::string word = "a word that comes again";
    const std::string text = word + noise(between - word.size()) + word;
    ASSERT_EQ(inflated(quick_deflate(text)), text) << between;
  }
  for (const std::size_t length : {257u, 258u, 259u, 260u, 516u, 517u, 70'000u}) {
    const std::string text(length, 'x');
    ASSERT_EQ(inflated(quick_deflate(text)), text) << length;
  }
}

TEST(QuickDeflate, ATextThatCannotBePackedIsNoLongerThanStored) {
  for (const std::size_t size : {1u, 100u, 5'000u, 65'535u, 65'536u, 200'000u})
    EXPECT_LE(quick_deflate(noise(size)).size(), size + 5 * (size / 65'535 + 1));
  EXPECT_LT(quick_deflate(std::string(100'000, ' ')).size(), 1'000u);
}

TEST(MessageText, ManyThreadsGetTheSameBytes) {
  const std::string text = noise(1000) + std::string(50'000, 'q');
  for (int round = 0; round < 20; ++round) {
    const PiecePtr plain = piece(text), packed = packed_piece(text);
    std::vector<std::thread> threads;
    std::vector<const std::string*> seen(8);
    for (std::size_t i = 0; i < seen.size(); ++i)
      threads.emplace_back([&, i] { seen[i] = i % 2 == 0 ? &plain->packed() : &packed->plain(); });
    for (std::thread& thread : threads) thread.join();
    for (std::size_t i = 2; i < seen.size(); ++i) EXPECT_EQ(seen[i], seen[i % 2]);
    EXPECT_EQ(inflated(*seen[0]), text);
    EXPECT_EQ(*seen[1], text);
  }
}

TEST(MessageText, APackedPieceGivesItsPlainTextBack) {
  for (const std::string& text :
       {std::string(), std::string("short"), noise(70'000), std::string(300'000, 'y')}) {
    const PiecePtr one = packed_piece(text);
    EXPECT_EQ(one->size(), text.size());
    EXPECT_EQ(inflated(one->packed()), text);
    EXPECT_EQ(one->plain(), text);
  }
}

TEST(MessageText, JoinsWhatIsSharedAndWhatIsNot) {
  const PiecePtr shared = piece(",\"state\":{\"a\":1},\"b\":[" + std::string(100, '1'));
  const std::vector<PiecePtr> rest{piece(""), piece(",2]"), piece(",\"c\":true")};
  const Text text = MessageText("table", 7)
                        .members("\"you\":{}")
                        .members("")
                        .add(shared)
                        .add(rest)
                        .members("\"d\":null")
                        .take();
  const std::string plain = "{\"type\":\"table\",\"re\":7,\"you\":{},\"state\":{\"a\":1},\"b\":[" +
                            std::string(100, '1') + ",2],\"c\":true,\"d\":null}";
  EXPECT_EQ(text->joined(), plain);
  EXPECT_EQ(text->size, plain.size());
  EXPECT_EQ(text->pieces[1], shared);
  EXPECT_EQ(text->pieces.size(), 5u) << "an empty piece is left out";
  EXPECT_EQ(inflated(packed_row(*text)), plain);
}

TEST(MessageText, ATypeAloneIsAMessage) {
  EXPECT_EQ(MessageText("pong").take()->joined(), "{\"type\":\"pong\"}");
  EXPECT_EQ(MessageText("pong", 0).take()->joined(), "{\"type\":\"pong\",\"re\":0}");
  EXPECT_EQ(whole_text("{}")->joined(), "{}");
  EXPECT_EQ(whole_text("{}")->size, 2u);
}

}  // namespace
}  // namespace bastide::server
