#include "server/table/table_texts.h"

#include <string>

#include "engine/notation/json_text.h"

namespace bastide::server {

namespace {

PiecePtr members_piece(ObjectText& text) { return piece("," + text.take_members()); }

}  // namespace

void TableTexts::forget() { *this = {}; }

void TableTexts::turn_to(const Table& table) {
  const Position position{table.game->seq(), table.cannot_win()};
  if (position_ == position) return;
  forget();
  position_ = position;
}

PiecePtr TableTexts::update(const Table& table, const GameState& before, std::int64_t first_seq,
                            std::int64_t now_ms) {
  const Game& game = *table.game;
  ListText entries;
  for (std::int64_t i = first_seq; i < game.seq(); ++i)
    entries.raw(game.entries()[static_cast<std::size_t>(i)].text(i));
  StateParts parts = table.shown();
  parts.tiles = parts.features = false;
  ObjectText text;
  text.text("table", table.id).number("seq", game.seq()).raw("entries", entries.take());
  if (table.clocks.exist()) text.raw("clocks", table.clocks.text(now_ms));
  text.raw("state", state_text(game.rules(), game.state(), parts));
  text.raw("tiles", changed_tiles_text(game.rules(), before, game.state()));
  return members_piece(text);
}

std::vector<PiecePtr> TableTexts::whole(const Table& table, std::int64_t now_ms) {
  ObjectText small;
  small.number("seq", table.game ? table.game->seq() : 0);
  if (!table.game) return {members_piece(small)};
  if (table.clocks.exist()) small.raw("clocks", table.clocks.text(now_ms));
  turn_to(table);
  if (!game_) {
    const Game& game = *table.game;
    ObjectText text;
    text.raw("state", state_text(game.rules(), game.state(), table.shown()));
    text.raw("history", table.history_text());
    game_ = members_piece(text);
  }
  return {members_piece(small), game_};
}

PiecePtr TableTexts::options(const Table& table) {
  turn_to(table);
  if (!options_) {
    ObjectText text;
    text.raw("options", options_text(table.game->rules(), table.game->state()));
    options_ = members_piece(text);
  }
  return options_;
}

PiecePtr TableTexts::no_options() {
  static const PiecePtr none = piece(",\"options\":[]");
  return none;
}

PiecePtr TableTexts::features(const Table& table) {
  turn_to(table);
  if (!features_) {
    const Game& game = *table.game;
    ObjectText text;
    text.text("table", table.id).number("seq", game.seq());
    text.raw("features", features_text(game.rules(), game.state()));
    features_ = members_piece(text);
  }
  return features_;
}

}  // namespace bastide::server
