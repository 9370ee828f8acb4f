// Scenarios are text (tests/scenarios/README.md): a position, moves, and what must come of them.
// The runner reads a file, plays it through the public interface of the engine, and returns what
// did not hold, each with file and line. One small function per word; the tables are at the end of
// scenario_given.cpp, scenario_moves.cpp and scenario_checks.cpp.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/game/game.h"
#include "engine/game/position.h"
#include "engine/game/setup.h"

namespace bastide::scenario {

struct Line {
  int number = 0;
  std::vector<std::string> words;  // without the comment; a comma behind a word is a word
};

struct Scenario {
  std::string file;
  std::vector<Line> lines;
};

Scenario parse_scenario(std::string file, std::string_view text);
std::optional<Scenario> read_scenario(const std::filesystem::path& path);
std::vector<std::filesystem::path> scenario_files(const std::filesystem::path& root);

// Everything that did not hold, as "file:line: sentence". A line that cannot be read ends the run.
std::vector<std::string> run_scenario(const Scenario& scenario);

struct LoggedEvent {
  Event event;
  bool matched = false;
};

class Log final : public EventSink {
 public:
  void add(const GameState&, const Event& event) override { events.push_back({event}); }
  std::vector<LoggedEvent> events;
};

enum class Section : std::uint8_t { header, given, when, then };

class Run;
struct Word {
  std::string_view word;
  void (*act)(Run&);
};
std::span<const Word> header_words();
std::span<const Word> given_words();
std::span<const Word> move_words();
std::span<const Word> check_words();

// One scenario while it is played.
class Run {
 public:
  explicit Run(const Scenario& scenario) : scenario_(scenario) {}
  std::vector<std::string> play();

  // Reading the current line from left to right. What is missing or wrong is said once, by stop().
  bool more() const { return at_ < line_->words.size(); }
  std::string_view peek() const { return more() ? std::string_view(line_->words[at_]) : ""; }
  bool accept(std::string_view word);  // takes the word if it comes next
  std::string take(std::string_view what);
  std::string rest();  // the words left, with a space between
  void back() { --at_; }
  int take_int(std::string_view what);
  Seat take_seat();
  TileType take_tile();
  Pos take_pos();
  Rotation take_rotation();  // "rot 90", or nothing
  PieceKind take_piece();
  template <class Enum, std::size_t N>
  Enum take_name(const std::array<std::string_view, N>& names, std::string_view what) {
    const std::string word = take(what);
    const auto found = parse_name<Enum>(names, word);
    if (!found) stop("'" + word + "' is no " + std::string(what));
    return found.value_or(Enum{});
  }
  Action take_action();  // scenario_moves.cpp
  // A segment of a tile that lies on the map: "2,0 road:E".
  SegmentId take_place();
  // A segment or a spot of a tile by its name, as Action::seg; and its name.
  int segment_on(const PlacedTile& tile, std::string_view name);
  std::string name_on(const PlacedTile& tile, std::uint8_t seg) const;

  void fail(const std::string& what);  // an expectation did not hold
  void stop(const std::string& what);  // the line makes no sense, or a move was refused
  bool stopped() const { return stopped_; }

  // Playing
  void begin();  // compiles the setup and loads the position
  void apply_action(const Action& action);
  std::string describe(const Action& action) const;
  std::string seat_name(Seat seat) const;
  const Rules& rules() const { return *rules_; }
  const GameState& state() const { return *state_; }
  bool started() const { return state_.has_value(); }

  Setup setup;
  PositionSpec position;
  bool positioned = false;     // something is given: the position is loaded
  Log log;                     // since the last `when`
  bool scores_listed = false;  // the block lists score events: it must list them all

 private:
  void run_line(const Line& line);
  void enter(Section section);
  void close_block();
  void check_state();

  const Scenario& scenario_;
  const Line* line_ = nullptr;
  std::size_t at_ = 0;
  Section section_ = Section::header;
  bool stopped_ = false;
  RulesPtr rules_;
  std::optional<GameState> state_;
  std::vector<std::string> failures_;
};

}  // namespace bastide::scenario
