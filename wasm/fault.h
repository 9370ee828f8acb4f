// Why something that was asked of the engine was not done. The codes are words of
// packages/engine/src/types.ts.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace bastide::wasm {

struct Fault {
  std::string_view code;
  std::string reason;                  // one sentence
  std::optional<std::size_t> index{};  // of the action in a line
};

}  // namespace bastide::wasm
