#include "server/store/sqlite_writer.h"

#include <bit>

namespace bastide::server::sqlite {

namespace {

StoreResult conflict(std::string text) { return {StoreStatus::conflict, std::move(text)}; }

}  // namespace

Writer::Writer(Connection& connection)
    : connection_(connection),
      begin_(connection.prepare("BEGIN IMMEDIATE")),
      commit_(connection.prepare("COMMIT")),
      savepoint_(connection.prepare("SAVEPOINT one_write")),
      release_(connection.prepare("RELEASE one_write")),
      back_(connection.prepare("ROLLBACK TO one_write")),
      put_guest_(connection.prepare(
          "INSERT INTO guests (id, token_hash, name, created_ms, bot) VALUES (?1, ?2, ?3, ?4, ?5) "
          "ON CONFLICT (id) DO UPDATE SET token_hash = ?2, name = ?3")),
      put_table_(connection.prepare(
          "INSERT INTO tables (id, created_ms, config, meta, live, seed, hash_scheme) "
          "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) "
          "ON CONFLICT (id) DO UPDATE SET config = ?3, meta = ?4, live = ?5")),
      last_seq_(connection.prepare(
          "SELECT coalesce((SELECT max(seq) FROM actions WHERE table_id = ?1), -1) "
          "FROM tables WHERE id = ?1")),
      insert_(connection.prepare("INSERT INTO actions (table_id, seq, action, hash, at_ms) "
                                 "VALUES (?1, ?2, ?3, ?4, ?5)")),
      update_(connection.prepare("UPDATE tables SET meta = ?2, live = ?3 WHERE id = ?1")),
      hash_(connection.prepare("UPDATE actions SET hash = ?3 WHERE table_id = ?1 AND seq = ?2")),
      scheme_(connection.prepare("UPDATE tables SET hash_scheme = ?2 WHERE id = ?1")),
      forget_holders_(connection.prepare("DELETE FROM holders WHERE table_id = ?1")),
      insert_holder_(connection.prepare("INSERT OR IGNORE INTO holders "
                                        "(table_id, guest, live, since_ms) "
                                        "VALUES (?1, ?2, ?3, ?4)")) {}

void Writer::commit(std::vector<Write>& group) {
  StoreResult whole;
  if (begin_.run() != SQLITE_OK) whole = failure();
  for (Write& one : group) {
    if (!whole.ok()) break;
    one.result = write(one);
    if (one.result.status == StoreStatus::io_error) whole = one.result;
  }
  if (whole.ok() && commit_.run() != SQLITE_OK) whole = failure();
  if (whole.ok()) return;
  // Some errors end the transaction by themselves; rolling back what is gone is no harm.
  if (sqlite3_get_autocommit(connection_.get()) == 0) connection_.execute("ROLLBACK");
  // Conflicts included: what they were judged by has been undone.
  for (Write& one : group) one.result = whole;
}

StoreResult Writer::write(const Write& write) {
  if (savepoint_.run() != SQLITE_OK) return failure();
  StoreResult result = std::visit([this](const auto& row) { return put(row); }, write.what);
  if (result.status == StoreStatus::io_error) return result;
  if (result.status == StoreStatus::conflict && back_.run() != SQLITE_OK) return failure();
  if (release_.run() != SQLITE_OK) return failure();
  return result;
}

StoreResult Writer::put(const GuestRow& guest) {
  put_guest_.text(1, guest.id).bytes(2, guest.token_hash).text(3, guest.name);
  put_guest_.integer(4, guest.created_ms).integer(5, guest.bot ? 1 : 0);
  return result_of(put_guest_.run(), "Another guest than '" + guest.id + "' has this token.");
}

StoreResult Writer::put(const NewTable& one) {
  const TableRow& table = one.row;
  put_table_.text(1, table.id).integer(2, table.created_ms).text(3, table.config);
  put_table_.text(4, table.meta).integer(5, table.live ? 1 : 0).bytes(6, table.seed);
  put_table_.integer(7, table.hash_scheme);
  StoreResult result = result_of(put_table_.run(), "Table '" + table.id + "' cannot be written.");
  return result.ok() ? put_holders(table.id, one.holders, table.live) : result;
}

StoreResult Writer::put(const Append& append) {
  StoreResult result = check_sequence(append);
  for (std::size_t i = 0; result.ok() && i < append.rows.size(); ++i)
    result = insert(append.table, append.rows[i]);
  if (result.ok() && append.update) result = update(append.table, *append.update);
  return result;
}

StoreResult Writer::put(const Hashes& hashes) {
  std::int64_t last = -1;
  StoreResult result = last_action(hashes.table, last);
  if (!result.ok()) return result;
  const auto count = static_cast<std::int64_t>(hashes.hashes.size());
  if (last + 1 != count)
    return conflict("Table '" + hashes.table + "' has " + std::to_string(last + 1) +
                    " actions, not " + std::to_string(count) + ".");
  for (std::int64_t seq = 0; result.ok() && seq < count; ++seq) {
    hash_.text(1, hashes.table).integer(2, seq);
    hash_.integer(3, std::bit_cast<std::int64_t>(hashes.hashes[static_cast<std::size_t>(seq)]));
    result = result_of(hash_.run(), "Table '" + hashes.table + "' cannot be changed.");
  }
  if (!result.ok()) return result;
  scheme_.text(1, hashes.table).integer(2, hashes.scheme);
  return result_of(scheme_.run(), "Table '" + hashes.table + "' cannot be changed.");
}

StoreResult Writer::last_action(const std::string& table, std::int64_t& seq) {
  Resetting reset(last_seq_);
  const int code = last_seq_.text(1, table).step();
  if (code == SQLITE_DONE) return conflict("There is no table '" + table + "'.");
  if (code != SQLITE_ROW) return failure();
  seq = last_seq_.integer_at(0);
  return {};
}

StoreResult Writer::check_sequence(const Append& append) {
  std::int64_t last = -1;
  if (StoreResult result = last_action(append.table, last); !result.ok()) return result;
  for (const ActionRow& row : append.rows) {
    if (last == INT64_MAX || row.seq != last + 1)
      return conflict("Action " + std::to_string(row.seq) + " of table '" + append.table +
                      "' does not follow its last action, which is " +
                      (last < 0 ? std::string("none") : std::to_string(last)) + ".");
    last = row.seq;
  }
  return {};
}

StoreResult Writer::insert(const std::string& table, const ActionRow& row) {
  insert_.text(1, table).integer(2, row.seq).text(3, row.action);
  insert_.integer(4, std::bit_cast<std::int64_t>(row.hash)).integer(5, row.at_ms);
  return result_of(insert_.run(),
                   "Table '" + table + "' has an action " + std::to_string(row.seq) + " already.");
}

StoreResult Writer::update(const std::string& table, const TableUpdate& update) {
  update_.text(1, table).text(2, update.meta).integer(3, update.live ? 1 : 0);
  StoreResult result = result_of(update_.run(), "Table '" + table + "' cannot be changed.");
  if (!result.ok() || !update.holders) return result;
  return put_holders(table, *update.holders, update.live);
}

StoreResult Writer::put_holders(const std::string& table, const Holders& holders, bool live) {
  const std::string wrong = "The guests of table '" + table + "' cannot be written.";
  StoreResult result = result_of(forget_holders_.text(1, table).run(), wrong);
  for (std::size_t i = 0; result.ok() && i < holders.guests.size(); ++i) {
    insert_holder_.text(1, table).text(2, holders.guests[i]).integer(3, live ? 1 : 0);
    result = result_of(insert_holder_.integer(4, holders.since_ms).run(), wrong);
  }
  return result;
}

StoreResult Writer::result_of(int code, std::string text) {
  if (code == SQLITE_OK) return {};
  if ((code & 0xFF) == SQLITE_CONSTRAINT) return conflict(std::move(text));
  return failure();
}

StoreResult Writer::failure() const {
  return {StoreStatus::io_error, "The store could not write: " + connection_.error() + "."};
}

}  // namespace bastide::server::sqlite
