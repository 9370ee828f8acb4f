// What is written about tables.
#include <bit>

#include "server/store/sqlite_writer.h"

namespace bastide::server::sqlite {

TableWriter::TableWriter(Connection& connection)
    : connection_(connection),
      count_live_(connection.prepare("SELECT count(*) FROM states WHERE stage < 2")),
      count_host_(connection.prepare("SELECT count(*), coalesce(sum(bots_alone), 0) FROM states "
                                     "WHERE stage < 2 AND host = ?1")),
      count_address_(connection.prepare("SELECT count(*), coalesce(sum(bots_alone), 0) FROM states "
                                        "WHERE stage < 2 AND address = ?1")),
      insert_table_(connection.prepare("INSERT INTO tables (id, config, meta, seed, hash_scheme) "
                                       "VALUES (?1, ?2, ?3, ?4, ?5)")),
      insert_state_(connection.prepare(
          "INSERT INTO states (table_id, created_ms, version, stage, moved_ms, due_ms, host, "
          "address, listed, bots_alone) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)")),
      find_(connection.prepare(
          "SELECT rowid, version, stage, "
          "coalesce((SELECT max(seq) FROM actions WHERE actions.table_id = ?1), -1) "
          "FROM states WHERE table_id = ?1")),
      insert_action_(connection.prepare(
          "INSERT INTO actions (table_id, seq, action, hash, at_ms) VALUES (?1, ?2, ?3, ?4, ?5)")),
      move_(connection.prepare("UPDATE states SET version = version + 1, moved_ms = ?2, "
                               "due_ms = ?3 WHERE rowid = ?1")),
      move_to_stage_(connection.prepare(
          "UPDATE states SET version = version + 1, moved_ms = ?2, due_ms = ?3, stage = ?4, "
          "address = CASE WHEN ?4 < 2 THEN address ELSE '' END WHERE rowid = ?1")),
      meta_(connection.prepare("UPDATE tables SET meta = ?2 WHERE id = ?1")),
      look_again_(connection.prepare("UPDATE guests SET look_ms = seen_ms WHERE look_ms > seen_ms "
                                     "AND id IN (SELECT guest FROM holders WHERE table_id = ?1)")),
      forget_holders_(connection.prepare("DELETE FROM holders WHERE table_id = ?1")),
      insert_holder_(connection.prepare(
          "INSERT OR IGNORE INTO holders (table_id, guest, ended_ms) VALUES (?1, ?2, ?3)")),
      date_holders_(connection.prepare("UPDATE holders SET ended_ms = ?2 WHERE table_id = ?1")),
      drop_actions_(connection.prepare("DELETE FROM actions WHERE table_id = ?1")),
      drop_state_(connection.prepare("DELETE FROM states WHERE table_id = ?1")),
      drop_table_(connection.prepare("DELETE FROM tables WHERE id = ?1")),
      hash_(connection.prepare("UPDATE actions SET hash = ?3 WHERE table_id = ?1 AND seq = ?2")),
      scheme_(connection.prepare("UPDATE tables SET hash_scheme = ?2 WHERE id = ?1")) {}

StoreResult TableWriter::changed(int code, const std::string& table) {
  return result_of(connection_, code, "Table '" + table + "' cannot be changed.");
}

void TableWriter::count_stage(Stage before, Stage after) {
  if (live_ >= 0) live_ += (is_live(after) ? 1 : 0) - (is_live(before) ? 1 : 0);
}

// --- A new one ----------------------------------------------------------------

StoreResult TableWriter::write(const NewTable& table) {
  const TableRow& row = table.row;
  if (row.live())
    if (StoreResult result = check_limits(table); !result.ok()) return result;
  StoreResult result = insert(row, table.owner);
  if (result.ok()) result = put_holders(row.id, table.holders, row.stage, row.moved_ms);
  if (result.ok()) count_stage(Stage::over, row.stage);
  return result;
}

StoreResult TableWriter::insert(const TableRow& row, const TableOwner& owner) {
  insert_table_.text(1, row.id).text(2, row.config).text(3, row.meta).bytes(4, row.seed);
  StoreResult result = result_of(connection_, insert_table_.integer(5, row.hash_scheme).run(),
                                 table_exists(row.id).text);
  if (!result.ok()) return result;
  insert_state_.text(1, row.id).integer(2, row.created_ms).integer(3, row.version);
  insert_state_.integer(4, static_cast<std::int64_t>(row.stage)).integer(5, row.moved_ms);
  insert_state_.integer(6, row.due_ms).text(7, owner.host);
  insert_state_.text(8, row.live() ? owner.address : std::string_view());
  insert_state_.integer(9, owner.listed ? 1 : 0).integer(10, owner.bots_alone ? 1 : 0);
  return result_of(connection_, insert_state_.run(), table_exists(row.id).text);
}

StoreResult TableWriter::write(const TableCopy& copy) {
  const std::string& id = copy.row.id;
  StoreResult result = check_sequence(id, copy.actions, -1);
  TableOwner owner = copy.owner;
  owner.address.clear();
  if (result.ok()) result = insert(copy.row, owner);
  for (std::size_t i = 0; result.ok() && i < copy.holders.size(); ++i) {
    insert_holder_.text(1, id).text(2, copy.holders[i].guest);
    if (const auto ended_ms = copy.holders[i].ended_ms) insert_holder_.integer(3, *ended_ms);
    result = changed(insert_holder_.run(), id);
  }
  for (std::size_t i = 0; result.ok() && i < copy.actions.size(); ++i)
    result = insert(id, copy.actions[i]);
  if (result.ok()) count_stage(Stage::over, copy.row.stage);
  return result;
}

// What somebody can do something about comes first.
StoreResult TableWriter::check_limits(const NewTable& table) {
  const TableOwner& owner = table.owner;
  const TableLimits& limits = table.limits;
  StoreResult result =
      check_limits(owner.host, count_host_, owner.bots_alone, limits.by_host,
                   limits.bots_alone_by_host, Limit::by_host, Limit::bots_alone_by_host);
  if (result.ok())
    result =
        check_limits(owner.address, count_address_, owner.bots_alone, limits.by_address,
                     limits.bots_alone_by_address, Limit::by_address, Limit::bots_alone_by_address);
  if (result.ok() && live_ < 0) result = count_live();
  if (result.ok() && live_ >= as_signed(limits.in_all)) return full(Limit::in_all);
  return result;
}

StoreResult TableWriter::check_limits(const std::string& of, Statement& count, bool bots_alone,
                                      std::size_t most, std::size_t most_bots, Limit limit,
                                      Limit limit_bots) {
  if (of.empty()) return {};
  Resetting reset(count);
  if (count.text(1, of).step() != SQLITE_ROW) return failure(connection_);
  if (count.integer_at(0) >= as_signed(most)) return full(limit);
  if (bots_alone && count.integer_at(1) >= as_signed(most_bots)) return full(limit_bots);
  return {};
}

StoreResult TableWriter::count_live() {
  Resetting reset(count_live_);
  if (count_live_.step() != SQLITE_ROW) return failure(connection_);
  live_ = count_live_.integer_at(0);
  return {};
}

// --- A change -----------------------------------------------------------------

StoreResult TableWriter::find(const std::string& table, Head& head) {
  Resetting reset(find_);
  const int code = find_.text(1, table).step();
  if (code == SQLITE_DONE) return no_table(table);
  if (code != SQLITE_ROW) return failure(connection_);
  head.place = find_.integer_at(0);
  head.version = find_.integer_at(1);
  head.stage = static_cast<Stage>(find_.integer_at(2));
  head.last = find_.integer_at(3);
  return {};
}

StoreResult TableWriter::find(const std::string& table, std::int64_t version, Head& head) {
  StoreResult result = find(table, head);
  if (result.ok() && head.version != version) return other_version(table, head.version, version);
  return result;
}

StoreResult TableWriter::write(const TableChange& change) {
  Head head;
  StoreResult result = find(change.table, change.version, head);
  if (result.ok()) result = check_sequence(change.table, change.rows, head.last);
  for (std::size_t i = 0; result.ok() && i < change.rows.size(); ++i)
    result = insert(change.table, change.rows[i]);
  if (!result.ok()) return result;
  if (change.update) return update(change, *change.update, head);
  move_.integer(1, head.place).integer(2, change.now_ms).integer(3, change.due_ms);
  result = changed(move_.run(), change.table);
  if (result.ok() && !is_live(head.stage))
    result = date_holders(change.table, head.stage, change.now_ms);
  return result;
}

StoreResult TableWriter::insert(const std::string& table, const ActionRow& row) {
  insert_action_.text(1, table).integer(2, row.seq).text(3, row.action);
  insert_action_.integer(4, std::bit_cast<std::int64_t>(row.hash)).integer(5, row.at_ms);
  return changed(insert_action_.run(), table);
}

StoreResult TableWriter::update(const TableChange& change, const TableUpdate& update,
                                const Head& head) {
  move_to_stage_.integer(1, head.place).integer(2, change.now_ms).integer(3, change.due_ms);
  move_to_stage_.integer(4, static_cast<std::int64_t>(update.stage));
  StoreResult result = changed(move_to_stage_.run(), change.table);
  if (result.ok())
    result = changed(meta_.text(1, change.table).text(2, update.meta).run(), change.table);
  if (result.ok() && update.holders) {
    result = put_holders(change.table, *update.holders, update.stage, change.now_ms);
  } else if (result.ok() && !(is_live(head.stage) && is_live(update.stage))) {
    result = date_holders(change.table, update.stage, change.now_ms);
  }
  if (result.ok()) count_stage(head.stage, update.stage);
  return result;
}

// --- Who finds it -------------------------------------------------------------

StoreResult TableWriter::forget_holders(const std::string& table) {
  const StoreResult result = changed(look_again_.text(1, table).run(), table);
  return result.ok() ? changed(forget_holders_.text(1, table).run(), table) : result;
}

StoreResult TableWriter::put_holders(const std::string& table,
                                     const std::vector<std::string>& guests, Stage stage,
                                     std::int64_t moved_ms) {
  StoreResult result = forget_holders(table);
  for (std::size_t i = 0; result.ok() && i < guests.size(); ++i) {
    insert_holder_.text(1, table).text(2, guests[i]);
    if (!is_live(stage)) insert_holder_.integer(3, moved_ms);
    result = changed(insert_holder_.run(), table);
  }
  return result;
}

StoreResult TableWriter::date_holders(const std::string& table, Stage stage,
                                      std::int64_t moved_ms) {
  date_holders_.text(1, table);
  if (!is_live(stage)) date_holders_.integer(2, moved_ms);
  return changed(date_holders_.run(), table);
}

// --- Its end, and its hashes --------------------------------------------------

StoreResult TableWriter::write(const DropTable& drop) {
  Head head;
  StoreResult result = find(drop.table, drop.version, head);
  if (result.ok()) result = forget_holders(drop.table);
  for (Statement* from : {&drop_actions_, &drop_state_, &drop_table_})
    if (result.ok()) result = changed(from->text(1, drop.table).run(), drop.table);
  if (result.ok()) count_stage(head.stage, Stage::over);
  return result;
}

StoreResult TableWriter::write(const PutHashes& hashes) {
  Head head;
  StoreResult result = find(hashes.table, head);
  if (!result.ok()) return result;
  if (head.last + 1 != as_signed(hashes.hashes.size()))
    return other_count(hashes.table, head.last + 1, hashes.hashes.size());
  for (std::size_t seq = 0; result.ok() && seq < hashes.hashes.size(); ++seq) {
    hash_.text(1, hashes.table).integer(2, as_signed(seq));
    hash_.integer(3, std::bit_cast<std::int64_t>(hashes.hashes[seq]));
    result = changed(hash_.run(), hashes.table);
  }
  if (!result.ok()) return result;
  return changed(scheme_.text(1, hashes.table).integer(2, hashes.scheme).run(), hashes.table);
}

}  // namespace bastide::server::sqlite
