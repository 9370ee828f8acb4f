// The small languages inside HTTP headers, read from clients that may lie.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace bastide::server {

// Takes the part before the next separator off the front of a header's list; without blanks round
// it.
std::string_view next_part(std::string_view& list, char separator);

// The path of a request's target, decoded and without its query; nothing for one that no honest
// client sends: a broken escape, a control character, a backslash, no slash at the front.
std::optional<std::string> decoded_path(std::string_view target);

// The value of one member of a target's query, as it stands there; empty if there is none.
std::string_view query_value(std::string_view target, std::string_view name);

// The value of one cookie in a Cookie header, or an empty text.
std::string_view cookie_value(std::string_view header, std::string_view name);

struct Encodings {
  bool brotli = false;
  bool gzip = false;
};
Encodings accepted_encodings(std::string_view accept_encoding);

// Whether an If-None-Match header names this tag (given without quotes).
bool etag_matches(std::string_view if_none_match, std::string_view etag);

// Whether a page of this origin may talk to us: its host and port are those of the Host header, or
// it is one of `allowed` (like "https://example.org").
bool origin_allowed(std::string_view origin, std::string_view host,
                    std::span<const std::string> allowed);

// "https://example.org" or "http://localhost:8080": a scheme, a host, nothing after it.
bool is_origin(std::string_view text);

// Who is counted as one: an IPv4 address, or the 64 bits of an IPv6 address that a household gets.
// Nothing if the text is no address.
std::optional<std::string> address_key(std::string_view address);

// The address that the nearest proxy has added to an X-Forwarded-For header.
std::string_view last_forwarded(std::string_view x_forwarded_for);

}  // namespace bastide::server
