#include "server/table/table_texts.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "engine/notation/json_action.h"
#include "engine/notation/json_state.h"
#include "engine/notation/json_writer.h"
#include "server/table/tile_signatures.h"

namespace bastide::server {

namespace {

constexpr std::size_t kTilesOfPiece = 32;
constexpr std::size_t kFeaturesOfPiece = 64;  // many of them have become part of others

PiecePtr members_piece(const JsonWriter& members) {
  std::string text;
  text.reserve(1 + members.written().size());
  return piece(std::move(text.append(1, ',').append(members.written())));
}

// What stands between pieces, the same at all tables.
PiecePtr glue(std::string_view text) { return piece(std::string(text)); }

void append(std::vector<PiecePtr>& row, const std::vector<PiecePtr>& more) {
  for (const PiecePtr& one : more)
    if (one->size() != 0) row.push_back(one);
}

}  // namespace

void TableTexts::forget() { *this = {}; }

void TableTexts::turn_to(const Table& table) {
  const Position position{table.game->seq(), table.game->times_taken_back(), table.cannot_win()};
  if (position_ == position) return;
  position_ = position;
  rest_.clear();
  rest_piece_ = options_ = recent_ = nullptr;
  features_[0].fresh = features_[1].fresh = false;
}

const std::string& TableTexts::rest_of_state(const Table& table) {
  if (!rest_.empty()) return rest_;
  StateParts parts = table.shown();
  parts.tiles = parts.features = false;
  parts.hash = table.game->hash();
  parts.players = table.game->setup().players;
  JsonWriter out;
  write_state(table.game->rules(), table.game->state(), parts, "state", out);
  rest_ = out.written().substr(0, out.written().size() - 1);
  return rest_;
}

std::vector<TileIndex> TableTexts::note_tiles(const Game& game, const GameState& s,
                                              std::int64_t seq) {
  std::vector<TileIndex> changed;
  if (signed_seq_ == seq && signed_taken_back_ == game.times_taken_back()) return changed;
  std::vector<std::uint64_t> now = tile_signatures(game.rules(), s);
  tiles_.resize((now.size() + kTilesOfPiece - 1) / kTilesOfPiece);
  if (now.size() < signatures_.size() && now.size() % kTilesOfPiece != 0)
    tiles_.drop(tiles_.size() - 1);
  for (std::size_t i = 0; i < now.size(); ++i) {
    if (i < signatures_.size() && signatures_[i] == now[i]) continue;
    changed.push_back(static_cast<TileIndex>(i));
    tiles_.drop(i / kTilesOfPiece);
  }
  signatures_ = std::move(now);
  signed_seq_ = seq;
  signed_taken_back_ = game.times_taken_back();
  return changed;
}

const std::vector<PiecePtr>& TableTexts::tiles(const Game& game) {
  note_tiles(game, game.state(), game.seq());
  JsonWriter out;
  for (std::size_t i = 0; i < tiles_.size(); ++i) {
    if (tiles_.has(i)) continue;
    out.clear();
    const std::size_t end = std::min(signatures_.size(), (i + 1) * kTilesOfPiece);
    for (std::size_t tile = i * kTilesOfPiece; tile < end; ++tile)
      write_tile(game.rules(), game.state(), static_cast<TileIndex>(tile), out);
    tiles_.put(i, out.written());
  }
  return tiles_.pieces();
}

const std::vector<PiecePtr>& TableTexts::all_features(const Game& game, bool with_segments) {
  Features& features = features_[with_segments ? 1 : 0];
  if (features.fresh) return features.texts.pieces();
  FeatureWriter writer(game.rules(), game.state(), with_segments);
  const std::size_t count = game.state().core->features;
  features.texts.resize((count + kFeaturesOfPiece - 1) / kFeaturesOfPiece);
  JsonWriter out;
  for (std::size_t i = 0; i < features.texts.size(); ++i) {
    out.clear();
    const std::size_t end = std::min(count, (i + 1) * kFeaturesOfPiece);
    for (std::size_t id = i * kFeaturesOfPiece; id < end; ++id)
      writer.write(static_cast<FeatureId>(id), out);
    features.texts.put(i, out.written());
  }
  features.fresh = true;
  return features.texts.pieces();
}

std::vector<PiecePtr> TableTexts::update(const Table& table, const GameState& before,
                                         std::int64_t first_seq, std::int64_t now_ms) {
  turn_to(table);
  const Game& game = *table.game;
  JsonWriter out;
  out.text("table", table.id);
  out.number("seq", game.seq());
  out.open_list("entries");
  for (std::int64_t i = first_seq; i < game.seq(); ++i)
    out.raw("", game.history().entry(static_cast<std::size_t>(i)));
  out.close();
  if (table.clocks.exist()) out.raw("clocks", table.clocks.text(now_ms));
  out.raw("", rest_of_state(table) + "}");
  note_tiles(game, before, first_seq);
  out.open_list("tiles");
  for (const TileIndex tile : note_tiles(game, game.state(), game.seq()))
    write_tile(game.rules(), game.state(), tile, out);
  out.close();
  return {members_piece(out)};
}

std::vector<PiecePtr> TableTexts::whole(const Table& table, std::int64_t now_ms) {
  static const PiecePtr kFeatures = glue("],\"features\":["), kHistory = glue("]},\"history\":["),
                        kEnd = glue("]");
  JsonWriter head;
  head.number("seq", table.game ? table.game->seq() : 0);
  if (!table.game) return {members_piece(head)};
  if (table.clocks.exist()) head.raw("clocks", table.clocks.text(now_ms));
  turn_to(table);
  const Game& game = *table.game;
  if (!rest_piece_) rest_piece_ = piece("," + rest_of_state(table) + ",\"tiles\":[");
  std::vector<PiecePtr> row{members_piece(head), rest_piece_};
  append(row, tiles(game));
  if (table.shown().features) {
    row.push_back(kFeatures);
    append(row, all_features(game, false));
  }
  row.push_back(kHistory);
  append(row, game.history().closed());
  if (!recent_) recent_ = piece(game.history().open());
  if (recent_->size() != 0) row.push_back(recent_);
  row.push_back(kEnd);
  return row;
}

PiecePtr TableTexts::options(const Table& table) {
  turn_to(table);
  if (!options_) {
    JsonWriter out;
    write_legal(table.game->rules(), table.game->state(), "options", out);
    options_ = members_piece(out);
  }
  return options_;
}

PiecePtr TableTexts::no_options() {
  static const PiecePtr none = glue(",\"options\":[]");
  return none;
}

std::vector<PiecePtr> TableTexts::features(const Table& table) {
  static const PiecePtr kFeatures = glue(",\"features\":["), kEnd = glue("]");
  turn_to(table);
  JsonWriter head;
  head.text("table", table.id);
  head.number("seq", table.game->seq());
  std::vector<PiecePtr> row{members_piece(head), kFeatures};
  append(row, all_features(*table.game, true));
  row.push_back(kEnd);
  return row;
}

}  // namespace bastide::server
