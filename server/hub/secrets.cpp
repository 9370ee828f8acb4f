#include "server/hub/secrets.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include <sodium.h>

#include "engine/notation/form.h"

namespace bastide::server {

namespace {

void secrets_ready() {
  static const bool initialised = sodium_init() >= 0;
  if (!initialised) std::abort();  // no secret may be made without a source of randomness
}

Bytes32 digest(std::string_view key, const unsigned char* data, std::size_t size) {
  secrets_ready();
  Bytes32 hash;
  crypto_generichash(hash.data(), hash.size(), data, size,
                     reinterpret_cast<const unsigned char*>(key.data()), key.size());
  return hash;
}

// The next character of a text in UTF-8, which is taken off it; nothing if it is not valid.
std::optional<char32_t> take_character(std::string_view& text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  const std::size_t size = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if ((first >= 0x80 && first < 0xC2) || first > 0xF4 || text.size() < size) return std::nullopt;
  char32_t c = size == 1 ? first : first & (0x7Fu >> size);
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return std::nullopt;
    c = c << 6 | (byte(i) & 0x3Fu);
  }
  constexpr char32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  if (c < kLeast[size] || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) return std::nullopt;
  text.remove_prefix(size);
  return c;
}

struct Characters {
  char32_t first, last;
};

template <std::size_t N>
bool is_among(char32_t c, const std::array<Characters, N>& ranges) {
  return std::ranges::any_of(ranges, [c](Characters r) { return c >= r.first && c <= r.last; });
}

constexpr char32_t kJoiner = 0x200D;     // of several emoji into one
constexpr char32_t kAsPicture = 0xFE0F;  // the character before it is an emoji

// Characters that are no text: controls, line separators, marks that turn the direction of writing,
// with which a name could disturb what stands around it, and those that are never seen.
bool is_no_text(char32_t c) {
  static constexpr std::array<Characters, 19> kNoText{{
      {0, 0x1F},        {0x7F, 0x9F},     {0xAD, 0xAD},       {0x34F, 0x34F},     {0x61C, 0x61C},
      {0x115F, 0x1160}, {0x17B4, 0x17B5}, {0x180B, 0x180F},   {0x200B, 0x200C},   {0x200E, 0x200F},
      {0x2028, 0x202E}, {0x2060, 0x206F}, {0x3164, 0x3164},   {0xFE00, 0xFE0E},   {0xFEFF, 0xFEFF},
      {0xFFA0, 0xFFA0}, {0xFFF0, 0xFFFB}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF},
  }};
  return is_among(c, kNoText);
}

bool is_blank(char32_t c) {
  static constexpr std::array<Characters, 6> kBlank{{{0x20, 0x20},
                                                     {0xA0, 0xA0},
                                                     {0x1680, 0x1680},
                                                     {0x2000, 0x200A},
                                                     {0x2800, 0x2800},
                                                     {0x3000, 0x3000}}};
  return is_among(c, kBlank) || c == 0x202F || c == 0x205F;
}

bool is_picture(char32_t c) {
  return (c >= 0x2190 && c < 0x2C00) || c == kAsPicture || (c >= 0x1F000 && c < 0x20000);
}

// A joiner makes one picture of several, as of a family; anywhere else it would hide in a name.
bool may_follow(char32_t before, char32_t c) {
  if (before == kJoiner) return is_picture(c) && c != kAsPicture;
  if (c == kJoiner) return is_picture(before);
  return c != kAsPicture || !is_blank(before);
}

}  // namespace

std::string new_id() {
  secrets_ready();
  constexpr std::string_view kDigits = "abcdefghijklmnopqrstuvwxyz234567";
  std::string id(10, ' ');
  for (char& c : id) c = kDigits[randombytes_uniform(static_cast<std::uint32_t>(kDigits.size()))];
  return id;
}

std::string new_token() { return seed_hex(new_seed()); }

std::optional<Bytes32> token_hash(std::string_view token) {
  const auto bytes = seed_from_hex(token);
  if (!bytes) return std::nullopt;
  return digest("bastide guest token", bytes->data(), bytes->size());
}

bool same_hash(const Bytes32& a, const Bytes32& b) {
  return sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

std::string address_hash(std::string_view address, const Bytes32& salt) {
  if (address.empty()) return {};
  secrets_ready();
  std::array<unsigned char, 16> hash;
  crypto_generichash(hash.data(), hash.size(),
                     reinterpret_cast<const unsigned char*>(address.data()), address.size(),
                     salt.data(), salt.size());
  std::array<char, 2 * hash.size() + 1> hex;
  return sodium_bin2hex(hex.data(), hex.size(), hash.data(), hash.size());
}

std::uint64_t bot_seed(const Seed& seed) {
  const Bytes32 hash = digest("bastide bot chance", seed.data(), seed.size());
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < 8; ++i) word = word << 8 | hash[i];
  return word;
}

std::optional<std::string> good_name(std::string_view name) {
  while (name.starts_with(' ')) name.remove_prefix(1);
  while (name.ends_with(' ')) name.remove_suffix(1);
  if (name.empty() || name.size() > kMaxNameBytes) return std::nullopt;
  std::size_t characters = 0;
  bool visible = false;
  char32_t before = ' ';
  for (std::string_view rest = name; !rest.empty(); ++characters) {
    const auto c = take_character(rest);
    if (!c || is_no_text(*c) || !may_follow(before, *c)) return std::nullopt;
    visible = visible || (*c != kJoiner && *c != kAsPicture && !is_blank(*c));
    before = *c;
  }
  if (!visible || before == kJoiner || characters > kMaxNameCharacters) return std::nullopt;
  return std::string(name);
}

}  // namespace bastide::server
