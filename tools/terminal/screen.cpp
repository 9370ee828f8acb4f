#include "tools/terminal/screen.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "engine/board/bridge.h"
#include "engine/expansions/castles_bridges/state.h"
#include "engine/notation/text_action.h"
#include "tools/terminal/figures.h"
#include "tools/terminal/count_view.h"
#include "tools/terminal/tokens_view.h"
#include "tools/terminal/wheel_view.h"
#include "tools/terminal/text.h"

namespace bastide::tools {

namespace {

constexpr int kPanelWidth = 28;
constexpr int kNarrow = 72;  // without the panel below this width

std::string clipped(const std::string& text, int width) {
  if (columns(text) <= width) return text;
  std::string out;
  int used = 0;
  for (const char32_t ch : decoded(text))
    if (++used <= width - 3) out += encoded(ch);
  return out + "...";
}

// Cut at blanks into lines of at most `width` columns.
std::vector<std::string> wrapped(const std::string& text, int width) {
  std::vector<std::string> lines(1);
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find(' ', start), text.size());
    const std::string word = text.substr(start, end - start);
    if (!lines.back().empty() && columns(lines.back()) + 1 + columns(word) > width)
      lines.push_back("  " + word);
    else
      lines.back() += (lines.back().empty() ? "" : " ") + word;
    start = end + 1;
  }
  return lines;
}

}  // namespace

std::vector<char> player_letters(const Rules& rules) {
  std::vector<char> letters;
  for (const PlayerSetup& player : rules.players) {
    const char c = player.name.empty() ? '?' : player.name[0];
    letters.push_back(c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c);
  }
  const bool plain = std::ranges::all_of(letters, [](char c) { return c >= '0' && c <= 'Z'; });
  if (!plain || std::set<char>(letters.begin(), letters.end()).size() < letters.size())
    for (std::size_t i = 0; i < letters.size(); ++i) letters[i] = static_cast<char>('1' + i);
  return letters;
}

std::optional<Pos> last_laid(const GameState& s) {
  if (s.core->tiles == 0) return std::nullopt;
  return s.tiles[s.core->tiles - 1].at;
}

PictureSize fitting_size(const Extent& extent, int width, int height) {
  const int columns = std::min(extent.columns(), width / kLarge.columns);
  const int rows = std::min(extent.rows(), height / kLarge.rows);
  return 2 * columns * rows >= extent.columns() * extent.rows() ? kLarge : kMedium;
}

Screen::Screen(const Rules& rules, const Look& look)
    : rules_(rules),
      look_(with_marks_of(rules, look)),
      letters_(player_letters(rules)),
      board_(rules, look_, letters_) {}

std::string Screen::name(Seat seat) const {
  if (seat >= letters_.size()) return "the dealer";
  return inked(fmt::format(" {} ", letters_[seat]), player_ink(seat), look_.colours) + " " +
         clipped(rules_.players[seat].name, 20);
}

std::string Screen::supply_text(const PlayerState& player) const {
  std::string out;
  for (int kind = 0; kind < kPieceKinds; ++kind) {
    if (!rules_.piece_in_play[kind]) continue;
    const auto piece = static_cast<PieceKind>(kind);
    std::string sign = std::string(name_of(piece)) + " ";
    if (piece == PieceKind::meeple) sign = look_.ascii ? "m" : "♟";
    if (piece == PieceKind::big) sign = look_.ascii ? "M" : "♙";
    if (piece == PieceKind::floor) sign = look_.ascii ? "T" : "♖";
    if (piece == PieceKind::abbey) sign = look_.ascii ? "+" : "✚";
    if (is_more_than_its_role(piece))
      sign = encoded(piece_sign(piece, SegmentKind::garden, look_.ascii));
    out += fmt::format("{}{}{}{}", out.empty() ? "" : " ", sign, look_.ascii ? "x" : "×",
                       player.supply[kind]);
  }
  return out;
}

std::string Screen::score_line(const GameState& s, Seat seat) const {
  const PlayerState& player = s.core->players[seat];
  std::string line = fmt::format("{} {}  {}", name(seat), player.score, supply_text(player));
  for (const std::string& more :
       {goods_text(rules_, s, seat), prisoners_text(rules_, s, seat, look_.ascii)})
    if (!more.empty()) line += "  " + more;
  return line;
}

std::vector<std::string> Screen::news_lines(const std::vector<Message>& news, int width,
                                            std::size_t most) const {
  std::vector<std::string> lines;
  for (const Message& message : news) {
    const bool by_player = message.player < letters_.size();
    const std::string who = by_player ? rules_.players[message.player].name : "";
    const std::string text =
        by_player ? who + (message.points ? " " : ": ") + message.text : message.text;
    for (const std::string& line : wrapped(text, width - 3)) {
      const Ink ink = by_player && message.points ? Ink{rgb(0xFFD866), {}, true} : Ink{};
      lines.push_back((by_player ? inked(" ", player_ink(message.player), look_.colours) : " ") +
                      " " + inked(line, ink, look_.colours));
    }
  }
  if (lines.size() > most) lines.erase(lines.begin(), lines.end() - static_cast<long>(most));
  return lines;
}

std::string Screen::news_text(const std::vector<Message>& news, int width) const {
  return joined(news_lines(news, width, 1000), "\n") + "\n";
}

// Cells side by side, other answers in one or two columns.
std::vector<std::string> Screen::answer_lines(const Answers& answers,
                                              std::optional<std::size_t> cell, int width,
                                              std::size_t most) const {
  std::vector<std::string> items;
  int widest = 0;
  for (std::size_t i = 0; i < answers.list().size(); ++i) {
    const Answer& answer = answers.list()[i];
    if (cell && *cell != i) continue;
    const std::string number =
        inked(fmt::format("{:>3}", answer.number), {{}, {}, true}, look_.colours);
    items.push_back(number + " " + clipped(answer.text, width - 5));
    widest = std::max(widest, columns(items.back()));
  }
  const int per_line = std::max(1, width / (widest + 2));
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto column = static_cast<int>(i % static_cast<std::size_t>(per_line));
    if (column == 0) lines.emplace_back();
    lines.back() = pad_to(lines.back(), column * (widest + 2)) + items[i];
  }
  if (lines.size() > most) {
    lines.resize(most);
    lines.back() = fmt::format("    ... {} answers in all: list shows them", items.size());
  }
  return lines;
}

// --- the panel ---

int Screen::draw_scores(Canvas& canvas, const GameState& s) const {
  int y = 0;
  for (int seat = 0; seat < rules_.player_count(); ++seat, ++y) {
    const auto who = static_cast<Seat>(seat);
    const PlayerState& player = s.core->players[seat];
    const bool to_play = actor(s) == who;
    canvas.text(0, y, to_play ? (look_.ascii ? ">" : "▶") : " ", {rgb(0xFFD866), {}, true});
    canvas.text(2, y, fmt::format(" {} ", letters_[who]), player_ink(who));
    canvas.text(6, y, clipped(rules_.players[who].name, 10), {{}, {}, to_play});
    canvas.text(16, y, fmt::format("{:>4}", player.score), {{}, {}, true});
    // Many kinds of piece have a line of their own.
    const std::string supply = supply_text(player), goods = goods_text(rules_, s, who);
    if (columns(supply) <= kPanelWidth - 21)
      canvas.text(21, y, supply);
    else
      for (const std::string& line : wrapped(supply, kPanelWidth - 4)) canvas.text(4, ++y, line);
    if (!goods.empty()) canvas.text(4, ++y, goods);
    for (const std::string& line :
         wrapped(prisoners_text(rules_, s, who, look_.ascii), kPanelWidth - 4))
      if (!line.empty()) canvas.text(4, ++y, line);
  }
  return draw_turn(canvas, y, s) + 1;
}

int Screen::draw_turn(Canvas& canvas, int y, const GameState& s) const {
  const Ink dim{dim_colour(), {}, false};
  canvas.text(2, y++, fmt::format("turn {}, {} tiles left", s.core->turn, bastide::tiles_left(s)),
              dim);
  if (s.core->hidden != 0)
    canvas.text(2, y++, fmt::format("{} more under hills", s.core->hidden), dim);
  if (s.core->part > 1)
    canvas.text(2, y++, "second part of the turn", dim);
  else if (s.core->part_due != 0)
    canvas.text(2, y++, "a second part follows", dim);
  return y;
}

// The tile to lay: every way round that fits somewhere (or at the chosen cell).
void Screen::draw_ways(Canvas& canvas, int y, const GameState& s, const Answers& answers,
                       std::optional<std::size_t> cell) const {
  if (s.core->current == kNone) return;
  const TileInPlay& tile = rules_.tiles[s.core->current];
  std::set<Rotation> ways;
  for (std::size_t i = 0; i < answers.list().size(); ++i)
    for (const Action& action : answers.list()[i].actions)
      if (action.kind == ActionKind::place && (!cell || *cell == i)) ways.insert(action.value);
  canvas.text(0, y, fmt::format("Tile {}", tile_text(rules_, s.core->current)), {{}, {}, true});
  const int large_rows = static_cast<int>(ways.size() + 1) / 2 * (kLarge.rows + 1);
  const bool large = y + 1 + large_rows <= canvas.height();
  const PictureSize size = large ? kLarge : kMedium;
  const int per_row = large ? 2 : 4;
  int i = 0;
  for (const Rotation way : ways) {
    const int x = i % per_row * (size.columns + (large ? 3 : 1));
    const int top = y + 1 + i / per_row * (size.rows + 1);
    const Face& face = rules_.face(s.core->current, way);
    draw_picture(canvas, x, top, make_picture(*tile.def, face, size), face, look_);
    canvas.text(x, top + size.rows, fmt::format("{} {}", turn_sign(way, look_.ascii), way * 90));
    ++i;
  }
}

int Screen::draw_laid(Canvas& canvas, int y, const GameState& s, const Answers& answers) const {
  const std::optional<Pos> at = last_laid(s);
  const BoardMarks marks = answers.marks(std::nullopt);
  if (!at || marks.segments.empty()) return y;
  const PlacedTile& tile = *tile_at(s, *at);
  const Face face = face_shown(rules_.face(tile.type, tile.rotation), tile);
  const TilePicture picture = make_picture(*rules_.tiles[tile.type].def, face, kLarge);
  canvas.text(0, y, fmt::format("Tile {} at {},{}", tile_text(rules_, tile.type), at->x, at->y),
              {{}, {}, true});
  draw_picture(canvas, 0, y + 1, picture, face, look_);
  for (const SegmentMark& mark : marks.segments) {
    if (mark.at != *at) continue;
    if (const auto anchor = mark_anchor(picture, mark))
      draw_label(canvas, anchor->column, y + 1 + anchor->row, fmt::format("{:>2}", mark.number),
                 number_ink(), look_);
  }
  return y + 2 + kLarge.rows;
}

void Screen::draw_legend(Canvas& canvas, int y, const GameState& s) const {
  const Ink dim{dim_colour(), {}, false};
  for (const SegmentKind kind :
       {SegmentKind::city, SegmentKind::road, SegmentKind::monastery, SegmentKind::field})
    canvas.text(2, y++,
                fmt::format("{} {}", encoded(role_sign(kind, look_.ascii)), role_name(kind)), dim);
  for (int kind = 0; kind < kPieceKinds; ++kind)
    if (const auto piece = static_cast<PieceKind>(kind);
        rules_.piece_in_play[piece] && is_more_than_its_role(piece))
      canvas.text(2, y++,
                  fmt::format("{} {}", encoded(piece_sign(piece, SegmentKind::garden, look_.ascii)),
                              spoken(piece)),
                  dim);
  if (rules_.piece_in_play[PieceKind::big])
    canvas.text(2, y++,
                encoded(piece_sign(PieceKind::big, SegmentKind::city, look_.ascii)) +
                    " large knight, and so on",
                dim);
  canvas.text(2, y++, look_.ascii ? "* pennant" : "♦ pennant", dim);
  if (rules_.piece_in_play[PieceKind::floor])
    canvas.text(2, y++, look_.ascii ? "T floors of a tower" : "♖ floors of a tower", dim);
  if (rules_.piece_in_play[PieceKind::abbey])
    canvas.text(2, y++, look_.ascii ? "+ abbey" : "✚ abbey", dim);
  draw_signs(canvas, y, s);
}

// The symbols on tiles of this game, and the figures that stand on tiles.
void Screen::draw_signs(Canvas& canvas, int y, const GameState& s) const {
  const Ink dim{dim_colour(), {}, false};
  std::uint32_t marks = 0;
  for (const TileInPlay& tile : rules_.tiles) marks |= tile.def->marks & look_.marks;
  for (std::uint32_t bits = marks; bits != 0; bits &= bits - 1) {
    const TileSign sign = tile_sign(bits & (0u - bits), look_.ascii);
    if (sign.sign != 0)
      canvas.text(2, y++, fmt::format("{} {}", encoded(sign.sign), sign.name), dim);
  }
  std::set<std::string> named;  // castles and granaries are several
  for (const Figure& figure : figures_of(rules_, s))
    if (figure.owner == kNobody && named.insert(figure.name).second)
      canvas.text(2, y++, fmt::format("{} {}", figure.label(), figure.name), dim);
}

namespace {

// CB-2: what everybody builds from.
int draw_common_supply(Canvas& canvas, int y, const Rules& rules, const GameState& s) {
  if (!rules.on(ModuleId::castles_bridges)) return y;
  const auto& cb = rules.ext<castles_bridges::CastlesBridgesState>(s);
  const Ink dim{dim_colour(), {}, false};
  canvas.text(2, y, fmt::format("left to build: {} bridges", cb.bridges), dim);
  canvas.text(2, y + 1, fmt::format("{} castles, {} granaries", cb.castles, cb.granaries), dim);
  return y + 3;
}

}  // namespace

Canvas Screen::panel(const GameState& s, const Answers& answers, std::optional<std::size_t> cell,
                     int height) const {
  Canvas canvas(kPanelWidth, height);
  int y = draw_wheel_panel(canvas, draw_scores(canvas, s), rules_, s, letters_, look_);
  y = draw_count_panel(canvas, y, rules_, s, letters_, look_);
  y = draw_common_supply(canvas, y, rules_, s);
  y = draw_flock_panel(canvas, y, rules_, s, letters_);
  y = draw_circus_panel(canvas, y, rules_, s);
  if (decision(s) == DecisionKind::place)
    draw_ways(canvas, y, s, answers, cell);
  else
    draw_legend(canvas, draw_laid(canvas, y, s, answers), s);
  return canvas;
}

// --- the whole ---

std::string Screen::compose(const GameState& s, const Answers& answers,
                            std::optional<std::size_t> cell, const std::vector<Message>& news,
                            const View& view, ScreenSize size) const {
  const bool narrow = size.width < kNarrow;
  const std::size_t most_answers = size.height < 30 ? 4 : 7;
  const std::size_t most_news = size.height < 30 ? 3 : 6;
  const auto answer_part = answer_lines(answers, cell, size.width, most_answers);
  const auto news_part = news_lines(news, size.width, most_news);
  const int scores = narrow ? rules_.player_count() : 0;
  const int room = std::max(6, size.height - 1 - scores - static_cast<int>(answer_part.size()) -
                                   static_cast<int>(news_part.size()));
  BoardMarks marks = answers.marks(cell);
  marks.last = last_laid(s);
  const Pos focus = view.focus.value_or(marks.last.value_or(Pos{}));
  const int board_width = narrow ? size.width : size.width - kPanelWidth - 2;
  const PictureSize tile_size =
      view.size.value_or(fitting_size(extent_of(s, marks), board_width - 4, room - 1));
  if (tile_size.columns < kLarge.columns && !narrow) marks.segments.clear();  // see the panel
  const Canvas board = board_.draw(s, marks, tile_size, board_width, room, focus);
  const int side = narrow ? 0 : std::min(room, std::max(board.height(), 18));
  Canvas canvas(size.width, std::max(board.height(), side));
  canvas.blit(board, 0, 0);
  if (!narrow) canvas.blit(panel(s, answers, cell, side), size.width - kPanelWidth, 0);

  std::string out;
  for (const std::string& line : canvas.lines(look_.colours)) out += line + "\n";
  for (int seat = 0; seat < scores; ++seat) out += score_line(s, static_cast<Seat>(seat)) + "\n";
  for (const std::string& line : news_part) out += line + "\n";
  for (const std::string& line : answer_part) out += line + "\n";
  return out;
}

std::string Screen::whole_map(const GameState& s, const BoardMarks& marks, int width) const {
  std::string out;
  for (const std::string& line : board_.draw_all(s, marks, width).lines(look_.colours))
    out += line + "\n";
  return out;
}

std::string Screen::tiles_left(const GameState& s, int width) const {
  const int step = kMedium.columns + 3;
  const int per_row = std::max(1, width / step);
  std::vector<TileType> types;
  for (std::size_t t = 0; t < rules_.tiles.size(); ++t)
    if (s.stock[t] != 0) types.push_back(static_cast<TileType>(t));
  std::string out = fmt::format("{} tiles not seen yet", bastide::tiles_left(s) + s.core->hidden);
  out += s.core->hidden == 0 ? ":\n" : fmt::format(", {} of them under hills:\n", s.core->hidden);
  for (std::size_t first = 0; first < types.size(); first += static_cast<std::size_t>(per_row)) {
    Canvas canvas(width, kMedium.rows + 2);
    for (std::size_t i = first;
         i < std::min(types.size(), first + static_cast<std::size_t>(per_row)); ++i) {
      const int x = static_cast<int>(i - first) * step;
      const Face& face = rules_.face(types[i], 0);
      canvas.text(x, 0,
                  clipped(fmt::format("{}{}{}", tile_text(rules_, types[i]),
                                      look_.ascii ? " x" : " ×", s.stock[types[i]]),
                          step - 1));
      draw_picture(canvas, x, 1, make_picture(*rules_.tiles[types[i]].def, face, kMedium), face,
                   look_);
    }
    for (const std::string& line : canvas.lines(look_.colours)) out += line + "\n";
  }
  return out;
}

}  // namespace bastide::tools
