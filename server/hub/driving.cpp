#include "server/hub/driving.h"

#include "server/hub/table_actor.h"

namespace bastide::server {

bool Driving::is_here() const { return t.site.nodes.drives_as(as_); }

void Driving::begin() { as_ = t.site.nodes.id(); }

Task<Driver> Driving::ask() {
  if (t.site.nodes.alone()) co_return Driver::taken;
  const std::string node = t.site.nodes.id();
  const auto begin = [&](ReadDone<Driver> done) {
    t.site.nodes.peers().drive(t.table.id, node, std::move(done));
  };
  const auto read = co_await done_on<Stored<Driver>>(t.loop, begin);
  const auto* driver = std::get_if<Driver>(&read);
  const Driver found = driver != nullptr ? *driver : Driver::other;
  as_ = found == Driver::other ? std::string() : node;
  // Nobody knows: it is asked again.
  if (driver == nullptr) doubt();
  co_return found;
}

Task<void> Driving::taken_over(std::string node) {
  as_ = std::move(node);
  co_await t.resume();
}

void Driving::doubt() {
  as_.clear();
  if (t.site.nodes.alone() || std::exchange(asks_, true)) return;
  t.later(kStorageRetry, [](TableActor& t) -> Task<void> {
    t.driving.asks_ = false;
    if (t.driving.is_here() || t.site.stopping) co_return;
    const Driver driver = co_await t.driving.ask();
    if (driver == Driver::taken) co_await t.resume();
    if (driver == Driver::already) t.playing.go_on();
  });
}

}  // namespace bastide::server
