#include "server/fair/dealer.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/notation/json_setup.h"

namespace bastide::server {

namespace {

// Members in the order of their names, no white space: what every JSON library can write.
std::string canonical_setup(const Setup& setup) {
  Json words = setup_to_json(setup);
  words.erase("players");
  return nlohmann::json(words).dump();
}

}  // namespace

std::string seed_text(std::string_view table, const Setup& setup,
                      std::span<const std::string> nonces) {
  std::string text(kFairMethodNames[static_cast<std::size_t>(FairMethod::bastide_2)]);
  text.append("\ntable ").append(table);
  text.append("\nrules ").append(std::to_string(setup.rules));
  text.append("\nsetup ").append(canonical_setup(setup));
  text.append("\nnonces");
  for (const std::string& nonce : nonces)
    text.append(" ").append(nonce.empty() ? std::string_view("-") : std::string_view(nonce));
  return text;
}

Dealer::Dealer(const Seed& secret, std::string_view seed_text)
    : seed_(keyed_digest(secret, seed_text)), method_(FairMethod::bastide_2) {}

Dealer Dealer::of_record(const Seed& secret, const FairDraws& fair, const Setup& setup) {
  if (fair.method == FairMethod::bastide_1) return Dealer(secret);
  Dealer dealer(secret, seed_text(fair.table, setup, fair.nonces));
  dealer.undos_ = fair.undos;
  return dealer;
}

DrawKey Dealer::key(std::uint64_t number) const {
  if (method_ == FairMethod::bastide_1) return number;
  const auto later = std::ranges::upper_bound(undos_, number, {}, &UndoMark::draw);
  return {number, later == undos_.begin() ? 0 : std::prev(later)->undos};
}

Action Dealer::draw(const Rules& rules, const GameState& s, std::uint64_t number) const {
  return fair_draw(rules, s, seed_, key(number));
}

void Dealer::take_back(std::uint64_t draws) {
  const std::uint64_t undos = undos_.empty() ? 1 : undos_.back().undos + 1;
  std::erase_if(undos_, [&](const UndoMark& mark) { return mark.draw >= draws; });
  undos_.push_back({draws, undos});
}

}  // namespace bastide::server
