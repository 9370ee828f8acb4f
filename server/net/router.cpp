#include "server/net/router.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/notation/json_text.h"
#include "engine/notation/parse.h"
#include "server/net/gzip.h"
#include "server/net/http_text.h"
#include "server/net/hub_answer.h"

namespace bastide::server {

namespace {

constexpr std::string_view kCookie = "bastide";
constexpr std::string_view kRecordPrefix = "/api/tables/";
constexpr std::string_view kRecordSuffix = "/record";
constexpr std::string_view kTablePrefix = "/t/", kReplayPrefix = "/replay/";
constexpr std::size_t kMaxId = 64;

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

// The table that a page is about, playing or looked at afterwards; empty of all others.
std::string_view table_of_page(std::string_view path) {
  for (const std::string_view prefix : {kTablePrefix, kReplayPrefix})
    if (path.starts_with(prefix) && is_id(path.substr(prefix.size())))
      return path.substr(prefix.size());
  return {};
}

// The pages of the web client.
bool is_page(std::string_view path) {
  return path == "/" || path == "/replay" || path == "/analysis" || path == "/lesson" ||
         !table_of_page(path).empty();
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
  if (path == "/health" || path == "/alive") return 0;
  return record_id(path).empty() ? 1 : 100;
}

// A session or an account, or why there is none.
template <class Made>
struct MadeOrNot {
  std::optional<Made> made;
  Hub::Unmade unmade;
};

}  // namespace

Router::Router(const ServerOptions& options, Hub& hub, const WebRoot& web, Addresses& addresses,
               const std::atomic<bool>& stopping, ExtraMetrics metrics)
    : options_(options),
      hub_(hub),
      web_(web),
      addresses_(addresses),
      stopping_(stopping),
      metrics_(std::move(metrics)),
      preview_(web),
      rules_(shared_text(hub.rules_json())),
      packed_rules_(shared_text(gzip(*rules_))) {}

Router::Waiting Router::answer(const Request& request) const {
  const auto path = decoded_path(request.target);
  if (!path) co_return error_reply(400, "the path is malformed");
  if (!addresses_.may_ask(request.from.address, cost_of(*path), request.from.loop->now_ms()))
    co_return too_often("too many requests from this address; try again in a few seconds", 10);
  if (*path == "/api/session") co_return co_await session(request);
  if (*path == "/api/bots") co_return co_await bot_account(request);
  if (request.method != Method::get && request.method != Method::head)
    co_return not_allowed("GET, HEAD");
  Reply reply = co_await plain_answer(request, *path);
  if (reply.route != "error") add_security(reply);
  co_return reply;
}

Router::Waiting Router::plain_answer(const Request& request, std::string_view path) const {
  if (path == "/health") co_return co_await health_answer(request);
  if (path == "/alive") co_return alive_answer();
  if (path == "/metrics") co_return co_await metrics_answer(request);
  if (path == "/api/rules") co_return rules_answer(request);
  if (const auto id = record_id(path); !id.empty()) co_return co_await record_answer(request, id);
  if (path == "/ws" || path == "/bot") {
    Reply reply = error_reply(426, "this is for WebSockets");
    reply.headers.emplace_back("Upgrade", "websocket");
    co_return reply;
  }
  if (path.starts_with("/api/")) co_return error_reply(404, "there is nothing here");
  if (is_page(path) && preview_.exists()) co_return co_await page_answer(request, path);
  co_return file_answer(request, path);
}

Router::Waiting Router::health_answer(const Request& request) const {
  const auto complaint = co_await hub_answer<std::optional<std::string>>(
      [&](auto done) { hub_.complaint(request.from, std::move(done)); });
  const auto wrong = complaint ? *complaint : "the server is too busy";
  Reply reply = text_reply("text/plain; charset=utf-8", wrong ? *wrong + "\n" : "ok\n");
  if (wrong) reply.status = 503;
  reply.route = "health";
  co_return reply;
}

// Whether this process answers, whatever the store does: with the store away it can still show its
// page, which says so.
Reply Router::alive_answer() const {
  Reply reply = text_reply("text/plain; charset=utf-8", stopping_ ? "stopping\n" : "ok\n");
  if (stopping_) reply.status = 503;
  reply.route = "alive";
  return reply;
}

Router::Waiting Router::metrics_answer(const Request& request) const {
  const auto figures = co_await hub_answer<std::string>(
      [&](auto done) { hub_.metrics_text(request.from, std::move(done)); });
  if (!figures) co_return too_busy();
  Reply reply = text_reply("text/plain; version=0.0.4; charset=utf-8", *figures + metrics_());
  reply.route = "metrics";
  co_return reply;
}

Reply Router::rules_answer(const Request& request) const {
  Reply reply = json_reply({});
  const bool packed = !packed_rules_->empty() && accepted_encodings(request.accept_encoding).gzip;
  reply.body = packed ? packed_rules_ : rules_;
  reply.headers.emplace_back("Vary", "Accept-Encoding");
  if (packed) reply.headers.emplace_back("Content-Encoding", "gzip");
  reply.route = "rules";
  return reply;
}

Router::Waiting Router::record_answer(const Request& request, std::string_view id) const {
  if (!is_id(id)) co_return error_reply(404, "there is no such game");
  auto told = co_await hub_answer<Stored<std::optional<std::string>>>(
      [&](auto done) { hub_.record_json(request.from, std::string(id), std::move(done)); });
  if (!told || std::holds_alternative<StoreError>(*told)) co_return too_busy();
  auto& record = std::get<std::optional<std::string>>(*told);
  if (!record) co_return error_reply(404, "there is no such game");
  Reply reply = json_reply(*std::move(record));
  reply.headers.emplace_back("Content-Disposition",
                             "attachment; filename=\"bastide-" + std::string(id) + ".json\"");
  reply.route = "record";
  co_return reply;
}

// The page with what a link to it is to show; too short to be packed.
Router::Waiting Router::page_answer(const Request& request, std::string_view path) const {
  std::optional<TableCard> card;
  if (const std::string_view table = table_of_page(path); !table.empty()) {
    auto told = co_await hub_answer<std::optional<TableCard>>(
        [&](auto done) { hub_.card_of(request.from, std::string(table), std::move(done)); });
    if (told) card = *std::move(told);  // who asks a busy server gets the page without it
  }
  const auto origin = public_origin(request.host, options_.origins, options_.secure_cookies);
  Reply reply;
  reply.route = "page";
  reply.body = shared_text(preview_.page(card, request.accept_language, origin, path));
  const std::string etag = content_tag(*reply.body);
  reply.headers.emplace_back("Vary", "Accept-Language");
  reply.headers.emplace_back("Content-Type", web_.index().type);
  reply.headers.emplace_back("ETag", "\"" + etag + "\"");
  reply.headers.emplace_back("Cache-Control", "no-cache");
  if (etag_matches(request.if_none_match, etag)) {
    reply.status = 304;
    reply.body = shared_text({});
  }
  co_return reply;
}

Reply Router::file_answer(const Request& request, std::string_view path) const {
  const bool page = is_page(path);
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
    reply.body = shared_text({});
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

Router::Waiting Router::session(const Request& request) const {
  auto name = posted_name(request);
  if (auto* wrong = std::get_if<Reply>(&name)) co_return std::move(*wrong);
  const std::string token(cookie_value(request.cookie, kCookie));
  const auto guest = co_await hub_answer<Stored<std::optional<Guest>>>(
      [&](auto done) { hub_.guest_of(request.from, token, std::move(done)); });
  if (!guest || std::holds_alternative<StoreError>(*guest)) co_return too_busy();
  if (!std::get<std::optional<Guest>>(*guest) &&
      !addresses_.may_make_guest(request.from.address, request.from.loop->now_ms()))
    co_return too_often("too many new guests from this address; try again in a minute", 60);
  const auto session = co_await hub_answer<MadeOrNot<Session>>([&](auto done) {
    hub_.session(request.from, token, std::get<std::string>(name),
                 [done](std::optional<Session> made, Hub::Unmade unmade) {
                   done({std::move(made), unmade});
                 });
  });
  if (!session) co_return too_busy();
  co_return session->made ? session_reply(*session->made) : unmade_reply(session->unmade);
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
Router::Waiting Router::bot_account(const Request& request) const {
  auto name = posted_name(request);
  if (auto* wrong = std::get_if<Reply>(&name)) co_return std::move(*wrong);
  if (!addresses_.may_make_guest(request.from.address, request.from.loop->now_ms()))
    co_return too_often("too many new accounts from this address; try again in a minute", 60);
  const auto bot = co_await hub_answer<MadeOrNot<BotAccount>>([&](auto done) {
    hub_.make_bot_account(request.from, std::get<std::string>(name),
                          [done](std::optional<BotAccount> made, Hub::Unmade unmade) {
                            done({std::move(made), unmade});
                          });
  });
  if (!bot) co_return too_busy();
  if (!bot->made) co_return unmade_reply(bot->unmade);
  ObjectText body;
  body.text("bot", bot->made->id).text("name", bot->made->name).text("token", bot->made->token);
  Reply reply = json_reply(body.take() + "\n");
  reply.route = "bots";
  add_security(reply);
  co_return reply;
}

Router::Upgrade Router::program_upgrade(const Request& request) const {
  if (from_elsewhere(request)) return error_reply(403, "pages of another origin may not connect");
  const std::string_view table = query_value(request.target, "table");
  if (!is_id(table)) return error_reply(400, "name a table: /bot?table=ID");
  return Caller{request.from, std::nullopt, std::string(table)};
}

boost::asio::awaitable<Router::Upgrade> Router::upgrade(const Request& request) const {
  const auto path = decoded_path(request.target);
  if (request.method == Method::get && path == "/bot") co_return program_upgrade(request);
  if (request.method != Method::get || path != "/ws")
    co_return error_reply(404, "there is no WebSocket here");
  if (!origin_allowed(request.origin, request.host, options_.origins))
    co_return error_reply(403, "pages of another origin may not connect");
  const std::string token(cookie_value(request.cookie, kCookie));
  auto told = co_await hub_answer<Stored<std::optional<Guest>>>(
      [&](auto done) { hub_.guest_of(request.from, token, std::move(done)); });
  if (!told || std::holds_alternative<StoreError>(*told)) co_return too_busy();
  auto& guest = std::get<std::optional<Guest>>(*told);
  if (!guest) co_return error_reply(401, "there is no session; POST /api/session makes one");
  co_return Caller{request.from, std::move(guest), {}};
}

}  // namespace bastide::server
