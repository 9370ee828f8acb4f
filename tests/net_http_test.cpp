// Plain requests over real sockets: honest, malformed, oversized, slow, and after what is not
// theirs.
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>

#include "tests/net_running.h"

namespace bastide::test_help {
namespace {

TEST_P(Net, ServesPagesAndFilesWithTheirHeaders) {
  Running running;
  HttpClient client(running.port);
  for (const std::string_view page :
       {"/", "/t/k7_x-Y", "/?a=b", "/t/here-k7x", "/replay", "/replay/k7_x-Y", "/replay/k7?move=12",
        "/analysis", "/analysis?position=x", "/lesson"}) {
    const Answer answer = client.get(page);
    EXPECT_EQ(answer.status, 200) << page;
    EXPECT_EQ(answer.headers.at("content-type"), "text/html; charset=utf-8");
    EXPECT_EQ(answer.headers.at("cache-control"), "no-cache");
    EXPECT_EQ(answer.headers.at("x-content-type-options"), "nosniff");
    const std::string& policy = answer.headers.at("content-security-policy");
    EXPECT_NE(policy.find("script-src 'self' 'wasm-unsafe-eval';"), std::string::npos);
    EXPECT_NE(policy.find("frame-ancestors 'none'"), std::string::npos);
  }
  EXPECT_EQ(client.get("/assets/app-1.js").body, "let plain");
  EXPECT_EQ(client.get("/assets/app-1.js", "Accept-Encoding: gzip\r\n").body, "gz");
  const Answer packed = client.get("/assets/app-1.js", "Accept-Encoding: gzip, br\r\n");
  EXPECT_EQ(packed.body, "br");
  EXPECT_EQ(packed.headers.at("content-encoding"), "br");
  EXPECT_EQ(packed.headers.at("vary"), "Accept-Encoding");
  EXPECT_NE(packed.headers.at("cache-control").find("immutable"), std::string::npos);
  const Answer unchanged =
      client.get("/assets/app-1.js",
                 "Accept-Encoding: br\r\nIf-None-Match: " + packed.headers.at("etag") + "\r\n");
  EXPECT_EQ(unchanged.status, 304);
  EXPECT_EQ(unchanged.body, "");
}

// A worker that a browser keeps is asked for with every page: a new one must be seen at once.
TEST_P(Net, ServesWhatAnInstalledPageNeeds) {
  Running running;
  HttpClient client(running.port);
  const Answer worker = client.get("/service-worker.js");
  EXPECT_EQ(worker.body, "worker");
  EXPECT_EQ(worker.headers.at("content-type"), "text/javascript; charset=utf-8");
  EXPECT_EQ(worker.headers.at("cache-control"), "no-cache");
  const std::string& policy = worker.headers.at("content-security-policy");
  for (const std::string_view allowed :
       {"worker-src 'self'", "manifest-src 'self'", "connect-src 'self'"})
    EXPECT_NE(policy.find(allowed), std::string::npos) << allowed;
  const std::string same = "If-None-Match: " + worker.headers.at("etag") + "\r\n";
  EXPECT_EQ(client.get("/service-worker.js", same).status, 304);
  EXPECT_EQ(client.get("/manifest.webmanifest").headers.at("content-type"),
            "application/manifest+json");

  const Answer engine = client.get("/assets/engine-1.wasm", "Accept-Encoding: gzip, br\r\n");
  EXPECT_EQ(engine.body, "packed");
  EXPECT_EQ(engine.headers.at("content-type"), "application/wasm");
  EXPECT_EQ(engine.headers.at("content-encoding"), "br");
  EXPECT_NE(engine.headers.at("cache-control").find("immutable"), std::string::npos);
  EXPECT_EQ(client.get("/assets/engine-1.wasm?v=2").body, "engine");
  const Answer head = client.ask("HEAD /assets/engine-1.wasm HTTP/1.1\r\nHost: x\r\n\r\n", true);
  EXPECT_EQ(head.headers.at("content-length"), "6");
}

TEST_P(Net, AnswersHeadWithoutABody) {
  Running running;
  HttpClient client(running.port);
  const Answer head = client.ask("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n", true);
  EXPECT_EQ(head.status, 200);
  EXPECT_EQ(head.headers.at("content-length"), "36");
  EXPECT_EQ(client.get("/health").body, "ok\n");  // nothing of a body stood before it
}

TEST_P(Net, IsAliveWhateverTheStoreDoes) {
  Running running;
  HttpClient client(running.port);
  EXPECT_EQ(client.get("/alive").body, "ok\n");
  EXPECT_EQ(client.ask("HEAD /alive HTTP/1.1\r\nHost: x\r\n\r\n", true).status, 200);
  EXPECT_EQ(status_of(running.port, "POST /alive HTTP/1.1\r\nHost: x\r\n\r\n"), 405);
  running.lose_store();
  EXPECT_EQ(client.get("/health").status, 503);
  const Answer alive = client.get("/alive");
  EXPECT_EQ(alive.status, 200);
  EXPECT_EQ(alive.headers.at("content-type"), "text/plain; charset=utf-8");
  EXPECT_EQ(client.get("/").status, 200);  // the page, which says what is wrong
  // What nobody can know at the moment is not said not to be there.
  EXPECT_EQ(client.get("/api/tables/k7k7k7k7k7/record").status, 503);
}

TEST_P(Net, ServesFiguresRulesAndNothingElseUnderApi) {
  Running running;
  HttpClient client(running.port);
  EXPECT_NE(client.get("/metrics").body.find("bastide_net_connections 1"), std::string::npos);
  const Answer rules = client.get("/api/rules");
  EXPECT_EQ(rules.headers.at("content-type"), "application/json");
  EXPECT_EQ(rules.body.find("{\"sets\":["), 0u);
  for (const std::string_view nothing :
       {"/api", "/api/", "/api/tables/nosuch/record", "/api/tables//record", "/api/tables/record",
        "/api/tables/a%2fb/record", "/t/", "/t/a/b", "/t/..%2f..", "/favicon"})
    EXPECT_EQ(client.get(nothing).status, 404) << nothing;
  EXPECT_EQ(client.get("/ws").status, 426);
  EXPECT_EQ(client.get("/api/session").status, 405);
  const Answer refused = client.ask("DELETE / HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_EQ(refused.status, 405);
  EXPECT_EQ(refused.headers.at("allow"), "GET, HEAD");
}

TEST_P(Net, APersonWhoHasLostTheWayGetsAPage) {
  Running running;
  HttpClient client(running.port);
  const std::string index = client.get("/").body;
  const Answer lost = client.get("/somewhere/else");
  EXPECT_EQ(lost.status, 404);
  EXPECT_EQ(lost.headers.at("content-type"), "text/html; charset=utf-8");
  EXPECT_EQ(lost.body, index);
  const Answer file = client.get("/assets/nothing.js");
  EXPECT_EQ(file.status, 404);
  EXPECT_EQ(file.headers.at("content-type"), "application/json");
}

TEST_P(Net, NoPathLeadsOutOfTheWebFolder) {
  Running running;
  for (const std::string_view path :
       {"/../../etc/passwd", "/assets/../../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd",
        "/..%2f..%2fetc%2fpasswd", "//etc/passwd", "/assets//etc/passwd", "/%252e%252e/etc/passwd",
        "/.%2e/etc/passwd", "/assets/%c0%ae%c0%ae/etc/passwd", "http://x/../etc/passwd"}) {
    HttpClient client(running.port);
    EXPECT_EQ(client.get(path).status, 404) << path;
  }
  for (const std::string_view path :
       {"/..\\..\\etc", "/%5c..%5c", "/index.html%00.js", "/%", "/%zz", "x", "/a%0a"}) {
    HttpClient client(running.port);
    EXPECT_EQ(client.get(path).status, 400) << path;
  }
}

TEST_P(Net, MalformedRequestsAreAnsweredAndEnd) {
  Running running;
  for (const std::string_view wrong :
       {"\r\n\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n",
        "GET / HTTP/1.1\r\nno colon\r\n\r\n", "\x16\x03\x01\x02",
        "GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n",
        "POST /api/session HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
        "POST /api/session HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"}) {
    HttpClient client(running.port);
    const std::string request = std::string(wrong) + (wrong[0] == '\x16' ? "junk\r\n\r\n" : "");
    EXPECT_EQ(client.ask(request).status, 400) << wrong;
    EXPECT_TRUE(client.wire.ends()) << wrong;
  }
  EXPECT_EQ(status_of(running.port, "GET /health HTTP/1.1\r\nHost: x\r\n\r\n"), 200);
}

// A proxy in front of us may read such requests otherwise than we do.
TEST_P(Net, RequestsThatCanBeReadInTwoWaysAreRefused) {
  Running running;
  const auto post = [&](std::string_view headers) {
    HttpClient client(running.port);
    const Answer answer =
        client.ask("POST /api/session HTTP/1.1\r\n" + std::string(headers) + "\r\n0\r\n\r\n");
    EXPECT_TRUE(client.wire.ends()) << headers;
    return answer.status;
  };
  EXPECT_EQ(post("Host: x\r\nTransfer-Encoding: xchunked\r\n"), 501);
  EXPECT_EQ(post("Host: x\r\nTransfer-Encoding: gzip, chunked\r\n"), 501);
  EXPECT_EQ(post("Host: x\r\nTransfer-Encoding: identity\r\n"), 501);
  EXPECT_EQ(post("Host: x\r\nHost: y\r\nContent-Length: 0\r\n"), 400);
  EXPECT_EQ(post("Host: x\r\nHost: x\r\nContent-Length: 0\r\n"), 400);
  EXPECT_EQ(post("Content-Length: 0\r\n"), 400);
  EXPECT_EQ(status_of(running.port, "GET /health HTTP/1.1\r\n\r\n"), 400);
  EXPECT_EQ(status_of(running.port, "GET /health HTTP/1.0\r\n\r\n"), 200);
}

TEST_P(Net, OneAddressAsksOnlySoMuch) {
  Running running;
  HttpClient client(running.port);
  Answer answer;
  int served = 0;
  while (served < 9000 && (answer = client.get("/")).status == 200) ++served;
  EXPECT_GE(served, 2000);  // a page takes some forty
  EXPECT_EQ(answer.status, 429);
  EXPECT_EQ(answer.headers.at("retry-after"), "10");
  EXPECT_EQ(client.get("/health").status, 200);
}

TEST_P(Net, RecordsAreDearerThanFiles) {
  Running running;
  HttpClient client(running.port);
  int asked = 0;
  while (asked < 3000 && client.get("/api/tables/nosuchgame/record").status == 404) ++asked;
  EXPECT_LT(asked, 100);
}

TEST_P(Net, OversizedHeadersAndBodiesAreRefused) {
  Running running;
  EXPECT_EQ(
      status_of(running.port, "GET / HTTP/1.1\r\nX: " + std::string(20'000, 'a') + "\r\n\r\n"),
      431);
  EXPECT_EQ(status_of(running.port, "GET /" + std::string(20'000, 'a') + " HTTP/1.1\r\n\r\n"), 431);
  EXPECT_EQ(
      status_of(running.port, "POST /api/session HTTP/1.1\r\nContent-Length: 999999999999\r\n\r\n"),
      413);
  EXPECT_EQ(status_of(running.port,
                      "POST /api/session HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
                      "ffff\r\n" +
                          std::string(10'000, 'a')),
            413);
}

TEST_P(Net, PipelinedRequestsAreAnsweredInOrder) {
  Running running;
  HttpClient client(running.port);
  client.wire.send(
      "GET /health HTTP/1.1\r\nHost: x\r\n\r\nGET /nothing HTTP/1.1\r\nHost: x\r\n\r\n"
      "GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  EXPECT_EQ(client.read_answer().status, 200);
  EXPECT_EQ(client.read_answer().status, 404);
  EXPECT_EQ(client.read_answer().status, 200);
  EXPECT_TRUE(client.wire.ends());
}

TEST_P(Net, SlowRequestsAndIdleConnectionsAreClosed) {
  ServerOptions options;
  options.request_time = milliseconds(300);
  Running running(options);
  Wire silent(running.port), slow(running.port), half(running.port);
  half.finish_sending();
  EXPECT_TRUE(half.ends(milliseconds(250)));  // at once: nobody is there to ask
  const auto start = std::chrono::steady_clock::now();
  // A byte now and then does not prolong the time.
  while (std::chrono::steady_clock::now() - start < milliseconds(280)) {
    slow.send("G");
    std::this_thread::sleep_for(milliseconds(40));
  }
  EXPECT_TRUE(slow.ends(milliseconds(2000)));
  EXPECT_TRUE(silent.ends(milliseconds(2000)));
}

std::string session_request(std::string_view body, std::string_view headers = {}) {
  return "POST /api/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: " +
         std::to_string(body.size()) + "\r\n" + std::string(headers) + "\r\n" + std::string(body);
}

TEST_P(Net, ASessionSetsOneCookieThatPagesCannotRead) {
  ServerOptions options;
  options.secure_cookies = true;
  options.origins = {"https://other.example"};
  Running running(options);
  HttpClient client(running.port);
  const Answer made = client.ask(session_request(R"({"name":"Ada"})"));
  EXPECT_EQ(made.status, 200);
  EXPECT_NE(made.body.find("\"name\":\"Ada\""), std::string::npos);
  const std::string& cookie = made.headers.at("set-cookie");
  for (const std::string_view part :
       {"bastide=", "; HttpOnly", "; SameSite=Lax", "; Path=/", "; Max-Age=31536000", "; Secure"})
    EXPECT_NE(cookie.find(part), std::string::npos) << part;
  const std::string mine = "Cookie: " + cookie.substr(0, cookie.find(';')) + "\r\n";
  const Answer again = client.ask(session_request("{}", mine));
  EXPECT_EQ(again.body, made.body);
  EXPECT_FALSE(again.headers.contains("set-cookie"));
  const auto from = [](std::string_view origin) {
    return "Origin: " + std::string(origin) + "\r\n";
  };
  EXPECT_EQ(client.ask(session_request("{}", mine + from("http://localhost"))).status, 200);
  EXPECT_EQ(client.ask(session_request("{}", mine + from("https://other.example"))).status, 200);
  EXPECT_EQ(client.ask(session_request("{}", mine + from("http://evil.example"))).status, 403);
  EXPECT_EQ(client.ask(session_request("{}", mine + from("null"))).status, 403);
}

TEST_P(Net, NewGuestsOfAnAddressAreCounted) {
  server::HubOptions hub;
  hub.max_new_guests_per_address = 3;
  Running running({}, hub);
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(new_session(running.port).empty());
  const Answer refused = HttpClient(running.port).ask(session_request("{}"));
  EXPECT_EQ(refused.status, 429);
  EXPECT_EQ(refused.headers.at("retry-after"), "3600");
  EXPECT_EQ(refused.body.find("{\"error\":\""), 0u);
}

TEST_P(Net, NewGuestsComeNoFasterThanTheyMay) {
  ServerOptions options;
  options.max_per_address = 3;
  Running running(options);
  Answer answer;
  for (int i = 0; i < 8 && answer.status != 429; ++i) {
    HttpClient client(running.port);
    answer = client.ask(session_request("{}", "Connection: close\r\n"));
    EXPECT_TRUE(client.wire.ends());
  }
  EXPECT_EQ(answer.status, 429);
  EXPECT_EQ(answer.headers.at("retry-after"), "60");
}

TEST_P(Net, WrongSessionRequestsAreRefused) {
  Running running;
  HttpClient client(running.port);
  for (const std::string_view wrong :
       {"[]", "{", "\"Ada\"", "{\"name\":1}", "{\"name\":\"a\",\"name\":\"b\"}", "{\"nome\":\"a\"}",
        "{\"name\":\"\xff\"}", "null"})
    EXPECT_EQ(client.ask(session_request(wrong)).status, 400) << wrong;
  const std::string deep(3000, '[');
  EXPECT_EQ(client.ask(session_request(deep)).status, 400);
  const std::string long_name(2000, 'a');
  EXPECT_EQ(client.ask(session_request("{\"name\":\"" + long_name + "\"}")).status, 400);
}

}  // namespace
}  // namespace bastide::test_help
