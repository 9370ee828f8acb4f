#include "server/net/link_preview.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "engine/notation/markup.h"
#include "engine/notation/parse.h"
#include "server/net/http_text.h"

namespace bastide::server {

namespace {

constexpr std::string_view kMark = "<!--link-preview-->";
constexpr std::string_view kMarkEnd = "<!--/link-preview-->";
constexpr std::string_view kWordsFile = "/preview.json";
constexpr std::string_view kPicture = "/art/preview.png";
constexpr std::string_view kFirstLanguage = "en";
constexpr std::size_t kMaxSetsNamed = 4;
constexpr std::size_t kMaxLanguagesRead = 20;
constexpr std::size_t kMaxHost = 255;

// The weight of "uk-UA;q=0.8", in thousandths; what is malformed weighs nothing.
int weight_of(std::string_view parameters) {
  const std::string_view q = next_part(parameters, ';');
  if (q.empty()) return 1000;
  if (!q.starts_with("q=")) return 0;
  if (q == "q=1" || q.starts_with("q=1.0")) return 1000;
  if (!q.starts_with("q=0.")) return 0;
  const std::string_view digits = q.substr(4, 3);
  int weight = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), weight);
  if (read.ec != std::errc() || weight < 0) return 0;
  for (std::size_t i = digits.size(); i < 3; ++i) weight *= 10;
  return weight;
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

bool is_host(std::string_view host) {
  return !host.empty() && host.size() <= kMaxHost && std::ranges::all_of(host, [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           std::string_view(".-_:[]").find(c) != std::string_view::npos;
  });
}

// "{name} invites you" with the gaps filled; a gap that nobody knows stays.
std::string filled(std::string_view text, const std::map<std::string, std::string>& values) {
  std::string out;
  while (!text.empty()) {
    const auto open = text.find('{');
    out.append(text.substr(0, open));
    if (open == std::string_view::npos) break;
    text.remove_prefix(open);
    const auto close = text.find('}');
    const auto value = close == std::string_view::npos
                           ? values.end()
                           : values.find(std::string(text.substr(1, close - 1)));
    if (value == values.end()) {
      out += '{';
      text.remove_prefix(1);
    } else {
      out += value->second;
      text.remove_prefix(close + 1);
    }
  }
  return out;
}

using Words = std::map<std::string, std::string, std::less<>>;

std::string word(const Words& words, const std::string& key) {
  const auto found = words.find(key);
  return found != words.end() ? found->second : std::string();
}

// The name of the mixture, or of its first sets.
std::string game_name(const TableCard& card, const Words& words) {
  std::string game = word(words, "preset." + card.preset);
  if (!game.empty()) return game;
  for (std::size_t i = 0; i < card.sets.size(); ++i) {
    if (i == kMaxSetsNamed) return game + ", …";
    const std::string set = word(words, "set." + card.sets[i]);
    game.append(game.empty() ? "" : ", ").append(set.empty() ? card.sets[i] : set);
  }
  return game;
}

struct Told {
  std::string title, about;
};

Told text_for(const TableCard& card, const Words& words) {
  const std::map<std::string, std::string> values{{"name", card.inviter},
                                                  {"game", game_name(card, words)},
                                                  {"seats", std::to_string(card.seats)},
                                                  {"open", std::to_string(card.open)}};
  const bool invites = card.waiting && !card.inviter.empty();
  const std::string title = invites     ? "preview.invited"
                            : card.over ? "preview.over"
                                        : "preview.title";
  const std::string about = card.waiting ? "preview.waiting" : "preview.game";
  return {filled(word(words, title), values), filled(word(words, about), values)};
}

void add_meta(std::string& out, std::string_view kind, std::string_view name,
              std::string_view content) {
  out.append("<meta ").append(kind).append("=\"").append(name).append("\" content=\"");
  out.append(markup_text(content)).append("\" />\n    ");
}

}  // namespace

std::optional<std::string> public_origin(std::string_view host,
                                         std::span<const std::string> origins, bool secure) {
  for (const std::string& origin : origins)
    if (origin_allowed(origin, host, {})) return origin;
  if (!origins.empty()) return origins.front();
  if (!is_host(host)) return std::nullopt;
  return (secure ? "https://" : "http://") + std::string(host);
}

LinkPreview::LinkPreview(const WebRoot& web) {
  const std::string& page = *web.index().plain;
  const auto start = page.find(kMark), end = page.find(kMarkEnd);
  const WebFile* file = web.find(kWordsFile);
  if (start == std::string::npos || end == std::string::npos || end < start || file == nullptr)
    return;
  const auto parsed = parse_json(*file->plain);
  const auto* all = std::get_if<Json>(&parsed);
  if (all == nullptr || !all->is_object()) return;
  for (const auto& [language, words] : all->items()) {
    if (!words.is_object()) continue;
    for (const auto& [key, text] : words.items())
      if (text.is_string()) languages_[language][key] = text.get_ref<const std::string&>();
  }
  if (!languages_.contains(kFirstLanguage)) languages_.clear();
  before_ = page.substr(0, start);
  after_ = page.substr(end + kMarkEnd.size());
  picture_ = web.find(kPicture) != nullptr;
}

// The language that weighs most; of equals the one that is named first.
const LinkPreview::Words& LinkPreview::words_for(std::string_view accept_language) const {
  const Words* best = &languages_.find(kFirstLanguage)->second;
  int weight = 0;
  for (std::size_t i = 0; i < kMaxLanguagesRead && !accept_language.empty(); ++i) {
    std::string_view part = next_part(accept_language, ',');
    const std::string name = lower(next_part(part, ';'));
    const auto found = languages_.find(name.substr(0, name.find('-')));
    const int this_weight = weight_of(part);
    if (found == languages_.end() || this_weight <= weight) continue;
    best = &found->second;
    weight = this_weight;
  }
  return *best;
}

std::string LinkPreview::page(const std::optional<TableCard>& card,
                              std::string_view accept_language,
                              const std::optional<std::string>& origin,
                              std::string_view path) const {
  const Words& words = words_for(accept_language);
  const Told text = card ? text_for(*card, words)
                         : Told{word(words, "preview.title"), word(words, "preview.about")};
  std::string head;
  add_meta(head, "property", "og:type", "website");
  add_meta(head, "property", "og:site_name", "Bastide");
  add_meta(head, "property", "og:title", text.title);
  add_meta(head, "property", "og:description", text.about);
  if (origin) add_meta(head, "property", "og:url", *origin + std::string(path));
  if (origin && picture_) {
    add_meta(head, "property", "og:image", *origin + std::string(kPicture));
    add_meta(head, "property", "og:image:width", "1200");
    add_meta(head, "property", "og:image:height", "630");
    add_meta(head, "property", "og:image:alt", word(words, "preview.picture"));
  }
  add_meta(head, "name", "twitter:card", picture_ ? "summary_large_image" : "summary");
  return before_ + head + after_;
}

}  // namespace bastide::server
