// Rule options: exactly the rows that the ledger marks as options, with its defaults.
#pragma once

#include <cstdint>

namespace bastide {

struct RuleOptions {
  bool fields = true;                        // D-6
  bool river_turns_immediate_only = false;   // D-R1
  bool spring_divides = false;               // D-R4
  bool princess_must = false;                // Q-PD-15
  bool portal_just_completed = true;         // Q-PD-10
  bool fairy_final_all = false;              // Q-PD-23
  bool fairy_on_tile = false;                // Q-PD-25
  bool dragon_after_scoring = false;         // Q-PD-26
  bool count_single_pass = false;            // Q-CKC-12
  bool count_empty_feature = true;           // Q-CKC-13
  bool carcassonne_outer_closed = false;     // Q-CKC-39
  bool princess_blocks_count = false;        // Q-X-3
  bool bridge_forced = false;                // Q-BCB-5
  bool castle_tied_first_clockwise = false;  // Q-BCB-12
  bool bazaar_auction = true;                // BAZAAR-18, Q-BCB-39
  bool bridge_tile_counts = false;           // Q-CB-1
};

}  // namespace bastide
