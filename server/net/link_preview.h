// What other programs show of a link to a page of ours: a title, a line and a picture, put into the
// head of the page for each request. Who invites to what is known of tables in memory; of others
// the words are plain. The words themselves are the web client's, in all its languages.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "server/hub/hub.h"
#include "server/net/web_root.h"

namespace bastide::server {

// Where the picture is to be fetched from: the configured origin that fits the Host header or the
// first one, else that header itself; nothing if it is none.
std::optional<std::string> public_origin(std::string_view host,
                                         std::span<const std::string> origins, bool secure);

class LinkPreview {
 public:
  // Nothing is put into a page without the mark, or without words (/preview.json).
  explicit LinkPreview(const WebRoot& web);

  bool exists() const { return !languages_.empty(); }

  // The page for a link to a table or, without a card, to anything else.
  std::string page(const std::optional<TableCard>& card, std::string_view accept_language,
                   const std::optional<std::string>& origin, std::string_view path) const;

 private:
  using Words = std::map<std::string, std::string, std::less<>>;
  const Words& words_for(std::string_view accept_language) const;

  std::string before_, after_;  // the mark
  std::map<std::string, Words, std::less<>> languages_;
  bool picture_ = false;
};

}  // namespace bastide::server
