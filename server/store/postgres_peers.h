// What several processes on one database have to do with each other: leases, drivers, presence, and
// hints. Leases are renewed on a connection of their own, so that nothing holds them up.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "server/store/postgres_channel.h"
#include "server/store/postgres_worker.h"
#include "server/store/threaded_store.h"

namespace bastide::server::postgres {

class PostgresPeers final : public StorePeers {
 public:
  // `give_up_ms`: how long something is asked again while the server does not answer.
  PostgresPeers(std::shared_ptr<Place> place, std::shared_ptr<HintBuffer> hints, int give_up_ms);
  std::optional<std::string> start();

  void listen(std::function<void(PeerNews)> news) override;
  void renew(std::string node, std::int64_t lease_ms, ReadDone<Lease> done) override;
  void end_lease(std::string node, StoreDone done) override;
  void drive(std::string table, std::string node, ReadDone<Driver> done) override;
  void take_over(std::string node, std::size_t most,
                 ReadDone<std::vector<std::string>> done) override;
  void announce(std::string node, std::vector<PresenceRow> rows, StoreDone done) override;
  void presence_of(std::vector<std::string> tables,
                   ReadDone<std::vector<PresenceRow>> done) override;
  void flush() override;
  void close() override;

 private:
  std::shared_ptr<HintBuffer> hints_;
  HintChannel channel_;
  Worker leases_, others_;
};

}  // namespace bastide::server::postgres
