// A site whose store may have other nodes: they are played by the test, which changes the store
// behind the site's back.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "server/hub/secrets.h"
#include "server/store/peers.h"
#include "tests/site_play.h"

namespace bastide::server::site_play {

// Others are there, and say nothing. This node drives whatever it wants to.
class SilentPeers final : public Peers {
 public:
  explicit SilentPeers(const Loop& clock) : clock_(clock) {}
  void listen(std::function<void(PeerNews)>) override {}
  void renew(std::string node, std::int64_t, ReadDone<Lease> done) override {
    done(Lease{true, clock_.now_ms(), {std::move(node), "another"}});
  }
  void end_lease(std::string, StoreDone done) override { done({}); }
  void drive(std::string, std::string, ReadDone<Driver> done) override { done(Driver::taken); }
  void take_over(std::string, std::size_t, ReadDone<std::vector<std::string>> done) override {
    done(std::vector<std::string>());
  }
  void announce(std::string, std::vector<PresenceRow>, StoreDone done) override { done({}); }
  void presence_of(std::vector<std::string>, ReadDone<std::vector<PresenceRow>> done) override {
    done(std::vector<PresenceRow>());
  }

 private:
  const Loop& clock_;
};

struct PlaceWithPeers : Place {
  SilentPeers peers{loop};
  hub_play::FailingStore shared{*store};

  PlaceWithPeers() {
    shared.others = &peers;
    site.reset();
    site = std::make_unique<Site>(options, shared, std::vector<Loop*>{&loop});
  }
  ~PlaceWithPeers() {
    site.reset();
    store->flush();
    loop.clear();
  }
  // So long, with all that is read and told meanwhile.
  void pass(std::int64_t ms) {
    for (std::int64_t left = ms; left > 0; left -= 50) {
      loop.advance(50);
      store->flush();
      loop.turn();
    }
  }
  std::uint64_t reads() {
    store->flush();
    return store->stats().reads;
  }
};

// --- what another node does ---

inline Table waiting_table(int number) {
  Table table;
  table.id = new_id();
  table.created_ms = 1'790'000'000'000 + number;
  table.secret = new_seed();
  table.config.setup.sets = {{"base"}};
  table.config.listed = true;
  table.meta.host = "somebody";
  table.meta.seats.resize(2);
  table.meta.seats[1].colour = 1;
  return table;
}

inline void put_elsewhere(Store& store, const TableRow& row,
                          std::vector<std::string> holders = {}) {
  NewTable made;
  made.row = row;
  made.holders = std::move(holders);
  made.owner.host = "somebody";
  made.owner.listed = true;
  bool ok = false;
  store.put_table(std::move(made), [&](const StoreResult& result) { ok = result.ok(); });
  store.flush();
  EXPECT_TRUE(ok);
}

inline void change_elsewhere(Store& store, const std::string& table, std::int64_t version,
                             const TableMeta& meta) {
  TableChange change;
  change.table = table;
  change.version = version;
  change.update = table_update(meta);
  bool ok = false;
  store.change(std::move(change), [&](const StoreResult& result) { ok = result.ok(); });
  store.flush();
  EXPECT_TRUE(ok);
}

inline void drop_elsewhere(Store& store, const std::string& table, std::int64_t version = 0) {
  bool ok = false;
  store.drop_table(table, version, [&](const StoreResult& result) { ok = result.ok(); });
  store.flush();
  EXPECT_TRUE(ok);
}

}  // namespace bastide::server::site_play
