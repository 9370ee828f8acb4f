// The dealer of one game: where its seed comes from, and which draw follows next.
//
// bastide-1: the server's committed secret is the seed itself.
// bastide-2: the seed is mixed from the committed secret, the table, its setup and a nonce of each
// person's browser; after something was taken back the draws come anew.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/notation/record.h"
#include "server/fair/fair_draw.h"

namespace bastide::server {

// What the seed of bastide-2 is mixed from, beside the secret, as docs/fair-draws.md writes it
// down. Players' names are no part of it; a seat without a nonce has an empty one here.
std::string seed_text(std::string_view table, const Setup& setup,
                      std::span<const std::string> nonces);

class Dealer {
 public:
  explicit Dealer(const Seed& seed) : seed_(seed) {}  // bastide-1
  Dealer(const Seed& secret, std::string_view seed_text);
  // The dealer of a whole record, which has its secret.
  static Dealer of_record(const Seed& secret, const FairDraws& fair, const Setup& setup);

  Action draw(const Rules& rules, const GameState& s, std::uint64_t number) const;
  // Back to where so many draws had been made.
  void take_back(std::uint64_t draws);
  const std::vector<UndoMark>& undos() const { return undos_; }

 private:
  DrawKey key(std::uint64_t number) const;

  Seed seed_;
  FairMethod method_ = FairMethod::bastide_1;
  std::vector<UndoMark> undos_;
};

}  // namespace bastide::server
