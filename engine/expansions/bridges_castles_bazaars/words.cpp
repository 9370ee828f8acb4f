// The public state of castles and the bazaar; castles in loaded positions.
#include <charconv>
#include <string>

#include "engine/board/board.h"
#include "engine/expansions/bridges_castles_bazaars/parts.h"
#include "engine/scoring/score.h"

namespace bastide::bridges_castles_bazaars {
namespace {

// Reads numbers one after another from "0 1,0 1,1 completed".
struct Numbers {
  std::string_view text;
  bool failed = false;

  int next() {
    while (!text.empty() && (text.front() == ' ' || text.front() == ',')) text.remove_prefix(1);
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    failed |= error != std::errc{};
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return value;
  }
  Pos cell() {
    const int x = next();
    return {static_cast<std::int16_t>(x), static_cast<std::int16_t>(next())};
  }
};

// The segment of the first tile whose city the second closes.
SegmentId shared_city(const GameState& s, Pos a, Pos b) {
  const std::uint32_t first = find_tile(s, a), second = find_tile(s, b);
  if (first == kNotThere || second == kNotThere) return kNone;
  const PlacedTile& tile = s.tiles[first];
  for (int i = 0; i < tile.segment_count; ++i) {
    const Feature& feature = s.features[feature_of(s, tile.segment(i))];
    if (feature.kind == SegmentKind::city && feature.segments == 2 && feature.open == 0 &&
        s.segments[s.segments[tile.segment(i)].next].tile == second)
      return tile.segment(i);
  }
  return kNone;
}

}  // namespace

// castle 0 1,0 1,1: of seat 0, with a lord; "completed" at the end: without. CASTLE-4: nobody else
// is in the city.
bool load_castle(const Rules& rules, GameState& s, std::string_view word, std::string_view value) {
  if (word != "castle") return false;
  Numbers numbers{value};
  const int seat = numbers.next();
  const Pos a = numbers.cell(), b = numbers.cell();
  const bool completed = numbers.text.find("completed") != std::string_view::npos;
  if (numbers.failed || seat < 0 || seat >= rules.player_count()) return false;
  const SegmentId segment = shared_city(s, a, b);
  PlayerState& player = s.core->players[seat];
  if (segment == kNone || s.features[feature_of(s, segment)].occupants != 0 ||
      player.supply[PieceKind::castle] == 0 || player.supply[PieceKind::meeple] == 0)
    return false;
  --player.supply[PieceKind::meeple];
  put_piece(rules, s, {PieceKind::meeple, static_cast<Seat>(seat), segment});
  raise_castle(rules, s, s.core->pieces - 1, kNone, nullptr);
  if (!completed) return true;
  auto& bcb = rules.ext<BcbState>(s);
  bcb.castles[bcb.castle_count - 1].completed = 1;
  send_home(rules, s, s.core->pieces - 1, EventKind::returned, nullptr);
  return true;
}

std::string explain(const Rules& rules, const GameState& s, const Action& action) {
  const auto& bcb = rules.ext<BcbState>(s);
  const DecisionKind asked = s.core->decision;
  if (asked == DecisionKind::place && action.kind == ActionKind::discard)
    return "only a tile that fits with a bridge and not without may be refused, if the option "
           "allows it";
  if (asked == DecisionKind::bid && action.kind == ActionKind::bid)
    return "a bid is more than " + std::to_string(bcb.bid) + " and at most " +
           std::to_string(kHighestBid);
  if (asked == DecisionKind::auction && action.kind == ActionKind::offer)
    return action.points >= 0 && action.points <= kHighestBid
               ? "that tile is not for sale"
               : "an opening bid is 0 to " + std::to_string(kHighestBid);
  if (asked == DecisionKind::auction && action.kind == ActionKind::pass)
    return "the auctioneer has to put up a tile";
  if (asked == DecisionKind::take && action.kind == ActionKind::take)
    return "that tile is not there";
  return "";
}

void write_castles(const Rules& rules, const GameState& s, FieldWriter& out) {
  const auto& bcb = rules.ext<BcbState>(s);
  out.open_list("castles");
  for (int i = 0; i < bcb.castle_count; ++i) {
    const Castle& castle = bcb.castles[i];
    const int lord = lord_of(s, i);
    out.open_object("");
    out.open_list("cells");
    out.place("", castle.cells[0]);
    out.place("", castle.cells[1]);
    out.close();
    out.number("owner", castle.owner);
    if (lord < 0)
      out.nothing("lord");
    else
      out.text("lord", name_of(s.pieces[lord].kind));
    out.flag("completed", castle.completed != 0);
    out.close();
  }
  out.close();
}

namespace {

// The order in which they were built is the order in which a player is asked about several.
void write_hidden_castle(const Rules& rules, const GameState& s, const Castle& castle, int built,
                         FieldWriter& out) {
  out.open_object("");
  out.place("castle", castle.cells[0]);
  out.number("built", built);
  if (castle.built_with != kNone && castle.built_with == s.core->placed) out.flag("new", true);
  if (castle.wave != 0) {
    out.number("wave", castle.wave);
    out.number("points", castle.points);
    out.open_list("scored");
    write_feature(rules, s, castle.feature, out);
    out.close();
  }
  out.close();
}

}  // namespace

void write_hidden(const Rules& rules, const GameState& s, FieldWriter& out) {
  const auto& bcb = rules.ext<BcbState>(s);
  out.open_list("castles");
  for (int i = 0; i < bcb.castle_count; ++i) write_hidden_castle(rules, s, bcb.castles[i], i, out);
  out.close();
  if (bcb.wave != 0) out.number("castle_wave", bcb.wave);
  if (s.core->decision == DecisionKind::castle_feature)
    out.place("castle_asked", bcb.castles[bcb.asking].cells[0]);
  if (bcb.asked_count == 0 || s.core->placed == kNone) return;
  out.open_list("cities_asked");  // the one that is asked about now comes last
  for (int i = 0; i < bcb.asked_count; ++i) {
    out.open_object("");
    out.number("asked", i);
    out.open_list("city");
    write_feature(rules, s, bcb.asked[i], out);
    out.close();
    out.close();
  }
  out.close();
}

void write_bazaar(const Rules& rules, const GameState& s, FieldWriter& out) {
  const auto& bcb = rules.ext<BcbState>(s);
  if (bcb.phase == Phase::none) return out.nothing("bazaar");
  out.open_object("bazaar");
  out.number("of", bcb.origin);
  out.open_list("tiles");
  for (int i = 0; i < bcb.tile_count; ++i) {
    out.open_object("");
    out.text("tile", rules.tiles[bcb.tiles[i].type].def->full_id());
    if (bcb.tiles[i].owner == 0)
      out.nothing("owner");
    else
      out.number("owner", bcb.tiles[i].owner - 1);
    out.close();
  }
  out.close();
  if (bcb.phase == Phase::auction) out.number("auctioneer", bcb.auctioneer);
  if (bcb.phase == Phase::auction && s.core->decision != DecisionKind::auction &&
      s.core->decision != DecisionKind::take) {
    out.text("offered", rules.tiles[bcb.tiles[bcb.offered].type].def->full_id());
    out.number("bid", bcb.bid);
    out.number("bidder", bcb.bidder);
  }
  if (bcb.phase == Phase::play) out.number("played", bcb.played);
  out.close();
}

}  // namespace bastide::bridges_castles_bazaars
