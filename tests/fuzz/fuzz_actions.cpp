// libFuzzer: the first bytes choose sets, options and players, then every byte plays the n-th legal
// answer or tries nonsense. After every action the consistency check must find nothing, and
// nonsense must leave the state as it was.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "engine/game/game.h"
#include "engine/game/setup.h"

namespace {

using namespace bastide;

class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
  bool empty() const { return at_ == size_; }
  std::uint8_t next() { return at_ < size_ ? data_[at_++] : std::uint8_t{0}; }
  std::uint16_t next_word() {
    const std::uint8_t low = next();
    return static_cast<std::uint16_t>(low | next() << 8);
  }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
  std::size_t at_ = 0;
};

[[noreturn]] void stop(const char* what, const std::string& detail) {
  std::fprintf(stderr, "fuzz_actions: %s: %s\n", what, detail.c_str());
  std::abort();
}

// Whether the option belongs to what is played: "a,b" needs one of the two, "a+b" both.
bool applies(const OptionInfo& info, const Setup& setup) {
  bool together = true;
  std::string name;
  for (const char c : std::string(info.sets) + ",") {
    if (c != ',' && c != '+') {
      name += c;
      continue;
    }
    together = together && std::any_of(setup.sets.begin(), setup.sets.end(),
                                       [&](const SetChoice& set) { return set.name == name; });
    name.clear();
    if (c == ',' && together) return true;
    if (c == ',') together = true;
  }
  return false;
}

// Byte 0, byte 1 and the highest bit of byte 2: a bit per available set (base if none). The rest of
// byte 2: copies of base (4-6) and players (0-3). Byte 3 and 4: a bit per option (from the
// seventeenth on they share), which then has its second value; options of sets that are not in play
// are left out unless all bits are set. Setups that the rules refuse are a result, too.
Setup read_setup(Bytes& bytes) {
  Setup setup;
  const unsigned low = bytes.next_word();
  const std::uint8_t sizes = bytes.next();
  const unsigned wanted = low | static_cast<unsigned>(sizes >> 7) << 16;
  unsigned bit = 0;
  for (const SetInfo& info : set_infos()) {
    if (!info.available) continue;
    const bool base = info.name == "base";
    if ((wanted >> bit++ & 1u) != 0 || (base && wanted == 0))
      setup.sets.push_back({std::string(info.name), base ? 1 + (sizes >> 4 & 7) % 3 : 1});
  }
  if (bit > 17) stop("a set has no bit", std::to_string(bit));
  const int players = 1 + (sizes & 15) % 6;  // 1 and 6 are refused unless a set allows them
  for (int i = 0; i < players; ++i) setup.players.push_back({"P" + std::to_string(i)});
  const unsigned chosen = bytes.next_word();
  bit = 0;
  for (const OptionInfo& info : option_infos()) {
    if ((chosen >> bit++ % 16 & 1u) == 0) continue;
    if (chosen != 0xFFFFu && !applies(info, setup)) continue;
    const std::string_view word = info.values[1];
    setup.options.emplace_back(std::string(info.name), info.boolean
                                                           ? OptionValue(word == "true")
                                                           : OptionValue(std::string(word)));
  }
  return setup;
}

Action read_action(Bytes& bytes) {
  Action a;
  a.kind = static_cast<ActionKind>(bytes.next() % kActionKinds);
  a.piece = static_cast<PieceKind>(bytes.next() % kPieceKinds);
  a.value = bytes.next();
  a.seg = bytes.next();
  a.tile = bytes.next_word();
  a.points = static_cast<std::int8_t>(bytes.next());
  const auto coordinate = [&] {
    const auto small = static_cast<std::int8_t>(bytes.next());
    return static_cast<std::int16_t>(small == 127 ? 32767 : small == -128 ? -32768 : small);
  };
  a.at = {coordinate(), coordinate()};
  if (bytes.next() % 4 == 0) a.at2 = {coordinate(), coordinate()};
  return a;
}

void try_action(const Rules& rules, GameState& s, const Action& action,
                const std::vector<Action>& all) {
  const bool listed = std::find(all.begin(), all.end(), action) != all.end();
  // A bid above the listed ones is accepted, too.
  const bool open_ended = action.kind == ActionKind::bid || action.kind == ActionKind::offer;
  if (is_legal(rules, s, action) != listed && !open_ended)
    stop("is_legal and legal disagree", std::string(name_of(action.kind)));
  const GameState before = s;
  const bool accepted = !apply(rules, s, action).has_value();
  if (accepted != listed && !open_ended)
    stop("apply and legal disagree", std::string(name_of(action.kind)));
  if (!accepted && !(s == before)) stop("a refused action changed the state", "");
  if (!accepted && explain_illegal(rules, s, action).empty()) stop("a refusal has no reason", "");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(data, size);
  const auto result = compile(read_setup(bytes));
  if (const auto* error = std::get_if<SetupError>(&result)) {
    if (error->reason.empty()) stop("a refused setup has no reason", "");
    return 0;
  }
  const RulesPtr rules = std::get<RulesPtr>(result);
  GameState s = initial_state(*rules);
  std::vector<Action> all;
  std::vector<Action> earlier;  // legal at some time
  while (!bytes.empty()) {
    const std::string wrong = check(*rules, s);
    if (!wrong.empty()) stop("check", wrong);
    legal(*rules, s, all);
    if (all.size() != count_legal(*rules, s)) stop("count_legal and legal disagree", "");
    if (all.empty() != is_over(s)) stop("no answers, but not over (or the other way round)", "");
    const std::uint8_t byte = bytes.next();
    if (byte >= 0xF8) {
      try_action(*rules, s, read_action(bytes), all);
    } else if (byte >= 0xF0 && !earlier.empty()) {
      try_action(*rules, s, earlier[bytes.next() % earlier.size()], all);
    } else if (all.empty()) {
      break;
    } else {
      const std::uint32_t n = byte % static_cast<std::uint32_t>(all.size());
      if (!(nth_legal(*rules, s, n) == all[n])) stop("nth_legal and legal disagree", "");
      if (earlier.size() < 256) earlier.push_back(all[n]);
      if (apply(*rules, s, all[n]).has_value()) stop("a listed action was refused", "");
    }
  }
  const std::string wrong = check(*rules, s);
  if (!wrong.empty()) stop("check", wrong);
  return 0;
}
