#include "server/net/reply.h"

#include "engine/notation/json_text.h"

namespace bastide::server {

namespace {

// Everything from ourselves, and nothing inline. The engine in the page is WebAssembly, which is
// compiled and not evaluated as a script.
constexpr std::string_view kContentPolicy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "media-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'";

constexpr int kHour = 60 * 60;  // guests of an address are counted by the day

}  // namespace

Reply text_reply(std::string_view type, std::string text) {
  Reply reply;
  reply.headers.emplace_back("Content-Type", type);
  reply.headers.emplace_back("Cache-Control", "no-store");
  reply.body = shared_text(std::move(text));
  return reply;
}

Reply json_reply(std::string text) { return text_reply("application/json", std::move(text)); }

Reply error_reply(unsigned status, std::string_view sentence) {
  Reply reply = json_reply(ObjectText().text("error", sentence).take() + "\n");
  reply.status = status;
  reply.route = "error";
  add_security(reply);
  return reply;
}

Reply not_allowed(std::string_view methods) {
  Reply reply = error_reply(405, "this is not how it is asked for");
  reply.headers.emplace_back("Allow", methods);
  return reply;
}

Reply too_often(std::string_view sentence, int seconds) {
  Reply reply = error_reply(429, sentence);
  reply.headers.emplace_back("Retry-After", std::to_string(seconds));
  return reply;
}

Reply too_busy() { return error_reply(503, "the server is too busy"); }

Reply unmade_reply(const Hub::Unmade& unmade) {
  switch (unmade.why) {
    case Hub::Unmade::Why::too_many:
      return too_often(unmade.reason, kHour);
    case Hub::Unmade::Why::try_later:
      return error_reply(503, unmade.reason);
    case Hub::Unmade::Why::bad_wish:
      break;
  }
  return error_reply(400, unmade.reason);
}

void add_security(Reply& reply) {
  reply.headers.emplace_back("Content-Security-Policy", kContentPolicy);
  reply.headers.emplace_back("X-Content-Type-Options", "nosniff");
  reply.headers.emplace_back("Referrer-Policy", "same-origin");
  reply.headers.emplace_back("Cross-Origin-Opener-Policy", "same-origin");
}

}  // namespace bastide::server
