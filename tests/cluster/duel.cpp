#include "tests/cluster/duel.h"

#include <algorithm>

#include "tests/json_slice.h"

namespace bastide::test_help {

namespace {

constexpr milliseconds kLong{15'000};

std::string quotes(std::string_view text) { return "\"" + std::string(text) + "\""; }

}  // namespace

Duel::Duel(std::uint16_t first, std::uint16_t second, std::uint64_t seed)
    : ports_{first, second}, random_(seed) {
  for (std::string& cookie : cookies_) cookie = new_session(first, "Duellist");
}

void Duel::play_table() {
  tables_.emplace_back();
  if (!open_table()) return fault("the game did not begin");
  while (faults_.empty() && !seats_[0].over)
    if (!round()) return;
  tables_.back().over = seats_[0].over;
}

bool Duel::open_table() {
  for (std::size_t i = 0; i < seats_.size(); ++i) {
    seats_[i] = Seat{};
    seats_[i].line = std::make_unique<WsClient>(ports_[i % 2], cookies_[i / 2]);
    seats_[i].line->send(R"({"type":"hello","protocol":1})");
    if (!seats_[i].line->read_type("welcome")) return false;
  }
  seats_[0].line->send(
      R"({"type":"create","setup":{"sets":["base"]},"seats":[{"kind":"me"},{"kind":"open"}],)"
      R"("listed":false,"assist":"standard"})");
  const auto created = seats_[0].line->read_type("created");
  if (!created) return false;
  tables_.back().id = text_of(member(*created, "table"));
  for (Seat& seat : seats_)
    seat.line->send(R"({"type":"join","table":)" + quotes(tables_.back().id) + "}");
  seats_[3].line->send(R"({"type":"sit","table":)" + quotes(tables_.back().id) + R"(,"seat":1})");
  return all_reach(0);
}

bool Duel::read_one(Seat& seat, milliseconds patience) {
  const auto frame = seat.line->read(patience);
  if (!frame || frame->op != Op::text) return false;
  const std::string_view message = frame->payload;
  const std::string type = text_of(member(message, "type"));
  const bool answer = !member(message, "re").empty();
  if (type == "table" && text_of(member(member(message, "table"), "status")) != "waiting") {
    learn(member(message, "history"));
    seat.seq = number_of(member(message, "seq"));
    seat.options = member(message, "options");
    seat.over = text_of(member(member(message, "table"), "status")) == "over";
  } else if (type == "update") {
    learn(member(message, "entries"));
    seat.seq = number_of(member(message, "seq"));
    seat.options = member(message, "options");
    seat.over = text_of(member(member(member(message, "state"), "decision"), "kind")) == "over";
    seat.acknowledged |= answer;
  } else if (type == "refused") {
    const std::string code = text_of(member(message, "code"));
    if ((code != "stale" && code != "over" && code != "not_your_turn") || !answer)
      fault("refused: " + frame->payload);
    seat.refused = true;
  }
  return true;
}

bool Duel::all_reach(std::int64_t seq) {
  for (Seat& seat : seats_)
    while (seat.seq <= seq)
      if (!read_one(seat, kLong)) {
        fault("a line was not told of action " + std::to_string(seq));
        return false;
      }
  return true;
}

bool Duel::round() {
  const std::size_t person = elements(seats_[0].options).empty() ? 2 : 0;
  Seat &one = seats_[person], &other = seats_[person + 1];
  const auto options = elements(one.options);
  if (options.empty() || one.options != other.options) {
    fault("the nodes ask differently at " + std::to_string(one.seq));
    return false;
  }
  const std::int64_t seq = one.seq;
  const auto pick = [&] {
    return std::string(options[random_.below(static_cast<std::uint32_t>(options.size()))]);
  };
  const auto act = [&](const std::string& action) {
    return R"({"type":"act","id":1,"table":)" + quotes(tables_.back().id) + R"(,"seq":)" +
           std::to_string(seq) + R"(,"action":)" + action + "}";
  };
  const std::string action = pick();
  const std::string first = act(action), second = act(rounds_ % 2 == 0 ? action : pick());
  for (Seat& seat : seats_) seat.acknowledged = seat.refused = false;
  const bool swapped = random_.below(2) == 0;
  (swapped ? other : one).line->send(first);
  (swapped ? one : other).line->send(second);
  ++rounds_;
  if (!all_reach(seq)) return false;
  judge(one, other, seq);
  return faults_.empty();
}

void Duel::judge(Seat& one, Seat& other, std::int64_t seq) {
  for (Seat* seat : {&one, &other})
    while (!seat->acknowledged && !seat->refused)
      if (!read_one(*seat, kLong)) return fault("no answer at " + std::to_string(seq));
  if (one.acknowledged == other.acknowledged)
    return fault(std::string(one.acknowledged ? "both answers were" : "no answer was") +
                 " acknowledged at " + std::to_string(seq));
  ++acknowledged_;
  ++stale_;
}

void Duel::learn(std::string_view entries) {
  ToldTable& table = tables_.back();
  for (const std::string_view entry : elements(entries)) {
    const auto seq = static_cast<std::size_t>(number_of(member(entry, "seq")));
    const std::string action(member(entry, "action"));
    if (seq == table.actions.size())
      table.actions.push_back(action);
    else if (seq > table.actions.size() || table.actions[seq] != action)
      fault("another action at " + std::to_string(seq) + ": " + action);
  }
}

}  // namespace bastide::test_help
