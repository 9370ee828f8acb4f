// What features are worth, who gets it, and pieces going home.
#pragma once

#include <cstdint>

#include "engine/rules/rules.h"

namespace bastide {

// Strength of a piece in a majority, by its kind.
int strength_of(PieceKind kind);
// What it adds to its feature's claims: nothing from inside a castle.
int strength_on_feature(const PlacedPiece& piece);

// The seats with the most strength, as bits; none if nobody is there (SCORE-4, SCORE-5).
std::uint32_t leading_seats(std::uint32_t claims);

// The value of a feature, finished or as it stands at the end of the game.
Sheet value_of(const Rules& rules, const GameState& s, FeatureId feature, bool finished);

// Completed cities that a field borders, each once (FIELD-6, FIELD-10).
int finished_cities_at(const Rules& rules, const GameState& s, FeatureId field);

void give_points(GameState& s, Seat seat, ScoreFor reason, const Sheet& sheet, SegmentId where,
                 EventSink* events);

// Scores a feature for its majority; pieces stay.
void score_feature(const Rules& rules, GameState& s, FeatureId feature, bool finished,
                   EventSink* events);

// A piece goes back to its owner's supply.
void send_home(const Rules& rules, GameState& s, int piece_index, EventKind why, EventSink* events);
void send_all_home(const Rules& rules, GameState& s, FeatureId feature,
                   EventSink* events);  // SCORE-7

// A piece goes into a building on the segment where it is; a castle takes it off its feature.
void enter_building(const Rules& rules, GameState& s, int piece_index, Standing standing,
                    int detail);

ScoreFor reason_for(SegmentKind kind);

// Unfinished features, then fields; then everybody goes home (END-4, END-6).
void score_final(const Rules& rules, GameState& s, EventSink* events);

// The segment that names a feature to people.
SegmentId naming_segment(const Rules& rules, const GameState& s, FeatureId feature);

}  // namespace bastide
