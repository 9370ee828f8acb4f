// Group commit: many writes become one transaction and one wait for the disk.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "server/store/sqlite.h"
#include "server/store/threaded_store.h"

namespace bastide::server::sqlite {

// What went wrong with a statement: a constraint is a conflict, all else an io_error.
StoreResult result_of(const Connection& connection, int code, std::string conflict_text);
StoreResult failure(const Connection& connection);

class GuestWriter {
 public:
  explicit GuestWriter(Connection& connection);
  StoreResult write(const PutGuest& put);
  StoreResult write(const SeeGuest& see);
  StoreResult write(const ForgetGuests& forget);

 private:
  StoreResult insert(const PutGuest& put);

  Connection& connection_;
  Statement update_, count_, insert_, see_, uncount_, look_later_, forget_;
};

class TableWriter {
 public:
  explicit TableWriter(Connection& connection);
  StoreResult write(const NewTable& table);
  StoreResult write(const TableCopy& copy);
  StoreResult write(const TableChange& change);
  StoreResult write(const DropTable& drop);
  StoreResult write(const PutHashes& hashes);

  // Of live tables the number is kept. It has to be counted anew when it may be wrong: after a
  // transaction that was rolled back, or when somebody else has written.
  void forget_count() { live_ = -1; }

 private:
  struct Head {
    std::int64_t place = 0;  // its rowid
    std::int64_t version = 0;
    Stage stage = Stage::waiting;
    std::int64_t last = -1;  // the number of its last action
  };
  StoreResult find(const std::string& table, Head& head);
  StoreResult find(const std::string& table, std::int64_t version, Head& head);
  StoreResult check_limits(const NewTable& table);
  StoreResult check_limits(const std::string& of, Statement& count, bool bots_alone,
                           std::size_t most, std::size_t most_bots, Limit limit, Limit limit_bots);
  StoreResult count_live();
  StoreResult insert(const TableRow& row, const TableOwner& owner);
  StoreResult insert(const std::string& table, const ActionRow& row);
  StoreResult update(const TableChange& change, const TableUpdate& update, const Head& head);
  StoreResult forget_holders(const std::string& table);
  StoreResult put_holders(const std::string& table, const std::vector<std::string>& guests,
                          Stage stage, std::int64_t moved_ms);
  StoreResult date_holders(const std::string& table, Stage stage, std::int64_t moved_ms);
  StoreResult changed(int code, const std::string& table);
  void count_stage(Stage before, Stage after);

  Connection& connection_;
  std::int64_t live_ = -1;  // -1: not counted
  Statement count_live_, count_host_, count_address_;
  Statement insert_table_, insert_state_, find_, insert_action_, move_, move_to_stage_, meta_;
  Statement look_again_, forget_holders_, insert_holder_, date_holders_;
  Statement drop_actions_, drop_state_, drop_table_, hash_, scheme_;
};

class Writer final : public GroupWriter {
 public:
  // `alone` as for reading. Look at the connection's prepare_error afterwards.
  Writer(std::shared_ptr<Connection> connection, std::shared_ptr<std::mutex> alone);

  // A refusal undoes its own write alone; any other error undoes the group, and all of it is
  // reported as failed.
  void commit(std::vector<Write>& group) override;

 private:
  StoreResult begin();
  StoreResult write(const Write& write);

  std::shared_ptr<Connection> connection_;
  std::shared_ptr<std::mutex> alone_;
  Statement begin_, commit_, savepoint_, release_, back_, data_version_;
  std::int64_t seen_version_ = -1;  // of the file, as others have changed it
  GuestWriter guests_;
  TableWriter tables_;
};

}  // namespace bastide::server::sqlite
