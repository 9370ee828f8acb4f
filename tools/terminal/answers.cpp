#include "tools/terminal/answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <map>

#include "engine/notation/names.h"
#include "engine/notation/text_action.h"
#include "tools/terminal/chronicle.h"
#include "tools/terminal/text.h"
#include "tools/terminal/tokens_view.h"

namespace bastide::tools {

namespace {

struct Question {
  DecisionKind kind;
  std::string_view text;
};
constexpr std::array<Question, 25> kQuestions{{
    {DecisionKind::place, "Where does the tile go?"},
    {DecisionKind::meeple, "Put a piece on the tile?"},
    {DecisionKind::bridge, "Where do you build the bridge?"},
    {DecisionKind::build, "Do you build a castle or a granary?"},
    {DecisionKind::princess, "Whom does the princess send away?"},
    {DecisionKind::dragon, "Where does the dragon fly?"},
    {DecisionKind::plague, "Which piece goes back to you?"},
    {DecisionKind::order, "Which feature is scored next?"},
    {DecisionKind::redeploy, "Do you move a piece out of the quarter?"},
    {DecisionKind::castle, "Do you take a castle instead of the points?"},
    {DecisionKind::castle_feature, "Which feature does the castle score?"},
    {DecisionKind::deploy, "Do you put a piece into a quarter?"},
    {DecisionKind::move_count, "Where does the count go?"},
    {DecisionKind::auction, "Which tile do you put up, and for how much?"},
    {DecisionKind::bid, "How much do you bid?"},
    {DecisionKind::close_auction, "Do you buy the tile or sell it?"},
    {DecisionKind::take, "Which tile do you take?"},
    {DecisionKind::market_to_field, "Which field does the piece go to?"},
    {DecisionKind::double_turn, "Do you play a second tile?"},
    {DecisionKind::flock, "Does the flock grow, or go into the stable?"},
    {DecisionKind::capture, "Whom do you take prisoner?"},
    {DecisionKind::exchange, "Which of your pieces comes back for the one you took?"},
    {DecisionKind::ransom, "Do you buy a piece free, for 3 points?"},
    {DecisionKind::abbey, "Does your abbey go into a gap? (0: draw a tile)"},
    {DecisionKind::wagon, "Where does your wagon go on to? (0: home)"},
}};

// What a piece is good for that scores nothing itself; empty for those that do.
std::string_view use_of(PieceKind piece) {
  switch (piece) {
    case PieceKind::builder:
      return "a second tile whenever you build on";
    case PieceKind::pig:
      return "a point more for each completed city, at the end";
    case PieceKind::shepherd:
      return "gathers sheep, a point for each, until a wolf comes";
    case PieceKind::barn:
      return "4 points for each completed city at its field, at the end";
    default:
      return {};
  }
}

std::optional<int> number_in(std::string_view word) {
  int value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc{} || end != word.data() + word.size()) return std::nullopt;
  return value;
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

// "city:n" as the wire spells it: "city:N".
std::string segment_spelling(std::string_view word) {
  std::string out(word);
  const auto colon = out.find(':');
  for (std::size_t i = colon == std::string::npos ? out.size() : colon; i < out.size(); ++i)
    if (out[i] >= 'a' && out[i] <= 'z') out[i] = static_cast<char>(out[i] - 'a' + 'A');
  return out;
}

bool on_segment(const Action& action) {
  return action.kind == ActionKind::meeple || action.kind == ActionKind::recall ||
         action.kind == ActionKind::fairy || action.kind == ActionKind::send_away ||
         action.kind == ActionKind::plague || action.kind == ActionKind::redeploy ||
         action.kind == ActionKind::score_next || action.kind == ActionKind::build_castle ||
         action.kind == ActionKind::castle || action.kind == ActionKind::capture ||
         action.kind == ActionKind::wagon;
}

// Where its number stands on the map: a segment, or a spot of the tile.
std::optional<SegmentMark> mark_of(const Action& action, std::string number) {
  if (on_segment(action)) return SegmentMark{action.at, action.seg, std::move(number)};
  switch (action.kind) {
    case ActionKind::dragon:  // anywhere on the tile that it would enter
      return SegmentMark{action.at, 0, std::move(number)};
    case ActionKind::build_granary:  // the farmer who would move in
      return SegmentMark{action.at2, action.seg, std::move(number)};
    case ActionKind::tower:
      return SegmentMark{action.at, seg_of(Spot::tower), std::move(number)};
    case ActionKind::pyramid:
      return SegmentMark{action.at, seg_of(Spot::acrobats), std::move(number)};
    default:
      return std::nullopt;
  }
}

}  // namespace

std::string_view question(DecisionKind kind) {
  const auto found = std::ranges::find(kQuestions, kind, &Question::kind);
  return found != kQuestions.end() ? found->text : "What do you do?";
}

std::vector<std::string> words_of(std::string_view typed) {
  std::vector<std::string> words(1);
  for (const char c : lower(typed)) {
    if (c == ' ' || c == '\t' || c == ',' || c == '\r' || c == '(' || c == ')' || c == '@') {
      if (!words.back().empty()) words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

Answers::Answers(const Rules& rules, const GameState& s, bool ascii)
    : rules_(rules), state_(s), ascii_(ascii) {
  std::vector<Action> actions;
  legal(rules, s, actions);
  add_cells(actions);
  add_others(actions);
}

// Cells are numbered as one reads the map: from north to south, from west to east.
void Answers::add_cells(const std::vector<Action>& actions) {
  std::map<std::pair<int, int>, std::vector<Action>> cells;
  for (const Action& action : actions)
    if (action.kind == ActionKind::place) cells[{-action.at.y, action.at.x}].push_back(action);
  for (auto& [key, ways] : cells) {
    std::ranges::sort(ways, {}, &Action::value);
    std::string text = fmt::format("({},{})", ways[0].at.x, ways[0].at.y);
    for (const Action& way : ways) text += fmt::format(" {}", way.value * 90);
    list_.push_back({static_cast<int>(list_.size()) + 1, std::move(text), std::move(ways)});
  }
}

void Answers::add_others(const std::vector<Action>& actions) {
  const Action* pass = nullptr;
  for (const Action& action : actions) {
    if (action.kind == ActionKind::pass) pass = &action;
    if (action.kind == ActionKind::pass || action.kind == ActionKind::place) continue;
    std::string text = action.kind == ActionKind::meeple   ? piece_text(action)
                       : action.kind == ActionKind::recall ? recall_text(action)
                                                           : prisoner_text(action);
    list_.push_back({static_cast<int>(list_.size()) + 1, std::move(text), {action}});
  }
  if (pass != nullptr) list_.push_back({0, "pass", {*pass}});
}

// "knight on city:N: 2 now, 4 when finished"
std::string Answers::piece_text(const Action& action) const {
  const PlacedTile* tile = tile_at(state_, action.at);
  if (is_spot(action.seg)) return spot_text(action);
  if (tile == nullptr || !tile->has_segment(action.seg)) return action_text(rules_, state_, action);
  const Segment& segment = state_.segments[tile->segment(action.seg)];
  const SegmentKind kind = state_.features[segment.feature].kind;
  std::string text = fmt::format("{} on {}", piece_role(action.piece, kind),
                                 segment_name_at(rules_, *tile, action.seg));
  if (action.piece != PieceKind::meeple && action.piece != PieceKind::big &&
      !is_more_than_its_role(action.piece))
    text = fmt::format("{} as {}", spoken(action.piece), text);
  const bool placed_now =
      state_.core->placed < state_.core->tiles && state_.tiles[state_.core->placed].at == action.at;
  if (!placed_now) text += fmt::format(" at {},{}", action.at.x, action.at.y);
  if (!use_of(action.piece).empty()) return fmt::format("{}: {}", text, use_of(action.piece));
  const Sheet now = worth(rules_, state_, segment.feature, false);
  if (kind == SegmentKind::field) {
    const std::string terms = sheet_text(now, ascii_);
    return fmt::format("{}: {} at the end so far{}", text, now.total(),
                       terms.empty() ? "" : " (" + terms + ")");
  }
  const Sheet finished = worth(rules_, state_, segment.feature, true);
  if (is_complete(state_, segment.feature))
    return fmt::format("{}: finished, {} points ({})", text, finished.total(),
                       sheet_text(finished, ascii_));
  return finished.total() == now.total() ? fmt::format("{}: {} so far", text, now.total())
                                         : fmt::format("{}: {} so far, {} if finished as it is",
                                                       text, now.total(), finished.total());
}

// "guard on the tower at 2,1, 3 floors high", "ringmaster as guard on ..."
std::string Answers::spot_text(const Action& action) const {
  const Spot spot = spot_of(action.seg);
  std::string who(spot_role(spot));
  if (action.piece != PieceKind::meeple && action.piece != PieceKind::barn)
    who = fmt::format("{} as {}", spoken(action.piece), who);
  const std::string at = fmt::format("{},{}", action.at.x, action.at.y);
  if (spot == Spot::acrobats) return fmt::format("{} at {}: 5 points in the end", who, at);
  if (spot != Spot::tower)
    return fmt::format("{} on {} of {}: {}", who, name_of(spot), at, use_of(PieceKind::barn));
  const PlacedTile* tile = tile_at(state_, action.at);
  const int floors = floors_on(rules_, state_, static_cast<TileIndex>(tile - state_.tiles.data()));
  return fmt::format("{} on the tower at {}, {} {} high", who, at, floors,
                     floors == 1 ? "floor" : "floors");
}

// "take the meeple of Boris from road:W at 1,0", "buy the meeple free from Boris for 3 points";
// others as everywhere
std::string Answers::prisoner_text(const Action& action) const {
  if (action.kind == ActionKind::ransom)
    return fmt::format("buy the {} free from {} for 3 points", spoken(action.piece),
                       seat_text(rules_, action.value));
  const PlacedTile* tile = tile_at(state_, action.at);
  if (action.kind != ActionKind::capture || tile == nullptr)
    return action_text(rules_, state_, action);
  return fmt::format("take the {} of {} from {} at {},{}", spoken(action.piece),
                     seat_text(rules_, action.value), segment_name_at(rules_, *tile, action.seg),
                     action.at.x, action.at.y);
}

// "take the abbot back from garden at 1,0: 3 points"
std::string Answers::recall_text(const Action& action) const {
  const PlacedTile* tile = tile_at(state_, action.at);
  if (action.piece != PieceKind::abbot || tile == nullptr || action.seg >= tile->segment_count)
    return action_text(rules_, state_, action);
  const Segment& segment = state_.segments[tile->segment(action.seg)];
  const Sheet now = worth(rules_, state_, segment.feature, false);
  return fmt::format("take the abbot back from {} at {},{}: {} points ({})",
                     segment_name_at(rules_, *tile, action.seg), action.at.x, action.at.y,
                     now.total(), sheet_text(now, ascii_));
}

BoardMarks Answers::marks(std::optional<std::size_t> cell) const {
  BoardMarks marks;
  for (std::size_t i = 0; i < list_.size(); ++i) {
    const Answer& answer = list_[i];
    const Action& first = answer.actions.front();
    if (answer.is_cell() && (!cell || *cell == i)) {
      std::string note;
      for (const Action& way : answer.actions) note += turn_sign(way.value, ascii_);
      marks.cells.push_back({first.at, std::to_string(answer.number), std::move(note)});
    }
    if (auto mark = mark_of(first, std::to_string(answer.number)))
      marks.segments.push_back(std::move(*mark));
  }
  return marks;
}

// --- from what is typed ---

Chosen Answers::choose(std::string_view typed, std::optional<std::size_t> cell) const {
  std::vector<std::string> words = words_of(typed);
  if (words.size() > 1 && words[0] == "place") words.erase(words.begin());
  std::vector<int> numbers;
  for (const std::string& word : words)
    if (const auto number = number_in(word)) numbers.push_back(*number);
  if (!words.empty() && numbers.size() == words.size()) return by_numbers(numbers, cell);
  if (cell && words.size() == 1)
    for (Rotation way = 0; way < kRotations; ++way)
      if (words[0] == turn_sign(way, true) || words[0] == turn_sign(way, false))
        return at_cell(*cell, way * 90);
  return by_words(words);
}

Chosen Answers::by_numbers(const std::vector<int>& numbers, std::optional<std::size_t> cell) const {
  if (numbers.size() == 1 && cell) return at_cell(*cell, numbers[0]);  // what is asked then
  if (numbers.size() == 3) {
    for (std::size_t i = 0; i < list_.size(); ++i)
      if (list_[i].is_cell() && list_[i].actions[0].at.x == numbers[0] &&
          list_[i].actions[0].at.y == numbers[1])
        return at_cell(i, numbers[2]);
    return NotUnderstood{fmt::format("The tile does not fit at {},{}.", numbers[0], numbers[1])};
  }
  const auto found = std::ranges::find(list_, numbers[0], &Answer::number);
  if (found == list_.end() || numbers.size() > 2)
    return NotUnderstood{list_.back().number == 0
                             ? fmt::format("Type a number from 0 to {}.", list_.size() - 1)
                             : fmt::format("Type a number from 1 to {}.", list_.size())};
  if (numbers.size() == 2 && !found->is_cell()) return NotUnderstood{"One number is enough here."};
  const auto index = static_cast<std::size_t>(found - list_.begin());
  if (numbers.size() == 2) return at_cell(index, numbers[1]);
  if (found->actions.size() > 1) return ChosenCell{index};
  return found->actions[0];
}

Chosen Answers::at_cell(std::size_t answer, int degrees) const {
  const std::vector<Action>& ways = list_[answer].actions;
  for (const Action& way : ways)
    if (way.value * 90 == degrees) return way;
  std::string allowed;
  for (const Action& way : ways)
    allowed += fmt::format("{}{}", allowed.empty() ? "" : ", ", way.value * 90);
  return NotUnderstood{
      fmt::format("At {},{} the tile can be turned {}.", ways[0].at.x, ways[0].at.y, allowed)};
}

bool Answers::names_segment(const Action& action, std::string_view word) const {
  const PlacedTile* tile = tile_at(state_, action.at);
  if (!on_segment(action) || tile == nullptr) return false;
  if (is_spot(action.seg))
    return word == spot_role(spot_of(action.seg)) ||
           segment_spelling(word) == name_of(spot_of(action.seg));
  const std::string name = segment_name_at(rules_, *tile, action.seg);
  const SegmentKind kind = state_.features[state_.segments[tile->segment(action.seg)].feature].kind;
  if (word == role_name(kind) || word == name.substr(0, name.find(':'))) return true;
  return find_segment_at(rules_, *tile, segment_spelling(word)) == action.seg;
}

namespace {

// Of several pieces that could be put down the ordinary meeple, where none is named.
void prefer_meeple(std::vector<Action>& fitting) {
  const auto is_meeple = [](const Action& action) { return action.piece == PieceKind::meeple; };
  if (std::ranges::all_of(fitting, [](const Action& a) { return a.kind == ActionKind::meeple; }) &&
      std::ranges::any_of(fitting, is_meeple))
    std::erase_if(fitting, std::not_fn(is_meeple));
}

}  // namespace

// A segment, a role, an action's own text, or the beginning of one, if only one answer fits.
Chosen Answers::by_words(const std::vector<std::string>& words) const {
  if (words.empty()) return NotUnderstood{"Type a number from the list, or help."};
  const std::string whole = joined(words, " ");
  std::vector<Action> fitting;
  for (const Answer& answer : list_)
    for (const Action& action : answer.actions) {
      const bool pass = action.kind == ActionKind::pass &&
                        (whole == "pass" || whole == "p" || whole == "-" || whole == "no");
      const std::string text = joined(words_of(action_text(rules_, state_, action)), " ");
      const bool named = words.size() <= 2 && names_segment(action, words.back()) &&
                         (words.size() == 1 || words[0] == name_of(action.piece));
      if (pass || text == whole) return action;
      if (named || (whole.size() > 2 && text.starts_with(whole))) fitting.push_back(action);
    }
  if (words.size() == 1) prefer_meeple(fitting);
  if (fitting.size() == 1) return fitting[0];
  if (fitting.size() > 1) return NotUnderstood{"Several answers fit; type the number."};
  return NotUnderstood{"I do not understand that. Type a number from the list, or help."};
}

}  // namespace bastide::tools
