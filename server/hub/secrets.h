// Ids, tokens, and names of guests.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "server/fair/fair_draw.h"
#include "server/store/store.h"

namespace bastide::server {

std::string new_id();     // 10 characters of lower-case base32: 50 random bits
std::string new_token();  // 32 random bytes as hexadecimal digits

// What is stored of a token; nothing if the text cannot be one.
std::optional<Bytes32> token_hash(std::string_view token);
bool same_hash(const Bytes32& a, const Bytes32& b);  // in constant time

// An address as it is counted: nobody can tell it from this without the salt. Empty: nobody is
// counted.
std::string address_hash(std::string_view address, const Bytes32& salt);

// Chance for a table's bots. It follows from the seed, and tells nothing about it or the draws.
std::uint64_t bot_seed(const Seed& seed);

inline constexpr std::size_t kMaxNameCharacters = 32;
// The name without white space round it; nothing unless it is 1 to 32 characters, at most 64 bytes,
// of valid UTF-8 without characters that control text.
std::optional<std::string> good_name(std::string_view name);

}  // namespace bastide::server
