// Connections that want to be told of something of a guest. What changes often is told together,
// and one who asks is answered at once. Whoever uses this locks it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "server/hub/denial.h"

namespace bastide::server {

class Listeners {
 public:
  explicit Listeners(std::int64_t least_ms) : least_ms_(least_ms) {}

  bool empty() const { return guests_.empty(); }
  bool has(const std::string& id) const { return guests_.contains(id); }
  std::vector<std::string> guests() const {
    std::vector<std::string> all;
    for (const auto& [id, guest] : guests_) all.push_back(id);
    return all;
  }

  // What is to be done for a guest now, by one at a time: written once, and told to all of these.
  struct Round {
    std::vector<Asker> asked;  // each is answered
    std::vector<std::shared_ptr<Connection>> others;
    bool empty() const { return asked.empty() && others.empty(); }
  };

  // True: somebody has to begin a row of rounds.
  bool ask(const Asker& asker) {
    OfGuest& guest = guests_[asker.guest.id];
    if (!ear_of(guest, asker.connection))
      guest.ears.push_back({asker.connection, asker.line, false});
    guest.asked.push_back(asker);
    return begin(guest);
  }
  void leave(const std::string& id, ConnectionId connection) {
    const auto found = guests_.find(id);
    if (found == guests_.end()) return;
    OfGuest& guest = found->second;
    std::erase_if(guest.ears, [&](const Ear& ear) { return ear.connection == connection; });
    std::erase_if(guest.asked, [&](const Asker& one) { return one.connection == connection; });
    forget_if_done(found);
  }

  // Something changed: how many milliseconds from now the guest is to be told. Nothing: nobody
  // listens, or it is due already.
  std::optional<std::int64_t> changed(const std::string& id, std::int64_t now_ms) {
    const auto found = guests_.find(id);
    if (found == guests_.end() || found->second.ears.empty() || found->second.due)
      return std::nullopt;
    found->second.due = true;
    return std::max<std::int64_t>(0, found->second.told_ms + least_ms_ - now_ms);
  }
  // The time has come. True as for `ask`.
  bool rang(const std::string& id) {
    const auto found = guests_.find(id);
    if (found == guests_.end()) return false;
    found->second.due = false;
    found->second.rang = true;
    return begin(found->second);
  }

  // The next round, or an empty one: the row has ended.
  Round next(const std::string& id, std::int64_t now_ms) {
    const auto found = guests_.find(id);
    if (found == guests_.end()) return {};
    OfGuest& guest = found->second;
    Round round;
    round.asked.swap(guest.asked);
    if (std::exchange(guest.rang, false))
      for (const Ear& ear : guest.ears)
        if (ear.listens &&
            std::ranges::find(round.asked, ear.connection, &Asker::connection) == round.asked.end())
          round.others.push_back(ear.line);
    if (!round.others.empty()) guest.told_ms = now_ms;
    guest.busy = !round.empty();
    if (!guest.busy) forget_if_done(found);
    return round;
  }
  // Whether one who asked is still there to be answered. If so, they listen from now on; where the
  // answer is a refusal, only those who did before.
  bool answered(const Asker& asker, bool granted) {
    const auto found = guests_.find(asker.guest.id);
    if (found == guests_.end()) return false;
    Ear* ear = ear_of(found->second, asker.connection);
    if (ear == nullptr) return false;
    ear->listens |= granted;
    if (!ear->listens)
      std::erase_if(found->second.ears,
                    [&](const Ear& one) { return one.connection == asker.connection; });
    return true;
  }

 private:
  struct Ear {
    ConnectionId connection = 0;
    std::shared_ptr<Connection> line;
    bool listens = false;  // has been answered once
  };
  struct OfGuest {
    std::vector<Ear> ears;
    std::vector<Asker> asked;
    bool due = false;   // a time is set
    bool rang = false;  // it has come
    bool busy = false;  // a row of rounds goes on
    std::int64_t told_ms = 0;
  };
  using All = std::unordered_map<std::string, OfGuest>;

  static Ear* ear_of(OfGuest& guest, ConnectionId connection) {
    const auto found = std::ranges::find(guest.ears, connection, &Ear::connection);
    return found != guest.ears.end() ? &*found : nullptr;
  }
  static bool begin(OfGuest& guest) { return !std::exchange(guest.busy, true); }
  void forget_if_done(All::iterator at) {
    if (at->second.ears.empty() && !at->second.busy) guests_.erase(at);
  }

  std::int64_t least_ms_;
  All guests_;
};

}  // namespace bastide::server
