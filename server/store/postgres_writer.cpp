#include "server/store/postgres_writer.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "server/store/salt.h"

namespace bastide::server::postgres {

namespace {

using Clock = std::chrono::steady_clock;

std::string random_name() {
  std::string name;
  for (const unsigned char byte : make_salt()) name.push_back(static_cast<char>('a' + byte % 26));
  return name;
}

bool counts(const Write& write) {
  return std::holds_alternative<PutGuest>(write.what) ||
         std::holds_alternative<NewTable>(write.what);
}

}  // namespace

PostgresWriter::PostgresWriter(std::shared_ptr<Place> place, int give_up_ms,
                               std::shared_ptr<HintBuffer> hints)
    : session_(std::move(place), write_statements()),
      give_up_ms_(give_up_ms),
      hints_(std::move(hints)),
      key_{random_name(), 0} {}

// --- A group ------------------------------------------------------------------

void PostgresWriter::commit(std::vector<Write>& group) {
  commit_as_one(group);
  Hints hints;
  for (const Write& one : group)
    if (one.result.ok()) hints.add(one);
  hints_->add(std::move(hints));
}

void PostgresWriter::commit_as_one(std::span<Write> group) {
  ++key_.number;
  const std::vector<Part> parts = parts_of(key_, group);
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
      return Step::again;
    }
  if (still_at_work()) return Step::again;
  if (in_doubt)
    if (const Step step = read_answers(group, parts); step != Step::again) return step;
  return send(group, parts);
}

bool PostgresWriter::still_at_work() {
  if (left_.empty()) return false;
  const Outcome outcome = session_.run({Call("is_at_work").text(left_)});
  if (outcome.ok() && outcome.answers.front().rows() == 0) {
    left_.clear();
    return false;
  }
  wrong_ = outcome.ok() ? "the server does not come to an end with what it was told before"
                        : outcome.text;
  return true;
}

PostgresWriter::Step PostgresWriter::send(std::span<Write> group, const std::vector<Part>& parts) {
  std::vector<Call> calls;
  if (std::ranges::any_of(group, counts)) calls.emplace_back("count_alone");
  if (parts.size() > 1)
    if (auto lock = lock_call(group)) calls.push_back(std::move(*lock));
  for (const Part& part : parts) calls.push_back(part.call);
  calls.push_back(Call("answers").text(key_.writer).number(key_.number));
  const Outcome outcome = session_.run(calls);
  if (!outcome.ok() || outcome.warned) return judge(outcome);
  if (take_answers(group, parts, outcome.answers.back())) return Step::done;
  wrong_ = "an answer has another form";
  return Step::failed;
}

// Again: there are none, so the group is not written.
PostgresWriter::Step PostgresWriter::read_answers(std::span<Write> group,
                                                  const std::vector<Part>& parts) {
  const Outcome outcome = session_.run({Call("confirm").text(key_.writer).number(key_.number),
                                        Call("answers").text(key_.writer).number(key_.number)});
  if (!outcome.ok() || outcome.warned) return judge(outcome);
  if (outcome.answers.back().rows() == 0) return Step::again;
  if (take_answers(group, parts, outcome.answers.back())) return Step::done;
  wrong_ = "an answer has another form";
  return Step::failed;
}

PostgresWriter::Step PostgresWriter::judge(const Outcome& outcome) {
  wrong_ = outcome.ok() ? "the server has warned" : outcome.text;
  if (outcome.ok()) return Step::ask;
  if (outcome.fault == Fault::broken) {
    left_ = session_.process();
    return Step::reconnect;
  }
  const std::string_view state = outcome.state;
  // The first sending was still under way, and has been written by now; or somebody broke it off,
  // and who knows where.
  if ((state == "23505" && outcome.object == "answers_pkey") || state == "57014" ||
      state == "40003")
    return Step::ask;
  // Two have waited for each other, or for too long; or a disk or a memory is full. Nothing was
  // written, and all of that passes.
  if (state == "40P01" || state == "40001" || state == "55P03" || state.starts_with("53") ||
      state.starts_with("58"))
    return Step::again;
  // It stops, starts, may only read from now on, or does not know this session any longer.
  if (state.starts_with("57P") || state.starts_with("08") || state == "25006" || state == "26000")
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
