#include "server/message/quick_deflate.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>

namespace bastide::server {

namespace {

// --- the fixed code (RFC 1951, 3.2.6) ---

struct Code {
  std::uint32_t bits = 0;  // the first to be sent lowest
  std::uint32_t count = 0;
};

constexpr std::uint32_t reversed(std::uint32_t code, std::uint32_t count) {
  std::uint32_t bits = 0;
  for (std::uint32_t i = 0; i < count; ++i) bits |= (code >> i & 1) << (count - 1 - i);
  return bits;
}

constexpr Code symbol_code(std::uint32_t symbol) {
  if (symbol < 144) return {reversed(0x30 + symbol, 8), 8};
  if (symbol < 256) return {reversed(0x190 + symbol - 144, 9), 9};
  if (symbol < 280) return {reversed(symbol - 256, 7), 7};
  return {reversed(0xC0 + symbol - 280, 8), 8};
}

constexpr std::array<Code, 256> kLiterals = [] {
  std::array<Code, 256> codes{};
  for (std::uint32_t i = 0; i < codes.size(); ++i) codes[i] = symbol_code(i);
  return codes;
}();

constexpr std::size_t kShortest = 4;  // of our matches; the code begins with 3
constexpr std::size_t kLongest = 258;

// By length: the symbol and its extra bits.
constexpr std::array<Code, kLongest + 1> kLengths = [] {
  std::array<Code, kLongest + 1> codes{};
  std::uint32_t symbol = 257, length = 3;
  while (symbol < 285) {
    const std::uint32_t extra = symbol < 265 ? 0 : (symbol - 261) / 4;
    const Code code = symbol_code(symbol++);
    for (std::uint32_t i = 0; i < 1u << extra; ++i)
      codes[length++] = {code.bits | i << code.count, code.count + extra};
  }
  codes[kLongest] = symbol_code(285);
  return codes;
}();

constexpr std::size_t kFarthest = 32'768;

// A distance less one has a symbol for its two highest bits; the others follow.
constexpr Code distance_code(std::uint32_t distance) {
  const std::uint32_t d = distance - 1;
  if (d < 4) return {reversed(d, 5), 5};
  const auto extra = static_cast<std::uint32_t>(std::bit_width(d)) - 2;
  const std::uint32_t symbol = 2 * extra + (d >> extra);
  return {reversed(symbol, 5) | (d & ((1u << extra) - 1)) << 5, 5 + extra};
}
static_assert(distance_code(5).bits == reversed(4, 5) && distance_code(5).count == 6);
static_assert(distance_code(kFarthest).count == 18);

constexpr Code kFixedBlock{2, 3};   // not the last one
constexpr Code kStoredBlock{0, 3};  // so too

class BitWriter {
 public:
  explicit BitWriter(char* at) : at_(at) {}

  void put(Code code) {  // at most 32 bits
    bits_ |= std::uint64_t{code.bits} << count_;
    count_ += code.count;
    if (count_ < 32) return;
    for (int i = 0; i < 4; ++i) at_[i] = static_cast<char>(bits_ >> (8 * i) & 0xFF);
    at_ += 4;
    bits_ >>= 32;
    count_ -= 32;
  }
  // To the end of a byte.
  char* end() {
    for (; count_ > 0; count_ -= std::min<std::uint32_t>(count_, 8), bits_ >>= 8)
      *at_++ = static_cast<char>(bits_ & 0xFF);
    return at_;
  }

 private:
  char* at_;
  std::uint64_t bits_ = 0;
  std::uint32_t count_ = 0;
};

// --- matches ---

template <class Word>
Word word_at(const char* at) {
  Word word;
  std::memcpy(&word, at, sizeof word);
  return word;
}

// How far two places have the same bytes.
std::size_t same_bytes(const char* a, const char* b, std::size_t most) {
  std::size_t n = 0;
  for (; n + 8 <= most; n += 8) {
    const std::uint64_t differ = word_at<std::uint64_t>(a + n) ^ word_at<std::uint64_t>(b + n);
    if (differ == 0) continue;
    const int equal = std::endian::native == std::endian::little ? std::countr_zero(differ)
                                                                 : std::countl_zero(differ);
    return n + static_cast<std::size_t>(equal) / 8;
  }
  while (n < most && a[n] == b[n]) ++n;
  return n;
}

// Where four bytes were met, the last two times. Kept from text to text: what is older than the
// text at hand has smaller numbers.
class Places {
 public:
  // Numbers for so many places.
  void begin(std::size_t size) {
    if (next_ > std::numeric_limits<std::uint32_t>::max() - size) {
      met_.fill({});
      next_ = 1;
    }
    base_ = next_;
    next_ += static_cast<std::uint32_t>(size);
  }

  struct Met {
    std::uint32_t last = 0, before = 0;
  };
  // And notes that they are met once more.
  Met meet(const char* text, std::size_t at) {
    Met& met = met_[word_at<std::uint32_t>(text + at) * 0x9E3779B1u >> (32 - kBits)];
    const Met found = met;
    met = {base_ + static_cast<std::uint32_t>(at), found.last};
    return found;
  }
  bool is_here(std::uint32_t place) const { return place >= base_; }
  std::size_t index(std::uint32_t place) const { return place - base_; }

 private:
  static constexpr int kBits = 12;
  std::array<Met, 1 << kBits> met_{};
  std::uint32_t base_ = 1, next_ = 1;
};

struct Match {
  std::size_t length = 0, distance = 0;
};

class Packer {
 public:
  Packer(std::string_view text, Places& places, char* out)
      : text_(text), places_(places), out_(out) {}

  char* pack() {
    places_.begin(text_.size());
    out_.put(kFixedBlock);
    std::size_t at = 0;
    while (at + kShortest <= text_.size()) {
      const Match match = find(at);
      if (match.length < kShortest) {
        out_.put(kLiterals[static_cast<unsigned char>(text_[at++])]);
        continue;
      }
      out_.put(kLengths[match.length]);
      out_.put(distance_code(static_cast<std::uint32_t>(match.distance)));
      note_inside(at + 1, at + match.length);
      at += match.length;
    }
    for (; at < text_.size(); ++at) out_.put(kLiterals[static_cast<unsigned char>(text_[at])]);
    out_.put(symbol_code(256));
    out_.put(kStoredBlock);
    char* end = out_.end();
    for (const int byte : {0x00, 0x00, 0xFF, 0xFF}) *end++ = static_cast<char>(byte);
    return end;
  }

 private:
  Match find(std::size_t at) {
    const Places::Met met = places_.meet(text_.data(), at);
    Match best;
    try_place(met.last, at, best);
    try_place(met.before, at, best);
    return best;
  }

  void try_place(std::uint32_t place, std::size_t at, Match& best) const {
    if (!places_.is_here(place)) return;
    const std::size_t from = places_.index(place);
    if (at - from > kFarthest) return;
    const std::size_t most = std::min(kLongest, text_.size() - at);
    const std::size_t length = same_bytes(text_.data() + from, text_.data() + at, most);
    if (length > best.length) best = {length, at - from};
  }

  void note_inside(std::size_t from, std::size_t to) {
    constexpr std::size_t kNoted = 4;  // of a long match its end
    for (std::size_t at = to - std::min(to - from, kNoted); at < to; ++at)
      if (at + kShortest <= text_.size()) places_.meet(text_.data(), at);
  }

  std::string_view text_;
  Places& places_;
  BitWriter out_;
};

// The longest that a text can become: nine bits a byte, and what is around it.
constexpr std::size_t most_bytes(std::size_t size) { return size + size / 8 + 32; }

}  // namespace

std::string stored_blocks(std::string_view text) {
  constexpr std::size_t kMost = 65'535;
  std::string out;
  for (std::size_t at = 0; at < text.size(); at += kMost) {
    const std::string_view part = text.substr(at, kMost);
    const auto size = static_cast<unsigned>(part.size());
    for (const unsigned byte : {0u, size & 0xFF, size >> 8, ~size & 0xFF, ~size >> 8 & 0xFF})
      out.push_back(static_cast<char>(byte));
    out.append(part);
  }
  return out;
}

std::string quick_deflate(std::string_view text) {
  thread_local auto places = std::make_unique<Places>();
  std::string room;
  room.resize(most_bytes(text.size()));
  const char* end = Packer(text, *places, room.data()).pack();
  room.resize(static_cast<std::size_t>(end - room.data()));
  if (room.size() >= text.size()) return stored_blocks(text);
  room.shrink_to_fit();
  return room;
}

}  // namespace bastide::server
