#include "server/store/postgres_hints.h"

#include <charconv>
#include <optional>
#include <utility>

namespace bastide::server::postgres {

namespace {

// A text is the sender and then, each after a semicolon, tID=VERSION for a table, pID for who is
// there, gID for a guest. In ids all but letters, digits, '-' and '_' is written as %XX.
constexpr std::string_view kPlain =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::string_view kDigits = "0123456789ABCDEF";

std::string written(std::string_view id) {
  std::string text;
  for (const char c : id) {
    if (kPlain.find(c) != std::string_view::npos) {
      text.push_back(c);
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    text.append({'%', kDigits[byte >> 4], kDigits[byte & 15]});
  }
  return text;
}

std::optional<std::string> read_id(std::string_view text) {
  std::string id;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (kPlain.find(text[i]) != std::string_view::npos) {
      id.push_back(text[i]);
      continue;
    }
    if (text[i] != '%' || i + 2 >= text.size()) return std::nullopt;
    const std::size_t high = kDigits.find(text[i + 1]), low = kDigits.find(text[i + 2]);
    if (high == std::string_view::npos || low == std::string_view::npos) return std::nullopt;
    id.push_back(static_cast<char>(high << 4 | low));
    i += 2;
  }
  return id;
}

std::optional<std::int64_t> read_version(std::string_view text) {
  std::int64_t version = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), version);
  if (error != std::errc() || end != text.data() + text.size() || version < -1) return std::nullopt;
  return version;
}

// False: it is none.
bool read_hint(std::string_view hint, Hints& hints) {
  if (hint.empty()) return false;
  const char kind = hint.front();
  const std::size_t equals = hint.find('=');
  if ((kind == 't') != (equals != std::string_view::npos)) return false;
  const auto id = read_id(hint.substr(1, equals == std::string_view::npos ? equals : equals - 1));
  if (!id) return false;
  if (kind == 't') {
    const auto version = read_version(hint.substr(equals + 1));
    if (version) hints.add_table(*id, *version);
    return version.has_value();
  }
  if (kind == 'p') hints.presence.insert(*id);
  if (kind == 'g') hints.guests.insert(*id);
  return kind == 'p' || kind == 'g';
}

}  // namespace

void Hints::add_table(const std::string& id, std::int64_t version) {
  const auto [found, is_new] = tables.try_emplace(id, version);
  if (is_new) return;
  const bool gone = found->second < 0 || version < 0;
  found->second = gone ? -1 : std::max(found->second, version);
}

void Hints::add(const Write& write) {
  if (const auto* change = std::get_if<TableChange>(&write.what))
    add_table(change->table, change->version + 1);
  if (const auto* table = std::get_if<NewTable>(&write.what))
    tables[table->row.id] = table->row.version;
  if (const auto* copy = std::get_if<TableCopy>(&write.what))
    tables[copy->row.id] = copy->row.version;
  if (const auto* drop = std::get_if<DropTable>(&write.what)) add_table(drop->table, -1);
  if (const auto* put = std::get_if<PutGuest>(&write.what)) guests.insert(put->row.id);
}

void Hints::add(Hints others) {
  for (const auto& [id, version] : others.tables) add_table(id, version);
  presence.merge(others.presence);
  guests.merge(others.guests);
}

std::vector<std::string> payloads_of(const std::string& sender, const Hints& hints) {
  std::vector<std::string> payloads;
  const auto add = [&](const std::string& hint) {
    if (sender.size() + 1 + hint.size() > kMostPayload) return;
    if (payloads.empty() || payloads.back().size() + 1 + hint.size() > kMostPayload)
      payloads.push_back(sender);
    payloads.back().append(";").append(hint);
  };
  for (const auto& [id, version] : hints.tables)
    add("t" + written(id) + "=" + std::to_string(version));
  for (const std::string& id : hints.presence) add("p" + written(id));
  for (const std::string& id : hints.guests) add("g" + written(id));
  return payloads;
}

void read_payload(const std::string& sender, std::string_view payload, Hints& hints) {
  std::size_t end = payload.find(';');
  if (end == std::string_view::npos || payload.substr(0, end) == sender) return;
  Hints read;
  while (end != std::string_view::npos) {
    const std::size_t begin = end + 1;
    end = payload.find(';', begin);
    const std::size_t size = end == std::string_view::npos ? end : end - begin;
    if (!read_hint(payload.substr(begin, size), read)) return;
  }
  hints.add(std::move(read));
}

PeerNews news_of(Hints hints) {
  PeerNews news;
  for (auto& [id, version] : hints.tables) news.tables.push_back({id, version});
  news.presence.assign(hints.presence.begin(), hints.presence.end());
  news.guests.assign(hints.guests.begin(), hints.guests.end());
  return news;
}

void HintBuffer::set_wake(std::function<void()> wake) {
  const std::lock_guard lock(mutex_);
  wake_ = std::move(wake);
}

void HintBuffer::add(Hints hints) {
  if (hints.empty()) return;
  const std::lock_guard lock(mutex_);
  const bool was_empty = hints_.empty();
  hints_.add(std::move(hints));
  if (was_empty && wake_) wake_();
}

Hints HintBuffer::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(hints_, Hints());
}

}  // namespace bastide::server::postgres
