// bastide serve: the server and the web client.
#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <thread>

#include "bots/search/idle_cores.h"
#include "server/hub/hub.h"
#include "server/net/http_text.h"
#include "server/net/server.h"
#include "server/net/web_root.h"
#include "server/store/store.h"
#include "tools/commands.h"
#include "tools/console.h"
#include "tools/version.h"

namespace bastide::tools {

namespace {

namespace fs = std::filesystem;

// The folder `web` beside the program, where script/web puts the client.
fs::path web_folder(const ServeArgs& options) {
  if (!options.web.empty()) return options.web;
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  return error ? fs::path("web") : program.parent_path() / "web";
}

std::variant<server::ServerOptions, std::string> network_options(const ServeArgs& options) {
  server::ServerOptions network;
  network.address = options.address;
  network.port = options.port;
  network.origins = options.origins;
  network.trust_proxy = options.trust_proxy;
  network.secure_cookies = options.secure_cookies;
  network.max_per_address = options.max_per_address;
  const auto format = server::log_format(options.log);
  if (!format) return "--log is text, json or off";
  network.log = *format;
  for (const std::string& origin : options.origins)
    if (!server::is_origin(origin))
      return "--origin " + origin + " is none; give one like https://example.org";
  return network;
}

// Where a browser on this machine finds the server.
std::string url_of(const ServeArgs& options, std::uint16_t port) {
  std::string host = options.address;
  if (host == "0.0.0.0" || host == "127.0.0.1" || host == "::" || host == "::1") host = "localhost";
  if (host.find(':') != std::string::npos) host = "[" + host + "]";
  return fmt::format("http://{}:{}", host, port);
}

int refuse(std::string_view sentence) {
  complain("serve: " + std::string(sentence));
  return kExitMalformed;
}

// All cores but one, which is for the bots.
int threads_of(const ServeArgs& options) {
  if (options.threads > 0) return options.threads;
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()) - 1);
}

server::ExpiryOptions expiry_options(const ServeArgs& options) {
  constexpr std::int64_t kHour = 60ll * 60 * 1000, kDay = 24 * kHour;
  server::ExpiryOptions expiry;
  expiry.close_waiting_ms = options.close_waiting * kHour;
  expiry.end_games_ms = options.end_games * kDay;
  expiry.forget_tables_ms = options.forget_tables * kDay;
  expiry.forget_guests_ms = options.forget_guests * kDay;
  return expiry;
}

// A host who lets one address connect more often means a school or a test: unless it is set, an
// address may then have more in proportion.
std::size_t for_address(const ServeArgs& options, std::size_t given,
                        std::size_t ServeArgs::* limit) {
  const ServeArgs usual;
  if (given != usual.*limit || options.max_per_address <= usual.max_per_address) return given;
  return given * options.max_per_address / usual.max_per_address;
}

server::HubOptions hub_options(const ServeArgs& options) {
  server::HubOptions hub;
  hub.bot_threads = options.bot_threads;
  hub.bot_ms = options.bot_ms;
  hub.bot_pause_ms = options.bot_pause;
  hub.program_ms = options.program_ms;
  hub.absent_after_ms = options.absent_after * 1000;
  hub.version = version();
  hub.max_tables = options.max_tables;
  hub.max_tables_per_guest = options.max_tables_per_guest;
  hub.max_tables_per_address =
      for_address(options, options.max_tables_per_address, &ServeArgs::max_tables_per_address);
  hub.max_bot_tables_per_guest = options.max_bot_tables_per_guest;
  hub.max_bot_tables_per_address = options.max_bot_tables_per_address;
  hub.max_new_guests_per_address = for_address(options, options.max_new_guests_per_address,
                                               &ServeArgs::max_new_guests_per_address);
  hub.max_undos = options.max_undos;
  hub.max_undos_with_clock = options.max_undos_with_clock;
  hub.expiry = expiry_options(options);
  return hub;
}

int serve(const ServeArgs& options, const server::ServerOptions& network,
          const server::WebRoot& web) {
  // Destroyed from the last to the first: bots and disk stop before the loops they report to go.
  server::Server serving(threads_of(options));
  if (const auto wrong = serving.bind(network)) return refuse(*wrong);
  auto opened = server::open_store(options.store);
  if (auto* wrong = std::get_if<server::StoreError>(&opened)) return refuse(wrong->text);
  server::Store& store = *std::get<std::unique_ptr<server::Store>>(opened);
  IdleCores::keep_to(options.bot_threads);  // the others are for people
  server::HubOptions hub_wishes = hub_options(options);
  hub_wishes.set_clock = [&serving](std::int64_t ms, bool first) { serving.set_clock(ms, first); };
  server::Hub hub(hub_wishes, store, serving.loops());
  hub.open();
  serving.serve(hub, web);
  fmt::print("Bastide serves {} (Ctrl-C stops it)\n", url_of(options, serving.port()));
  std::fflush(stdout);
  const bool stored = serving.run();
  store.close();
  serving.end();  // what still waits for an answer of the store goes before the hub does
  if (stored) return kExitOk;
  complain("serve: stopped before everything was stored");
  return kExitIllegal;
}

}  // namespace

int run_serve(const ServeArgs& options) {
  std::signal(SIGPIPE, SIG_IGN);
  const auto network = network_options(options);
  if (const auto* wrong = std::get_if<std::string>(&network)) return refuse(*wrong);
  const auto web = server::WebRoot::load(web_folder(options));
  if (const auto* wrong = std::get_if<std::string>(&web)) return refuse(*wrong);
  return serve(options, std::get<server::ServerOptions>(network), std::get<server::WebRoot>(web));
}

}  // namespace bastide::tools
