// What features are worth, and who gets it.
#pragma once

#include <cstdint>

#include "engine/rules/rules.h"
#include "engine/scoring/majority.h"
#include "engine/scoring/pieces.h"

namespace bastide {

// The value of a feature, finished or as it stands at the end of the game.
Sheet value_of(const Rules& rules, const GameState& s, FeatureId feature, bool finished);
// What it is worth to one of those who hold it, by what it is worth to all.
Sheet value_for(const Rules& rules, const GameState& s, FeatureId feature, bool finished, Seat seat,
                const Sheet& common);

// Completed cities that a field borders, each once (FIELD-6, FIELD-10).
int finished_cities_at(const Rules& rules, const GameState& s, FeatureId field);

void give_points(GameState& s, Seat seat, ScoreFor reason, const Sheet& sheet, SegmentId where,
                 EventSink* events);
// For what is no feature: at a tile, or a spot of it (seg_of).
void give_points(GameState& s, Seat seat, ScoreFor reason, const Sheet& sheet, Pos at,
                 std::uint8_t seg, EventSink* events);

// Scores a feature for its majority; pieces stay.
void score_feature(const Rules& rules, GameState& s, FeatureId feature, bool finished,
                   EventSink* events);

ScoreFor reason_for(SegmentKind kind);

// What pieces stand on at the end of the game: fields, or everything else (END-4).
void score_occupied(const Rules& rules, GameState& s, bool fields, EventSink* events);

// The segment that names a feature to people.
SegmentId naming_segment(const Rules& rules, const GameState& s, FeatureId feature);
// The members `at` and `seg` of a segment, in the object that is open; or an object with these.
void write_place(const Rules& rules, const GameState& s, SegmentId segment, FieldWriter& out);
void write_segment(const Rules& rules, const GameState& s, SegmentId segment, std::string_view name,
                   FieldWriter& out);
// The segment that names a feature, as an element of the list that is open.
void write_feature(const Rules& rules, const GameState& s, FeatureId feature, FieldWriter& out);

}  // namespace bastide
