#include "server/store/postgres_calls.h"

#include <algorithm>
#include <bit>

#include "server/store/postgres_schema.h"

namespace bastide::server::postgres {

namespace {

// Whoever counts holds the lock until the end of the transaction; it is taken before any other.
const std::vector<Statement> kWriteStatements{
    {"count_alone", "SELECT pg_advisory_xact_lock(4785346357462)"},
    {"append_group",
     "SELECT append_group_2($1::text, $2::bigint, $3::bigint, $4::text[], $5::bigint[], "
     "$6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::text[], $11::bigint[], "
     "$12::bigint[], $13::text[], $14::bigint[], $15::bigint[], $16::text[], $17::bigint[], "
     "$18::text[])"},
    {"put_table",
     "SELECT put_table_2($1::text, $2::bigint, $3::bigint, $4::text, $5::bigint, $6::text, "
     "$7::text, $8::bytea, $9::bigint, $10::bigint, $11::bigint, $12::bigint, $13::bigint, "
     "$14::text, $15::text, $16::boolean, $17::boolean, $18::bigint[], $19::text[], $20::text)"},
    {"put_copy",
     "SELECT put_copy($1::text, $2::bigint, $3::bigint, $4::text, $5::bigint, $6::text, "
     "$7::text, $8::bytea, $9::bigint, $10::bigint, $11::bigint, $12::bigint, $13::bigint, "
     "$14::text, $15::boolean, $16::boolean, $17::bigint, $18::text[], $19::bigint[])"},
    {"copy_actions",
     "SELECT copy_actions($1::text, $2::bigint, $3::bigint, $4::text, $5::bigint, $6::text[], "
     "$7::bigint[], $8::bigint[])"},
    {"drop_table", "SELECT drop_table($1::text, $2::bigint, $3::bigint, $4::text, $5::bigint)"},
    {"put_hashes",
     "SELECT put_hashes($1::text, $2::bigint, $3::bigint, $4::text, $5::bigint, $6::bigint[])"},
    {"put_guest",
     "SELECT put_guest($1::text, $2::bigint, $3::bigint, $4::text, $5::bytea, $6::text, "
     "$7::bigint, $8::boolean, $9::bigint, $10::text, $11::bigint)"},
    {"see_guest", "SELECT see_guest($1::text, $2::bigint, $3::bigint, $4::text, $5::bigint)"},
    {"forget_guests",
     "SELECT forget_guests($1::text, $2::bigint, $3::bigint, $4::bigint, $5::bigint, $6::bigint, "
     "$7::bigint, $8::bigint)"},
    {"lock_tables",
     "SELECT FROM states WHERE table_id = ANY ($1::text[]) ORDER BY table_id FOR NO KEY UPDATE"},
    // What is there may not have reached a standby, if a crash or somebody's hand came between. A
    // change that is waited for, after it, says that it has.
    {"confirm", "UPDATE answers SET at = now() WHERE writer = $1::text AND number = $2::bigint"},
    // Whether a process that served a session that was given up is still at work. One that waits to
    // be told more waits for ever, and is ended.
    {"is_at_work",
     "SELECT CASE WHEN wait_event = 'ClientRead' THEN NOT pg_terminate_backend(pid) ELSE true END "
     "FROM pg_stat_activity WHERE state <> 'idle' "
     "AND pid || '@' || extract(epoch FROM backend_start) = $1::text"},
    {"answers",
     "SELECT part, verdict, detail FROM answers, unnest(verdicts, details) WITH ORDINALITY "
     "AS one (verdict, detail, place) WHERE writer = $1::text AND number = $2::bigint "
     "ORDER BY part, place"},
};

Call begin_call(const char* statement, const GroupKey& key, std::size_t part) {
  Call call(statement);
  call.text(key.writer).number(key.number).number(as_signed(part));
  return call;
}

void add(Call& call, const PutGuest& put) {
  const GuestRow& row = put.row;
  call.text(row.id).bytes(row.token_hash).text(row.name).number(row.created_ms).flag(row.bot);
  call.number(row.seen_ms).text(row.address).number(as_signed(put.most_of_address));
}

void add(Call& call, const SeeGuest& see) { call.text(see.id).number(see.now_ms); }

void add(Call& call, const ForgetGuests& forget) {
  call.number(forget.before.seen_ms).number(forget.before.counted_ms);
  call.number(as_signed(forget.most)).number(as_signed(looked_at(forget))).number(kLookAgainMs);
}

void add(Call& call, const NewTable& table) {
  const TableRow& row = table.row;
  const TableOwner& owner = table.owner;
  const TableLimits& limits = table.limits;
  call.text(row.id).number(row.created_ms).text(row.config).text(row.meta).bytes(row.seed);
  call.number(row.hash_scheme).number(row.version).number(static_cast<std::int64_t>(row.stage));
  call.number(row.moved_ms).number(row.due_ms).text(owner.host).text(owner.address);
  call.flag(owner.listed).flag(owner.bots_alone);
  call.numbers({as_signed(limits.in_all), as_signed(limits.by_host), as_signed(limits.by_address),
                as_signed(limits.bots_alone_by_host), as_signed(limits.bots_alone_by_address)});
  call.texts({table.holders.begin(), table.holders.end()}).text(table.driver);
}

bool follows(const TableCopy& copy) { return check_sequence(copy.row.id, copy.actions, -1).ok(); }

void add(Call& call, const TableCopy& copy) {
  const TableRow& row = copy.row;
  call.text(row.id).number(row.created_ms).text(row.config).text(row.meta).bytes(row.seed);
  call.number(row.hash_scheme).number(row.version).number(static_cast<std::int64_t>(row.stage));
  call.number(row.moved_ms).number(row.due_ms).text(copy.owner.host);
  call.flag(copy.owner.listed).flag(copy.owner.bots_alone);
  call.number(follows(copy) ? as_signed(copy.actions.size()) : -1);
  std::vector<std::optional<std::string_view>> guests;
  std::vector<std::optional<std::int64_t>> ended;
  for (const Holder& one : copy.holders) {
    guests.emplace_back(one.guest);
    ended.push_back(one.ended_ms);
  }
  call.texts(guests).numbers(ended);
}

// The actions of a copy, in calls of no more than so much: each refers to the call that put the
// table, and does nothing if that was refused.
void add_actions(const GroupKey& key, const TableCopy& copy, std::vector<Part>& parts) {
  constexpr std::size_t kMostRows = 1000, kMostBytes = 256 * 1024;
  const std::size_t table = parts.size() - 1;
  for (std::size_t i = 0; i < copy.actions.size();) {
    std::vector<std::optional<std::string_view>> actions;
    std::vector<std::optional<std::int64_t>> hashes, times;
    Call call = begin_call("copy_actions", key, table);
    call.text(copy.row.id).number(as_signed(i));
    for (std::size_t bytes = 0;
         i < copy.actions.size() && actions.size() < kMostRows && bytes < kMostBytes; ++i) {
      const ActionRow& row = copy.actions[i];
      actions.emplace_back(row.action);
      hashes.emplace_back(std::bit_cast<std::int64_t>(row.hash));
      times.emplace_back(row.at_ms);
      bytes += row.action.size();
    }
    call.texts(actions).numbers(hashes).numbers(times);
    parts.push_back({{}, std::move(call)});
  }
}

void add(Call& call, const DropTable& drop) { call.text(drop.table).number(drop.version); }

void add(Call& call, const PutHashes& hashes) {
  std::vector<std::optional<std::int64_t>> numbers;
  numbers.reserve(hashes.hashes.size());
  for (const std::uint64_t hash : hashes.hashes)
    numbers.emplace_back(std::bit_cast<std::int64_t>(hash));
  call.text(hashes.table).number(hashes.scheme).numbers(numbers);
}

const char* statement_of(const PutGuest&) { return "put_guest"; }
const char* statement_of(const SeeGuest&) { return "see_guest"; }
const char* statement_of(const ForgetGuests&) { return "forget_guests"; }
const char* statement_of(const NewTable&) { return "put_table"; }
const char* statement_of(const TableCopy&) { return "put_copy"; }
const char* statement_of(const DropTable&) { return "drop_table"; }
const char* statement_of(const PutHashes&) { return "put_hashes"; }

// The number of its first row; -1 if they do not follow each other.
std::optional<std::int64_t> first_of(const TableChange& change) {
  if (change.rows.empty()) return std::nullopt;
  const std::int64_t first = change.rows.front().seq;
  if (first < 0 || !check_sequence(change.table, change.rows, first - 1).ok()) return -1;
  return first;
}

// The parameters of append_group, filled change by change.
class Changes {
 public:
  void add(const TableChange& change) {
    const auto first = first_of(change);
    ids_.emplace_back(change.table);
    versions_.emplace_back(change.version);
    firsts_.push_back(first);
    nows_.emplace_back(change.now_ms);
    dues_.emplace_back(change.due_ms);
    ats_.emplace_back(change.at_ms);
    drivers_.emplace_back();
    if (!change.driver.empty()) drivers_.back() = change.driver;
    add_update(change.update);
    const bool follows = first != std::optional<std::int64_t>(-1);
    counts_.emplace_back(follows ? as_signed(change.rows.size()) : 0);
    if (follows) add_rows(change.rows);
  }

  void add_to(Call& call) const {
    call.texts(ids_).numbers(versions_).numbers(firsts_).numbers(counts_).numbers(nows_);
    call.numbers(dues_).texts(metas_).numbers(stages_).numbers(held_).texts(actions_);
    call.numbers(hashes_).numbers(times_).texts(guests_).numbers(ats_).texts(drivers_);
  }

 private:
  void add_update(const std::optional<TableUpdate>& update) {
    metas_.emplace_back();
    stages_.emplace_back();
    held_.emplace_back();
    if (!update) return;
    metas_.back() = update->meta;
    stages_.back() = static_cast<std::int64_t>(update->stage);
    if (!update->holders) return;
    held_.back() = as_signed(update->holders->size());
    guests_.insert(guests_.end(), update->holders->begin(), update->holders->end());
  }

  void add_rows(const std::vector<ActionRow>& rows) {
    for (const ActionRow& row : rows) {
      actions_.emplace_back(row.action);
      hashes_.emplace_back(std::bit_cast<std::int64_t>(row.hash));
      times_.emplace_back(row.at_ms);
    }
  }

  std::vector<std::optional<std::string_view>> ids_, metas_, actions_, guests_, drivers_;
  std::vector<std::optional<std::int64_t>> versions_, firsts_, counts_, nows_, dues_, stages_,
      held_, hashes_, times_, ats_;
};

// Sorted by table, so that no two groups wait for each other; of one table in their order.
Part changes_part(const GroupKey& key, std::size_t number, std::span<const Write> group,
                  std::vector<std::size_t> writes) {
  const auto change_at = [&](std::size_t i) -> const TableChange& {
    return std::get<TableChange>(group[i].what);
  };
  std::ranges::sort(writes, {}, [&](std::size_t i) {
    return std::pair<std::string_view, std::size_t>(change_at(i).table, i);
  });
  Changes changes;
  for (const std::size_t i : writes) changes.add(change_at(i));
  Part part{std::move(writes), begin_call("append_group", key, number)};
  changes.add_to(part.call);
  return part;
}

// What is said of a write that was refused, where there is one reason only.
StoreResult result_for(const PutGuest& put) { return token_taken(put.row.id); }
StoreResult result_for(const SeeGuest& see) { return no_guest(see.id); }
StoreResult result_for(const ForgetGuests&) { return {}; }
StoreResult result_for(const TableCopy& copy) { return table_exists(copy.row.id); }
StoreResult result_for(const NewTable& table) { return table_exists(table.row.id); }

// With a table of theirs there are several.
template <class What>
StoreResult refusal(const What& what, Verdict said, std::int64_t detail) {
  if constexpr (requires { what.version; }) {
    if (said == Verdict::version) return other_version(what.table, detail, what.version);
  }
  if constexpr (requires { what.rows; }) {
    if (said == Verdict::sequence) return check_sequence(what.table, what.rows, detail);
    if (said == Verdict::driver) return other_driver(what.table, what.driver);
    if (said == Verdict::future) return from_the_future(what.table, detail);
  }
  if constexpr (requires { what.hashes; }) {
    if (said == Verdict::count) return other_count(what.table, detail, what.hashes.size());
  }
  if constexpr (requires { what.actions; }) {
    if (said == Verdict::sequence) return check_sequence(what.row.id, what.actions, -1);
  }
  if constexpr (requires { what.table; }) {
    return no_table(what.table);
  } else {
    return result_for(what);
  }
}

}  // namespace

std::vector<Statement> write_statements() { return kWriteStatements; }

std::optional<Call> lock_call(std::span<const Write> group) {
  std::vector<std::optional<std::string_view>> ids;
  for (const Write& one : group) {
    if (const auto* change = std::get_if<TableChange>(&one.what)) ids.emplace_back(change->table);
    if (const auto* drop = std::get_if<DropTable>(&one.what)) ids.emplace_back(drop->table);
    if (const auto* hashes = std::get_if<PutHashes>(&one.what)) ids.emplace_back(hashes->table);
  }
  if (ids.empty()) return std::nullopt;
  return Call("lock_tables").texts(ids);
}

std::vector<Part> parts_of(const GroupKey& key, std::span<const Write> group) {
  std::vector<Part> parts;
  for (std::size_t i = 0; i < group.size();) {
    std::vector<std::size_t> writes;
    while (i < group.size() && std::holds_alternative<TableChange>(group[i].what))
      writes.push_back(i++);
    if (!writes.empty()) {
      parts.push_back(changes_part(key, parts.size(), group, std::move(writes)));
      continue;
    }
    const auto add_part = [&](const auto& what) {
      if constexpr (requires { statement_of(what); }) {
        parts.push_back({{i}, begin_call(statement_of(what), key, parts.size())});
        add(parts.back().call, what);
      }
      if constexpr (std::is_same_v<decltype(what), const TableCopy&>) add_actions(key, what, parts);
    };
    std::visit(add_part, group[i].what);
    ++i;
  }
  return parts;
}

StoreResult result_of(const Write& write, std::int64_t verdict, std::int64_t detail) {
  constexpr auto kFirstLimit = static_cast<std::int64_t>(Verdict::full);
  static_assert(static_cast<int>(Verdict::full) == 7 && static_cast<int>(Limit::in_all) == 1 &&
                static_cast<int>(Limit::guests_by_address) == 6);  // as the functions say it
  if (verdict > kFirstLimit && verdict < static_cast<std::int64_t>(Verdict::driver))
    return full(static_cast<Limit>(verdict - kFirstLimit));
  const auto said = static_cast<Verdict>(verdict);
  if (said == Verdict::ok)
    return {.count = std::holds_alternative<ForgetGuests>(write.what) ? detail : 0};
  return std::visit([&](const auto& what) { return refusal(what, said, detail); }, write.what);
}

}  // namespace bastide::server::postgres
