#include "server/store/sqlite_writer.h"

namespace bastide::server::sqlite {

StoreResult result_of(const Connection& connection, int code, std::string conflict_text) {
  if (code == SQLITE_OK) return {};
  if ((code & 0xFF) == SQLITE_CONSTRAINT) return conflict(std::move(conflict_text));
  return failure(connection);
}

StoreResult failure(const Connection& connection) {
  return {.status = StoreStatus::io_error,
          .text = "The store could not write: " + connection.error() + "."};
}

// --- The group ----------------------------------------------------------------

Writer::Writer(std::shared_ptr<Connection> connection, std::shared_ptr<std::mutex> alone)
    : connection_(std::move(connection)),
      alone_(std::move(alone)),
      begin_(connection_->prepare("BEGIN IMMEDIATE")),
      commit_(connection_->prepare("COMMIT")),
      savepoint_(connection_->prepare("SAVEPOINT one_write")),
      release_(connection_->prepare("RELEASE one_write")),
      back_(connection_->prepare("ROLLBACK TO one_write")),
      data_version_(connection_->prepare("PRAGMA data_version")),
      guests_(*connection_),
      tables_(*connection_) {}

void Writer::commit(std::vector<Write>& group) {
  const auto lock = alone_ ? std::unique_lock(*alone_) : std::unique_lock<std::mutex>();
  StoreResult whole = begin();
  for (Write& one : group) {
    if (!whole.ok()) break;
    one.result = write(one);
    if (one.result.status == StoreStatus::io_error) whole = one.result;
  }
  if (whole.ok() && commit_.run() != SQLITE_OK) whole = failure(*connection_);
  if (whole.ok()) return;
  // Some errors end the transaction by themselves; rolling back what is gone is no harm.
  if (sqlite3_get_autocommit(connection_->get()) == 0) connection_->execute("ROLLBACK");
  tables_.forget_count();
  // Refusals included: what they were judged by has been undone.
  for (Write& one : group) one.result = whole;
}

StoreResult Writer::begin() {
  if (begin_.run() != SQLITE_OK) return failure(*connection_);
  Resetting reset(data_version_);
  if (data_version_.step() != SQLITE_ROW) return failure(*connection_);
  const std::int64_t version = data_version_.integer_at(0);
  if (version != seen_version_) tables_.forget_count();
  seen_version_ = version;
  return {};
}

StoreResult Writer::write(const Write& write) {
  if (savepoint_.run() != SQLITE_OK) return failure(*connection_);
  struct {
    GuestWriter& guests;
    TableWriter& tables;
    StoreResult operator()(const PutGuest& what) const { return guests.write(what); }
    StoreResult operator()(const SeeGuest& what) const { return guests.write(what); }
    StoreResult operator()(const ForgetGuests& what) const { return guests.write(what); }
    StoreResult operator()(const NewTable& what) const { return tables.write(what); }
    StoreResult operator()(const TableCopy& what) const { return tables.write(what); }
    StoreResult operator()(const TableChange& what) const { return tables.write(what); }
    StoreResult operator()(const DropTable& what) const { return tables.write(what); }
    StoreResult operator()(const PutHashes& what) const { return tables.write(what); }
  } const by_kind{guests_, tables_};
  StoreResult result = std::visit(by_kind, write.what);
  if (result.status == StoreStatus::io_error) return result;
  if (!result.ok() && back_.run() != SQLITE_OK) return failure(*connection_);
  if (release_.run() != SQLITE_OK) return failure(*connection_);
  return result;
}

// --- Guests -------------------------------------------------------------------

GuestWriter::GuestWriter(Connection& connection)
    : connection_(connection),
      update_(connection.prepare("UPDATE guests SET token_hash = ?2, name = ?3, seen_ms = ?4, "
                                 "look_ms = ?4 WHERE id = ?1")),
      count_(connection.prepare("SELECT count(*) FROM (SELECT 1 FROM guests "
                                "WHERE address <> '' AND address = ?1 LIMIT ?2)")),
      insert_(connection.prepare(
          "INSERT INTO guests (id, token_hash, name, created_ms, bot, seen_ms, look_ms, address) "
          "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6, ?7)")),
      see_(connection.prepare("UPDATE guests SET seen_ms = max(seen_ms, ?2), "
                              "look_ms = max(look_ms, ?2) WHERE id = ?1")),
      uncount_(connection.prepare(
          "UPDATE guests SET address = '' WHERE address <> '' AND created_ms < ?1")),
      look_later_(connection.prepare(
          "UPDATE guests SET look_ms = ?1 + ?3 WHERE id IN (SELECT id FROM "
          "(SELECT id FROM guests WHERE look_ms < ?1 ORDER BY look_ms LIMIT ?2) AS one "
          "WHERE EXISTS (SELECT 1 FROM holders WHERE guest = one.id))")),
      forget_(connection.prepare(
          "DELETE FROM guests WHERE id IN (SELECT id FROM "
          "(SELECT id FROM guests WHERE look_ms < ?1 ORDER BY look_ms LIMIT ?2) AS one "
          "WHERE NOT EXISTS (SELECT 1 FROM holders WHERE guest = one.id) LIMIT ?3)")) {}

StoreResult GuestWriter::write(const PutGuest& put) {
  const GuestRow& guest = put.row;
  update_.text(1, guest.id).bytes(2, guest.token_hash).text(3, guest.name);
  StoreResult result =
      result_of(connection_, update_.integer(4, guest.seen_ms).run(), token_taken(guest.id).text);
  if (!result.ok() || sqlite3_changes(connection_.get()) > 0) return result;
  return insert(put);
}

StoreResult GuestWriter::insert(const PutGuest& put) {
  const GuestRow& guest = put.row;
  if (!guest.address.empty()) {
    Resetting reset(count_);
    count_.text(1, guest.address).integer(2, as_signed(put.most_of_address));
    if (count_.step() != SQLITE_ROW) return failure(connection_);
    if (count_.integer_at(0) >= as_signed(put.most_of_address))
      return full(Limit::guests_by_address);
  }
  insert_.text(1, guest.id).bytes(2, guest.token_hash).text(3, guest.name);
  insert_.integer(4, guest.created_ms).integer(5, guest.bot ? 1 : 0).integer(6, guest.seen_ms);
  return result_of(connection_, insert_.text(7, guest.address).run(), token_taken(guest.id).text);
}

StoreResult GuestWriter::write(const SeeGuest& see) {
  const int code = see_.text(1, see.id).integer(2, see.now_ms).run();
  if (code != SQLITE_OK) return failure(connection_);
  return sqlite3_changes(connection_.get()) > 0 ? StoreResult{} : no_guest(see.id);
}

StoreResult GuestWriter::write(const ForgetGuests& forget) {
  if (uncount_.integer(1, forget.before.counted_ms).run() != SQLITE_OK) return failure(connection_);
  const std::int64_t many = as_signed(looked_at(forget));
  look_later_.integer(1, forget.before.seen_ms).integer(2, many).integer(3, kLookAgainMs);
  if (look_later_.run() != SQLITE_OK) return failure(connection_);
  forget_.integer(1, forget.before.seen_ms).integer(2, many).integer(3, as_signed(forget.most));
  if (forget_.run() != SQLITE_OK) return failure(connection_);
  return {.count = sqlite3_changes(connection_.get())};
}

}  // namespace bastide::server::sqlite
