#include "server/net/web_root.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <optional>
#include <vector>

namespace bastide::server {

namespace {

namespace fs = std::filesystem;

// A folder beyond this is not a web client; somebody has named the wrong one.
constexpr std::uintmax_t kMaxBytes = std::uintmax_t{256} << 20;
constexpr std::size_t kMaxFiles = 10'000;

struct MediaType {
  std::string_view ending, type;
};
constexpr std::array kTypes{
    MediaType{".html", "text/html; charset=utf-8"},
    MediaType{".js", "text/javascript; charset=utf-8"},
    MediaType{".mjs", "text/javascript; charset=utf-8"},
    MediaType{".css", "text/css; charset=utf-8"},
    MediaType{".svg", "image/svg+xml"},
    MediaType{".json", "application/json"},
    MediaType{".map", "application/json"},
    MediaType{".webmanifest", "application/manifest+json"},
    MediaType{".wasm", "application/wasm"},
    MediaType{".woff2", "font/woff2"},
    MediaType{".woff", "font/woff"},
    MediaType{".png", "image/png"},
    MediaType{".jpg", "image/jpeg"},
    MediaType{".webp", "image/webp"},
    MediaType{".avif", "image/avif"},
    MediaType{".ico", "image/x-icon"},
    MediaType{".mp3", "audio/mpeg"},
    MediaType{".ogg", "audio/ogg"},
    MediaType{".txt", "text/plain; charset=utf-8"},
    MediaType{".xml", "application/xml"},
};

std::optional<std::string> read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(in), {}};
  if (!in && !in.eof()) return std::nullopt;
  return bytes;
}

bool is_hidden(const fs::path& name) { return name.native().starts_with('.'); }

// Relative paths of the files that may be served, or a sentence.
std::variant<std::vector<fs::path>, std::string> list_files(const fs::path& root) {
  std::vector<fs::path> found;
  std::uintmax_t bytes = 0;
  std::error_code error;
  auto at = fs::recursive_directory_iterator(root, error);
  for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    const bool link = at->is_symlink(error);
    if (link || is_hidden(at->path().filename())) {
      at.disable_recursion_pending();
      continue;
    }
    if (!at->is_regular_file(error)) continue;
    bytes += at->file_size(error);
    found.push_back(at->path().lexically_relative(root));
    if (bytes > kMaxBytes || found.size() > kMaxFiles)
      return "the web folder " + root.string() + " is too large to be the web client";
  }
  if (error) return "the web folder " + root.string() + " cannot be read: " + error.message();
  return found;
}

}  // namespace

std::string content_tag(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%016llx-%zx", static_cast<unsigned long long>(hash),
                bytes.size());
  return text.data();
}

std::string_view media_type(std::string_view name) {
  const auto found =
      std::ranges::find_if(kTypes, [&](const MediaType& t) { return name.ends_with(t.ending); });
  return found == kTypes.end() ? "application/octet-stream" : found->type;
}

std::variant<WebRoot, std::string> WebRoot::load(const fs::path& folder) {
  std::error_code error;
  const fs::path root = fs::canonical(folder, error);
  if (error || !fs::is_directory(root, error))
    return "there is no folder " + folder.string() +
           " with the web client; script/web makes it, and --web names another one";
  auto listed = list_files(root);
  if (auto* wrong = std::get_if<std::string>(&listed)) return *wrong;
  WebRoot web;
  for (const fs::path& relative : std::get<std::vector<fs::path>>(listed)) {
    auto bytes = read_file(root / relative);
    if (!bytes) return "the file " + (root / relative).string() + " cannot be read";
    auto file = std::make_shared<WebFile>();
    const std::string path = "/" + relative.generic_string();
    file->type = media_type(path);
    file->etag = content_tag(*bytes);
    file->immutable = path.starts_with("/assets/");
    file->plain = std::make_shared<const std::string>(std::move(*bytes));
    web.files_.emplace(path, std::move(file));
  }
  for (const auto& [path, file] : web.files_) {
    if (auto packed = web.files_.find(path + ".br"); packed != web.files_.end())
      file->brotli = packed->second->plain;
    if (auto packed = web.files_.find(path + ".gz"); packed != web.files_.end())
      file->gzip = packed->second->plain;
  }
  const auto index = web.files_.find("/index.html");
  if (index == web.files_.end())
    return "the web folder " + root.string() + " has no index.html; script/web makes it";
  web.index_ = index->second;
  return web;
}

const WebFile* WebRoot::find(std::string_view path) const {
  const auto found = files_.find(path);
  return found == files_.end() ? nullptr : found->second.get();
}

}  // namespace bastide::server
