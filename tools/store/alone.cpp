#include "tools/store/alone.h"

#include <fmt/format.h>

#include <random>

#include "server/store/peers.h"
#include "tools/store/waiting.h"

namespace bastide::tools {

namespace {

constexpr std::int64_t kLeaseMs = 60'000;
constexpr double kLookEvery = 5;  // seconds

std::string new_node() {
  std::random_device chance;
  return fmt::format("copy-{:08x}{:08x}", chance(), chance());
}

server::Stored<server::Lease> renewed(server::Peers& peers, const std::string& node) {
  return reading<server::Lease>([&](auto done) { peers.renew(node, kLeaseMs, std::move(done)); })
      .get();
}

}  // namespace

Alone::~Alone() {
  if (node_.empty()) return;
  writing([&](auto done) { store_.peers()->end_lease(node_, std::move(done)); }).get();
}

std::optional<std::string> Alone::intruder() {
  if (store_.peers() == nullptr) return std::nullopt;
  if (looked_ && seconds_since(*looked_) < kLookEvery) return std::nullopt;
  looked_ = SteadyClock::now();
  return look();
}

std::optional<std::string> Alone::look() {
  if (node_.empty()) node_ = new_node();
  auto lease = renewed(*store_.peers(), node_);
  // It ran out while something took long: a new one tells the same.
  if (const auto* held = std::get_if<server::Lease>(&lease); held != nullptr && !held->held) {
    node_ = new_node();
    lease = renewed(*store_.peers(), node_);
  }
  if (const auto* error = std::get_if<server::StoreError>(&lease))
    return name_ + ": " + error->text;
  const std::size_t nodes = std::get<server::Lease>(lease).nodes.size();
  if (nodes <= 1) return std::nullopt;
  return fmt::format("{} is served by {} at the moment; stop {} first", name_,
                     nodes == 2 ? "a node" : fmt::format("{} nodes", nodes - 1),
                     nodes == 2 ? "it" : "them");
}

}  // namespace bastide::tools
