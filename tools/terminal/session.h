// A game at the terminal: people and bots, typed answers, saving, undoing. It reads lines and
// writes text, and knows nothing of the terminal itself; so tests can play it with strings.
#pragma once

#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bots/bot.h"
#include "engine/notation/record.h"
#include "tools/terminal/screen.h"

namespace bastide::tools {

class LineReader {
 public:
  virtual ~LineReader() = default;
  virtual std::optional<std::string> read(const std::string& prompt) = 0;  // empty at the end
};

// From a stream; the prompt goes to the other one.
class StreamReader final : public LineReader {
 public:
  StreamReader(std::istream& in, std::ostream& out) : in_(in), out_(out) {}
  std::optional<std::string> read(const std::string& prompt) override;

 private:
  std::istream& in_;
  std::ostream& out_;
};

struct SessionConfig {
  std::vector<std::string> seats;  // a bot's name, or empty for a person
  std::uint64_t seed = 1;
  std::string save;    // the record is kept here after every move
  std::string rescue;  // written if the input ends and `save` is empty
  Look look;
  bool clear_screen = false;
  std::function<ScreenSize()> screen_size = [] { return ScreenSize{}; };
};

enum class Outcome : std::uint8_t { finished, quit, input_ended };

class Session {
 public:
  // The record may hold actions already; they must have been played once (play_record).
  Session(RulesPtr rules, Record record, SessionConfig config, LineReader& in, std::ostream& out);

  Outcome run();

  const GameState& state() const { return state_; }
  const Record& record() const { return record_; }

 private:
  enum class Next : std::uint8_t { ask_again, redraw, leave };
  struct Command {
    std::string_view name;
    std::string_view help;
    Next (Session::*run)(const std::vector<std::string>& words);
  };
  static std::span<const Command> commands();
  friend std::vector<std::string> command_names();

  // The game
  bool is_bot(Seat seat) const { return seat < bots_.size() && bots_[seat] != nullptr; }
  void advance();  // dealer and bots, until a person is asked
  void act(const Action& action);
  void rebuild();  // the state from the record
  Action deal_next() const;

  // The talk
  std::optional<Outcome> ask();
  std::string prompt() const;
  Next handle(const std::string& line, const Answers& answers);
  void show(const Answers& answers);
  void show_end();

  // Commands
  Next help(const std::vector<std::string>&);
  Next list(const std::vector<std::string>&);
  Next map(const std::vector<std::string>&);
  Next move(const std::vector<std::string>& words);
  Next zoom(const std::vector<std::string>& words);
  Next tiles(const std::vector<std::string>&);
  Next score(const std::vector<std::string>&);
  Next why(const std::vector<std::string>&);
  Next undo(const std::vector<std::string>&);
  Next save(const std::vector<std::string>& words);
  Next quit(const std::vector<std::string>&);
  Next back(const std::vector<std::string>&);

  // Saving
  bool save_to(const std::string& file);  // says so if it fails
  void keep();

  RulesPtr rules_;
  Record record_;
  SessionConfig config_;
  LineReader& in_;
  std::ostream& out_;
  Screen screen_;
  Chronicle chronicle_;
  GameState state_;
  std::vector<std::unique_ptr<Bot>> bots_;
  View view_;
  std::optional<std::size_t> cell_;  // chosen, its rotation still asked
  std::string raw_line_;             // as typed, for file names
  bool save_failed_ = false;
};

std::vector<std::string> command_names();

}  // namespace bastide::tools
