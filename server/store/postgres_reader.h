// The reads of a store in PostgreSQL, on one connection to the server that writes: a standby may
// lag behind what has been acknowledged.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "server/store/postgres.h"
#include "server/store/threaded_store.h"

namespace bastide::server::postgres {

class PostgresReader final : public Reader {
 public:
  // `give_up_ms`: how long something is asked again while the server does not answer.
  PostgresReader(std::shared_ptr<Place> place, int give_up_ms);
  std::optional<std::string> connect() { return session_.connect(); }

  Stored<std::optional<GuestRow>> find_guest(const std::string& id) override;
  Stored<std::optional<GuestRow>> find_guest_by_token_hash(const Bytes32& hash) override;
  Stored<std::optional<TableRow>> find_table(const std::string& id) override;
  Stored<std::optional<TableLog>> find_log(const std::string& id) override;
  Stored<std::vector<TableNews>> find_news(const std::vector<KnownTable>& known) override;
  Stored<std::vector<TableVersion>> versions(const std::vector<TableVersion>& known) override;
  Stored<std::optional<TableCopy>> find_copy(const std::string& id) override;
  Stored<std::vector<GuestRow>> all_guests(const std::string& after, std::size_t most) override;
  Stored<std::vector<TableRow>> open_tables(std::size_t most) override;
  Stored<std::vector<GuestTable>> live_tables_of(const std::string& guest,
                                                 std::size_t most) override;
  Stored<std::vector<GuestTable>> ended_tables_of(const std::string& guest, std::int64_t since_ms,
                                                  std::size_t most) override;
  Stored<std::vector<DueTable>> due_tables(std::int64_t until_ms, const DueTable& after,
                                           std::size_t most, const std::string& node) override;
  Stored<std::vector<StaleTable>> stale_tables(const StaleBefore& before, const StaleTable& after,
                                               std::size_t most) override;
  Stored<std::vector<std::string>> table_ids(const std::string& after, std::size_t most) override;

 private:
  Outcome run(const std::vector<Call>& calls);  // one transaction
  Outcome run_once(const std::vector<Call>& calls);
  template <class Row>
  Stored<std::vector<Row>> rows(const Call& call);
  template <class Row>
  Stored<std::optional<Row>> one_row(const Call& call);
  template <class Row, class Known, class Ask>
  Stored<std::vector<Row>> one_by_one(const std::vector<Known>& known, Ask ask);

  Session session_;
  const int give_up_ms_;
  bool away_ = false;  // the server was, when it was last asked for long
};

}  // namespace bastide::server::postgres
