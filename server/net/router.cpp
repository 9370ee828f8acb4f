#include "server/net/router.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/notation/json_text.h"
#include "engine/notation/parse.h"
#include "server/net/http_text.h"

namespace bastide::server {

namespace {

constexpr std::string_view kCookie = "bastide";
constexpr std::string_view kRecordPrefix = "/api/tables/";
constexpr std::string_view kRecordSuffix = "/record";
constexpr std::string_view kTablePrefix = "/t/";
constexpr std::size_t kMaxId = 64;

// Everything from ourselves, and nothing inline.
constexpr std::string_view kContentPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "media-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'";

SharedText shared(std::string text) { return std::make_shared<const std::string>(std::move(text)); }

Reply text_reply(std::string_view type, std::string text) {
  Reply reply;
  reply.headers.emplace_back("Content-Type", type);
  reply.headers.emplace_back("Cache-Control", "no-store");
  reply.body = shared(std::move(text));
  return reply;
}

Reply json_reply(std::string text) { return text_reply("application/json", std::move(text)); }

void add_security(Reply& reply) {
  reply.headers.emplace_back("Content-Security-Policy", kContentPolicy);
  reply.headers.emplace_back("X-Content-Type-Options", "nosniff");
  reply.headers.emplace_back("Referrer-Policy", "same-origin");
  reply.headers.emplace_back("Cross-Origin-Opener-Policy", "same-origin");
}

bool is_id(std::string_view text) {
  return !text.empty() && text.size() <= kMaxId && std::ranges::all_of(text, [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
           c == '_';
  });
}

// The ID of /api/tables/ID/record, or nothing.
std::string_view record_id(std::string_view path) {
  if (!path.starts_with(kRecordPrefix) || !path.ends_with(kRecordSuffix)) return {};
  path.remove_prefix(kRecordPrefix.size());
  if (path.size() <= kRecordSuffix.size()) return {};
  path.remove_suffix(kRecordSuffix.size());
  return path;
}

Reply not_allowed(std::string_view methods) {
  Reply reply = error_reply(405, "this is not how it is asked for");
  reply.headers.emplace_back("Allow", methods);
  return reply;
}

// The name in {"name":"Ada"}, empty for {}.
std::variant<std::string, FormError> wanted_name(std::string_view body) {
  if (body.empty()) return std::string();
  auto parsed = parse_json(body);
  if (auto* wrong = std::get_if<FormError>(&parsed)) return *wrong;
  const Path root;
  std::optional<FormError> error;
  ObjectReader reader(std::get<Json>(parsed), root, error);
  std::string name;
  if (const Json* given = reader.optional("name")) {
    if (given->is_string())
      name = given->get_ref<const std::string&>();
    else
      reader.fail("name", "must be a string");
  }
  reader.finish();
  if (error) return *error;
  return name;
}

// Looking whether the server is well costs nothing: whoever watches over it asks often. A record is
// read from the disk and replayed.
double cost_of(std::string_view path) {
  if (path == "/health") return 0;
  return record_id(path).empty() ? 1 : 100;
}

Reply asked_too_often() {
  Reply reply = error_reply(429, "too many requests from this address; try again in a few seconds");
  reply.headers.emplace_back("Retry-After", "10");
  return reply;
}

Reply unmade_reply(const Hub::Unmade& unmade) {
  return error_reply(unmade.try_later ? 503 : 400, unmade.reason);
}

}  // namespace

Reply error_reply(unsigned status, std::string_view sentence) {
  Reply reply = json_reply(ObjectText().text("error", sentence).take() + "\n");
  reply.status = status;
  reply.route = "error";
  add_security(reply);
  return reply;
}

Router::Router(const ServerOptions& options, Hub& hub, const WebRoot& web, Addresses& addresses,
               const Loop& loop, ExtraMetrics metrics)
    : options_(options),
      hub_(hub),
      web_(web),
      addresses_(addresses),
      loop_(loop),
      metrics_(std::move(metrics)),
      preview_(web) {}

void Router::answer(const Request& request, std::function<void(Reply)> done) {
  const auto path = decoded_path(request.target);
  if (!path) return done(error_reply(400, "the path is malformed"));
  if (!addresses_.may_ask(request.address, cost_of(*path), loop_.now_ms()))
    return done(asked_too_often());
  if (*path == "/api/session") return session(request, std::move(done));
  if (*path == "/api/bots") return bot_account(request, std::move(done));
  if (request.method != Method::get && request.method != Method::head)
    return done(not_allowed("GET, HEAD"));
  Reply reply = plain_answer(request, *path);
  if (reply.route != "error") add_security(reply);
  done(std::move(reply));
}

Reply Router::plain_answer(const Request& request, std::string_view path) {
  Reply reply;
  if (path == "/health") {
    const std::optional<std::string> wrong = hub_.complaint();
    reply = text_reply("text/plain; charset=utf-8", wrong ? *wrong + "\n" : "ok\n");
    if (wrong) reply.status = 503;
    reply.route = "health";
  } else if (path == "/metrics") {
    reply =
        text_reply("text/plain; version=0.0.4; charset=utf-8", hub_.metrics_text() + metrics_());
    reply.route = "metrics";
  } else if (path == "/api/rules") {
    if (!rules_) rules_ = shared(hub_.rules_json());
    reply = json_reply({});
    reply.body = rules_;
    reply.route = "rules";
  } else if (const auto id = record_id(path); !id.empty()) {
    reply = record_answer(id);
  } else if (path == "/ws" || path == "/bot") {
    reply = error_reply(426, "this is for WebSockets");
    reply.headers.emplace_back("Upgrade", "websocket");
  } else if (path.starts_with("/api/")) {
    reply = error_reply(404, "there is nothing here");
  } else {
    reply = file_answer(request, path);
  }
  return reply;
}

Reply Router::record_answer(std::string_view id) const {
  auto record = is_id(id) ? hub_.record_json(id) : std::nullopt;
  if (!record) return error_reply(404, "there is no such game");
  Reply reply = json_reply(std::move(*record));
  reply.headers.emplace_back("Content-Disposition",
                             "attachment; filename=\"bastide-" + std::string(id) + ".json\"");
  reply.route = "record";
  return reply;
}

// The page with what a link to it is to show; too short to be packed.
Reply Router::page_answer(const Request& request, std::string_view path) const {
  const auto origin = public_origin(request.host, options_.origins, options_.secure_cookies);
  const auto card = path == "/" ? std::nullopt : hub_.card_of(path.substr(kTablePrefix.size()));
  Reply reply;
  reply.route = "page";
  reply.body = shared(preview_.page(card, request.accept_language, origin, path));
  const std::string etag = content_tag(*reply.body);
  reply.headers.emplace_back("Vary", "Accept-Language");
  reply.headers.emplace_back("Content-Type", web_.index().type);
  reply.headers.emplace_back("ETag", "\"" + etag + "\"");
  reply.headers.emplace_back("Cache-Control", "no-cache");
  if (etag_matches(request.if_none_match, etag)) {
    reply.status = 304;
    reply.body = shared({});
  }
  return reply;
}

Reply Router::file_answer(const Request& request, std::string_view path) const {
  const bool page =
      path == "/" || (path.starts_with(kTablePrefix) && is_id(path.substr(kTablePrefix.size())));
  if (page && preview_.exists()) return page_answer(request, path);
  const WebFile* file = page ? &web_.index() : web_.find(path);
  // A person who has lost the way gets a page that says so; a file that is not there is a plain
  // answer.
  const bool nowhere = !file && path.find('.') == path.npos;
  if (nowhere) file = &web_.index();
  if (!file) return error_reply(404, "there is nothing here");
  const Encodings accepted = accepted_encodings(request.accept_encoding);
  Reply reply;
  reply.route = page ? "page" : "file";
  reply.body = file->plain;
  std::string etag = file->etag;
  if (file->brotli || file->gzip) reply.headers.emplace_back("Vary", "Accept-Encoding");
  if (file->brotli && accepted.brotli) {
    reply.body = file->brotli;
    reply.headers.emplace_back("Content-Encoding", "br");
    etag += "-br";
  } else if (file->gzip && accepted.gzip) {
    reply.body = file->gzip;
    reply.headers.emplace_back("Content-Encoding", "gzip");
    etag += "-gz";
  }
  reply.headers.emplace_back("Content-Type", file->type);
  reply.headers.emplace_back("ETag", "\"" + etag + "\"");
  reply.headers.emplace_back("Cache-Control",
                             file->immutable ? "public, max-age=31536000, immutable" : "no-cache");
  if (nowhere) {
    reply.status = 404;
    reply.route = "nowhere";
  } else if (etag_matches(request.if_none_match, etag)) {
    reply.status = 304;
    reply.body = shared({});
  }
  return reply;
}

bool Router::from_elsewhere(const Request& request) const {
  return !request.origin.empty() && !origin_allowed(request.origin, request.host, options_.origins);
}

std::variant<std::string, Reply> Router::posted_name(const Request& request) const {
  if (request.method != Method::post) return not_allowed("POST");
  if (from_elsewhere(request))
    return error_reply(403, "pages of another origin may not ask for this");
  auto name = wanted_name(request.body);
  if (auto* wrong = std::get_if<FormError>(&name)) return error_reply(400, wrong->text());
  return std::get<std::string>(std::move(name));
}

void Router::session(const Request& request, std::function<void(Reply)> done) {
  auto name = posted_name(request);
  if (auto* wrong = std::get_if<Reply>(&name)) return done(std::move(*wrong));
  const std::string_view token = cookie_value(request.cookie, kCookie);
  if (!hub_.guest_of(token) && !addresses_.may_make_guest(request.address, loop_.now_ms()))
    return done(error_reply(429, "too many new guests from this address; try again in a minute"));
  hub_.session(token, std::get<std::string>(name),
               [this, done = std::move(done)](const std::optional<Session>& session,
                                              const Hub::Unmade& unmade) {
                 done(session ? session_reply(*session) : unmade_reply(unmade));
               });
}

Reply Router::session_reply(const Session& session) const {
  ObjectText guest;
  guest.text("id", session.guest.id).text("name", session.guest.name);
  Reply reply = json_reply(ObjectText().raw("guest", guest.take()).take());
  reply.route = "session";
  if (session.new_token)
    reply.headers.emplace_back("Set-Cookie",
                               std::string(kCookie) + "=" + *session.new_token +
                                   "; HttpOnly; SameSite=Lax; Path=/; Max-Age=31536000" +
                                   (options_.secure_cookies ? "; Secure" : ""));
  add_security(reply);
  return reply;
}

// No cookie is read or set: the token is in the body, once, for a program to keep.
void Router::bot_account(const Request& request, std::function<void(Reply)> done) {
  auto name = posted_name(request);
  if (auto* wrong = std::get_if<Reply>(&name)) return done(std::move(*wrong));
  if (!addresses_.may_make_guest(request.address, loop_.now_ms()))
    return done(error_reply(429, "too many new accounts from this address; try again in a minute"));
  hub_.make_bot_account(
      std::get<std::string>(name),
      [done = std::move(done)](const std::optional<BotAccount>& bot, const Hub::Unmade& unmade) {
        if (!bot) return done(unmade_reply(unmade));
        ObjectText body;
        body.text("bot", bot->id).text("name", bot->name).text("token", bot->token);
        Reply reply = json_reply(body.take() + "\n");
        reply.route = "bots";
        add_security(reply);
        done(std::move(reply));
      });
}

std::variant<Caller, Reply> Router::program_upgrade(const Request& request) const {
  if (from_elsewhere(request)) return error_reply(403, "pages of another origin may not connect");
  const std::string_view table = query_value(request.target, "table");
  if (!is_id(table)) return error_reply(400, "name a table: /bot?table=ID");
  return Caller{std::nullopt, std::string(table)};
}

std::variant<Caller, Reply> Router::upgrade(const Request& request) const {
  const auto path = decoded_path(request.target);
  if (request.method == Method::get && path == "/bot") return program_upgrade(request);
  if (request.method != Method::get || path != "/ws")
    return error_reply(404, "there is no WebSocket here");
  if (!origin_allowed(request.origin, request.host, options_.origins))
    return error_reply(403, "pages of another origin may not connect");
  auto guest = hub_.guest_of(cookie_value(request.cookie, kCookie));
  if (!guest) return error_reply(401, "there is no session; POST /api/session makes one");
  return Caller{std::move(guest), {}};
}

}  // namespace bastide::server
