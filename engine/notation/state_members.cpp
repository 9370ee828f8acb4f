#include "engine/notation/state_members.h"

#include <nlohmann/json.hpp>

#include "engine/notation/json_writer.h"

namespace bastide {

namespace {

template <class Hooks, class... Of>
void add_members(const Hooks& hooks, Json& json, const Of&... of) {
  JsonWriter out;
  out.open_object("");
  for (const auto write : hooks) write(of..., out);
  out.close();
  json.update(tree_of(out.take()));
}

}  // namespace

void add_module_members(const Rules& rules, const GameState& s, Json& state) {
  add_members(rules.write_state, state, rules, s);
}

void add_module_members(const Rules& rules, const GameState& s, Seat seat, Json& player) {
  add_members(rules.write_player, player, rules, s, seat);
}

void add_piece_members(const Rules& rules, const GameState& s, const PlacedPiece& piece,
                       Json& json) {
  add_members(rules.write_piece, json, rules, s, piece);
}

void add_tile_members(const Rules& rules, const GameState& s, TileIndex tile, Json& json) {
  add_members(rules.write_tile, json, rules, s, tile);
}

}  // namespace bastide
