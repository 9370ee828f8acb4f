// The files of the web client, held in memory. Only what was read at the start can be served, so
// no path, however written, leads anywhere else.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

namespace bastide::server {

using SharedText = std::shared_ptr<const std::string>;

struct WebFile {
  SharedText plain;
  SharedText brotli, gzip;  // null where there is no such file beside it
  std::string type;         // the value of Content-Type
  std::string etag;         // without quotes, of the plain file
  bool immutable = false;   // its name changes with its content
};

// A tag for exactly this content, without quotes.
std::string content_tag(std::string_view bytes);

class WebRoot {
 public:
  // Reads all files below a folder. Symbolic links and names that begin with a dot are left out.
  // The text is one sentence about what is wrong.
  static std::variant<WebRoot, std::string> load(const std::filesystem::path& folder);

  // By the path of a URL, decoded, like "/assets/index-1f3a.js"; null if there is none.
  const WebFile* find(std::string_view path) const;
  const WebFile& index() const { return *index_; }
  std::size_t count() const { return files_.size(); }

 private:
  std::map<std::string, std::shared_ptr<WebFile>, std::less<>> files_;
  std::shared_ptr<WebFile> index_;
};

// The media type for a file's name.
std::string_view media_type(std::string_view name);

}  // namespace bastide::server
