#include "engine/notation/json_state.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>
#include <vector>
#include <nlohmann/json.hpp>

#include "engine/notation/json_action.h"
#include "engine/scoring/majority.h"

namespace bastide {

namespace {

void write_supply(const Rules& rules, const PlayerState& player, std::string_view name,
                  JsonWriter& out) {
  out.open_object(name);
  for (std::size_t i = 0; i < kPieceKinds; ++i)
    if (rules.piece_in_play[i]) out.number(kPieceNames[i], player.supply[i]);
  out.close();
}

void write_players(const Rules& rules, const GameState& s, std::span<const PlayerSetup> players,
                   JsonWriter& out) {
  if (players.empty()) players = rules.players;
  out.open_list("players");
  for (std::size_t i = 0; i < players.size(); ++i) {
    out.open_object("");
    out.text("name", players[i].name);
    out.number("score", s.core->players[i].score);
    write_supply(rules, s.core->players[i], "supply", out);
    for (const WritePlayer write : rules.write_player) write(rules, s, static_cast<Seat>(i), out);
    out.close();
  }
  out.close();
}

void write_piece(const Rules& rules, const GameState& s, const PlacedPiece& piece,
                 JsonWriter& out) {
  out.open_object("");
  out.word("piece", name_of(piece.kind));
  out.number("owner", piece.owner);
  out.word("seg", place_of(rules, s, piece).seg);
  if (is_in_building(piece)) out.word("in", lodging_name(rules, piece));
  for (const WritePiece write : rules.write_piece) write(rules, s, piece, out);
  out.close();
}

// Counts per tile id, in the order of the catalogue, without zeros.
template <class CountOf>
void write_by_tile(const Rules& rules, CountOf count_of, std::string_view name, JsonWriter& out) {
  out.open_object(name);
  std::string id;  // one for all: most are too long to do without memory
  for (std::size_t i = 0; i < rules.tiles.size(); ++i) {
    const int count = count_of(i);
    if (count <= 0) continue;
    const TileDef& tile = *rules.tiles[i].def;
    out.number(id.assign(tile.set).append(1, '/').append(tile.id), count);
  }
  out.close();
}

void write_left(const Rules& rules, const GameState& s, bool by_tile, JsonWriter& out) {
  out.open_object("left");
  out.number("total", tiles_left(s));
  if (rules.hides_tiles) out.number("hidden", s.core->hidden);  // HIDDEN-1: by_tile has them, too
  if (by_tile) write_by_tile(rules, [&](std::size_t i) { return int{s.stock[i]}; }, "by_tile", out);
  out.close();
}

// What was in the stock at the start and is now neither there nor set aside nor on the table nor
// in hand.
void write_discarded(const Rules& rules, const GameState& s, JsonWriter& out) {
  std::vector<int> gone;
  for (std::size_t i = 0; i < rules.tiles.size(); ++i)
    gone.push_back(rules.tiles[i].copies - s.stock[i] - (s.aside != nullptr ? s.aside[i] : 0));
  for (const TilesElsewhere hook : rules.tiles_elsewhere)
    for (std::size_t i = 0; i < rules.tiles.size(); ++i)
      gone[i] -= hook(rules, s, static_cast<TileType>(i));
  for (std::size_t i = 0; i < s.core->tiles; ++i) --gone[s.tiles[i].type];
  for (const StartCell& cell : rules.start) ++gone[cell.type];
  if (s.core->current != kNone) --gone[s.core->current];
  write_by_tile(rules, [&](std::size_t i) { return gone[i]; }, "discarded", out);
}

bool is_listed(const Rules& rules, const Feature& feature) {
  if (feature.segments == 0) return false;  // merged into another
  switch (feature.kind) {
    case SegmentKind::field:
      return rules.options.fields;
    case SegmentKind::river:
    case SegmentKind::carcassonne:
      return false;
    default:
      return true;
  }
}

// What the feature would bring with its last gap filled and nothing else: a road or city as large
// as it is, a monastery with all its neighbours.
int worth_finished(const Rules& rules, const GameState& s, FeatureId id) {
  const Feature& feature = s.features[id];
  const bool grows = feature.kind == SegmentKind::road || feature.kind == SegmentKind::city;
  return worth(rules, s, id, true).total() + (grows ? 0 : feature.open);
}

void write_claims(const Rules& rules, const GameState& s, FeatureId id, JsonWriter& out) {
  out.open_list("claims");
  std::array<int, kMaxPlayers> strength{};
  if (s.features[id].occupants != 0) strength = strengths(rules, s, id);
  for (int seat = 0; seat < rules.player_count(); ++seat)
    out.number("", strength[static_cast<std::size_t>(seat)]);
  out.close();
}

constexpr SegmentId kEndOfList = std::numeric_limits<SegmentId>::max();

void write_features(const Rules& rules, const GameState& s, bool with_segments,
                    std::string_view name, JsonWriter& out) {
  const FeatureWriter writer(rules, s, with_segments);
  out.open_list(name);
  for (FeatureId id = 0; id < s.core->features; ++id) writer.write(id, out);
  out.close();
}

void write_tiles(const Rules& rules, const GameState& s, JsonWriter& out) {
  out.open_list("tiles");
  for (TileIndex i = 0; i < s.core->tiles; ++i) write_tile(rules, s, i, out);
  out.close();
}

}  // namespace

void write_segment_place(const SegmentPlace& place, JsonWriter& out) {
  out.place("at", place.at);
  out.word("seg", place.seg);
}

void write_tile(const Rules& rules, const GameState& s, TileIndex i, JsonWriter& out) {
  const PlacedTile& tile = s.tiles[i];
  out.open_object("");
  out.place("at", tile.at);
  out.word("tile", tile_id(rules, tile.type));
  out.number("rot", 90 * tile.rotation);
  out.open_list("pieces");
  for (std::size_t p = 0; p < s.core->pieces; ++p) {
    const PlacedPiece& piece = s.pieces[p];
    if (s.segments[piece.segment].tile == i && !rules.traits[piece.kind].listed_apart)
      write_piece(rules, s, piece, out);
  }
  out.close();
  if (tile.added_segment != kNone) out.word("bridge", kAxisNames[tile.bridge_axis]);
  for (const WriteTile write : rules.write_tile) write(rules, s, i, out);
  out.close();
}

void write_scores(const Rules& rules, const GameState& s, std::string_view name, JsonWriter& out) {
  out.open_list(name);
  for (int i = 0; i < rules.player_count(); ++i) out.number("", s.core->players[i].score);
  out.close();
}

FeatureWriter::FeatureWriter(const Rules& rules, const GameState& s, bool with_segments)
    : rules_(rules), s_(s), with_segments_(with_segments) {
  count_tiles();
  if (!with_segments) return;
  first_.assign(s.core->features, kEndOfList);
  next_.assign(s.core->segments, kEndOfList);
  for (std::size_t i = s.core->segments; i-- > 0;)
    next_[i] = std::exchange(first_[s.segments[i].feature], static_cast<SegmentId>(i));
}

// As tile_count does, of all features in one go: a tile counts once, however many of its segments
// belong to the feature.
void FeatureWriter::count_tiles() {
  tiles_.assign(s_.core->features, 0);
  std::array<FeatureId, kMaxSegments + 1> met{};
  for (std::size_t i = 0; i < s_.core->tiles; ++i) {
    const PlacedTile& tile = s_.tiles[i];
    auto end = met.begin();
    for (int local = 0; tile.has_segment(local); ++local) {
      const FeatureId feature = s_.segments[tile.segment(local)].feature;
      if (std::find(met.begin(), end, feature) != end) continue;
      *end++ = feature;
      ++tiles_[feature];
    }
  }
}

void write_feature_name(const Rules& rules, const GameState& s, FeatureId feature,
                        JsonWriter& out) {
  out.word("kind", name_of(s.features[feature].kind));
  write_segment_place(place_of(rules, s, naming_segment(rules, s, feature)), out);
}

void FeatureWriter::write_members(FeatureId id, JsonWriter& out) const {
  const Feature& feature = s_.features[id];
  const bool complete = is_complete(s_, id);
  write_feature_name(rules_, s_, id, out);
  out.number("tiles", tiles_[id]);
  if (feature.kind != SegmentKind::field) {  // a field is never complete
    out.number("open", feature.open);
    out.flag("complete", complete);
  }
  write_claims(rules_, s_, id, out);
  const Sheet now = worth(rules_, s_, id, complete);
  out.number("worth", now.total());
  if (feature.kind == SegmentKind::field) {
    out.number("cities", now.count_of(Term::cities));
  } else if (!complete) {
    out.number("finished", worth_finished(rules_, s_, id));
  }
  for (const WriteFeature write : rules_.write_feature) write(rules_, s_, id, out);
}

void FeatureWriter::write(FeatureId feature, JsonWriter& out) const {
  if (!is_listed(rules_, s_.features[feature])) return;
  out.open_object("");
  write_members(feature, out);
  if (with_segments_) write_segments(feature, out);
  out.close();
}

void FeatureWriter::write_segments(FeatureId feature, JsonWriter& out) const {
  out.open_list("segments");
  for (SegmentId i = first_[feature]; i != kEndOfList; i = next_[i]) {
    out.open_object("");
    write_segment_place(place_of(rules_, s_, i), out);
    out.close();
  }
  out.close();
}

SeatBits winners_of(const Rules& rules, const GameState& s, SeatBits cannot_win) {
  const SeatBits all = (SeatBits{1} << rules.player_count()) - 1;
  const SeatBits can_win = (cannot_win & all) == all ? all : all & ~cannot_win;
  const PlayerState* players = s.core->players;
  std::int32_t best = std::numeric_limits<std::int32_t>::min();
  SeatBits winners = 0;
  for (int i = 0; i < rules.player_count(); ++i) {
    if ((can_win >> i & 1) == 0 || players[i].score < best) continue;
    if (players[i].score > best) winners = 0;
    best = players[i].score;
    winners |= SeatBits{1} << i;
  }
  return winners;
}

void write_winners(const Rules& rules, const GameState& s, SeatBits cannot_win,
                   std::string_view name, JsonWriter& out) {
  const SeatBits winners = winners_of(rules, s, cannot_win);
  out.open_list(name);
  for (int i = 0; i < rules.player_count(); ++i)
    if ((winners >> i & 1) != 0) out.number("", i);
  out.close();
}

void write_state(const Rules& rules, const GameState& s, const StateParts& parts,
                 std::string_view name, JsonWriter& out) {
  out.open_object(name);
  write_decision(s, "decision", out);
  out.number("turn", s.core->turn);
  write_players(rules, s, parts.players, out);
  if (is_over(s)) write_winners(rules, s, parts.cannot_win, "winners", out);
  if (parts.tiles) write_tiles(rules, s, out);
  if (s.core->current != kNone) {
    out.word("current", tile_id(rules, s.core->current));
  } else {
    out.nothing("current");
  }
  write_left(rules, s, parts.by_tile, out);
  if (parts.features) write_features(rules, s, false, "features", out);
  write_discarded(rules, s, out);
  if (s.aside != nullptr)
    write_by_tile(rules, [&](std::size_t i) { return int{s.aside[i]}; }, "set_aside", out);
  for (const WriteState write : rules.write_state) write(rules, s, out);
  out.word("hash", hash_text(parts.hash ? *parts.hash : state_hash(rules, s)));
  out.close();
}

std::string hash_text(std::uint64_t hash) {
  std::string text(16, '0');
  for (auto digit = text.rbegin(); digit != text.rend(); ++digit, hash >>= 4)
    *digit = "0123456789abcdef"[hash & 15];
  return text;
}

// --- trees ---

Json state_to_json(const Rules& rules, const GameState& s, const StateParts& parts) {
  return tree_of(text_of([&](JsonWriter& out) { write_state(rules, s, parts, "", out); }));
}

Json tile_to_json(const Rules& rules, const GameState& s, TileIndex i) {
  return tree_of(text_of([&](JsonWriter& out) { write_tile(rules, s, i, out); }));
}

Json scores_to_json(const Rules& rules, const GameState& s) {
  return tree_of(text_of([&](JsonWriter& out) { write_scores(rules, s, "", out); }));
}

Json supplies_to_json(const Rules& rules, const GameState& s) {
  JsonWriter out;
  out.open_list("");
  for (int i = 0; i < rules.player_count(); ++i) write_supply(rules, s.core->players[i], "", out);
  out.close();
  return tree_of(out.take());
}

Json features_to_json(const Rules& rules, const GameState& s, bool with_segments) {
  return tree_of(
      text_of([&](JsonWriter& out) { write_features(rules, s, with_segments, "", out); }));
}

Json winners_to_json(const Rules& rules, const GameState& s, SeatBits cannot_win) {
  return tree_of(text_of([&](JsonWriter& out) { write_winners(rules, s, cannot_win, "", out); }));
}

}  // namespace bastide
