// Rule options: exactly the rows that the ledger marks as options, with its defaults. A word option
// is the member name_second, true when its second word is chosen.
#pragma once

namespace bastide {

struct RuleOptions {
#define FLAG_OPTION(name, value, sets, ledger, meaning) bool name = value;
#define WORD_OPTION(name, first, second, sets, ledger, meaning) bool name##_##second = false;
#include "engine/core/words.inc"
};

}  // namespace bastide
