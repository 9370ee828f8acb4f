#include "engine/game/position.h"

#include "engine/board/board.h"
#include "engine/board/bridge.h"
#include "engine/game/place_text.h"
#include "engine/scoring/score.h"
#include "engine/turn/turn.h"

namespace bastide {
namespace {

std::optional<SetupError> load_piece(const Rules& rules, GameState& s, const PlacedTile& tile,
                                     const LoadedPiece& piece) {
  const Face& face = rules.face(tile.type, tile.rotation);
  const bool on_bridge = piece.segment == "bridge" && tile.added_segment != kNone;
  const int segment = on_bridge ? int{tile.segment_count}
                                : find_segment(*rules.tiles[tile.type].def, face, piece.segment);
  const std::string where = piece.segment + " at " + place_text(tile.at);
  if (segment < 0) return SetupError{"There is no " + where + "."};
  if (piece.owner >= rules.player_count())
    return SetupError{"Nobody sits on that seat: " + where + "."};
  std::uint8_t& supply = s.core->players[piece.owner].supply[piece.kind];
  if (supply == 0) return SetupError{"The supply is empty for the piece on " + where + "."};
  --supply;
  put_piece(rules, s, {piece.kind, piece.owner, tile.segment(segment)});
  return std::nullopt;
}

// A copy from the stock, or from the first player who holds one.
bool take_copy(const Rules& rules, GameState& s, TileType type) {
  const TileInPlay& tile = rules.tiles[type];
  if (tile.stack != kHandedOut) {
    if (s.stock[type] == 0) return false;
    --s.stock[type];
    --s.core->left[tile.stack];
    return true;
  }
  for (int seat = 0; seat < rules.player_count(); ++seat) {
    std::uint8_t& held = s.core->players[seat].supply[tile.held_as];
    if (held == 0) continue;
    --held;
    return true;
  }
  return false;
}

std::optional<SetupError> load_tile(const Rules& rules, GameState& s, const LoadedTile& tile) {
  const std::string name = rules.tiles[tile.type].def->full_id() + " at " + place_text(tile.at);
  if (find_tile(s, tile.at) != kNotThere)
    return SetupError{"A tile lies already below " + name + "."};
  std::uint32_t cell = find_cell(s, tile.at);
  if (cell == kNotThere) {
    if (s.core->tiles != 0) return SetupError{"No tile lies beside " + name + "."};
    cell = open_cell(s, tile.at);
  }
  Face face = rules.face(tile.type, tile.rotation);
  if (tile.bridge_axis >= 0) {
    const bool owned = tile.bridge_owner != kNobody;
    if ((owned && tile.bridge_owner >= rules.player_count()) ||
        !spans_fields(face, tile.bridge_axis) ||
        (owned && s.core->players[tile.bridge_owner].supply[PieceKind::bridge] == 0))
      return SetupError{"There can be no such bridge on " + name + "."};
    face = bridged_face(face, tile.bridge_axis, true);
  }
  if ((s.cell_masks[cell] & face.edges) != face.edges)
    return SetupError{"The sides do not match for " + name + "."};
  if (!take_copy(rules, s, tile.type)) return SetupError{"No copy is left of " + name + "."};
  const TileIndex index = lay_tile(s, static_cast<CellIndex>(cell), tile.type, tile.rotation, face);
  if (face.bridge != 0) note_bridge(s, index, face, tile.bridge_owner);
  s.core->completed_count = 0;
  for (const LoadedPiece& piece : tile.pieces)
    if (auto error = load_piece(rules, s, s.tiles[index], piece)) return error;
  return std::nullopt;
}

// Without the start on the table its tile is one of the stock's.
void return_start(const Rules& rules, GameState& s) {
  for (const StartCell& cell : rules.start) {
    ++s.stock[cell.type];
    ++s.core->left[rules.tiles[cell.type].stack];
  }
}

void set_stock(const Rules& rules, GameState& s, const std::vector<TileType>& stock) {
  for (std::uint16_t& left : s.core->left) left = 0;
  for (std::size_t t = 0; t < rules.tiles.size(); ++t) s.stock[t] = 0;
  for (TileType t : stock) {
    if (rules.tiles[t].stack == kHandedOut) continue;  // never drawn
    ++s.stock[t];
    ++s.core->left[rules.tiles[t].stack];
  }
}

bool load_word(const Rules& rules, GameState& s, const std::string& word,
               const std::string& value) {
  for (LoadWord hook : rules.load_words)
    if (hook(rules, s, word, value)) return true;
  return false;
}

}  // namespace

std::variant<GameState, SetupError> load_position(const Rules& rules, const PositionSpec& spec) {
  if (!spec.keep_start && rules.start.size() > 1)
    return SetupError{"A start board always lies on the table."};
  GameState s = blank_state(rules);
  if (spec.keep_start)
    lay_start(rules, s);
  else
    return_start(rules, s);
  for (const LoadedTile& tile : spec.tiles)
    if (auto error = load_tile(rules, s, tile)) return *error;
  if (!spec.stock.empty() || spec.empty_stock) set_stock(rules, s, spec.stock);
  for (std::size_t seat = 0; seat < spec.scores.size() && seat < rules.players.size(); ++seat)
    s.core->players[seat].score = spec.scores[seat];
  s.core->active = spec.active;
  for (GameBegins hook : rules.game_begins) hook(rules, s);
  for (const auto& [word, value] : spec.module_words)
    if (!load_word(rules, s, word, value))
      return SetupError{"Nothing in this game understands \"" + word + " " + value + "\"."};
  begin_turn(rules, s, nullptr);
  run_steps(rules, s, nullptr);
  return s;
}

}  // namespace bastide
