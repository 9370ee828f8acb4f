// Reads SVG as far as tests need it: whether it is well formed, and which ids, classes and
// references it holds. Strict: no entity but the five of XML, no comment, no stray '<' or '&'.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace bastide::test_help {

struct SvgFacts {
  std::string problem;             // "" if it is well formed
  std::map<std::string, int> ids;  // how often each occurs
  std::set<std::string> classes;
  std::map<std::string, int> tags;
  std::vector<std::string> targets;         // of href="#..." and url(#...)
  std::map<std::string, int> uses;          // of <use href="#...">
  std::string text;                         // all text outside tags, with blanks between
  std::map<std::string, std::string> root;  // attributes of the first element

  std::vector<std::string> missing_targets() const {
    std::vector<std::string> missing;
    for (const std::string& id : targets)
      if (!ids.contains(id)) missing.push_back(id);
    return missing;
  }
  std::vector<std::string> repeated_ids() const {
    std::vector<std::string> repeated;
    for (const auto& [id, count] : ids)
      if (count > 1) repeated.push_back(id);
    return repeated;
  }
};

class SvgReader {
 public:
  explicit SvgReader(std::string_view text) : rest_(text) {}

  SvgFacts read() {
    while (facts_.problem.empty() && !rest_.empty()) {
      const std::size_t open = rest_.find('<');
      take_text(rest_.substr(0, open));
      if (open == std::string_view::npos) break;
      rest_.remove_prefix(open + 1);
      tag();
    }
    if (facts_.problem.empty() && !open_.empty()) fail("not closed: " + open_.back());
    if (facts_.problem.empty() && roots_ != 1) fail("not one root element");
    return std::move(facts_);
  }

 private:
  void fail(const std::string& why) {
    facts_.problem = why + " before: " + std::string(rest_.substr(0, 60));
  }

  void take_text(std::string_view text) {
    check_entities(text);
    if (text.find_first_not_of(" \n") == std::string_view::npos) return;
    if (open_.empty()) fail("text outside the root");
    facts_.text += " " + std::string(text);
  }

  void check_entities(std::string_view text) {
    for (std::size_t at = text.find('&'); at != std::string_view::npos;
         at = text.find('&', at + 1)) {
      bool known = false;
      for (const std::string_view entity : {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;", "&#39;"})
        known |= text.substr(at).starts_with(entity);
      if (!known) return fail("a stray &");
    }
  }

  static bool is_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == ':' || c == '_';
  }
  std::string name() {
    std::size_t n = 0;
    while (n < rest_.size() && is_name(rest_[n])) ++n;
    std::string word(rest_.substr(0, n));
    rest_.remove_prefix(n);
    return word;
  }
  bool accept(std::string_view what) {
    if (!rest_.starts_with(what)) return false;
    rest_.remove_prefix(what.size());
    return true;
  }
  void blanks() {
    while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\n')) rest_.remove_prefix(1);
  }

  void tag() {
    if (accept("/")) {
      const std::string closed = name();
      if (open_.empty() || open_.back() != closed || !accept(">"))
        return fail("wrong end of " + closed);
      open_.pop_back();
      return;
    }
    const std::string opened = name();
    if (opened.empty()) return fail("a stray <");
    if (open_.empty()) ++roots_;
    const bool first = facts_.tags.empty();
    ++facts_.tags[opened];
    std::set<std::string> seen;
    for (blanks(); !rest_.empty() && is_name(rest_[0]); blanks())
      if (!attribute(opened, seen, first)) return;
    if (accept("/>")) return;
    if (!accept(">")) return fail("an unfinished tag " + opened);
    open_.push_back(opened);
  }

  bool attribute(const std::string& element, std::set<std::string>& seen, bool first) {
    const std::string key = name();
    const std::size_t end = accept("=\"") ? rest_.find('"') : std::string_view::npos;
    if (end == std::string_view::npos) return fail("an unfinished attribute " + key), false;
    const std::string value(rest_.substr(0, end));
    rest_.remove_prefix(end + 1);
    if (!seen.insert(key).second) return fail("twice: " + key), false;
    if (value.find('<') != std::string::npos) return fail("< in " + key), false;
    check_entities(value);
    note(element, key, value);
    if (first) facts_.root[key] = value;
    return facts_.problem.empty();
  }

  void note(const std::string& element, const std::string& key, const std::string& value) {
    if (key == "id") ++facts_.ids[value];
    if (key == "class")
      for (std::size_t at = 0; at <= value.size();) {
        const std::size_t end = std::min(value.find(' ', at), value.size());
        if (end > at) facts_.classes.insert(value.substr(at, end - at));
        at = end + 1;
      }
    if (key == "href" && value.starts_with("#")) {
      facts_.targets.push_back(value.substr(1));
      if (element == "use") ++facts_.uses[value.substr(1)];
    }
    const std::size_t url = value.find("url(#");
    if (url != std::string::npos)
      facts_.targets.push_back(value.substr(url + 5, value.find(')', url) - url - 5));
  }

  std::string_view rest_;
  SvgFacts facts_;
  std::vector<std::string> open_;
  int roots_ = 0;
};

inline SvgFacts read_svg(std::string_view text) { return SvgReader(text).read(); }

}  // namespace bastide::test_help
