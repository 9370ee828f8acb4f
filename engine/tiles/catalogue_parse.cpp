// The reader of data/tiles/*.txt; the notation is described in data/tiles/README.md.
// Invariant: memory stays within the limits below whatever the text holds.
#include <algorithm>
#include <charconv>

#include "engine/tiles/catalogue.h"

namespace bastide {
namespace {

constexpr std::size_t kMaxLine = 400;
constexpr std::size_t kMaxTiles = 512;
constexpr std::size_t kMostOfATile = 16;  // SegmentDef::touches has a bit for each
constexpr std::size_t kMaxGroups = 16;    // meet and over lines of one tile
constexpr std::size_t kMaxReferences = 128;
constexpr std::size_t kMaxBorders = 64;
constexpr std::size_t kMaxSectors = 16;
constexpr std::size_t kMaxProblems = 100;
constexpr int kMaxBoardSide = 16;

constexpr std::string_view kBlank = " \t\r";

// Takes the next word off the front of rest; empty when nothing is left.
std::string_view next_word(std::string_view& rest) {
  const auto begin = rest.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return rest = {};
  rest.remove_prefix(begin);
  const std::string_view word = rest.substr(0, rest.find_first_of(kBlank));
  rest.remove_prefix(word.size());
  return word;
}

// Untrusted text is shown shortened and without bytes that could upset a terminal.
std::string quoted(std::string_view word) {
  constexpr std::size_t kShown = 32;
  std::string out = "'";
  for (const char c : word.substr(0, kShown)) out += c >= ' ' && c <= '~' ? c : '?';
  if (word.size() > kShown) out += "...";
  return out + "'";
}

std::optional<int> number_in(std::string_view word, int low, int high) {
  int value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc{} || end != word.data() + word.size()) return std::nullopt;
  if (value < low || value > high) return std::nullopt;
  return value;
}

template <class Enum>
std::optional<Enum> named(std::string_view word, int count, int first = 0) {
  for (int i = first; i < count; ++i) {
    if (name_of(static_cast<Enum>(i)) == word) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

std::optional<int> side_named(std::string_view word) {
  const auto at = word.size() == 1 ? std::string_view("NESW").find(word) : std::string_view::npos;
  return at == std::string_view::npos ? std::nullopt : std::optional(static_cast<int>(at));
}

std::optional<int> half_named(std::string_view word) {
  if (word.size() != 2 || (word[1] != 'L' && word[1] != 'R')) return std::nullopt;
  const auto side = side_named(word.substr(0, 1));
  if (!side) return std::nullopt;
  return half_of(static_cast<Side>(*side), word[1] == 'R');
}

bool has_sides(SegmentKind kind) {
  return kind == SegmentKind::city || kind == SegmentKind::road || kind == SegmentKind::river;
}
bool has_halves(SegmentKind kind) {
  return kind == SegmentKind::field || kind == SegmentKind::carcassonne;
}

// Bits of the ports a segment has in its own numbering, sides or half-sides.
std::uint8_t ports_of(const SegmentDef& s) { return has_sides(s.kind) ? s.sides : s.halves; }

std::optional<int> port_named(SegmentKind kind, std::string_view word) {
  if (has_sides(kind)) return side_named(word);
  if (has_halves(kind)) return half_named(word);
  return std::nullopt;
}

bool is_reach(std::string_view word) {
  while (!word.empty()) {
    const auto slash = std::min(word.find('/'), word.size());
    const std::string_view part = word.substr(0, slash);
    const bool corner = part == "NE" || part == "SE" || part == "SW" || part == "NW";
    if (!corner && !side_named(part)) return false;
    word.remove_prefix(std::min(slash + 1, word.size()));
  }
  return true;
}

std::optional<EdgeKind> edge_for(char letter) {
  switch (letter) {
    case 'F':
      return EdgeKind::field;
    case 'R':
      return EdgeKind::road;
    case 'C':
      return EdgeKind::city;
    case 'V':
      return EdgeKind::river;
    case '-':
      return EdgeKind::closed;
    case '*':
      return EdgeKind::any;
    default:
      return std::nullopt;
  }
}

// A segment named on a line of its tile; looked up when the tile is whole, since fields may
// be listed before the cities they touch.
struct Reference {
  enum class Use : std::uint8_t { touches, meet, over } use;
  std::uint8_t group;  // the segment that touches, or the index of the meet or over line
  SegmentKind kind;
  std::optional<int> port;
  int line;
};

class Parser {
 public:
  explicit Parser(std::vector<CatalogueProblem>& problems)
      : problems_(problems), first_problem_(problems.size()) {}

  SetDef parse(std::string_view text);

 private:
  enum class Open : std::uint8_t { none, tile, cell };

  // Top level
  void parse_line(std::string_view line);
  bool parse_top(std::string_view word, std::string_view rest);
  void parse_set_line(std::string_view rest);
  void parse_tile(std::string_view rest);
  void parse_board(std::string_view rest);
  void parse_cell(std::string_view rest);
  void parse_touch(std::string_view rest);
  void parse_sector(std::string_view rest);

  // Inside a tile or a cell
  void begin_tile(Open what, std::string_view id, std::string_view edges);
  void parse_body(std::string_view word, std::string_view rest);
  bool parse_tile_flag(std::string_view word, std::string_view rest);
  void parse_segment(SegmentKind kind, std::string_view rest);
  void parse_attribute(SegmentDef& s, std::string_view word, std::string_view& rest);
  bool parse_city_attribute(SegmentDef& s, std::string_view word, std::string_view& rest);
  bool parse_road_attribute(SegmentDef& s, std::string_view word, std::string_view& rest);
  void parse_references(Reference::Use use, std::size_t group, std::string_view& rest);
  void parse_sides(std::uint8_t& bits, std::string_view rest);
  void parse_marks(std::string_view rest);
  void finish_tile();
  void resolve(const Reference& ref, TileDef& tile);

  void expect_end(std::string_view rest);
  void problem(std::string what) { problem_at(line_, std::move(what)); }
  void problem_at(int line, std::string what);
  bool full() const { return problems_.size() - first_problem_ >= kMaxProblems; }

  std::vector<CatalogueProblem>& problems_;
  std::size_t first_problem_;
  SetDef set_;
  int line_ = 0;
  bool stop_ = false;
  bool named_ = false;

  Open open_ = Open::none;
  TileDef tile_;
  Pos at_;
  std::vector<Reference> references_;
};

void Parser::problem_at(int line, std::string what) {
  if (full()) return;
  problems_.push_back({set_.name, line, std::move(what)});
  if (!full()) return;
  problems_.back().what = "too many problems; the rest of the text is not read";
  stop_ = true;
}

SetDef Parser::parse(std::string_view text) {
  while (!text.empty() && !stop_) {
    ++line_;
    const auto end = std::min(text.find('\n'), text.size());
    parse_line(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  finish_tile();
  if (!named_) problem("no 'set' line");
  return std::move(set_);
}

void Parser::parse_line(std::string_view line) {
  if (line.size() > kMaxLine) return problem("the line is too long");
  line = line.substr(0, line.find('#'));
  const std::string_view word = next_word(line);
  if (word.empty()) return;
  if (!named_ && word != "set") {
    stop_ = true;
    return problem("the first line must be 'set NAME \"TITLE\" total N'");
  }
  if (!parse_top(word, line)) parse_body(word, line);
}

bool Parser::parse_top(std::string_view word, std::string_view rest) {
  using Handler = void (Parser::*)(std::string_view);
  constexpr std::pair<std::string_view, Handler> kHandlers[] = {
      {"set", &Parser::parse_set_line}, {"tile", &Parser::parse_tile},
      {"board", &Parser::parse_board},  {"cell", &Parser::parse_cell},
      {"touch", &Parser::parse_touch},  {"sector", &Parser::parse_sector}};
  for (const auto& [name, handler] : kHandlers) {
    if (name != word) continue;
    finish_tile();
    (this->*handler)(rest);
    return true;
  }
  return false;
}

void Parser::parse_set_line(std::string_view rest) {
  if (named_) return problem("a second 'set' line");
  named_ = true;
  const std::string_view name = next_word(rest);
  const auto plain = [](char c) {
    return c == '_' || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
  };
  if (name.empty() || !std::ranges::all_of(name, plain))
    return problem("a set's name is [a-z0-9_]+");
  set_.name = name;
  const auto open = rest.find('"');
  const auto close = open == std::string_view::npos ? open : rest.find('"', open + 1);
  if (close == std::string_view::npos) return problem("a set needs a title in quotes");
  set_.title = rest.substr(open + 1, close - open - 1);
  rest.remove_prefix(close + 1);
  if (next_word(rest) != "total") return problem("'total N' is missing after the title");
  const auto total = number_in(next_word(rest), 0, 9999);
  if (!total) return problem("total must be a number from 0 to 9999");
  set_.total = static_cast<std::uint16_t>(*total);
  if (const std::string_view word = next_word(rest); !word.empty()) {
    if (word != "unmarked_caps") return problem("after the total may come 'unmarked_caps'");
    set_.unmarked_caps = true;
  }
  expect_end(rest);
}

void Parser::begin_tile(Open what, std::string_view id, std::string_view edges) {
  open_ = what;
  tile_ = TileDef{};
  references_.clear();
  tile_.set = set_.name;
  tile_.unmarked_caps = set_.unmarked_caps;
  tile_.id = id;
  tile_.line = line_;
  if (edges.size() != kSides) return problem("four edge letters expected, not " + quoted(edges));
  for (int i = 0; i < kSides; ++i) {
    const auto edge = edge_for(edges[i]);
    if (!edge) return problem("unknown edge letter in " + quoted(edges));
    tile_.edges[i] = *edge;
  }
}

void Parser::parse_tile(std::string_view rest) {
  if (set_.tiles.size() >= kMaxTiles) {
    stop_ = true;
    return problem("too many tiles");
  }
  const std::string_view id = next_word(rest);
  const std::string_view copies = next_word(rest);
  begin_tile(Open::tile, id, next_word(rest));
  const auto count = copies.starts_with('x') ? number_in(copies.substr(1), 1, 999) : std::nullopt;
  if (!count) return problem("copies must be x1 to x999, not " + quoted(copies));
  tile_.count = static_cast<std::uint16_t>(*count);
  expect_end(rest);
}

void Parser::parse_board(std::string_view rest) {
  if (set_.board) return problem("a second 'board' line");
  const std::string_view size = next_word(rest);
  const auto cross = std::min(size.find('x'), size.size());
  const auto columns = number_in(size.substr(0, cross), 1, kMaxBoardSide);
  const auto rows = number_in(size.substr(std::min(cross + 1, size.size())), 1, kMaxBoardSide);
  if (!columns || !rows) return problem("a board's size must be like 4x3, not " + quoted(size));
  set_.board.emplace();
  set_.board->columns = *columns;
  set_.board->rows = *rows;
  expect_end(rest);
}

void Parser::parse_cell(std::string_view rest) {
  constexpr std::size_t kMaxCells = kMaxBoardSide * kMaxBoardSide;
  if (!set_.board) problem("a cell before the 'board' line");
  if (set_.board && set_.board->cells.size() >= kMaxCells) {
    stop_ = true;
    return problem("too many cells");
  }
  const std::string_view id = next_word(rest);
  const std::string_view at_word = next_word(rest);
  const std::string_view at = next_word(rest);
  begin_tile(Open::cell, id, next_word(rest));
  if (at_word != "at") return problem("a cell is written: cell ID at X,Y EDGES");
  const auto comma = std::min(at.find(','), at.size());
  const auto x = number_in(at.substr(0, comma), 0, kMaxBoardSide);
  const auto y = number_in(at.substr(std::min(comma + 1, at.size())), -kMaxBoardSide, 0);
  if (!x || !y) return problem("a cell's place must be like 2,-1, not " + quoted(at));
  at_ = {static_cast<std::int16_t>(*x), static_cast<std::int16_t>(*y)};
  expect_end(rest);
}

void Parser::parse_touch(std::string_view rest) {
  if (!set_.board) return problem("'touch' before the 'board' line");
  const std::string_view field = next_word(rest);
  std::string_view city = next_word(rest);
  if (city.empty()) return problem("a touch is written: touch FIELD-GROUP CITY-GROUP ...");
  for (; !city.empty(); city = next_word(rest)) {
    if (set_.board->touches.size() >= kMaxBorders) return problem("too many 'touch' entries");
    set_.board->touches.push_back({std::string(field), std::string(city)});
  }
}

void Parser::parse_sector(std::string_view rest) {
  if (set_.sectors.size() >= kMaxSectors) return problem("too many sectors");
  const std::string_view name = next_word(rest);
  const bool keyword = next_word(rest) == "crowns";
  const auto crowns = number_in(next_word(rest), 1, 2);
  if (!keyword || !crowns) return problem("a sector is written: sector NAME crowns 1 (or 2)");
  set_.sectors.push_back({std::string(name), static_cast<std::uint8_t>(*crowns)});
  expect_end(rest);
}

void Parser::parse_body(std::string_view word, std::string_view rest) {
  if (const auto kind = named<SegmentKind>(word, kSegmentKinds)) {
    if (open_ == Open::none) return problem(quoted(word) + " outside a tile");
    return parse_segment(*kind, rest);
  }
  if (open_ == Open::none || !parse_tile_flag(word, rest)) {
    problem("unknown word " + quoted(word));
  }
}

bool Parser::parse_tile_flag(std::string_view word, std::string_view rest) {
  if (word == "meet" || word == "over") {
    const bool meet = word == "meet";
    const std::size_t group = meet ? tile_.links.size() : tile_.over.size();
    if (group >= kMaxGroups) return problem("too many 'meet' or 'over' lines"), true;
    const std::size_t before = references_.size();
    parse_references(meet ? Reference::Use::meet : Reference::Use::over, group, rest);
    const std::size_t members = references_.size() - before;
    if (meet ? members < 2 : members != 2) {
      references_.resize(before, {});
      problem(meet ? "'meet' needs two segments or more" : "'over' needs two segments");
    } else if (meet) {
      tile_.links.emplace_back();
    } else {
      // Filled by resolve; 255 is a place not filled yet.
      tile_.over.push_back({255, 255});
    }
  } else if (word == "marks") {
    parse_marks(rest);
    return true;
  } else if (word == "shared") {
    parse_sides(tile_.shared_sides, rest);
    return true;
  } else if (word == "split") {
    parse_sides(tile_.split_sides, rest);
    return true;
  } else if (word == "start") {
    const auto copies = number_in(next_word(rest), 1, 999);
    if (copies) tile_.start_copies = static_cast<std::uint16_t>(*copies);
    if (!copies) problem("'start' needs a number of copies");
  } else if (word == "wheel") {
    const auto icon = number_in(next_word(rest), 1, 3);
    if (icon) tile_.wheel = static_cast<std::uint8_t>(*icon);
    if (!icon) problem("'wheel' needs a number from 1 to 3");
  } else if (word == "designed") {
    tile_.designed = true;
  } else if (word == "supply") {
    tile_.supply = true;
  } else {
    return false;
  }
  expect_end(rest);
  return true;
}

void Parser::parse_sides(std::uint8_t& bits, std::string_view rest) {
  for (auto word = next_word(rest); !word.empty(); word = next_word(rest)) {
    const auto side = side_named(word);
    if (!side) return problem("a side is N, E, S or W, not " + quoted(word));
    bits = static_cast<std::uint8_t>(bits | 1 << *side);
  }
}

void Parser::parse_marks(std::string_view rest) {
  for (auto word = next_word(rest); !word.empty(); word = next_word(rest)) {
    const auto mark = named<Mark>(word, static_cast<int>(kMarkNames.size()));
    if (!mark) return problem("unknown mark " + quoted(word));
    if (tile_.has(*mark)) problem("the mark " + quoted(word) + " is given twice");
    tile_.marks |= mark_bit(*mark);
  }
}

void Parser::parse_segment(SegmentKind kind, std::string_view rest) {
  if (tile_.segments.size() >= kMostOfATile) return problem("too many segments in one tile");
  SegmentDef& s = tile_.segments.emplace_back();
  s.kind = kind;
  std::uint8_t& ports = has_sides(kind) ? s.sides : s.halves;
  auto word = next_word(rest);
  for (; !word.empty(); word = next_word(rest)) {
    const auto port = port_named(kind, word);
    if (!port) break;
    if (ports >> *port & 1) problem("the port " + quoted(word) + " is given twice");
    ports = static_cast<std::uint8_t>(ports | 1 << *port);
  }
  for (; !word.empty() && !stop_; word = next_word(rest)) parse_attribute(s, word, rest);
}

const PrintedMark* find_printed(std::string_view word, SegmentKind on) {
  const auto it = std::ranges::find_if(
      kPrintedMarks, [&](const PrintedMark& p) { return p.name == word && p.on == on; });
  return it != kPrintedMarks.end() ? &*it : nullptr;
}

void Parser::parse_attribute(SegmentDef& s, std::string_view word, std::string_view& rest) {
  if (word == "group") {
    s.group = next_word(rest);
    if (s.group.empty()) problem("'group' needs a name");
  } else if (word == "touches" && s.kind == SegmentKind::field) {
    const std::size_t before = references_.size();
    parse_references(Reference::Use::touches, tile_.segments.size() - 1, rest);
    if (references_.size() == before) problem("'touches' needs a city");
  } else if (const PrintedMark* printed = find_printed(word, s.kind)) {
    s.marks |= mark_bit(printed->mark);
  } else if (!(s.kind == SegmentKind::city && parse_city_attribute(s, word, rest)) &&
             !(s.kind == SegmentKind::road && parse_road_attribute(s, word, rest))) {
    problem(quoted(word) + " is neither a port nor an attribute of a " +
            std::string(name_of(s.kind)));
  }
}

bool Parser::parse_city_attribute(SegmentDef& s, std::string_view word, std::string_view& rest) {
  if (word == "cap") {
    s.cap = true;
  } else if (word == "princess") {
    s.princess = true;
  } else if (word == "pennants") {
    const auto pennants = number_in(next_word(rest), 1, 4);
    if (pennants) s.pennants = static_cast<std::uint8_t>(*pennants);
    if (!pennants) problem("'pennants' needs a number from 1 to 4");
  } else if (word == "goods") {
    s.goods = named<Goods>(next_word(rest), kCount<Goods>);
    if (!s.goods) problem("goods are wine, grain or cloth");
  } else if (word == "reaches") {
    const std::string_view where = next_word(rest);
    if (where.empty() || !is_reach(where)) problem("a city reaches corners or sides, as NE/SE");
    if (is_reach(where)) s.reaches = where;
  } else {
    return false;
  }
  return true;
}

bool Parser::parse_road_attribute(SegmentDef& s, std::string_view word, std::string_view& rest) {
  if (word == "tunnel") {
    s.tunnel = true;
  } else if (word == "ends") {
    const std::string_view name = next_word(rest);
    const auto end = named<RoadEnd>(name, kRoadEnds, 1);
    if (end) s.end = *end;
    if (!end) problem("a road cannot end at " + quoted(name));
  } else {
    return false;
  }
  return true;
}

// Reads kind or kind:port words up to the first word that is neither.
void Parser::parse_references(Reference::Use use, std::size_t group, std::string_view& rest) {
  for (std::string_view after = rest;; rest = after) {
    const std::string_view word = next_word(after);
    const auto colon = word.find(':');
    const auto kind = named<SegmentKind>(word.substr(0, colon), kSegmentKinds);
    if (word.empty() || !kind) return;
    if (references_.size() >= kMaxReferences) return problem("too many references in one tile");
    Reference ref{use, static_cast<std::uint8_t>(group), *kind, std::nullopt, line_};
    if (colon != std::string_view::npos) {
      ref.port = port_named(*kind, word.substr(colon + 1));
      if (!ref.port) problem("no such port in " + quoted(word));
    }
    references_.push_back(ref);
  }
}

void Parser::resolve(const Reference& ref, TileDef& tile) {
  std::optional<std::uint8_t> found;
  for (std::size_t i = 0; i < tile.segments.size(); ++i) {
    const SegmentDef& s = tile.segments[i];
    if (s.kind != ref.kind || (ref.port && !(ports_of(s) >> *ref.port & 1))) continue;
    if (found) return problem_at(ref.line, "the tile has two segments of that name");
    found = static_cast<std::uint8_t>(i);
  }
  if (!found) return problem_at(ref.line, "the tile has no segment of that name");
  if (ref.use == Reference::Use::touches) {
    std::uint16_t& touches = tile.segments[ref.group].touches;
    touches = static_cast<std::uint16_t>(touches | 1 << *found);
  } else if (ref.use == Reference::Use::meet) {
    tile.links[ref.group].push_back(*found);
  } else {
    auto& pair = tile.over[ref.group];
    pair[pair[0] == 255 ? 0 : 1] = *found;
  }
}

void Parser::finish_tile() {
  if (open_ == Open::none) return;
  for (const Reference& ref : references_) resolve(ref, tile_);
  // Lines with an unresolved name are already reported; half of a group is of no use.
  std::erase_if(tile_.over, [](const auto& pair) { return pair[1] == 255; });
  std::erase_if(tile_.links, [](const auto& group) { return group.size() < 2; });
  if (open_ == Open::tile) {
    set_.tiles.push_back(std::move(tile_));
  } else if (set_.board) {
    set_.board->cells.push_back({at_, std::move(tile_)});
  }
  open_ = Open::none;
}

void Parser::expect_end(std::string_view rest) {
  const std::string_view word = next_word(rest);
  if (!word.empty()) problem("nothing expected before " + quoted(word));
}

}  // namespace

SetDef parse_set(std::string_view text, std::vector<CatalogueProblem>& problems) {
  return Parser(problems).parse(text);
}

}  // namespace bastide
