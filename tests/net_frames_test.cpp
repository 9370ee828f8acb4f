// Frames that share their texts: what arrives is what was sent, in its order, whatever the sizes,
// the readers and the control frames between.
#include <gtest/gtest.h>

#include <sys/socket.h>

#include <array>
#include <string>
#include <thread>
#include <vector>

#include "engine/core/rng.h"
#include "tests/net_frames.h"

namespace bastide::test_help {
namespace {

using server::FrameQueue;
using server::Message;
using server::Piece;
using server::PiecePtr;
using server::Text;

// Something like JSON, so that it packs; now and then noise, which does not.
std::string some_text(Rng& random, std::size_t size) {
  static constexpr std::string_view kWords[] = {
      "\"tile\":", "\"at\":[", "base/D", "city:N", "},{", "meeple", "\"rot\":3", "1790000000000"};
  std::string text;
  const bool noise = random.below(4) == 0;
  while (text.size() < size) {
    if (noise)
      text += static_cast<char>('!' + random.below(90));
    else
      text += kWords[random.below(std::size(kWords))];
  }
  text.resize(size);
  return text;
}

Text message_of(std::vector<PiecePtr> pieces) {
  Message message;
  message.pieces = std::move(pieces);
  for (const PiecePtr& piece : message.pieces) message.size += piece->plain().size();
  return std::make_shared<const Message>(std::move(message));
}

// So many bytes, in pieces; some of them shared with other messages.
Text some_message(Rng& random, std::size_t size, std::vector<PiecePtr>& shared) {
  std::vector<PiecePtr> pieces;
  while (size > 0) {
    if (!shared.empty() && random.below(3) == 0) {
      const PiecePtr one = shared[random.below(static_cast<std::uint32_t>(shared.size()))];
      if (one->plain().size() <= size) {
        size -= one->plain().size();
        pieces.push_back(one);
        continue;
      }
    }
    const std::size_t part = std::min<std::size_t>(size, 1 + random.below(70'000));
    pieces.push_back(server::piece(some_text(random, part)));
    if (shared.size() < 20) shared.push_back(pieces.back());
    size -= part;
  }
  return message_of(std::move(pieces));
}

std::size_t some_size(Rng& random) {
  switch (random.below(4)) {
    case 0:
      return random.below(600);  // about where packing begins
    case 1:
      return 65'500 + random.below(80);  // where a frame's head grows
    case 2:
      return random.below(8'000);
    default:
      return random.below(200'000);
  }
}

// Frames as they come, read in bits of any size by somebody who takes a moment over some.
class SlowReader {
 public:
  SlowReader(WsClient& client, Rng& random) : client_(client), random_(random) {}
  std::optional<Frame> next() {
    for (;;) {
      if (auto frame = take_frame(bytes_)) return frame;
      std::array<char, 40'000> part;
      const auto want = 1 + random_.below(random_.below(2) ? 200 : 40'000);
      if (random_.below(40) == 0) std::this_thread::sleep_for(milliseconds(2));
      const auto got = ::recv(client_.wire.fd(), part.data(), want, 0);
      if (got <= 0) return std::nullopt;
      bytes_.append(part.data(), static_cast<std::size_t>(got));
    }
  }

 private:
  WsClient& client_;
  Rng& random_;
  std::string bytes_;
};

// Messages and pings from the server, pings from the client, all at once; the goodbye at the end.
void talk(std::uint64_t seed, std::string_view offer, bool packed) {
  bool pinging = false;  // one at a time; of the loop
  FrameServer server(8 * 1024);
  WsClient client(server.port, "", 4096, offer);
  ASSERT_TRUE(client.open());
  ASSERT_TRUE(server.wait_until_open());
  EXPECT_EQ(server.packs, packed);
  std::vector<std::string> texts;
  std::vector<PiecePtr> shared;
  Rng random(seed);
  std::thread sending([&] {
    Rng ours(seed + 1000);
    for (int i = 0; i < 60; ++i) {
      std::vector<Text> burst;
      for (std::uint32_t n = ours.below(4); n > 0; --n) {
        const Text text = some_message(ours, some_size(ours), shared);
        texts.push_back(text->joined());
        burst.push_back(text);
      }
      const bool ping = ours.below(3) == 0;
      while (server.unread > 200'000) std::this_thread::sleep_for(milliseconds(1));
      server.on_loop([&] {
        for (const Text& text : burst) server.out->put(text, server.packs && text->size >= 512);
        server.out->flush();
        if (ping && !std::exchange(pinging, true))
          server.ws->async_ping({}, [&pinging](FrameQueue::Error) { pinging = false; });
      });
    }
    server.on_loop([&] {
      server.ws->async_close({boost::beast::websocket::close_code::normal, "enough"},
                             [](FrameQueue::Error) {});
    });
  });
  SlowReader reader(client, random);
  Inflater inflate;  // one window for all messages, as in a client that keeps it
  std::vector<std::string> got;
  int pongs = 0, asked = 0;
  std::optional<Frame> frame;
  while ((frame = reader.next()) && frame->op != Op::close) {
    if (frame->op == Op::pong) {
      EXPECT_EQ(frame->payload, "are you there");
      ++pongs;
    } else if (frame->op == Op::text) {
      EXPECT_EQ(frame->compressed, packed && frame->compressed);
      got.push_back(frame->compressed ? inflate(frame->payload) : frame->payload);
      if (got.size() % 7 == 1 && asked < 50) {
        ++asked;
        client.wire.send(client_frame(Op::ping, "are you there"));
      }
    } else {
      ASSERT_EQ(frame->op, Op::ping);
    }
  }
  sending.join();
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->code(), 1000);
  EXPECT_EQ(frame->payload.substr(2), "enough");
  ASSERT_EQ(got.size(), texts.size());
  for (std::size_t i = 0; i < got.size(); ++i) ASSERT_TRUE(got[i] == texts[i]) << i;
  EXPECT_GT(pongs, 0);
  client.wire.send(client_frame(Op::close, frame->payload));
  EXPECT_TRUE(client.wire.ends());
  EXPECT_EQ(server.unread_in_all_after(0), 0u);
}

TEST(NetFrames, ArriveIntactAndInOrderPacked) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) talk(seed, kOfferDeflate, true);
}

TEST(NetFrames, ArriveIntactAndInOrderPlain) {
  for (std::uint64_t seed = 11; seed <= 13; ++seed) talk(seed, "", false);
}

TEST(NetFrames, HaveHeadsOfTheRightSize) {
  const auto head = [](std::size_t size, bool packed) {
    return server::text_frame_head(size, packed);
  };
  EXPECT_EQ(head(0, false), std::string("\x81\x00", 2));
  EXPECT_EQ(head(125, true), "\xc1\x7d");
  EXPECT_EQ(head(126, false), std::string("\x81\x7e\x00\x7e", 4));
  EXPECT_EQ(head(65'535, true), "\xc1\x7e\xff\xff");
  EXPECT_EQ(head(65'536, false), std::string("\x81\x7f\0\0\0\0\0\x01\0\0", 10));
}

// The blocks of a message, unpacked by zlib alone, with a window that goes on from message to
// message and with one that does not.
TEST(NetFrames, PackedPiecesFollowEachOther) {
  Rng random(5);
  std::vector<PiecePtr> shared;
  Inflater keeps;
  for (int i = 0; i < 50; ++i) {
    const Text text = some_message(random, some_size(random), shared);
    std::string packed;
    for (const PiecePtr& piece : text->pieces) packed += piece->packed();
    packed += '\0';
    Inflater fresh;
    EXPECT_TRUE(keeps(packed) == text->joined()) << i;
    EXPECT_TRUE(fresh(packed) == text->joined()) << i;
  }
}

std::string answer_to(std::string_view offer) {
  FrameServer server;
  Wire wire(server.port);
  wire.send(upgrade_request(server.port, "", offer));
  return wire.read_some();
}

TEST(NetFrames, CompressionIsAgreedOnOnlyWhereOurTextsCanBeRead) {
  const auto has = [](const std::string& answer, std::string_view text) {
    return answer.find(text) != std::string::npos;
  };
  const std::string chosen = answer_to(kOfferDeflate);
  EXPECT_TRUE(has(chosen,
                  "permessage-deflate; server_no_context_takeover; "
                  "client_no_context_takeover; client_max_window_bits=9\r\n"))
      << chosen;
  const std::string large =
      answer_to("Sec-WebSocket-Extensions: permessage-deflate\r\n");  // as Firefox has it
  EXPECT_TRUE(has(large,
                  "permessage-deflate; server_no_context_takeover; "
                  "client_no_context_takeover\r\n"))
      << large;
  for (const std::string_view offer :
       {"", "Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=10\r\n",
        "Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=99\r\n",
        "Sec-WebSocket-Extensions: permessage-deflate; nonsense\r\n",
        "Sec-WebSocket-Extensions: x-webkit-deflate-frame\r\n"}) {
    const std::string none = answer_to(offer);
    EXPECT_TRUE(has(none, "101 Switching")) << none;
    EXPECT_FALSE(has(none, "Sec-WebSocket-Extensions")) << none;
  }
}

TEST(NetFrames, WhatClientsPackIsRead) {
  FrameServer server;
  WsClient client(server.port, "", 0, kOfferDeflate);
  ASSERT_TRUE(server.wait_until_open());
  Rng random(3);
  std::vector<std::string> texts;
  for (int i = 0; i < 40; ++i) {
    texts.push_back(some_text(random, random.below(16'000)));
    client.wire.send(packed_client_frame(texts.back()));
  }
  client.wire.send(client_frame(Op::close, ""));
  EXPECT_TRUE(client.wire.ends());
  client.wire.close();
  for (int i = 0; i < 500 && !server.ended; ++i) std::this_thread::sleep_for(milliseconds(10));
  server.on_loop([&] { EXPECT_TRUE(server.received == texts); });
}

TEST(NetFrames, WhatIsNotReadIsCountedUntilItIsCut) {
  FrameServer server(4096);
  WsClient client(server.port, "", 4096);
  ASSERT_TRUE(server.wait_until_open());
  const Text text = server::whole_text(std::string(100'000, 'x'));
  server.on_loop([&] {
    for (int i = 0; i < 10; ++i) server.out->put(text, false);
    server.out->flush();
    server.ws->async_ping({}, [](FrameQueue::Error error) { EXPECT_TRUE(error); });
    EXPECT_GT(server.out->unread(), 900'000u);
    EXPECT_EQ(server.out->unread(), server.unread);
  });
  std::this_thread::sleep_for(milliseconds(30));
  server.on_loop([&] {
    EXPECT_GE(server.out->waits(), milliseconds(20));
    server.out->cut();
    EXPECT_EQ(server.out->unread(), 0u);
    EXPECT_EQ(server.unread, 0u);
    server.out->put(text, false);  // nobody is there
    EXPECT_EQ(server.out->unread(), 0u);
  });
  EXPECT_TRUE(client.wire.ends());
}

TEST(NetFrames, NothingFollowsAGoodbye) {
  FrameServer server;
  WsClient client(server.port, "");
  ASSERT_TRUE(server.wait_until_open());
  server.on_loop([&] {
    server.out->put(server::whole_text("before"), false);
    server.ws->async_close({boost::beast::websocket::close_code::going_away, "bye"},
                           [](FrameQueue::Error) {});
    server.out->put(server::whole_text("after"), false);
    server.out->flush();
  });
  const auto before = client.read(), goodbye = client.read();
  ASSERT_TRUE(before && goodbye);
  EXPECT_EQ(before->payload, "before");
  EXPECT_EQ(goodbye->code(), 1001);
  EXPECT_FALSE(client.read(milliseconds(100)));
}

// Threads that send to one connection at a time: each one's messages stay in their order.
TEST(NetLine, TakesMessagesFromManyThreads) {
  struct End : server::LineEnd {
    void deliver(const std::vector<Text>& texts, const std::optional<std::string>& bye) override {
      for (const Text& text : texts) all.push_back(text->joined());
      deliveries += 1;
      if (bye) goodbye = *bye;
    }
    std::vector<std::string> all;
    int deliveries = 0;
    std::string goodbye;
  };
  const server::RunClock clock;
  server::AsioLoop loop(clock);
  std::thread running([&] { loop.run(); });
  auto end = std::make_shared<End>();
  auto line = std::make_shared<server::Line>(loop, end);
  constexpr int kThreads = 4, kEach = 2'000;
  std::vector<std::thread> senders;
  for (int t = 0; t < kThreads; ++t)
    senders.emplace_back([&line, t] {
      for (int i = 0; i < kEach; ++i)
        line->send(server::whole_text(std::to_string(t) + " " + std::to_string(i)));
    });
  for (std::thread& one : senders) one.join();
  line->close("enough");
  line->send(server::whole_text("too late"));
  std::promise<void> done;
  loop.post([&done] { done.set_value(); });
  done.get_future().wait();
  loop.stop();
  running.join();
  EXPECT_EQ(end->goodbye, "enough");
  ASSERT_EQ(end->all.size(), static_cast<std::size_t>(kThreads) * kEach);
  EXPECT_LE(end->deliveries, kThreads * kEach + 1);
  std::array<int, kThreads> next{};
  for (const std::string& text : end->all) {
    const int thread = text[0] - '0';
    EXPECT_EQ(std::stoi(text.substr(2)), next.at(static_cast<std::size_t>(thread))++);
  }
}

// A burst on the loop itself is one delivery.
TEST(NetLine, ABurstIsDeliveredAtOnce) {
  struct End : server::LineEnd {
    void deliver(const std::vector<Text>& texts, const std::optional<std::string>&) override {
      sizes.push_back(texts.size());
    }
    std::vector<std::size_t> sizes;
  };
  const server::RunClock clock;
  server::AsioLoop loop(clock);
  auto end = std::make_shared<End>();
  auto line = std::make_shared<server::Line>(loop, end);
  loop.post([&] {
    for (int i = 0; i < 5; ++i) line->send(server::whole_text("x"));
    loop.post([&] {
      line->send(server::whole_text("y"));
      line->cut();
      line->send(server::whole_text("z"));
      loop.post([&] { loop.stop(); });
    });
  });
  loop.run();
  EXPECT_EQ(end->sizes, (std::vector<std::size_t>{5, 0}));
}

TEST(NetLoop, DropsWhatIsLeftAndWhatComesLater) {
  const server::RunClock clock;
  server::AsioLoop loop(clock);
  auto token = std::make_shared<int>(0);
  bool run = false;
  loop.post([&] {
    EXPECT_TRUE(loop.is_here());
    loop.after(milliseconds(60'000), [token, &run] { run = true; });
    loop.stop();
    loop.post([token, &run] { run = true; });
  });
  loop.run();
  EXPECT_FALSE(loop.is_here());
  EXPECT_EQ(token.use_count(), 3);
  loop.drop();
  EXPECT_EQ(token.use_count(), 1);
  loop.post([token, &run] { run = true; });
  loop.after(milliseconds(0), [token, &run] { run = true; });
  EXPECT_EQ(token.use_count(), 1);
  EXPECT_FALSE(run);
}

}  // namespace
}  // namespace bastide::test_help
