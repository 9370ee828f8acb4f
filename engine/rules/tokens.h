// Tokens that the dealer draws blindly (FLOCK-14, CIRCUS-22). Each set that has some says in which
// steps of a turn the question is about its own.
#pragma once

#include "engine/rules/rules.h"

namespace bastide {

void bring_tokens(Rules& rules, Step asked_in, const TokenSource& source);

}  // namespace bastide
