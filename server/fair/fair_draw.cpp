#include "server/fair/fair_draw.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <vector>

#include <sodium.h>

#include "engine/notation/json_action.h"

namespace bastide::server {

namespace {

// libsodium looks for the processor's abilities and the source of randomness once.
void ready() {
  static const bool initialised = sodium_init() >= 0;
  if (!initialised) std::abort();  // no secret may be made without a source of randomness
}

using Digest = std::array<unsigned char, crypto_generichash_BYTES>;
static_assert(crypto_generichash_BYTES == 32);

// Word j of the stream of a draw.
std::uint64_t word_of(const Seed& seed, const DrawKey& draw, std::uint64_t j) {
  std::string text = "bastide draw ";
  if (draw.undos) text.append(std::to_string(*draw.undos)).append(" ");
  text.append(std::to_string(draw.number)).append(" ").append(std::to_string(j));
  const Digest digest = keyed_digest(seed, text);
  std::uint64_t word = 0;
  for (int byte = 7; byte >= 0; --byte) word = word << 8 | digest[static_cast<std::size_t>(byte)];
  return word;
}

}  // namespace

Seed new_seed() {
  ready();
  Seed seed;
  randombytes_buf(seed.data(), seed.size());
  return seed;
}

std::string commitment(const Seed& seed) {
  ready();
  Digest digest;
  crypto_generichash(digest.data(), digest.size(), seed.data(), seed.size(), nullptr, 0);
  return seed_hex(digest);
}

Seed keyed_digest(const Seed& key, std::string_view text) {
  ready();
  Digest digest;
  crypto_generichash(digest.data(), digest.size(),
                     reinterpret_cast<const unsigned char*>(text.data()), text.size(), key.data(),
                     key.size());
  return digest;
}

std::string seed_hex(const Seed& seed) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string hex;
  for (const unsigned char byte : seed) {
    hex += digits[byte >> 4];
    hex += digits[byte & 15];
  }
  return hex;
}

std::optional<Seed> seed_from_hex(std::string_view hex) {
  Seed seed{};
  if (hex.size() != 2 * seed.size()) return std::nullopt;
  for (std::size_t i = 0; i < hex.size(); ++i) {
    const char c = hex[i];
    int digit = 0;
    if (c >= '0' && c <= '9') {
      digit = c - '0';
    } else if (c >= 'a' && c <= 'f') {
      digit = c - 'a' + 10;
    } else {
      return std::nullopt;
    }
    seed[i / 2] = static_cast<unsigned char>(seed[i / 2] << 4 | digit);
  }
  return seed;
}

std::uint64_t fair_number(const Seed& seed, const DrawKey& draw, std::uint64_t count) {
  assert(count > 0);
  // 2^64 mod count: so many of the highest words would make small numbers more likely.
  const std::uint64_t excess = (0 - count) % count;
  for (std::uint64_t j = 0;; ++j) {
    const std::uint64_t word = word_of(seed, draw, j);
    if (word <= UINT64_MAX - excess) return word % count;
  }
}

Action fair_draw(const Rules& rules, const GameState& s, const Seed& seed, const DrawKey& draw) {
  assert(is_chance(s));
  struct Kind {
    std::string name;
    Outcome outcome;
  };
  std::vector<Outcome> possible;
  outcomes(rules, s, possible);
  std::vector<Kind> kinds;
  std::uint64_t total = 0;
  for (const Outcome& one : possible) {
    kinds.push_back({outcome_name(rules, s, one.action), one});
    total += one.weight;
  }
  // By byte, not by the engine's order: that one depends on how sets are loaded.
  std::ranges::sort(kinds, {}, &Kind::name);
  std::uint64_t left = fair_number(seed, draw, total);
  std::size_t i = 0;
  while (left >= kinds[i].outcome.weight) left -= kinds[i++].outcome.weight;
  return kinds[i].outcome.action;
}

}  // namespace bastide::server
