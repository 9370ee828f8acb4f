// What the sets in play promise beyond the features on the table: pieces that wait elsewhere, the
// dragon's hunger, the pig's way. One outlook a set; the base game has none and pays nothing.
#pragma once

#include <span>
#include <vector>

#include "bots/evaluation/prospect.h"
#include "engine/board/board.h"
#include "engine/rules/rules.h"

namespace bastide {

// The table as the evaluator has seen it.
struct Table {
  const Rules& rules;
  const GameState& state;
  const Weights& weights;
  std::span<const Prospect> prospects;
  std::span<const std::uint16_t> slot_of;  // by feature; kNoSlot
  const PieceShares& piece_shares;
  int left = 0;           // tiles unseen
  double over = 0;        // share of the game that is over
  double piece_time = 0;  // share of its worth that a piece in hand still has
  Points next_piece{};    // what one more piece in hand is worth, by seat

  int players() const { return rules.player_count(); }
  const Prospect* of(FeatureId feature) const {
    return slot_of[feature] == kNoSlot ? nullptr : &prospects[slot_of[feature]];
  }
  // What a piece stands on; null for one in a building or on a spot.
  const Prospect* under(const PlacedPiece& piece) const {
    return is_on_feature(piece) ? of(feature_of(state, piece.segment)) : nullptr;
  }
  // Tiles that will be drawn before the feature is likely to be done with.
  double lifetime(const Prospect& prospect) const;
  // Share of a piece there that is likely to be in hand again.
  double coming_home(const Prospect& prospect) const {
    return bastide::coming_home(weights, prospect);
  }
  // What one more piece of a kind in hand is worth to a seat.
  double one_more(Seat seat, PieceKind kind) const { return piece_shares[kind] * next_piece[seat]; }
  // How everybody's points change if the piece goes home with nothing.
  Points departure(const PlacedPiece& piece) const;
};

struct Gains {
  Points points{};  // what is expected so far, to be added to
  Points pieces{};  // likely to come home, besides those that stand on prospects
};

struct Outlook {
  // Features to look at even if nobody holds them; may be null.
  void (*look)(const Rules&, const GameState&, std::vector<FeatureId>& features);
  void (*weigh)(const Table&, Gains& gains);
};

std::vector<Outlook> outlooks_for(const Rules& rules);

// What a piece is sure of beyond its feature: an acrobat, a ringmaster.
double circus_points(const Rules& rules, const GameState& s, const PlacedPiece& piece);

// One set each
void weigh_dragon(const Table& table, Gains& gains);
void weigh_wheel(const Table& table, Gains& gains);
void weigh_quarters(const Table& table, Gains& gains);
void weigh_abbots(const Table& table, Gains& gains);
void weigh_large_meeples(const Table& table, Gains& gains);
void weigh_trade(const Table& table, Gains& gains);
void weigh_flocks(const Table& table, Gains& gains);
void weigh_titles(const Table& table, Gains& gains);
void weigh_ladies(const Table& table, Gains& gains);
void look_at_domains(const Rules& rules, const GameState& s, std::vector<FeatureId>& features);
void weigh_castles(const Table& table, Gains& gains);
void weigh_towers(const Table& table, Gains& gains);
void look_at_barns(const Rules& rules, const GameState& s, std::vector<FeatureId>& features);
void weigh_abbeys(const Table& table, Gains& gains);
void weigh_circus(const Table& table, Gains& gains);

}  // namespace bastide
