// Many games between bots and the figures that sum them up. Game i draws from a stream of its own,
// and every figure is a sum, a least or a greatest; so the number of threads changes nothing.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "engine/notation/record.h"

namespace bastide::tools {

struct SimulationPlan {
  RulesPtr rules;
  Setup setup;                    // for the records
  std::vector<std::string> bots;  // one a seat
  std::uint64_t games = 1;
  std::uint64_t seed = 1;
  int threads = 1;
};

// Sum, sum of squares, least and greatest of whole numbers.
struct Tally {
  std::int64_t count = 0, sum = 0, squares = 0, least = 0, greatest = 0;
  void add(std::int64_t value);
  void add(const Tally& other);
  double mean() const;
  double deviation() const;  // of the sample
  friend bool operator==(const Tally&, const Tally&) = default;
};

struct SeatFigures {
  Tally score;
  std::int64_t wins = 0;  // alone in front
  std::int64_t ties = 0;  // in front with others
  std::int64_t pieces_placed = 0;
  friend bool operator==(const SeatFigures&, const SeatFigures&) = default;
};

inline constexpr std::size_t kSources = kScoreNames.size();

struct Figures {
  std::int64_t games = 0;
  std::array<SeatFigures, kMaxPlayers> seats{};
  Tally margin;  // first to second
  Tally turns;
  Tally width, height;  // of the map, in tiles
  std::int64_t discarded = 0;
  std::array<std::int64_t, kSources> during{}, at_end{};  // points of all seats by source
  void add(const Figures& other);
  friend bool operator==(const Figures&, const Figures&) = default;
};

struct SimulationHooks {
  std::ostream* records = nullptr;                   // one record a line, in the order of games
  const std::atomic<bool>* stop = nullptr;           // games under way are finished
  std::function<void(std::uint64_t done)> progress;  // from the calling thread, now and then
};

struct SimulationResult {
  Figures figures;  // of the first figures.games games
  bool records_failed = false;
};
SimulationResult simulate(const SimulationPlan& plan, const SimulationHooks& hooks = {});

Json figures_to_json(const SimulationPlan& plan, const Figures& figures);
std::string figures_to_text(const SimulationPlan& plan, const Figures& figures);

// The bots by seat, repeated when fewer are named than there are seats; empty: random.
// The error names the bots there are.
std::variant<std::vector<std::string>, SetupError> seat_bots(const std::vector<std::string>& named,
                                                             int players);

}  // namespace bastide::tools
