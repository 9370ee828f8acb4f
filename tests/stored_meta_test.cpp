// The meta of a table in the store: what older programs wrote is read, what is malformed is
// refused.
#include <gtest/gtest.h>

#include "server/table/table.h"

namespace bastide::server::stored_meta {
namespace {

const std::string kSeats = R"("seats":[{"kind":"person","guest":"a","name":"Ada","colour":0},)"
                           R"({"kind":"person","guest":"b","name":"Boris","colour":1}])";

TableRow row_with(const std::string& more, const std::string& status = "playing") {
  TableRow row;
  row.id = "t";
  row.config = R"({"setup":{"sets":["base"]},"listed":false,"assist":"standard"})";
  row.meta = R"({"status":")" + status + R"(","host":"a",)" + kSeats + more + "}";
  row.hash_scheme = kHashScheme;
  return row;
}

std::string wrong_with(const std::string& more) {
  const auto read = read_table(row_with(more));
  const auto* wrong = std::get_if<std::string>(&read);
  return wrong != nullptr ? *wrong : "";
}

TEST(StoredMeta, of_older_programs_is_read) {
  const auto read = read_table(row_with(R"(,"rematch":"next")", "over"));
  ASSERT_TRUE(std::holds_alternative<Table>(read));
  const TableMeta& meta = std::get<Table>(read).meta;
  EXPECT_EQ(meta.rematch, "next");
  EXPECT_EQ(meta.rematch_commitment, "");
  EXPECT_FALSE(meta.undo || meta.nonces);
  EXPECT_TRUE(meta.end_votes.empty());
  EXPECT_EQ(meta_text(meta), row_with(R"(,"rematch":"next")", "over").meta) << "and written alike";
}

TEST(StoredMeta, comes_back_as_it_was_written) {
  TableMeta meta = std::get<Table>(read_table(row_with(""))).meta;
  meta.rematch = "next";
  meta.rematch_commitment = std::string(64, 'c');
  meta.undo = UndoRequest{1, 17, 3, "b", {"a"}};
  meta.end_votes = {"a", "b"};
  meta.nonces = NonceWait{{"a"}, 1'790'000'003'000};
  TableRow row = row_with("");
  row.meta = meta_text(meta);
  const auto read = read_table(row);
  ASSERT_TRUE(std::holds_alternative<Table>(read)) << std::get<std::string>(read);
  const TableMeta& again = std::get<Table>(read).meta;
  ASSERT_TRUE(again.undo && again.nonces);
  EXPECT_TRUE(again.undo->is_same(*meta.undo));
  EXPECT_EQ(again.undo->granted, meta.undo->granted);
  EXPECT_EQ(again.end_votes, meta.end_votes);
  EXPECT_EQ(again.nonces->guests, meta.nonces->guests);
  EXPECT_EQ(again.nonces->until_ms, meta.nonces->until_ms);
  EXPECT_EQ(again.rematch_commitment, meta.rematch_commitment);
  EXPECT_EQ(meta_text(again), row.meta);
}

TEST(StoredMeta, that_is_malformed_is_refused_and_says_where) {
  const std::string good = R"("seat":1,"seq":3,"undos":0,"guest":"b","granted":[])";
  EXPECT_EQ(wrong_with(R"(,"undo":{)" + good + "}"), "");
  const std::string many = R"(["1","2","3","4","5","6","7"])";
  const std::string long_name = "\"" + std::string(65, 'x') + "\"";
  for (const auto& [more, where] : std::vector<std::pair<std::string, std::string>>{
           {R"(,"undo":7)", "meta.undo"},
           {R"(,"undo":[])", "meta.undo"},
           {R"(,"undo":null)", "meta.undo"},
           {R"(,"undo":{})", "meta.undo.seat"},
           {R"(,"undo":{"seat":2,"seq":3,"undos":0,"guest":"b","granted":[]})", "meta.undo.seat"},
           {R"(,"undo":{"seat":-1,"seq":3,"undos":0,"guest":"b","granted":[]})", "meta.undo.seat"},
           {R"(,"undo":{"seat":1e9,"seq":3,"undos":0,"guest":"b","granted":[]})", "meta.undo.seat"},
           {R"(,"undo":{"seat":1,"seq":-3,"undos":0,"guest":"b","granted":[]})", "meta.undo.seq"},
           {R"(,"undo":{"seat":1,"seq":"3","undos":0,"guest":"b","granted":[]})", "meta.undo.seq"},
           {R"(,"undo":{"seat":1,"seq":3,"undos":-1,"guest":"b","granted":[]})", "meta.undo.undos"},
           {R"(,"undo":{"seat":1,"seq":3,"undos":0,"guest":"","granted":[]})", "meta.undo.guest"},
           {R"(,"undo":{"seat":1,"seq":3,"undos":0,"guest":)" + long_name + R"(,"granted":[]})",
            "meta.undo.guest"},
           {R"(,"undo":{"seat":1,"seq":3,"undos":0,"guest":"b"})", "meta.undo.granted"},
           {R"(,"undo":{"seat":1,"seq":3,"undos":0,"guest":"b","granted":[7]})",
            "meta.undo.granted[0]"},
           {R"(,"undo":{"seat":1,"seq":3,"undos":0,"guest":"b","granted":["a","a"]})",
            "meta.undo.granted[1]"},
           {R"(,"undo":{"seat":1,"seq":3,"undos":0,"guest":"b","granted":)" + many + "}",
            "meta.undo.granted"},
           {R"(,"undo":{)" + good + R"(,"more":1})", "meta.undo"},
           {R"(,"end_votes":"a")", "meta.end_votes"},
           {R"(,"end_votes":{})", "meta.end_votes"},
           {R"(,"end_votes":[[]])", "meta.end_votes[0]"},
           {R"(,"end_votes":)" + many, "meta.end_votes"},
           {R"(,"nonces":[])", "meta.nonces"},
           {R"(,"nonces":{"guests":["a"]})", "meta.nonces.until"},
           {R"(,"nonces":{"until":1})", "meta.nonces.guests"},
           {R"(,"nonces":{"guests":["a"],"until":-1})", "meta.nonces.until"},
           {R"(,"nonces":{"guests":["a"],"until":1.5})", "meta.nonces.until"},
           {R"(,"nonces":{"guests":[null],"until":1})", "meta.nonces.guests[0]"},
           {R"(,"nonces":{"guests":["a"],"until":1,"from":0})", "meta.nonces"},
           {R"(,"rematch_commitment":7)", "meta.rematch_commitment"},
           {R"(,"rematch_commitment":)" + long_name, "meta.rematch_commitment"}}) {
    const std::string wrong = wrong_with(more);
    EXPECT_TRUE(wrong.starts_with(where + ":")) << more << " -> " << wrong;
  }
}

// Cut anywhere, it is no table; and nothing breaks.
TEST(StoredMeta, that_was_cut_off_is_refused) {
  TableRow row = row_with(
      R"(,"undo":{"seat":1,"seq":3,"undos":0,"guest":"b","granted":["a"]},"end_votes":["a"])"
      R"(,"nonces":{"guests":["a"],"until":1})");
  const std::string whole = row.meta;
  ASSERT_TRUE(std::holds_alternative<Table>(read_table(row)));
  for (std::size_t i = 0; i < whole.size(); ++i) {
    row.meta = whole.substr(0, i);
    EXPECT_TRUE(std::holds_alternative<std::string>(read_table(row))) << row.meta;
  }
}

TEST(StoredMeta, says_when_a_rematch_begins_by_itself) {
  TableMeta meta = std::get<Table>(read_table(row_with("", "waiting"))).meta;
  EXPECT_EQ(due_ms(meta, kNobody, {}, 1000), 31'000);
  meta.nonces = NonceWait{{"a"}, 4000};
  EXPECT_EQ(due_ms(meta, kNobody, {}, 1000), 4000);
  EXPECT_EQ(due_ms(meta, kNobody, {}, 5000), 5000);
  meta.seats[1] = TableSeat{};
  EXPECT_EQ(due_ms(meta, kNobody, {}, 1000), kNever);
}

}  // namespace
}  // namespace bastide::server::stored_meta
