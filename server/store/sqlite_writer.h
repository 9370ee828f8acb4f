// Group commit: many writes become one transaction and one wait for the disk.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "server/store/sqlite.h"

namespace bastide::server::sqlite {

struct Append {
  std::string table;
  std::vector<ActionRow> rows;
  std::optional<TableUpdate> update;
};

struct NewTable {
  TableRow row;
  Holders holders;
};

struct Hashes {
  std::string table;
  int scheme = 0;
  std::vector<std::uint64_t> hashes;  // of the actions 0, 1, 2 …
};

struct Write {
  std::variant<GuestRow, NewTable, Append, Hashes> what;
  StoreDone done;
  StoreResult result;  // set by Writer::commit
};

class Writer {
 public:
  explicit Writer(Connection& connection);  // look at its prepare_error afterwards

  // Writes all of the group in one transaction. A conflict undoes its own write alone; any other
  // error undoes the group, and all of it is reported as failed.
  void commit(std::vector<Write>& group);

 private:
  StoreResult write(const Write& write);
  StoreResult put(const GuestRow& guest);
  StoreResult put(const NewTable& table);
  StoreResult put(const Append& append);
  StoreResult put(const Hashes& hashes);
  StoreResult check_sequence(const Append& append);
  StoreResult last_action(const std::string& table, std::int64_t& seq);  // -1: none
  StoreResult insert(const std::string& table, const ActionRow& row);
  StoreResult update(const std::string& table, const TableUpdate& update);
  StoreResult put_holders(const std::string& table, const Holders& holders, bool live);
  StoreResult result_of(int code, std::string conflict);
  StoreResult failure() const;

  Connection& connection_;
  Statement begin_, commit_, savepoint_, release_, back_;
  Statement put_guest_, put_table_, last_seq_, insert_, update_, hash_, scheme_;
  Statement forget_holders_, insert_holder_;
};

}  // namespace bastide::server::sqlite
