#include "tools/join/table_address.h"

#include <algorithm>

namespace bastide::tools {

namespace {

constexpr std::string_view kForms = "give ws://HOST:PORT/bot?table=ID or http://HOST:PORT/t/ID";

bool all_of_kind(std::string_view text, std::string_view more) {
  return !text.empty() && std::ranges::all_of(text, [&](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           more.find(c) != std::string_view::npos;
  });
}

bool is_port(std::string_view text) {
  if (text.empty() || text.size() > 5) return false;
  int number = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return false;
    number = number * 10 + (c - '0');
  }
  return number > 0 && number < 65536;
}

// HOST, HOST:PORT or [ADDRESS]:PORT.
bool read_host(std::string_view text, TableAddress& address) {
  std::string_view host = text, port = "80";
  if (text.starts_with('[')) {
    const auto end = text.find(']');
    if (end == std::string_view::npos) return false;
    host = text.substr(1, end - 1);
    if (end + 1 < text.size()) {
      if (text[end + 1] != ':') return false;
      port = text.substr(end + 2);
    }
    if (!all_of_kind(host, ":.%")) return false;
  } else {
    if (const auto colon = text.find(':'); colon != std::string_view::npos) {
      host = text.substr(0, colon);
      port = text.substr(colon + 1);
    }
    if (!all_of_kind(host, "-._")) return false;
  }
  address.host = host;
  address.port = port;
  return is_port(port);
}

// What follows the host names the table.
std::string_view table_in(std::string_view path, bool page) {
  const std::string_view start = page ? "/t/" : "/bot?table=";
  if (!path.starts_with(start)) return {};
  path.remove_prefix(start.size());
  return path.size() <= 64 && all_of_kind(path, "-_") ? path : std::string_view();
}

}  // namespace

std::string TableAddress::host_header() const {
  const bool bare = host.find(':') == std::string::npos;
  return (bare ? host : "[" + host + "]") + ":" + port;
}

std::variant<TableAddress, std::string> read_table_address(std::string_view url) {
  const std::string shown(url.substr(0, 100));
  if (url.starts_with("wss://") || url.starts_with("https://"))
    return "this program does not speak TLS; give an address in ws:// or http://, by way of a "
           "tunnel if need be";
  const bool page = url.starts_with("http://");
  if (!page && !url.starts_with("ws://")) return shown + " is no address; " + std::string(kForms);
  url.remove_prefix(page ? 7 : 5);
  const auto slash = std::min(url.find('/'), url.size());
  TableAddress address;
  if (!read_host(url.substr(0, slash), address))
    return shown + " names no host; " + std::string(kForms);
  address.table = table_in(url.substr(slash), page);
  if (address.table.empty()) return shown + " names no table; " + std::string(kForms);
  return address;
}

}  // namespace bastide::tools
