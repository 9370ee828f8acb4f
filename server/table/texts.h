// The parts of messages that are written from a position, as text. All of JSON's machinery that the
// tables need for writing is behind this one header.
#pragma once

#include <cstdint>
#include <string>

#include "engine/game/game.h"
#include "engine/notation/json_state.h"
#include "engine/notation/record.h"
#include "server/message/client_message.h"

namespace bastide::server {

// Which tiles lie where, and nothing else: a small picture of the map.
std::string sketch_text(const Rules& rules, const GameState& s);
std::string setup_text(const Setup& setup);        // with players, as in a record
std::string setup_words_text(const Setup& setup);  // without them
std::string fair_text(const FairDraws& fair);      // so too
std::string clock_text(const ClockRules& clock);
std::string rules_text(const std::string& presets, const std::string& bots);  // GET /api/rules

}  // namespace bastide::server
