#include "server/net/http_text.h"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

namespace bastide::server {

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool same_word(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](char x, char y) { return lower(x) == lower(y); });
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char l = lower(c);
  return l >= 'a' && l <= 'f' ? l - 'a' + 10 : -1;
}

// The target of a request to a proxy, "http://host/path", is to be understood by servers, too.
std::string_view without_authority(std::string_view target) {
  if (target.starts_with('/')) return target;
  const auto scheme = target.find("://");
  if (scheme == std::string_view::npos || scheme > 5) return {};
  const auto slash = target.find('/', scheme + 3);
  return slash == std::string_view::npos ? "/" : target.substr(slash);
}

// The weight of a list element "br;q=0.5" is 0 only if it says so.
bool is_refused(std::string_view parameters) {
  while (!parameters.empty()) {
    const std::string_view one = next_part(parameters, ';');
    if (one.size() > 2 && lower(one[0]) == 'q' && one[1] == '=')
      return one.substr(2).find_first_not_of("0.") == std::string_view::npos;
  }
  return false;
}

// Host and port of an origin, the port left out where it is the scheme's own.
std::string_view host_of(std::string_view origin) {
  const bool tls = origin.starts_with("https://");
  if (!tls && !origin.starts_with("http://")) return {};
  std::string_view host = origin.substr(tls ? 8 : 7);
  const std::string_view usual = tls ? ":443" : ":80";
  if (host.ends_with(usual)) host.remove_suffix(usual.size());
  return host;
}

}  // namespace

std::string_view next_part(std::string_view& list, char separator) {
  const auto cut = list.find(separator);
  const std::string_view part = list.substr(0, cut);
  list = cut == std::string_view::npos ? std::string_view{} : list.substr(cut + 1);
  return trimmed(part);
}

std::optional<std::string> decoded_path(std::string_view target) {
  target = without_authority(target);
  target = target.substr(0, target.find_first_of("?#"));
  if (target.empty()) return std::nullopt;
  std::string path;
  path.reserve(target.size());
  for (std::size_t i = 0; i < target.size(); ++i) {
    int c = static_cast<unsigned char>(target[i]);
    if (c == '%') {
      if (i + 2 >= target.size()) return std::nullopt;
      const int high = hex_digit(target[i + 1]), low = hex_digit(target[i + 2]);
      if (high < 0 || low < 0) return std::nullopt;
      c = high * 16 + low;
      i += 2;
    }
    if (c < 0x20 || c == 0x7f || c == '\\') return std::nullopt;
    path.push_back(static_cast<char>(c));
  }
  return path;
}

std::string_view query_value(std::string_view target, std::string_view name) {
  const auto mark = target.find('?');
  std::string_view rest = mark == std::string_view::npos ? "" : target.substr(mark + 1);
  while (!rest.empty()) {
    const auto end = std::min(rest.find('&'), rest.size());
    const std::string_view one = rest.substr(0, end);
    if (one.size() > name.size() && one.starts_with(name) && one[name.size()] == '=')
      return one.substr(name.size() + 1);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return {};
}

std::string_view cookie_value(std::string_view header, std::string_view name) {
  while (!header.empty()) {
    const std::string_view pair = next_part(header, ';');
    if (pair.size() > name.size() && pair.starts_with(name) && pair[name.size()] == '=')
      return pair.substr(name.size() + 1);
  }
  return {};
}

Encodings accepted_encodings(std::string_view accept_encoding) {
  Encodings accepted;
  while (!accept_encoding.empty()) {
    std::string_view element = next_part(accept_encoding, ',');
    const std::string_view coding = next_part(element, ';');
    if (is_refused(element)) continue;
    if (same_word(coding, "br")) accepted.brotli = true;
    if (same_word(coding, "gzip")) accepted.gzip = true;
  }
  return accepted;
}

bool etag_matches(std::string_view if_none_match, std::string_view etag) {
  while (!if_none_match.empty()) {
    std::string_view one = next_part(if_none_match, ',');
    if (one == "*") return true;
    if (one.starts_with("W/")) one.remove_prefix(2);
    if (one.size() == etag.size() + 2 && one.front() == '"' && one.back() == '"' &&
        one.substr(1, etag.size()) == etag)
      return true;
  }
  return false;
}

bool origin_allowed(std::string_view origin, std::string_view host,
                    std::span<const std::string> allowed) {
  const std::string_view from = host_of(origin);
  if (from.empty()) return false;
  if (same_word(from, host)) return true;
  // A Host header may spell out the port that the origin leaves out.
  const std::string_view usual = origin.starts_with("https://") ? ":443" : ":80";
  if (host.ends_with(usual) && same_word(from, host.substr(0, host.size() - usual.size())))
    return true;
  return std::ranges::any_of(allowed,
                             [&](const std::string& one) { return same_word(one, origin); });
}

bool is_origin(std::string_view text) {
  const std::string_view host = host_of(text);
  return !host.empty() && host.find_first_of("/?# \t,;@") == std::string_view::npos;
}

std::optional<std::string> address_key(std::string_view address) {
  const std::string text(address.substr(0, INET6_ADDRSTRLEN));
  std::array<unsigned char, 16> bytes{};
  std::array<char, INET6_ADDRSTRLEN> out{};
  if (inet_pton(AF_INET, text.c_str(), bytes.data()) == 1) return text;
  if (inet_pton(AF_INET6, text.c_str(), bytes.data()) != 1) return std::nullopt;
  static constexpr std::array<unsigned char, 12> kMapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
  if (std::memcmp(bytes.data(), kMapped.data(), kMapped.size()) == 0) {
    inet_ntop(AF_INET, bytes.data() + 12, out.data(), out.size());
    return std::string(out.data());
  }
  std::fill(bytes.begin() + 8, bytes.end(), static_cast<unsigned char>(0));
  inet_ntop(AF_INET6, bytes.data(), out.data(), out.size());
  return std::string(out.data()) + "/64";
}

std::string_view last_forwarded(std::string_view x_forwarded_for) {
  const auto comma = x_forwarded_for.rfind(',');
  return trimmed(comma == std::string_view::npos ? x_forwarded_for
                                                 : x_forwarded_for.substr(comma + 1));
}

}  // namespace bastide::server
