// bastide serve: the server and the web client.
#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <filesystem>

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

int serve(const ServeArgs& options, const server::ServerOptions& network,
          const server::WebRoot& web) {
  // Destroyed from the last to the first: bots and disk stop before the loop they report to goes.
  server::Server loop;
  auto opened = server::open_store(options.store);
  if (auto* wrong = std::get_if<server::StoreError>(&opened)) return refuse(wrong->text);
  server::Store& store = *std::get<std::unique_ptr<server::Store>>(opened);
  server::HubOptions hub_options;
  hub_options.bot_threads = options.bot_threads;
  hub_options.bot_ms = options.bot_ms;
  hub_options.bot_pause_ms = options.bot_pause;
  hub_options.program_ms = options.program_ms;
  hub_options.absent_after_ms = options.absent_after * 1000;
  hub_options.version = version();
  server::Hub hub(hub_options, store, loop);
  if (const auto wrong = hub.open()) return refuse(*wrong);
  if (const auto wrong = loop.listen(network, hub, web)) return refuse(*wrong);
  fmt::print("Bastide serves {} (Ctrl-C stops it)\n", url_of(options, loop.port()));
  std::fflush(stdout);
  const bool stored = loop.run();
  store.close();
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
