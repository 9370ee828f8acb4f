// Arrays by enumerator. An enum that takes part tells its size: constexpr int count_of(Enum).
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace bastide {

template <class Enum>
inline constexpr int kCount = count_of(Enum{});

template <class Enum>
constexpr std::size_t index_of(Enum e) {
  return static_cast<std::size_t>(e);
}

// Calls f(e) for every enumerator, in their order.
template <class Enum, class F>
constexpr void for_each(F f) {
  for (int i = 0; i < kCount<Enum>; ++i) f(static_cast<Enum>(i));
}

template <class Enum, class T>
struct EnumArray {
  std::array<T, static_cast<std::size_t>(kCount<Enum>)> values{};

  constexpr T& operator[](Enum e) { return values[index_of(e)]; }
  constexpr const T& operator[](Enum e) const { return values[index_of(e)]; }
  constexpr T& operator[](std::size_t i) { return values[i]; }  // in loops over all of them
  constexpr const T& operator[](std::size_t i) const { return values[i]; }
  constexpr auto begin() { return values.begin(); }
  constexpr auto end() { return values.end(); }
  constexpr auto begin() const { return values.begin(); }
  constexpr auto end() const { return values.end(); }
  static constexpr std::size_t size() { return static_cast<std::size_t>(kCount<Enum>); }
  friend constexpr bool operator==(const EnumArray&, const EnumArray&) = default;
};

}  // namespace bastide
