#include "tests/scenario_runner.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <sstream>

namespace bastide::scenario {
namespace {

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> words;
  std::istringstream in{std::string(text)};
  for (std::string word; in >> word;) {
    if (word.front() == '#') break;
    const bool comma = word.size() > 1 && word.back() == ',';
    if (comma) word.pop_back();
    words.push_back(std::move(word));
    if (comma) words.emplace_back(",");
  }
  return words;
}

bool to_int(std::string_view text, int& out) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

Scenario parse_scenario(std::string file, std::string_view text) {
  Scenario scenario{std::move(file), {}};
  int number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    Line line{++number, split(text.substr(0, end))};
    if (!line.words.empty()) scenario.lines.push_back(std::move(line));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return scenario;
}

std::optional<Scenario> read_scenario(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  std::ostringstream text;
  text << in.rdbuf();
  return parse_scenario(path.generic_string(), text.str());
}

std::vector<std::filesystem::path> scenario_files(const std::filesystem::path& root) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root))
    if (entry.path().extension() == ".txt") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<std::string> run_scenario(const Scenario& scenario) { return Run(scenario).play(); }

// Reading words

bool Run::accept(std::string_view word) {
  if (peek() != word) return false;
  ++at_;
  return true;
}

std::string Run::take(std::string_view what) {
  if (more()) return line_->words[at_++];
  stop(std::string(what) + " is missing");
  return "";
}

std::string Run::rest() {
  std::string text;
  for (; more(); ++at_) text += (text.empty() ? "" : " ") + line_->words[at_];
  return text;
}

int Run::take_int(std::string_view what) {
  const std::string word = take(what);
  int value = 0;
  if (!to_int(word, value)) stop("'" + word + "' is no number (" + std::string(what) + ")");
  return value;
}

Seat Run::take_seat() {
  const std::string word = take("a player");
  for (std::size_t i = 0; i < setup.players.size(); ++i)
    if (setup.players[i].name == word) return static_cast<Seat>(i);
  stop("'" + word + "' is not a player");
  return 0;
}

TileType Run::take_tile() {
  const std::string word = take("a tile");
  TileType found = kNone;
  for (std::size_t i = 0; i < rules().tiles.size(); ++i) {
    if (rules().tiles[i].def->full_id() != word) continue;
    found = static_cast<TileType>(i);
    if (started() && state().stock[i] > 0) break;  // the one that can still be drawn
  }
  if (found == kNone) stop("'" + word + "' is no tile of this game");
  return found == kNone ? TileType{0} : found;
}

Pos Run::take_pos() {
  const std::string word = take("a cell");
  const std::size_t comma = word.find(',');
  int x = 0;
  int y = 0;
  if (comma == std::string::npos || !to_int(std::string_view(word).substr(0, comma), x) ||
      !to_int(std::string_view(word).substr(comma + 1), y))
    stop("'" + word + "' is no cell; write x,y");
  return {static_cast<std::int16_t>(x), static_cast<std::int16_t>(y)};
}

Rotation Run::take_rotation() {
  if (!accept("rot")) return 0;
  const int degrees = take_int("degrees");
  if (degrees % 90 != 0 || degrees < 0 || degrees > 270) stop("rot is 0, 90, 180 or 270");
  return static_cast<Rotation>((degrees / 90) & 3);
}

PieceKind Run::take_piece() { return take_name<PieceKind>(kPieceNames, "piece"); }

int Run::segment_on(const PlacedTile& tile, std::string_view name) {
  if (const auto spot = parse_name<Spot>(kSpotNames, name)) return seg_of(*spot);
  const TileDef& def = *rules().tiles[tile.type].def;
  const bool bridge = name == "bridge" && tile.added_segment != kNone;
  const int segment = bridge ? static_cast<int>(tile.segment_count)
                             : find_segment(def, rules().face(tile.type, tile.rotation), name);
  if (segment < 0) stop(def.full_id() + " as it lies has no '" + std::string(name) + "'");
  return std::max(segment, 0);
}

std::string Run::name_on(const PlacedTile& tile, std::uint8_t seg) const {
  if (is_spot(seg)) return std::string(name_of(spot_of(seg)));
  return segment_name(*rules().tiles[tile.type].def, rules().face(tile.type, tile.rotation), seg);
}

SegmentId Run::take_place() {
  const Pos at = take_pos();
  const std::string name = take("a segment");
  if (stopped()) return 0;
  const PlacedTile* tile = tile_at(state(), at);
  if (tile == nullptr) {
    stop("no tile lies there");
    return 0;
  }
  const int segment = segment_on(*tile, name);
  if (tile->has_segment(segment)) return tile->segment(segment);
  stop("'" + name + "' is no segment");
  return 0;
}

// Saying what is wrong

void Run::fail(const std::string& what) {
  const int number = line_ == nullptr ? 0 : line_->number;
  failures_.push_back(scenario_.file + ":" + std::to_string(number) + ": " + what);
}

void Run::stop(const std::string& what) {
  if (!stopped_) fail(what);
  stopped_ = true;
}

std::string Run::seat_name(Seat seat) const {
  if (seat == kDealer) return "dealer";
  return seat < setup.players.size() ? setup.players[seat].name : "nobody";
}

// Playing

void Run::begin() {
  if (started() || stopped()) return;
  auto compiled = compile(setup);
  if (const auto* error = std::get_if<SetupError>(&compiled)) return stop(error->reason);
  rules_ = std::get<RulesPtr>(compiled);
}

void Run::apply_action(const Action& action) {
  if (stopped()) return;
  const std::string text = describe(action);
  if (!is_legal(rules(), state(), action))
    return stop("refused: " + text + ": " + explain_illegal(rules(), state(), action));
  if (apply(rules(), *state_, action, &log)) return stop("apply refuses what is legal: " + text);
  check_state();
}

void Run::check_state() {
  if (const std::string wrong = check(rules(), state()); !wrong.empty()) stop(wrong);
  std::vector<Action> options;
  legal(rules(), state(), options);
  if (count_legal(rules(), state()) != options.size()) stop("count_legal differs from legal");
}

void Run::close_block() {
  if (section_ != Section::then || !scores_listed) return;
  for (const LoggedEvent& logged : log.events) {
    if (logged.matched || logged.event.kind != EventKind::score) continue;
    fail("not listed: score " + seat_name(logged.event.player) + " " +
         std::to_string(logged.event.points) + " " + std::string(name_of(logged.event.reason)));
  }
}

void Run::enter(Section section) {
  close_block();
  if (section == Section::given && section_ != Section::header)
    return stop("'given' comes before the moves");
  begin();
  if (stopped()) return;
  if (section != Section::given && !started()) {
    if (positioned) {
      auto loaded = load_position(rules(), position);
      if (const auto* error = std::get_if<SetupError>(&loaded)) return stop(error->reason);
      state_.emplace(std::move(std::get<GameState>(loaded)));
    } else {
      state_.emplace(initial_state(rules(), &log));
    }
    check_state();
  }
  if (section == Section::when) log.events.clear();
  scores_listed = false;
  section_ = section;
}

void Run::run_line(const Line& line) {
  line_ = &line;
  at_ = 0;
  const std::string word = take("a word");
  if (word == "given") return enter(Section::given);
  if (word == "when") return enter(Section::when);
  if (word == "then") return enter(Section::then);
  std::span<const Word> words;
  switch (section_) {
    case Section::header:
      words = header_words();
      break;
    case Section::given:
      words = given_words();
      break;
    case Section::when:
      words = move_words();
      break;
    case Section::then:
      words = check_words();
      break;
  }
  // A table may end with an entry for every other word, which starts again at that word.
  for (const Word& entry : words) {
    if (entry.word != word && !entry.word.empty()) continue;
    if (entry.word.empty()) back();
    entry.act(*this);
    if (!stopped() && more()) stop("not understood: '" + rest() + "'");
    return;
  }
  stop("unknown word '" + word + "'");
}

std::vector<std::string> Run::play() {
  for (const Line& line : scenario_.lines) {
    run_line(line);
    if (stopped_) return failures_;
  }
  close_block();
  if (section_ != Section::then) stop("nothing is expected: 'then' is missing at the end");
  return failures_;
}

}  // namespace bastide::scenario
