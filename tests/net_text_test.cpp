// The server's reading of headers and paths, its files and its book of addresses: no socket here.
#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "server/net/addresses.h"
#include "server/net/http_text.h"
#include "server/net/log.h"
#include "server/net/run_clock.h"
#include "server/net/web_root.h"

namespace bastide::server {
namespace {

namespace fs = std::filesystem;

// Somebody sets the machine's clock while the server runs.
struct DayClock {
  static inline std::chrono::milliseconds today{1'790'000'000'000};
  static std::chrono::sys_time<std::chrono::milliseconds> now() {
    return std::chrono::sys_time<std::chrono::milliseconds>(today);
  }
};

TEST(NetText, TheTimeOfARunGoesOnWhenTheClockIsSet) {
  DayClock::today = std::chrono::milliseconds(1'790'000'000'000);
  const BasicRunClock<DayClock> clock;
  EXPECT_GE(clock.now_ms(), 1'790'000'000'000);
  for (const std::chrono::hours jump : {std::chrono::hours(1), std::chrono::hours(-2)}) {
    DayClock::today += jump;
    EXPECT_GE(clock.now_ms(), 1'790'000'000'000);
    EXPECT_LT(clock.now_ms(), 1'790'000'000'000 + 60'000);
  }
}

TEST(NetText, TheTimeOfARunFollowsAnothersClockAndNeverGoesBackButOnce) {
  BasicRunClock<DayClock> clock;
  const std::int64_t begun = clock.now_ms();
  clock.move(-60'000, true);
  EXPECT_LT(clock.now_ms(), begun - 50'000);
  clock.move(60'000, false);
  const std::int64_t ahead = clock.now_ms();
  EXPECT_GE(ahead, begun);
  clock.move(-60'000, false);
  EXPECT_GE(clock.now_ms(), ahead);
  EXPECT_LT(clock.now_ms(), ahead + 50'000);
}

TEST(NetText, PathsAreDecodedOnceAndTricksAreRefused) {
  EXPECT_EQ(decoded_path("/a%20b?x=/../y"), "/a b");
  EXPECT_EQ(query_value("/bot?table=k7", "table"), "k7");
  EXPECT_EQ(query_value("/bot?tables=1&x&table=k7&table=2", "table"), "k7");
  for (const char* none : {"/bot", "/bot?", "/bot?table", "/bot?table=", "/bot?&&x=table=1", "?"})
    EXPECT_EQ(query_value(none, "table"), "") << none;
  EXPECT_EQ(decoded_path("http://example.org/t/k7"), "/t/k7");
  EXPECT_EQ(decoded_path("http://example.org"), "/");
  EXPECT_EQ(decoded_path("/%252e%252e/"), "/%2e%2e/");
  for (const std::string_view wrong :
       {"", "a", "*", "?x", "/%", "/%4", "/%zz", "/a%00", "/a\\b", "/%5c", "/a%0d%0aX", "/\x7f"})
    EXPECT_EQ(decoded_path(wrong), std::nullopt) << wrong;
}

TEST(NetText, CookiesAreFoundByTheirWholeName) {
  EXPECT_EQ(cookie_value("a=1; bastide=k7; b=2", "bastide"), "k7");
  EXPECT_EQ(cookie_value("bastide=", "bastide"), "");
  EXPECT_EQ(cookie_value("xbastide=1; bastidex=2; bastide", "bastide"), "");
  EXPECT_EQ(cookie_value("a=\"; bastide=k7", "bastide"), "k7");
}

TEST(NetText, EncodingsWithWeightNoughtAreRefused) {
  EXPECT_TRUE(accepted_encodings("gzip, deflate, br").brotli);
  EXPECT_TRUE(accepted_encodings("GZIP;q=0.5").gzip);
  EXPECT_FALSE(accepted_encodings("br;q=0, gzip;q=0.000").brotli);
  EXPECT_FALSE(accepted_encodings("br;q=0, gzip;q=0.000").gzip);
  EXPECT_FALSE(accepted_encodings("brotli, xgzip").gzip);
}

TEST(NetText, TagsMatchInListsWeakOrStrong) {
  EXPECT_TRUE(etag_matches("\"x\", W/\"k7\"", "k7"));
  EXPECT_TRUE(etag_matches("*", "k7"));
  EXPECT_FALSE(etag_matches("k7, \"k77\", \"", "k7"));
  EXPECT_FALSE(etag_matches("", "k7"));
}

TEST(NetText, AnOriginIsOursByItsHostAndPort) {
  const std::vector<std::string> more{"https://play.example.org"};
  EXPECT_TRUE(origin_allowed("http://localhost:8080", "localhost:8080", {}));
  EXPECT_TRUE(origin_allowed("https://Example.org", "example.org", {}));
  EXPECT_TRUE(origin_allowed("https://example.org", "example.org:443", {}));
  EXPECT_TRUE(origin_allowed("https://play.example.org", "example.org", more));
  for (const std::string_view foreign :
       {"", "null", "http://localhost", "http://localhost:80801", "http://evil.example",
        "http://localhost:8080.evil.example", "ftp://localhost:8080", "localhost:8080", "http://"})
    EXPECT_FALSE(origin_allowed(foreign, "localhost:8080", more)) << foreign;
  EXPECT_FALSE(origin_allowed("http://", "", {}));
}

TEST(NetText, AnOriginHasNoPath) {
  EXPECT_TRUE(is_origin("https://example.org"));
  EXPECT_TRUE(is_origin("http://localhost:8080"));
  for (const std::string_view wrong : {"example.org", "https://", "https://a/b", "https://a,b"})
    EXPECT_FALSE(is_origin(wrong)) << wrong;
}

TEST(NetText, AHouseholdOfIPv6IsOneAddress) {
  EXPECT_EQ(address_key("192.0.2.7"), "192.0.2.7");
  EXPECT_EQ(address_key("::ffff:192.0.2.7"), "192.0.2.7");
  EXPECT_EQ(address_key("2001:db8:1:2:3:4:5:6"), address_key("2001:db8:1:2:ffff::1"));
  EXPECT_NE(address_key("2001:db8:1:2::1"), address_key("2001:db8:1:3::1"));
  for (const std::string_view wrong : {"", "x", "192.0.2", "1.2.3.4.5", "unknown", "[::1]"})
    EXPECT_EQ(address_key(wrong), std::nullopt) << wrong;
  EXPECT_EQ(address_key(std::string(100'000, '1')), std::nullopt);
}

TEST(NetText, OnlyTheNearestProxyIsBelieved) {
  EXPECT_EQ(last_forwarded("10.0.0.1, 192.0.2.7"), "192.0.2.7");
  EXPECT_EQ(last_forwarded(" 192.0.2.7 "), "192.0.2.7");
  EXPECT_EQ(last_forwarded("192.0.2.7,"), "");
}

TEST(NetText, ALogLineStaysALine) {
  const auto line = log_line(LogFormat::json, 1'790'000'000'123, "request",
                             {{"route", "a\"b\nc\xff"}, {"status", 200}});
  EXPECT_EQ(
      line,
      R"({"time":"2026-09-21T14:13:20.123Z","event":"request","route":"a\"b?c?","status":200})");
  EXPECT_EQ(log_line(LogFormat::text, 0, "x", {{"n", -1}}), "1970-01-01T00:00:00.000Z x n=-1");
}

TEST(NetAddresses, PlacesAreGivenBack) {
  Addresses book(2);
  auto first = book.enter("a");
  {
    auto second = book.enter("a");
    EXPECT_TRUE(first && second);
    EXPECT_FALSE(book.enter("a"));
    EXPECT_TRUE(book.enter("b"));
    first = std::move(second);  // gives one back, keeps the other
  }
  EXPECT_TRUE(first);
  auto again = book.enter("a");
  EXPECT_TRUE(again);
  EXPECT_FALSE(book.enter("a"));
}

TEST(NetAddresses, NewGuestsComeAsFastAsOneASecond) {
  Addresses book(3);
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(book.may_make_guest("a", 1000));
  EXPECT_FALSE(book.may_make_guest("a", 1000));
  EXPECT_TRUE(book.may_make_guest("b", 1000));
  EXPECT_FALSE(book.may_make_guest("a", 1900));
  EXPECT_TRUE(book.may_make_guest("a", 2000));
  EXPECT_FALSE(book.may_make_guest("a", 2000));
  for (int i = 0; i < 5'000; ++i) book.may_make_guest(std::to_string(i), 3000 + i);
  EXPECT_TRUE(book.may_make_guest("a", 200'000));
}

TEST(NetAddresses, AllConnectionsOfAnAddressShareOneBudget) {
  Addresses book(200);
  const auto first = book.budget("a", 1000), second = book.budget("a", 1000);
  EXPECT_EQ(first, second);
  EXPECT_NE(first, book.budget("b", 1000));
  EXPECT_TRUE(first->take(1000, 2990));
  EXPECT_FALSE(second->take(1000, 11));
  EXPECT_TRUE(second->take(1000, 10));
  EXPECT_FALSE(first->take(1990, 300));
  EXPECT_TRUE(first->take(2000, 300));
}

// Coming again with new connections brings nothing new.
TEST(NetAddresses, ABudgetThatIsSpentIsRemembered) {
  Addresses book(200);
  EXPECT_TRUE(book.budget("a", 1000)->take(1000, 3000));
  for (int i = 0; i < 3'000; ++i) book.budget(std::to_string(i), 2000);  // the idle are forgotten
  EXPECT_FALSE(book.budget("a", 2000)->take(2000, 301));
  auto held = book.budget("b", 2000);
  for (int i = 0; i < 9'000; ++i) book.budget(std::to_string(i), 60'000);
  EXPECT_EQ(book.budget("b", 60'000), held);
  EXPECT_TRUE(book.budget("a", 60'000)->take(60'000, 3000));
}

TEST(NetAddresses, WhoMayHaveMoreConnectionsMayAskForMore) {
  Addresses large(2000), small(1);
  EXPECT_TRUE(large.may_ask("a", 25'000, 1000));
  EXPECT_FALSE(large.may_ask("a", 1, 1000));
  EXPECT_TRUE(large.budget("a", 1000)->take(1000, 30'000));
  EXPECT_TRUE(small.may_ask("a", 2500, 1000));
  EXPECT_FALSE(small.may_ask("a", 1, 1000));
}

class NetFiles : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("bastide-web-" + std::to_string(::getpid()));
    fs::create_directories(folder_ / "root/assets");
    write("outside.txt", "secret");
    write("root/index.html", "<!doctype html>");
  }
  void TearDown() override { fs::remove_all(folder_); }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }
  fs::path folder_;
};

TEST_F(NetFiles, HaveTypesTagsAndPackedSiblings) {
  write("root/assets/a-1.js", "let a");
  write("root/assets/a-1.js.br", "packed");
  write("root/site.webmanifest", "{}");
  const auto loaded = WebRoot::load(folder_ / "root");
  const auto& web = std::get<WebRoot>(loaded);
  const WebFile* script = web.find("/assets/a-1.js");
  ASSERT_NE(script, nullptr);
  EXPECT_EQ(*script->plain, "let a");
  EXPECT_EQ(*script->brotli, "packed");
  EXPECT_EQ(script->gzip, nullptr);
  EXPECT_TRUE(script->immutable);
  EXPECT_EQ(script->type, "text/javascript; charset=utf-8");
  EXPECT_EQ(web.find("/site.webmanifest")->type, "application/manifest+json");
  EXPECT_NE(web.find("/site.webmanifest")->etag, script->etag);
  EXPECT_FALSE(web.index().immutable);
}

TEST_F(NetFiles, NothingOutsideTheFolderIsThere) {
  fs::create_symlink(folder_ / "outside.txt", folder_ / "root/link.txt");
  fs::create_directory_symlink(folder_, folder_ / "root/up");
  write("root/.env", "secret");
  const auto loaded = WebRoot::load(folder_ / "root");
  const auto& web = std::get<WebRoot>(loaded);
  EXPECT_EQ(web.count(), 1u);
  for (const std::string_view path :
       {"/link.txt", "/up/outside.txt", "/.env", "/../outside.txt", "/assets/../../outside.txt",
        "//index.html", "/assets", "/assets/", "index.html", ""})
    EXPECT_EQ(web.find(path), nullptr) << path;
}

TEST_F(NetFiles, AFolderThatIsNoClientIsNamed) {
  auto missing = WebRoot::load(folder_ / "nowhere");
  EXPECT_NE(std::get<std::string>(missing).find("nowhere"), std::string::npos);
  auto empty = WebRoot::load(folder_ / "root/assets");
  EXPECT_NE(std::get<std::string>(empty).find("index.html"), std::string::npos);
  EXPECT_EQ(WebRoot::load(folder_ / "outside.txt").index(), 1u);
}

}  // namespace
}  // namespace bastide::server
