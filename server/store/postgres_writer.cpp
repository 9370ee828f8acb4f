#include "server/store/postgres_writer.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <thread>

#include "server/store/postgres_schema.h"
#include "server/store/salt.h"

namespace bastide::server::postgres {

namespace {

using Clock = std::chrono::steady_clock;

// Whoever counts holds the lock until the end of the transaction; it is taken before any other.
const std::vector<Statement> kWriterStatements{
    {"count_alone", "SELECT pg_advisory_xact_lock(4785346357462)"},
    {"append_group",
     "SELECT append_group($1::text, $2::bigint, $3::bigint, $4::text[], $5::bigint[], "
     "$6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::text[], $11::bigint[], "
     "$12::bigint[], $13::text[], $14::bigint[], $15::bigint[], $16::text[])"},
    {"put_table",
     "SELECT put_table($1::text, $2::bigint, $3::bigint, $4::text, $5::bigint, $6::text, "
     "$7::text, $8::bytea, $9::bigint, $10::bigint, $11::bigint, $12::bigint, $13::bigint, "
     "$14::text, $15::text, $16::boolean, $17::boolean, $18::bigint[], $19::text[])"},
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
    {"answers",
     "SELECT part, verdict, detail FROM answers, unnest(verdicts, details) WITH ORDINALITY "
     "AS one (verdict, detail, place) WHERE writer = $1::text AND number = $2::bigint "
     "ORDER BY part, place"},
};

std::string random_name() {
  std::string name;
  for (const unsigned char byte : make_salt()) name.push_back(static_cast<char>('a' + byte % 26));
  return name;
}

// What a verdict of the functions means for this write.
StoreResult result_for(const PutGuest& put, Verdict) { return token_taken(put.row.id); }
StoreResult result_for(const SeeGuest& see, Verdict) { return no_guest(see.id); }
StoreResult result_for(const ForgetGuests&, Verdict) { return {}; }
StoreResult result_for(const NewTable& table, Verdict) { return table_exists(table.row.id); }

StoreResult result_of(const Write& write, std::int64_t verdict, std::int64_t detail) {
  constexpr auto kFirstLimit = static_cast<std::int64_t>(Verdict::full);
  static_assert(static_cast<int>(Verdict::full) == 7 && static_cast<int>(Limit::in_all) == 1 &&
                static_cast<int>(Limit::guests_by_address) == 6);  // as the functions say it
  if (verdict > kFirstLimit) return full(static_cast<Limit>(verdict - kFirstLimit));
  const auto said = static_cast<Verdict>(verdict);
  if (said == Verdict::ok)
    return {.count = std::holds_alternative<ForgetGuests>(write.what) ? detail : 0};
  return std::visit(
      [&](const auto& what) -> StoreResult {
        using What = std::decay_t<decltype(what)>;
        if constexpr (std::is_same_v<What, TableChange> || std::is_same_v<What, DropTable>) {
          if (said == Verdict::version) return other_version(what.table, detail, what.version);
        }
        if constexpr (std::is_same_v<What, TableChange>) {
          if (said == Verdict::sequence) return check_sequence(what.table, what.rows, detail);
        }
        if constexpr (std::is_same_v<What, PutHashes>) {
          if (said == Verdict::count) return other_count(what.table, detail, what.hashes.size());
        }
        if constexpr (requires { what.table; }) {
          return no_table(what.table);
        } else {
          return result_for(what, said);
        }
      },
      write.what);
}

bool counts(const Write& write) {
  return std::holds_alternative<PutGuest>(write.what) ||
         std::holds_alternative<NewTable>(write.what);
}

// The number of its first row; -1 if they do not follow each other.
std::optional<std::int64_t> first_of(const TableChange& change) {
  if (change.rows.empty()) return std::nullopt;
  const std::int64_t first = change.rows.front().seq;
  if (first < 0 || !check_sequence(change.table, change.rows, first - 1).ok()) return -1;
  return first;
}

}  // namespace

PostgresWriter::PostgresWriter(std::shared_ptr<Place> place, int give_up_ms)
    : session_(std::move(place), kWriterStatements),
      give_up_ms_(give_up_ms),
      name_(random_name()) {}

// --- Calls --------------------------------------------------------------------

Call PostgresWriter::begin_call(const char* statement, std::size_t part) const {
  Call call(statement);
  call.text(name_).number(number_).number(as_signed(part));
  return call;
}

Call PostgresWriter::call_of(const PutGuest& put, std::size_t part) const {
  const GuestRow& row = put.row;
  Call call = begin_call("put_guest", part);
  call.text(row.id).bytes(row.token_hash).text(row.name).number(row.created_ms).flag(row.bot);
  return call.number(row.seen_ms).text(row.address).number(as_signed(put.most_of_address));
}

Call PostgresWriter::call_of(const SeeGuest& see, std::size_t part) const {
  return begin_call("see_guest", part).text(see.id).number(see.now_ms);
}

Call PostgresWriter::call_of(const ForgetGuests& forget, std::size_t part) const {
  Call call = begin_call("forget_guests", part);
  call.number(forget.before.seen_ms).number(forget.before.counted_ms);
  call.number(as_signed(forget.most)).number(as_signed(looked_at(forget)));
  return call.number(kLookAgainMs);
}

Call PostgresWriter::call_of(const NewTable& table, std::size_t part) const {
  const TableRow& row = table.row;
  const TableOwner& owner = table.owner;
  const TableLimits& limits = table.limits;
  Call call = begin_call("put_table", part);
  call.text(row.id).number(row.created_ms).text(row.config).text(row.meta).bytes(row.seed);
  call.number(row.hash_scheme).number(row.version).number(static_cast<std::int64_t>(row.stage));
  call.number(row.moved_ms).number(row.due_ms).text(owner.host).text(owner.address);
  call.flag(owner.listed).flag(owner.bots_alone);
  call.numbers({as_signed(limits.in_all), as_signed(limits.by_host), as_signed(limits.by_address),
                as_signed(limits.bots_alone_by_host), as_signed(limits.bots_alone_by_address)});
  return call.texts({table.holders.begin(), table.holders.end()});
}

Call PostgresWriter::call_of(const DropTable& drop, std::size_t part) const {
  return begin_call("drop_table", part).text(drop.table).number(drop.version);
}

Call PostgresWriter::call_of(const PutHashes& hashes, std::size_t part) const {
  std::vector<std::optional<std::int64_t>> numbers;
  for (const std::uint64_t hash : hashes.hashes)
    numbers.emplace_back(std::bit_cast<std::int64_t>(hash));
  Call call = begin_call("put_hashes", part);
  return call.text(hashes.table).number(hashes.scheme).numbers(numbers);
}

// Sorted by table, so that no two groups wait for each other; of one table in their order.
Call PostgresWriter::append_call(std::span<const Write> group, std::vector<std::size_t>& order,
                                 std::size_t part) const {
  using Texts = std::vector<std::optional<std::string_view>>;
  using Numbers = std::vector<std::optional<std::int64_t>>;
  const auto change_at = [&](std::size_t i) -> const TableChange& {
    return std::get<TableChange>(group[i].what);
  };
  std::ranges::stable_sort(order, {},
                           [&](std::size_t i) -> const std::string& { return change_at(i).table; });
  Texts ids, metas, actions, guests;
  Numbers versions, firsts, counts, nows, dues, stages, holders, hashes, times;
  for (const std::size_t i : order) {
    const TableChange& one = change_at(i);
    const auto first = first_of(one);
    const bool follows = first != std::optional<std::int64_t>(-1);
    ids.emplace_back(one.table);
    versions.emplace_back(one.version);
    firsts.push_back(first);
    counts.emplace_back(follows ? as_signed(one.rows.size()) : 0);
    nows.emplace_back(one.now_ms);
    dues.emplace_back(one.due_ms);
    metas.push_back(one.update ? std::optional<std::string_view>(one.update->meta) : std::nullopt);
    stages.push_back(one.update ? std::optional(static_cast<std::int64_t>(one.update->stage))
                                : std::nullopt);
    const auto* held = one.update && one.update->holders ? &*one.update->holders : nullptr;
    holders.push_back(held == nullptr ? std::nullopt : std::optional(as_signed(held->size())));
    if (held != nullptr) guests.insert(guests.end(), held->begin(), held->end());
    if (!follows) continue;
    for (const ActionRow& row : one.rows) {
      actions.emplace_back(row.action);
      hashes.emplace_back(std::bit_cast<std::int64_t>(row.hash));
      times.emplace_back(row.at_ms);
    }
  }
  Call call = begin_call("append_group", part);
  call.texts(ids).numbers(versions).numbers(firsts).numbers(counts).numbers(nows).numbers(dues);
  call.texts(metas).numbers(stages).numbers(holders).texts(actions).numbers(hashes);
  return call.numbers(times).texts(guests);
}

// In the order of the group; changes that stand together are one call.
std::vector<PostgresWriter::Part> PostgresWriter::parts_of(std::span<const Write> group) const {
  std::vector<Part> parts;
  for (std::size_t i = 0; i < group.size();) {
    std::vector<std::size_t> writes;
    while (i < group.size() && std::holds_alternative<TableChange>(group[i].what))
      writes.push_back(i++);
    if (!writes.empty()) {
      Call call = append_call(group, writes, parts.size());
      parts.push_back({std::move(writes), std::move(call)});
      continue;
    }
    Call call = std::visit(
        [&](const auto& what) {
          if constexpr (std::is_same_v<std::decay_t<decltype(what)>, TableChange>) {
            return Call("");
          } else {
            return call_of(what, parts.size());
          }
        },
        group[i].what);
    parts.push_back({{i++}, std::move(call)});
  }
  return parts;
}

// --- A group ------------------------------------------------------------------

void PostgresWriter::commit(std::vector<Write>& group) { commit_as_one(group); }

void PostgresWriter::commit_as_one(std::span<Write> group) {
  ++number_;
  const std::vector<Part> parts = parts_of(group);
  const auto end = Clock::now() + std::chrono::milliseconds(away_ ? 0 : give_up_ms_);
  bool in_doubt = false;
  for (;;) {
    switch (try_once(group, parts, in_doubt)) {
      case Step::done:
        away_ = false;
        return;
      case Step::failed:
        return fail(group, StoreStatus::io_error);
      case Step::apart:
        // Something in it cannot be kept, and the server does not say what.
        if (group.size() == 1) return fail(group, StoreStatus::conflict);
        for (std::size_t i = 0; i < group.size(); ++i) commit_as_one(group.subspan(i, 1));
        return;
      case Step::reconnect:
        session_.close();
        [[fallthrough]];
      case Step::ask:
        in_doubt = true;
        break;
      case Step::again:
        break;
    }
    if (Clock::now() >= end) {
      away_ = true;
      return fail(group, StoreStatus::io_error);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

PostgresWriter::Step PostgresWriter::try_once(std::span<Write> group,
                                              const std::vector<Part>& parts, bool in_doubt) {
  if (!session_.connected())
    if (auto wrong = session_.connect()) {
      wrong_ = std::move(*wrong);
      return in_doubt ? Step::reconnect : Step::again;
    }
  if (in_doubt)
    if (const Step step = read_answers(group, parts); step != Step::again) return step;
  return send(group, parts);
}

PostgresWriter::Step PostgresWriter::send(std::span<Write> group, const std::vector<Part>& parts) {
  std::vector<Call> calls;
  if (std::ranges::any_of(group, counts)) calls.emplace_back("count_alone");
  for (const Part& part : parts) calls.push_back(part.call);
  calls.push_back(Call("answers").text(name_).number(number_));
  const Outcome outcome = session_.run(calls);
  if (!outcome.ok()) return judge(outcome);
  if (take_answers(group, parts, outcome.answers.back())) return Step::done;
  wrong_ = "an answer has another form";
  return Step::failed;
}

// Again: there are none, so the group is not written, or not yet.
PostgresWriter::Step PostgresWriter::read_answers(std::span<Write> group,
                                                  const std::vector<Part>& parts) {
  const Outcome outcome = session_.run({Call("answers").text(name_).number(number_)});
  if (!outcome.ok()) return judge(outcome);
  if (outcome.answers.back().rows() == 0) return Step::again;
  if (take_answers(group, parts, outcome.answers.back())) return Step::done;
  wrong_ = "an answer has another form";
  return Step::failed;
}

PostgresWriter::Step PostgresWriter::judge(const Outcome& outcome) {
  wrong_ = outcome.text;
  if (outcome.fault == Fault::broken) return Step::reconnect;
  const std::string_view state = outcome.state;
  // The first sending was still under way, and has been written by now.
  if (state == "23505" && outcome.object == "answers_pkey") return Step::ask;
  if (state == "40P01" || state == "40001" || state == "55P03") return Step::again;
  // It stops, starts, or may only read from now on.
  if (state.starts_with("57P") || state.starts_with("08") || state == "25006")
    return Step::reconnect;
  if (state.starts_with("22") || state.starts_with("23") || state.starts_with("54"))
    return Step::apart;
  return Step::failed;
}

bool PostgresWriter::take_answers(std::span<Write> group, const std::vector<Part>& parts,
                                  const Answer& answer) {
  int row = 0;
  for (std::size_t part = 0; part < parts.size(); ++part)
    for (const std::size_t i : parts[part].writes) {
      if (row >= answer.rows() || answer.number(row, 0) != as_signed(part)) return false;
      group[i].result = result_of(group[i], answer.number(row, 1), answer.number(row, 2));
      ++row;
    }
  return row == answer.rows();
}

void PostgresWriter::fail(std::span<Write> group, StoreStatus status) {
  const std::string text = (status == StoreStatus::conflict ? "The store cannot keep this: "
                                                            : "The store could not write: ") +
                           wrong_ + ".";
  for (Write& one : group) one.result = {.status = status, .text = text};
}

}  // namespace bastide::server::postgres
