#include "tools/simulate_core.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <map>
#include <mutex>
#include <ostream>
#include <thread>
#include <nlohmann/json.hpp>

#include "bots/play_out.h"
#include "review/rounded.h"
#include "tools/terminal/text.h"

namespace bastide::tools {

void Tally::add(std::int64_t value) { add(Tally{1, value, value * value, value, value}); }

void Tally::add(const Tally& other) {
  if (other.count == 0) return;
  least = count == 0 ? other.least : std::min(least, other.least);
  greatest = count == 0 ? other.greatest : std::max(greatest, other.greatest);
  count += other.count;
  sum += other.sum;
  squares += other.squares;
}

double Tally::mean() const {
  return count == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(count);
}

double Tally::deviation() const {
  if (count < 2) return 0;
  const double n = static_cast<double>(count);
  const double spread = static_cast<double>(squares) - static_cast<double>(sum) * mean();
  return std::sqrt(std::max(0.0, spread) / (n - 1));
}

void Figures::add(const Figures& other) {
  games += other.games;
  for (std::size_t i = 0; i < seats.size(); ++i) {
    seats[i].score.add(other.seats[i].score);
    seats[i].wins += other.seats[i].wins;
    seats[i].ties += other.seats[i].ties;
    seats[i].pieces_placed += other.seats[i].pieces_placed;
  }
  margin.add(other.margin);
  turns.add(other.turns);
  width.add(other.width);
  height.add(other.height);
  discarded += other.discarded;
  for (std::size_t i = 0; i < kSources; ++i) {
    during[i] += other.during[i];
    at_end[i] += other.at_end[i];
  }
}

namespace {

// --- one game ---

// Counts what only events tell.
class Counter final : public EventSink {
 public:
  Counter(const Rules& rules, Figures& figures) : rules_(rules), figures_(figures) {}
  void add(const GameState& s, const Event& event) override {
    if (event.kind == EventKind::discarded) ++figures_.discarded;
    if (event.kind == EventKind::deployed && event.player < kMaxPlayers)
      ++figures_.seats[event.player].pieces_placed;
    if (event.kind != EventKind::score) return;
    const auto source = static_cast<std::size_t>(event.reason);
    const bool at_end = s.core->step >= rules_.ending_index;
    (at_end ? figures_.at_end : figures_.during)[source] += event.points;
  }

 private:
  const Rules& rules_;
  Figures& figures_;
};

void add_result(const Rules& rules, const GameState& s, Figures& figures) {
  const int players = rules.player_count();
  std::array<std::int32_t, kMaxPlayers> scores{};
  for (int seat = 0; seat < players; ++seat)
    scores[static_cast<std::size_t>(seat)] = s.core->players[seat].score;
  std::int32_t first = std::max(scores[0], scores[1]), second = std::min(scores[0], scores[1]);
  for (std::size_t seat = 2; seat < static_cast<std::size_t>(players); ++seat) {
    second = std::max(second, std::min(first, scores[seat]));
    first = std::max(first, scores[seat]);
  }
  const bool tie = first == second;
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(players); ++seat) {
    figures.seats[seat].score.add(scores[seat]);
    if (scores[seat] == first) ++(tie ? figures.seats[seat].ties : figures.seats[seat].wins);
  }
  figures.margin.add(first - second);
  figures.turns.add(s.core->turn);
  ++figures.games;
}

void add_map(const GameState& s, Figures& figures) {
  Pos low = s.tiles[0].at, high = low;
  for (int i = 0; i < s.core->tiles; ++i) {
    const Pos at = s.tiles[i].at;
    low = {std::min(low.x, at.x), std::min(low.y, at.y)};
    high = {std::max(high.x, at.x), std::max(high.y, at.y)};
  }
  figures.width.add(high.x - low.x + 1);
  figures.height.add(high.y - low.y + 1);
}

// --- records in the order of games ---

// Lines come from several threads; a thread that is far ahead waits, so few lines are ever held.
class OrderedLines {
 public:
  OrderedLines(std::ostream& out, std::uint64_t window) : out_(out), window_(window) {}

  void put(std::uint64_t index, std::string line) {
    std::unique_lock lock(mutex_);
    room_.wait(lock, [&] { return index < next_ + window_; });
    waiting_.emplace(index, std::move(line));
    while (!waiting_.empty() && waiting_.begin()->first == next_) {
      out_ << waiting_.begin()->second << '\n';
      waiting_.erase(waiting_.begin());
      ++next_;
    }
    room_.notify_all();
  }

 private:
  std::ostream& out_;
  const std::uint64_t window_;
  std::mutex mutex_;
  std::condition_variable room_;
  std::map<std::uint64_t, std::string> waiting_;
  std::uint64_t next_ = 0;
};

// --- a thread's share ---

class Worker {
 public:
  explicit Worker(const SimulationPlan& plan) : plan_(plan), start_(initial_state(*plan.rules)) {
    for (const std::string& name : plan.bots) bots_.push_back(make_bot(name));
  }

  void play(std::uint64_t index, OrderedLines* lines) {
    GameRng rng(Rng::stream(plan_.seed, index));
    GameState state = start_;
    Counter counter(*plan_.rules, figures);
    Record record;
    if (lines != nullptr) record.setup = plan_.setup;
    play_out(*plan_.rules, state, bots_, rng, &counter, [&](const GameState& s, const Action& a) {
      if (lines != nullptr) record.actions.push_back(name_action(*plan_.rules, s, a));
    });
    add_result(*plan_.rules, state, figures);
    add_map(state, figures);
    if (lines != nullptr) lines->put(index, write_record(record));
  }

  Figures figures;

 private:
  const SimulationPlan& plan_;
  const GameState start_;
  std::vector<std::unique_ptr<Bot>> bots_;
};

}  // namespace

SimulationResult simulate(const SimulationPlan& plan, const SimulationHooks& hooks) {
  std::optional<OrderedLines> lines;
  const auto threads = static_cast<std::uint64_t>(std::max(1, plan.threads));
  if (hooks.records != nullptr) lines.emplace(*hooks.records, 64 + 8 * threads);
  std::atomic<std::uint64_t> next{0}, done{0};
  std::atomic<std::uint64_t> running{threads};
  std::vector<Figures> shares(threads);
  // Games are taken in order and every game taken is finished: what is done is a prefix.
  const auto work = [&](std::size_t share) {
    Worker worker(plan);
    while (hooks.stop == nullptr || !hooks.stop->load(std::memory_order_relaxed)) {
      const std::uint64_t index = next.fetch_add(1);
      if (index >= plan.games) break;
      worker.play(index, lines ? &*lines : nullptr);
      done.fetch_add(1, std::memory_order_relaxed);
    }
    shares[share] = worker.figures;
    running.fetch_sub(1);
  };
  std::vector<std::jthread> pool;
  for (std::size_t i = 0; i < threads; ++i) pool.emplace_back(work, i);
  while (hooks.progress && running.load() > 0) {
    hooks.progress(done.load());
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  pool.clear();
  SimulationResult result;
  for (const Figures& share : shares) result.figures.add(share);
  if (hooks.records != nullptr) result.records_failed = !hooks.records->flush();
  return result;
}

std::variant<std::vector<std::string>, SetupError> seat_bots(const std::vector<std::string>& named,
                                                             int players) {
  if (named.size() > static_cast<std::size_t>(players))
    return SetupError{fmt::format("{} bots for {} players", named.size(), players)};
  std::vector<std::string> bots;
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(players); ++seat)
    bots.push_back(named.empty() ? "random" : named[seat % named.size()]);
  for (const std::string& bot : bots)
    if (auto built = build_bot(bot); const auto* wrong = std::get_if<std::string>(&built))
      return SetupError{*wrong};
  return bots;
}

// --- output ---

namespace {

double per_game(std::int64_t sum, const Figures& f) {
  return f.games == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(f.games);
}

// Member by member: one large braced list takes the compiler minutes.
Json tally_json(const Tally& t) {
  Json out = Json::object();
  out["mean"] = rounded(t.mean());
  out["sd"] = rounded(t.deviation());
  out["min"] = t.least;
  out["max"] = t.greatest;
  return out;
}

Json seat_json(const std::string& bot, const SeatFigures& seat, const Figures& f) {
  Json out = Json::object();
  out["bot"] = bot;
  out["score"] = tally_json(seat.score);
  out["wins"] = rounded(per_game(seat.wins, f));
  out["ties"] = rounded(per_game(seat.ties, f));
  out["pieces_placed"] = rounded(per_game(seat.pieces_placed, f));
  return out;
}

Json points_json(const Figures& f) {
  Json out = Json::object();
  for (std::size_t i = 0; i < kSources; ++i) {
    if (f.during[i] == 0 && f.at_end[i] == 0) continue;
    Json& source = out[std::string(kScoreNames[i])];
    source["during"] = rounded(per_game(f.during[i], f));
    source["at_end"] = rounded(per_game(f.at_end[i], f));
  }
  return out;
}

}  // namespace

Json figures_to_json(const SimulationPlan& plan, const Figures& f) {
  Json seats = Json::array();
  for (std::size_t i = 0; i < plan.bots.size(); ++i)
    seats.push_back(seat_json(plan.bots[i], f.seats[i], f));
  Json out = Json::object();
  out["setup"] = setup_to_json(plan.setup);
  out["seed"] = plan.seed;
  out["games"] = f.games;
  out["seats"] = std::move(seats);
  out["margin"] = tally_json(f.margin);
  out["turns"] = tally_json(f.turns);
  out["discarded_per_game"] = rounded(per_game(f.discarded, f));
  out["points_per_game"] = points_json(f);
  out["width"] = tally_json(f.width);
  out["height"] = tally_json(f.height);
  return out;
}

std::string figures_to_text(const SimulationPlan& plan, const Figures& f) {
  std::string out = fmt::format("{} games, seed {}\n\n", f.games, plan.seed);
  out += fmt::format("{:<5}{:<10}{:>9}{:>8}{:>6}{:>6}{:>9}{:>8}{:>9}\n", "seat", "bot", "score",
                     "sd", "min", "max", "wins", "ties", "pieces");
  for (std::size_t i = 0; i < plan.bots.size(); ++i) {
    const SeatFigures& seat = f.seats[i];
    out += fmt::format("{:<5}{:<10}{:>9.2f}{:>8.2f}{:>6}{:>6}{:>7.1f} %{:>6.1f} %{:>9.2f}\n", i + 1,
                       plan.bots[i], seat.score.mean(), seat.score.deviation(), seat.score.least,
                       seat.score.greatest, 100 * per_game(seat.wins, f),
                       100 * per_game(seat.ties, f), per_game(seat.pieces_placed, f));
  }
  out += fmt::format("\n{:<14}{:>9}{:>9}{:>9}\n", "points a game", "during", "at end", "together");
  for (std::size_t i = 0; i < kSources; ++i)
    if (f.during[i] != 0 || f.at_end[i] != 0)
      out +=
          fmt::format("{:<14}{:>9.2f}{:>9.2f}{:>9.2f}\n", kScoreNames[i], per_game(f.during[i], f),
                      per_game(f.at_end[i], f), per_game(f.during[i] + f.at_end[i], f));
  out += fmt::format("\n{:<14}{:>9}{:>8}{:>6}{:>6}\n", "", "mean", "sd", "min", "max");
  const auto row = [&](std::string_view name, const Tally& t) {
    out += fmt::format("{:<14}{:>9.2f}{:>8.2f}{:>6}{:>6}\n", name, t.mean(), t.deviation(), t.least,
                       t.greatest);
  };
  row("margin", f.margin);
  row("turns", f.turns);
  row("map width", f.width);
  row("map height", f.height);
  return out + fmt::format("{:<14}{:>9.3f}\n", "discarded", per_game(f.discarded, f));
}

}  // namespace bastide::tools
