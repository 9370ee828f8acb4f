// The reads of a store, on one connection to its file.
#pragma once

#include <memory>
#include <mutex>

#include "server/store/sqlite.h"
#include "server/store/threaded_store.h"

namespace bastide::server::sqlite {

class SqliteReader final : public Reader {
 public:
  // Memory has one connection only, and whoever uses it holds `alone`; a file needs none. Look at
  // the connection's prepare_error afterwards.
  SqliteReader(std::shared_ptr<Connection> connection, std::shared_ptr<std::mutex> alone);

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
  std::unique_lock<std::mutex> alone() const;
  StoreError failure() const;
  template <class Row>
  Stored<std::vector<Row>> rows(Statement& from);  // its parameters are bound; resets it
  template <class Row>
  Stored<std::optional<Row>> one_row(Statement& from);
  template <class Read>
  auto at_one_moment(Read read) -> decltype(read());
  Stored<std::optional<TableLog>> log_of(const std::string& id);
  std::optional<StoreError> add_news(const KnownTable& known, std::vector<TableNews>& all);

  std::shared_ptr<Connection> connection_;
  std::shared_ptr<std::mutex> alone_;
  Statement begin_, end_;
  Statement guest_, guest_by_token_, table_, actions_, actions_from_, version_, owner_, holders_,
      all_guests_, open_, live_of_, ended_of_, due_, stale_, ids_;
};

}  // namespace bastide::server::sqlite
