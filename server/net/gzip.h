// gzip (RFC 1952) of a text that is sent often and does not change.
#pragma once

#include <string>
#include <string_view>

namespace bastide::server {

// Empty where there is no memory for it: the text is then sent as it is.
std::string gzip(std::string_view text);

}  // namespace bastide::server
