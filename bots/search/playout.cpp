#include "bots/search/playout.h"

#include <algorithm>
#include <bit>

#include "engine/turn/fits.h"

namespace bastide {

namespace {

void answer_quietly(const Rules& rules, GameState& s, std::uint32_t word) {
  if (const auto quiet = rules.decisions[decision(s)].quiet)
    apply_assume_legal(rules, s, quiet(rules, s));
  else
    apply_random(rules, s, word);
}

// --- The tile ----------------------------------------------------------------------

int strength_of_others(const Rules& rules, std::uint32_t occupants, Seat seat) {
  int most = 0;
  for (int other = 0; other < rules.player_count(); ++other)
    if (other != seat) most = std::max(most, number_of_seat(occupants, other));
  return most;
}

// Roughly twice the points that a tile there is worth to whoever holds what it continues.
int worth_of_continuing(const Feature& feature, const FaceSegment& segment) {
  constexpr int kPieceBack = 6;
  const bool is_city = segment.kind == SegmentKind::city;
  const bool finishes = feature.open == 1 && segment.open_ends == 1;
  const int grows = is_city ? 3 : 2;
  if (!finishes) return grows;
  return grows + kPieceBack + (is_city ? 2 * (feature.segments + feature.pennants) : 0);
}

// What it does for the roads and cities of the one who lays it, and against those of others.
int service(const Rules& rules, const GameState& s, CellIndex at, const Face& face) {
  constexpr int kMiddle = 1;  // slot of roads and cities
  const OpenCell& cell = s.cells[at];
  const Seat seat = s.core->active;
  int sum = 0;
  for (unsigned sides = cell.present; sides != 0; sides &= sides - 1) {
    const int side = std::countr_zero(sides);
    const std::uint8_t local = face.slots[static_cast<std::size_t>(side)][kMiddle];
    const SegmentId behind = cell.behind[side][kMiddle];
    if (local == kNoSegment || behind == kNone) continue;
    const Feature& feature = s.features[s.segments[behind].feature];
    const FaceSegment& segment = face.segments[local];
    if (feature.occupants == 0 || segment.open_ends == 0) continue;
    const int mine = number_of_seat(feature.occupants, seat);
    const int others = strength_of_others(rules, feature.occupants, seat);
    if (mine != others)
      sum += mine > others ? worth_of_continuing(feature, segment)
                           : -worth_of_continuing(feature, segment);
  }
  return sum;
}

// Where there are other ways to lay a tile as well (bridges, abbeys), any of them.
void lay(const Rules& rules, GameState& s, int places, std::uint32_t word, Rng& rng) {
  if (places <= 1 || !rules.more_placements.empty()) return apply_random(rules, s, word);
  const TileType tile = s.core->current;
  const Fits fits(rules, s, tile);
  const auto face_of = [&](Placement p) -> const Face& {
    return rules.face(tile, rules.tiles[tile].rotations[p.rotation]);
  };
  Placement best = fits.nth(scaled(word, fits.count()));
  int most = service(rules, s, best.cell, face_of(best));
  for (int i = 1; i < places; ++i) {
    const auto other_word = static_cast<std::uint32_t>(rng.next() >> 32);
    const Placement other = fits.nth(scaled(other_word, fits.count()));
    const int serves = service(rules, s, other.cell, face_of(other));
    if (serves > most) most = serves, best = other;
  }
  apply_assume_legal(
      rules, s,
      Action::place(tile, s.cells[best.cell].at, rules.tiles[tile].rotations[best.rotation]));
}

// --- The piece ---------------------------------------------------------------------

// What is finished brings its points and the piece at once; the rest by how many are in hand.
bool is_worth_a_piece(const Feature& feature, int in_hand) {
  switch (feature.kind) {
    case SegmentKind::monastery:
      return in_hand >= 2;
    case SegmentKind::city:
      return feature.open == 0 || in_hand >= 3;
    case SegmentKind::road:
      return feature.open == 0;
    default:
      return false;
  }
}

// The first segment of the tile that is worth a meeple, or -1.
int plain_claim(const GameState& s) {
  const PlacedTile& tile = s.tiles[s.core->placed];
  const int in_hand = s.core->players[s.core->active].supply[PieceKind::meeple];
  for (unsigned bits = s.core->meeple_options; bits != 0; bits &= bits - 1) {
    const int local = std::countr_zero(bits);
    if (is_worth_a_piece(s.features[s.segments[tile.segment(local)].feature], in_hand))
      return local;
  }
  return -1;
}

// Towers, acrobats and barns anywhere, and the pieces that wait for a good place, would drown the
// meeples on the tile: where there are spots, random play puts down meeples only.
bool plays_meeples_only(const Rules& rules) {
  bool spots = false;
  for_each<Spot>([&](Spot spot) { spots = spots || rules.spot_answers[spot] != nullptr; });
  return spots;
}

void place_any_piece(const Rules& rules, GameState& s, std::uint32_t word) {
  if (!plays_meeples_only(rules)) return apply_random(rules, s, word);
  const auto here = static_cast<std::uint64_t>(std::popcount(s.core->meeple_options));
  const Action answer =  // meeples come first
      here == 0 ? Action::pass()
                : nth_legal(rules, s, static_cast<std::uint32_t>(here * word >> 32));
  apply_assume_legal(rules, s, answer);
}

void place_a_piece(const Rules& rules, GameState& s, const Playout& playout, std::uint64_t words) {
  const int claim = playout.claims ? plain_claim(s) : -1;
  if (claim >= 0)
    apply_assume_legal(rules, s,
                       Action::meeple(PieceKind::meeple, s.tiles[s.core->placed].at,
                                      static_cast<std::uint8_t>(claim)));
  else if ((words & 255) < playout.piece_chance)
    place_any_piece(rules, s, static_cast<std::uint32_t>(words >> 32));
  else
    apply_assume_legal(rules, s, Action::pass());
}

}  // namespace

Playout suited_to(const Rules& rules, const Playout& playout) {
  const bool has_dragon = rules.on(ModuleId::princess_dragon) && playout.turns >= 0;
  return has_dragon ? random_turns(4, 77) : playout;
}

void play_on(const Rules& rules, GameState& s, const Playout& playout, Rng& rng) {
  int last = s.core->turn + playout.turns;
  if (playout.more_rounds > 0)
    last += 2 * static_cast<int>(rng.below(static_cast<std::uint32_t>(playout.more_rounds) + 1));
  while (!is_over(s)) {
    const std::uint64_t words = rng.next();
    const auto word = static_cast<std::uint32_t>(words >> 32);
    if (is_chance(s)) {
      if (s.core->turn >= last && s.core->placed == kNone) return;
      apply_random(rules, s, word);
      continue;
    }
    switch (decision(s)) {
      case DecisionKind::place:
        lay(rules, s, playout.places, word, rng);
        break;
      case DecisionKind::meeple:
        place_a_piece(rules, s, playout, words);
        break;
      default:
        answer_quietly(rules, s, word);
    }
  }
}

}  // namespace bastide
