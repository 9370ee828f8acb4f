// What a client makes of compressed bytes.
#pragma once

#include <gtest/gtest.h>
#include <zlib.h>

#include <string>

namespace bastide {

// Raw deflate that ends at a byte, as in a message of permessage-deflate.
inline std::string inflated(const std::string& packed) {
  z_stream stream{};
  EXPECT_EQ(inflateInit2(&stream, -15), Z_OK);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  std::string plain;
  int result = Z_OK;
  do {
    char part[4096];
    stream.next_out = reinterpret_cast<Bytef*>(part);
    stream.avail_out = sizeof part;
    result = inflate(&stream, Z_SYNC_FLUSH);
    plain.append(part, sizeof part - stream.avail_out);
  } while (result == Z_OK && stream.avail_out == 0);
  EXPECT_TRUE(result == Z_OK || result == Z_BUF_ERROR) << result;
  EXPECT_EQ(stream.avail_in, 0u);
  inflateEnd(&stream);
  return plain;
}

}  // namespace bastide
