// 32 bytes that nobody can guess, made with a store and never changed.
#pragma once

#include <random>

#include "server/store/store.h"

namespace bastide::server {

inline Bytes32 make_salt() {
  std::random_device random;  // the system's own, not a sequence
  Bytes32 bytes{};
  for (unsigned char& byte : bytes) byte = static_cast<unsigned char>(random());
  return bytes;
}

}  // namespace bastide::server
