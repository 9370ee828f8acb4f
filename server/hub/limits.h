// Figures that clients may rely on are in docs/wire.md, section 10.2.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace bastide::server {

using std::chrono::milliseconds;

inline constexpr std::size_t kMaxTilesAtTable = 500;
inline constexpr std::size_t kMaxLines = 32;               // of one bot account
inline constexpr milliseconds kPush{250};                  // lists and presence change no oftener
inline constexpr milliseconds kHelloTime{5000};            // for a program to say hello
inline constexpr milliseconds kAfterGame{60'000};          // programs stay for a rematch
inline constexpr milliseconds kRematchTime{5000};          // for the new table to be made
inline constexpr milliseconds kNonceTime{3000};            // for the nonces of a rematch
inline constexpr milliseconds kStorageRetry{1000};         // until a bot tries again
inline constexpr milliseconds kClockGrace{500};            // before time is up, with several nodes
inline constexpr std::int64_t kUnloadMs = 10 * 60 * 1000;  // tables nobody looks at

}  // namespace bastide::server
