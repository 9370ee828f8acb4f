// A server in this process, with a real hub and a store in memory, for tests over real sockets.
#pragma once

#include <gtest/gtest.h>

#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "server/hub/hub.h"
#include "server/net/server.h"
#include "server/store/store.h"
#include "tests/net_client.h"

namespace bastide::test_help {

namespace fs = std::filesystem;
using server::ServerOptions;

inline constexpr std::string_view kHello = R"({"type":"hello","protocol":1})";
inline constexpr std::string_view kPing = R"({"type":"ping"})";

// How many loops a server of these tests has, where it is not said. Tests of the suite `Net` run
// with one and with three.
inline int threads_of_servers = 1;
class Net : public ::testing::TestWithParam<int> {
 protected:
  void SetUp() override { threads_of_servers = GetParam(); }
  void TearDown() override { threads_of_servers = 1; }
};

// A server of our own on a free port, in threads.
class Running {
 public:
  // `web`: the folder of a web client, if it is not to be one of a few bytes.
  explicit Running(ServerOptions options = {}, const server::HubOptions& hub = {},
                   const fs::path& web = {}) {
    folder_ = fs::temp_directory_path() / ("bastide-net-" + std::to_string(::getpid()));
    fs::create_directories(folder_ / "assets");
    std::ofstream(folder_ / "index.html") << "<!doctype html><title>client</title>";
    std::ofstream(folder_ / "assets/app-1.js") << "let plain";
    std::ofstream(folder_ / "assets/app-1.js.br") << "br";
    std::ofstream(folder_ / "assets/app-1.js.gz") << "gz";
    std::ofstream(folder_ / "assets/engine-1.wasm") << "engine";
    std::ofstream(folder_ / "assets/engine-1.wasm.br") << "packed";
    std::ofstream(folder_ / "service-worker.js") << "worker";
    std::ofstream(folder_ / "manifest.webmanifest") << "{}";
    web_.emplace(std::get<server::WebRoot>(server::WebRoot::load(web.empty() ? folder_ : web)));
    store_ = std::get<std::unique_ptr<server::Store>>(server::open_store("sqlite::memory:"));
    hub_.emplace(hub, *store_, server_.loops());
    hub_->open();
    options.port = 0;
    options.log = server::LogFormat::off;
    EXPECT_EQ(server_.bind(options), std::nullopt);
    server_.serve(*hub_, *web_);
    port = server_.port();
    thread_ = std::thread([this] { stored_ = server_.run(); });
  }
  ~Running() {
    stop();
    fs::remove_all(folder_);
  }
  bool stop() {
    if (!thread_.joinable()) return stored_;
    server_.stop();
    thread_.join();
    store_->close();
    server_.end();
    return stored_;
  }
  // Nothing can be read or written any more.
  void lose_store() { store_->close(); }
  std::uint16_t port = 0;

 private:
  fs::path folder_;
  server::Server server_{threads_of_servers};
  std::optional<server::WebRoot> web_;
  std::unique_ptr<server::Store> store_;
  std::optional<server::Hub> hub_;
  std::thread thread_;
  bool stored_ = false;
};

// A WebSocket that has said hello.
inline WsClient greeted(std::uint16_t port, std::string_view cookie, int receive_buffer = 0,
                        std::string_view more_headers = {}) {
  WsClient client(port, cookie, receive_buffer, more_headers);
  EXPECT_EQ(client.status, 101);
  client.send(kHello);
  EXPECT_TRUE(client.read_type("welcome"));
  return client;
}

inline bool answers(WsClient& client, milliseconds patience = kPatience) {
  return client.send(kPing) && client.read_type("pong", patience);
}

inline int status_of(std::uint16_t port, std::string_view request) {
  return HttpClient(port).ask(request).status;
}

// One of the server's own figures.
inline std::uint64_t figure(std::uint16_t port, std::string_view name) {
  const std::string figures = HttpClient(port).get("/metrics").body;
  const std::string start = "\n" + std::string(name) + " ";
  const auto at = figures.find(start);
  EXPECT_NE(at, std::string::npos) << name;
  return at == std::string::npos ? 0 : std::stoull(figures.substr(at + start.size()));
}

// Whether it is at least so much, now or in a while; or at most.
template <class Enough>
bool becomes(std::uint16_t port, std::string_view name, Enough enough) {
  const auto until = std::chrono::steady_clock::now() + kPatience;
  while (!enough(figure(port, name))) {
    if (std::chrono::steady_clock::now() > until) return false;
    std::this_thread::sleep_for(milliseconds(20));
  }
  return true;
}
inline bool rises_to(std::uint16_t port, std::string_view name, std::uint64_t wanted) {
  return becomes(port, name, [wanted](std::uint64_t now) { return now >= wanted; });
}
inline bool falls_to(std::uint16_t port, std::string_view name, std::uint64_t wanted) {
  return becomes(port, name, [wanted](std::uint64_t now) { return now <= wanted; });
}

}  // namespace bastide::test_help
