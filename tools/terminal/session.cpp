#include "tools/terminal/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <fstream>
#include <istream>
#include <ostream>

#include "bots/dealer.h"
#include "engine/notation/text_action.h"
#include "tools/terminal/text.h"

namespace bastide::tools {

namespace {

std::string trimmed(const std::string& text) {
  constexpr std::string_view blanks = " \t\r\n";
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

}  // namespace

std::optional<std::string> StreamReader::read(const std::string& prompt) {
  out_ << prompt << std::flush;
  std::string line;
  if (!std::getline(in_, line)) return std::nullopt;
  return line;
}

Session::Session(RulesPtr rules, Record record, SessionConfig config, LineReader& in,
                 std::ostream& out)
    : rules_(std::move(rules)),
      record_(std::move(record)),
      config_(std::move(config)),
      in_(in),
      out_(out),
      screen_(*rules_, config_.look),
      chronicle_(*rules_, config_.look.ascii),
      state_(initial_state(*rules_)) {
  for (const std::string& seat : config_.seats) {
    auto& bot = bots_.emplace_back(seat.empty() ? nullptr : make_bot(seat));
    if (bot != nullptr) bot->begin(record_.setup, *rules_, static_cast<Seat>(bots_.size() - 1));
  }
  rebuild();
  chronicle_.read();
}

// --- the game ---

void Session::rebuild() {
  chronicle_.clear();
  state_ = initial_state(*rules_);
  for (NamedAction& action : record_.actions) {
    if (is_chance(state_)) action.by = NamedAction::kByDealer;  // a record need not say so
    if (apply_named(*rules_, state_, action, &chronicle_)) break;
  }
}

void Session::act(const Action& action) {
  record_.actions.push_back(name_action(*rules_, state_, action));
  for (const auto& bot : bots_)
    if (bot != nullptr) bot->observe(*rules_, state_, action);
  apply_assume_legal(*rules_, state_, action, &chronicle_);
  view_.focus.reset();
  cell_.reset();
  keep();
}

// The n-th draw depends on the seed, on n and on what is left: undoing does not change the luck.
Action Session::deal_next() const {
  const auto draws = static_cast<std::uint64_t>(
      std::ranges::count(record_.actions, NamedAction::kByDealer, &NamedAction::by));
  Rng rng = Rng::stream(config_.seed, draws);
  return deal(*rules_, state_, rng);
}

void Session::advance() {
  while (!is_over(state_)) {
    const Seat seat = actor(state_);
    if (seat == kDealer) {
      act(deal_next());
    } else if (is_bot(seat)) {
      Rng rng = Rng::stream(~config_.seed, record_.actions.size());
      act(bots_[seat]->choose(*rules_, state_, rng));
    } else {
      return;
    }
  }
}

Outcome Session::run() {
  for (;;) {
    advance();
    if (is_over(state_)) {
      show_end();
      return Outcome::finished;
    }
    if (const auto outcome = ask()) {
      if (*outcome == Outcome::input_ended) {
        const std::string& file = config_.save.empty() ? config_.rescue : config_.save;
        if (!file.empty() && save_to(file)) out_ << "\nThe game is saved in " << file << ".\n";
      }
      return *outcome;
    }
  }
}

// --- the talk ---

std::optional<Outcome> Session::ask() {
  const Answers answers(*rules_, state_, config_.look.ascii);
  for (Next next = Next::redraw;;) {
    const std::size_t played = record_.actions.size();
    if (next == Next::redraw) show(answers);
    const auto line = in_.read(prompt());
    if (!line) return Outcome::input_ended;
    next = handle(*line, answers);
    if (next == Next::leave) return Outcome::quit;
    if (record_.actions.size() != played) return std::nullopt;
  }
}

std::string Session::prompt() const {
  const Seat seat = actor(state_);
  std::string text{question(decision(state_))};
  if (decision(state_) == DecisionKind::meeple) text += " (0 or Enter: no)";
  if (cell_) text = "Which way round? (degrees, or back)";
  return fmt::format("{} {} {} > ", screen_.name(seat), config_.look.ascii ? "-" : "—", text);
}

void Session::show(const Answers& answers) {
  if (config_.clear_screen) out_ << "\x1b[H\x1b[2J\x1b[3J";
  out_ << screen_.compose(state_, answers, cell_, chronicle_.news(), view_, config_.screen_size());
}

void Session::show_end() {
  if (config_.clear_screen) out_ << "\x1b[H\x1b[2J\x1b[3J";
  BoardMarks marks;
  marks.last = last_laid(state_);
  out_ << screen_.whole_map(state_, marks, config_.screen_size().width);
  out_ << "\n" << screen_.news_text(chronicle_.news(), config_.screen_size().width);
  out_ << "\nThe game is over.\n\n" << chronicle_.by_source(state_) << "\n";
  int best = state_.core->players[0].score;
  for (int seat = 1; seat < rules_->player_count(); ++seat)
    best = std::max(best, state_.core->players[seat].score);
  std::vector<std::string> winners;
  for (int seat = 0; seat < rules_->player_count(); ++seat)
    if (state_.core->players[seat].score == best)
      winners.push_back(seat_text(*rules_, static_cast<Seat>(seat)));
  out_ << (winners.size() == 1 ? "Winner: " : "A tie between ")
       << fmt::format("{}, with {} points.\n", joined(winners, " and "), best);
}

Session::Next Session::handle(const std::string& line, const Answers& answers) {
  const std::vector<std::string> words = words_of(line);
  raw_line_ = line;
  if (!words.empty())
    for (const Command& command : commands())
      if (command.name == words[0]) return (this->*command.run)(words);
  std::string text = line;
  const bool may_pass = answers.list().back().actions.front().kind == ActionKind::pass;
  if (words.empty() && may_pass && decision(state_) == DecisionKind::meeple) text = "pass";
  if (words.empty() && text != "pass") return Next::redraw;
  const Chosen chosen = answers.choose(text, cell_);
  if (const Action* action = std::get_if<Action>(&chosen)) {
    // What a person has read is read; after this come the news up to the next question.
    if (decision(state_) == DecisionKind::place) chronicle_.read();
    act(*action);
    return Next::redraw;
  }
  if (const ChosenCell* cell = std::get_if<ChosenCell>(&chosen)) {
    cell_ = cell->answer;
    return Next::redraw;
  }
  out_ << std::get<NotUnderstood>(chosen).reason << "\n";
  return Next::ask_again;
}

// --- commands ---

std::span<const Session::Command> Session::commands() {
  static constexpr Command table[] = {
      {"help", "this text", &Session::help},
      {"?", "", &Session::help},
      {"list", "all answers to the present question", &Session::list},
      {"back", "choose another cell", &Session::back},
      {"map", "the whole map", &Session::map},
      {"move", "move X Y: look at a cell; move alone: back to the last tile", &Session::move},
      {"zoom", "zoom in, zoom out: larger or smaller tiles; zoom alone: as fits", &Session::zoom},
      {"tiles", "the tiles that have not been seen yet", &Session::tiles},
      {"score", "where every point came from", &Session::score},
      {"why", "the last points, with their terms", &Session::why},
      {"undo", "take back the last answer, as long as no bot has answered", &Session::undo},
      {"save", "save FILE: write the game to a file", &Session::save},
      {"quit", "leave the game", &Session::quit},
      {"exit", "", &Session::quit},
  };
  return table;
}

std::vector<std::string> command_names() {
  std::vector<std::string> names;
  for (const Session::Command& command : Session::commands())
    if (!command.help.empty()) names.emplace_back(command.name);
  return names;
}

Session::Next Session::help(const std::vector<std::string>&) {
  out_ << "Answer with a number from the map or the list. Other ways to say it:\n"
          "  3 90           cell 3, the tile turned 90 degrees clockwise\n"
          "  place 1 0 90   the same by coordinates: x, y, degrees\n"
          "  city:N, city   a piece on that segment\n"
          "  big city       another piece than a meeple: big, abbot, builder, pig,\n"
          "                 shepherd, mayor, wagon, barn, ringmaster\n"
          "  pass, 0        no piece\n"
          "Commands:\n";
  for (const Command& command : commands())
    if (!command.help.empty()) out_ << fmt::format("  {:<8} {}\n", command.name, command.help);
  out_ << "On the map a piece shows its player's letter and its role: ";
  for (const SegmentKind kind :
       {SegmentKind::city, SegmentKind::road, SegmentKind::monastery, SegmentKind::field})
    out_ << encoded(role_sign(kind, config_.look.ascii)) << " " << role_name(kind)
         << (kind == SegmentKind::field ? ".\n" : ", ");
  return Next::ask_again;
}

Session::Next Session::list(const std::vector<std::string>&) {
  const Answers answers(*rules_, state_, config_.look.ascii);
  for (const Answer& answer : answers.list())
    out_ << fmt::format("{:>4}  {}\n", answer.number, answer.text);
  return Next::ask_again;
}

Session::Next Session::back(const std::vector<std::string>&) {
  cell_.reset();
  return Next::redraw;
}

Session::Next Session::map(const std::vector<std::string>&) {
  BoardMarks marks = Answers(*rules_, state_, config_.look.ascii).marks(cell_);
  marks.last = last_laid(state_);
  out_ << screen_.whole_map(state_, marks, config_.screen_size().width);
  return Next::ask_again;
}

Session::Next Session::move(const std::vector<std::string>& words) {
  view_.focus.reset();
  if (words.size() == 1) return Next::redraw;
  std::int16_t at[2]{};
  for (std::size_t i = 0; i < 2; ++i) {
    const std::string word = i + 1 < words.size() ? words[i + 1] : "";
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), at[i]);
    if (error != std::errc{} || end != word.data() + word.size() || words.size() != 3) {
      out_ << "Type move and two coordinates: move 2 -1\n";
      return Next::ask_again;
    }
  }
  view_.focus = Pos{at[0], at[1]};
  return Next::redraw;
}

Session::Next Session::zoom(const std::vector<std::string>& words) {
  const std::string way = words.size() == 2 ? words[1] : "";
  const PictureSize now = view_.size.value_or(kMedium);
  if (words.size() == 1)
    view_.size.reset();
  else if (way == "in")
    view_.size = now == kSmall ? kMedium : kLarge;
  else if (way == "out")
    view_.size = now == kLarge ? kMedium : kSmall;
  else {
    out_ << "Type zoom in, zoom out, or zoom alone.\n";
    return Next::ask_again;
  }
  return Next::redraw;
}

Session::Next Session::tiles(const std::vector<std::string>&) {
  out_ << screen_.tiles_left(state_, config_.screen_size().width);
  return Next::ask_again;
}

Session::Next Session::score(const std::vector<std::string>&) {
  out_ << chronicle_.all_points() << "\n" << chronicle_.by_source(state_);
  return Next::ask_again;
}

Session::Next Session::why(const std::vector<std::string>&) {
  out_ << chronicle_.last_points();
  return Next::ask_again;
}

// Back to the last answer of a person, with the draws after it.
Session::Next Session::undo(const std::vector<std::string>&) {
  std::size_t keep = record_.actions.size();
  while (keep > 0 && record_.actions[keep - 1].by == NamedAction::kByDealer) --keep;
  const bool mine = keep > 0 && record_.actions[keep - 1].by &&
                    !is_bot(static_cast<Seat>(*record_.actions[keep - 1].by));
  if (!mine) {
    out_ << (keep == 0 ? "There is nothing to take back.\n"
                       : "Too late: a bot has answered since.\n");
    return Next::ask_again;
  }
  record_.actions.resize(keep - 1);
  rebuild();
  chronicle_.read();
  cell_.reset();
  this->keep();
  return Next::redraw;
}

Session::Next Session::save(const std::vector<std::string>&) {
  std::string file = trimmed(trimmed(raw_line_).substr(4));  // after the command
  if (file.empty()) file = config_.save;
  if (file.empty())
    out_ << "Type save and the name of a file.\n";
  else if (save_to(file))
    out_ << "Saved in " << file << ".\n";
  return Next::ask_again;
}

Session::Next Session::quit(const std::vector<std::string>&) {
  if (!config_.save.empty()) {
    if (save_to(config_.save))
      out_ << fmt::format("The game is saved in {0}. To go on: bastide play {0}\n", config_.save);
    return Next::leave;
  }
  const auto line = in_.read("Save the game? Name of the file (Enter: no, back: play on) > ");
  const std::string file = trimmed(line.value_or(""));
  if (file == "back") return Next::redraw;
  if (file.empty()) return Next::leave;
  if (!save_to(file)) return Next::ask_again;
  out_ << fmt::format("Saved. To go on: bastide play {}\n", file);
  return Next::leave;
}

// --- saving ---

// Written beside and renamed: a crash never leaves half a record.
bool Session::save_to(const std::string& file) {
  const std::string beside = file + ".new";
  {
    std::ofstream out(beside);
    out << write_record(record_) << "\n";
    if (out.flush() && std::rename(beside.c_str(), file.c_str()) == 0) return true;
  }
  std::remove(beside.c_str());
  out_ << fmt::format("The game could not be saved in {}.\n", file);
  return false;
}

void Session::keep() {
  if (!config_.save.empty() && !save_failed_) save_failed_ = !save_to(config_.save);
}

}  // namespace bastide::tools
