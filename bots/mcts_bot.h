// The bot that searches (bots/search).
#pragma once

#include <memory>

#include "bots/bot.h"
#include "bots/search/search.h"

namespace bastide {

struct MctsOptions {
  SearchBudget budget{0, 1000};  // of a turn
  double saved_turns = 3;        // what is kept for hard moments is at most so many turns' budgets
  double runoff = 0.5;           // share of the budget with which the best answers play it off
  SearchSettings search;
  double temperature = 0;  // answers are taken with odds of visits^(1/T); 0: the most visited
  bool reuse = true;       // keep what the last search found below the present position
};

std::unique_ptr<Bot> make_mcts_bot(const MctsOptions& options,
                                   const Weights& weights = default_weights());

}  // namespace bastide
