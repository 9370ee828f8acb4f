// What links to pages show elsewhere: over real sockets, with names and headers of people who mean
// harm.
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "engine/notation/markup.h"
#include "server/net/link_preview.h"
#include "server/net/web_root.h"
#include "tests/net_running.h"

namespace bastide::test_help {
namespace {

using server::LinkPreview;
using server::public_origin;
using server::TableCard;

// A web client of three languages, beside which a server may be started.
class WebFolder {
 public:
  WebFolder() {
    folder_ = fs::temp_directory_path() / ("bastide-preview-" + std::to_string(::getpid()));
    fs::create_directories(folder_ / "art");
    std::ofstream(folder_ / "index.html")
        << "<!doctype html><head><!--link-preview-->\n<meta property=\"og:title\" "
           "content=\"old\" /><!--/link-preview--><title>client</title></head>";
    std::ofstream(folder_ / "index.html.gz") << "packed";
    std::ofstream(folder_ / "art/preview.png") << "png";
    std::ofstream(folder_ / "preview.json") << kWords;
  }
  ~WebFolder() { fs::remove_all(folder_); }
  server::WebRoot root() const { return std::get<server::WebRoot>(server::WebRoot::load(folder_)); }
  const fs::path& path() const { return folder_; }

 private:
  static constexpr std::string_view kWords = R"({
    "en":{"preview.title":"Bastide","preview.about":"about","preview.invited":"{name} invites",
          "preview.over":"over","preview.waiting":"{game}; {seats}/{open}",
          "preview.game":"{game} of {seats}","preview.picture":"a land",
          "preset.base":"Classic","set.base":"Base","set.tower":"Tower"},
    "ru":{"preview.title":"Бастида","preview.invited":"{name} зовёт","preview.waiting":"{game}",
          "preset.base":"Классика"},
    "uk":{"preview.title":"Бастіда","preview.invited":"{name} запрошує","preset.base":"Класика"}})";
  fs::path folder_;
};

bool has(const std::string& page, std::string_view text) {
  return page.find(text) != std::string::npos;
}

std::string title_of(const LinkPreview& preview, const std::optional<TableCard>& card,
                     std::string_view languages) {
  const std::string page = preview.page(card, languages, "http://x", "/");
  const std::string start = "og:title\" content=\"";
  const auto at = page.find(start) + start.size();
  return page.substr(at, page.find('"', at) - at);
}

TEST(LinkPreview, tells_who_invites_to_what_in_the_readers_language) {
  const WebFolder folder;
  const auto web = folder.root();
  const LinkPreview preview(web);
  ASSERT_TRUE(preview.exists());
  TableCard card{"Ada", "base", {"base"}, 3, 2, true, false};
  EXPECT_EQ(title_of(preview, card, ""), "Ada invites");
  EXPECT_EQ(title_of(preview, card, "uk"), "Ada запрошує");
  EXPECT_EQ(title_of(preview, card, "fr, ru-RU;q=0.9, uk;q=0.95, en;q=0.1"), "Ada запрошує");
  EXPECT_EQ(title_of(preview, card, "RU"), "Ada зовёт");
  EXPECT_EQ(title_of(preview, card, "ru;q=0, uk;q=x, *"), "Ada invites");
  EXPECT_EQ(title_of(preview, card, std::string(5000, ',') + "ru"), "Ada invites");
  EXPECT_EQ(title_of(preview, card, ";;;q=,,-,uk-;q=0.5"), "Ada запрошує");
  EXPECT_EQ(title_of(preview, std::nullopt, "ru"), "Бастида");
  EXPECT_TRUE(has(preview.page(card, "", std::nullopt, "/"), "\"Classic; 3/2\""));
  card.over = true;
  card.waiting = false;
  EXPECT_EQ(title_of(preview, card, ""), "over");
  card.preset.clear();
  card.sets = {"base", "tower", "a", "b", "c"};
  EXPECT_TRUE(has(preview.page(card, "", std::nullopt, "/"), "Base, Tower, a, b, … of 3"));
}

TEST(LinkPreview, escapes_everything) {
  EXPECT_EQ(markup_text("<a href='x'>&\""), "&lt;a href=&#39;x&#39;&gt;&amp;&quot;");
  const WebFolder folder;
  const auto web = folder.root();
  const LinkPreview preview(web);
  TableCard card{"\"><script>alert(1)</script>{game}{", "", {"<b>", "{name}"}, 2, 1, true, false};
  const std::string page = preview.page(card, "en", "http://x", "/t/a");
  EXPECT_FALSE(has(page, "<script>"));
  EXPECT_FALSE(has(page, "<b>"));
  EXPECT_TRUE(has(page, "&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;{game}{ invites"));
  EXPECT_TRUE(has(page, "&lt;b&gt;, {name}; 2/1")) << "a value is not filled once more";
}

TEST(LinkPreview, takes_origins_it_can_trust) {
  const std::vector<std::string> none, some{"https://a.org", "https://b.org:8443"};
  EXPECT_EQ(public_origin("b.org:8443", some, false), "https://b.org:8443");
  EXPECT_EQ(public_origin("evil.example", some, false), "https://a.org");
  EXPECT_EQ(public_origin("host:8080", none, false), "http://host:8080");
  EXPECT_EQ(public_origin("[::1]:80", none, true), "https://[::1]:80");
  for (const std::string host : {"", "a b", "a\"b", "a/b", "a@b", "<x>", "a?b", "a#b", "a,b", "é"})
    EXPECT_EQ(public_origin(host, none, false), std::nullopt) << host;
  EXPECT_EQ(public_origin(std::string(300, 'a'), none, false), std::nullopt);
}

TEST(LinkPreview, leaves_pages_without_mark_or_words_alone) {
  const WebFolder folder;
  fs::remove(folder.path() / "preview.json");
  EXPECT_FALSE(LinkPreview(folder.root()).exists());
  for (const std::string words : {"", "[]", "{\"ru\":{}}", "{\"en\":7}", "{\"en\":", "null"}) {
    std::ofstream(folder.path() / "preview.json") << words;
    EXPECT_FALSE(LinkPreview(folder.root()).exists()) << words;
  }
}

TEST(LinkPreview, is_in_the_page_of_a_table_over_http) {
  const WebFolder folder;
  Running running({}, {}, folder.path());
  HttpClient client(running.port);
  const std::string cookie = new_session(running.port, R"(<Ada> & \"Co\")");
  auto socket = greeted(running.port, cookie);
  socket.send(R"({"type":"create","id":1,"setup":{"sets":["base"]},"listed":false,)"
              R"("assist":"standard","seats":[{"kind":"me"},{"kind":"open"}]})");
  const auto created = socket.read_type("created");
  ASSERT_TRUE(created);
  const auto at = created->find("\"table\":\"") + 9;
  const std::string path = "/t/" + created->substr(at, 10);

  const Answer answer = client.get(path, "Accept-Encoding: gzip\r\nAccept-Language: uk\r\n");
  EXPECT_EQ(answer.status, 200);
  EXPECT_TRUE(has(answer.body, "&lt;Ada&gt; &amp; &quot;Co&quot; запрошує")) << answer.body;
  EXPECT_FALSE(has(answer.body, "content=\"old\""));
  EXPECT_FALSE(answer.headers.contains("content-encoding"));
  EXPECT_EQ(answer.headers.at("content-length"), std::to_string(answer.body.size()));
  EXPECT_EQ(answer.headers.at("vary"), "Accept-Language");
  EXPECT_EQ(answer.headers.at("content-type"), "text/html; charset=utf-8");
  EXPECT_TRUE(answer.headers.contains("content-security-policy"));
  const std::string same = "Accept-Language: uk\r\nIf-None-Match: " + answer.headers.at("etag");
  EXPECT_EQ(client.get(path, same + "\r\n").status, 304);
  const Answer english = client.get(path);
  EXPECT_NE(english.headers.at("etag"), answer.headers.at("etag"));
  EXPECT_TRUE(has(english.body, "Classic; 2/1"));
  const Answer replay = client.get("/replay/" + path.substr(3), "Accept-Language: uk\r\n");
  EXPECT_EQ(replay.status, 200);
  EXPECT_TRUE(has(replay.body, "&lt;Ada&gt; &amp; &quot;Co&quot; запрошує")) << "that of its table";
  for (const std::string_view page : {"/", "/replay", "/analysis", "/lesson", "/t/here-k7x"})
    EXPECT_TRUE(has(client.get(page).body, "content=\"Bastide\"")) << page;
  EXPECT_TRUE(has(client.get("/t/nosuchtabl").body, "content=\"Bastide\""));
  const Answer head = client.ask("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n", true);
  EXPECT_EQ(head.status, 200);
}

TEST(LinkPreview, believes_no_host_that_is_none) {
  const WebFolder folder;
  Running running({}, {}, folder.path());
  HttpClient client(running.port);
  const auto with_host = [&](const std::string& host) {
    return client.ask("GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n").body;
  };
  EXPECT_TRUE(has(with_host("play.example:8080"), "http://play.example:8080/art/preview.png"));
  for (const std::string host : {"a\"><script>", "x/../y", "a b", "user@evil"}) {
    const std::string body = with_host(host);
    EXPECT_FALSE(has(body, "og:image")) << body;
    EXPECT_FALSE(has(body, "<script>"));
    EXPECT_FALSE(has(body, "evil"));
  }
}

}  // namespace
}  // namespace bastide::test_help
