#include "engine/notation/parse.h"

#include <algorithm>
#include <vector>
#include <nlohmann/json.hpp>

namespace bastide {

namespace {

std::string position_text(std::string_view text, std::size_t offset, std::size_t first_line) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  const auto line = first_line + static_cast<std::size_t>(std::ranges::count(before, '\n'));
  const auto start = before.rfind('\n');
  const auto column = start == std::string_view::npos ? before.size() : before.size() - start - 1;
  return "line " + std::to_string(line) + ", column " +
         std::to_string(std::max<std::size_t>(column, 1));
}

// The library's sentence without its own bookkeeping in front, and without the token that was
// read last: a token from outside may be megabytes long.
std::string reason_of(std::string_view what) {
  const auto parsing = what.find("while parsing");
  const auto dash = what.find(" - ", parsing == std::string_view::npos ? 0 : parsing);
  if (what.find("number overflow") != std::string_view::npos) return "a number is out of range";
  if (dash != std::string_view::npos) what = what.substr(dash + 3);
  what = what.substr(0, what.find("; last read"));
  return "no valid JSON: " + std::string(what.substr(0, 160));
}

// Builds the document. Pointers to open containers stay good: only the innermost one grows.
class Builder {
 public:
  Builder(std::string_view text, std::size_t first_line) : text_(text), first_line_(first_line) {}

  Json root;
  std::optional<FormError> error;

  bool null() { return add(nullptr); }
  bool boolean(bool value) { return add(value); }
  bool number_integer(Json::number_integer_t value) { return add(value); }
  bool number_unsigned(Json::number_unsigned_t value) { return add(value); }
  bool number_float(Json::number_float_t value, const std::string&) { return add(value); }
  bool string(std::string& value) { return add(std::move(value)); }
  bool binary(Json::binary_t&) { return refuse("binary values are not read"); }

  bool start_object(std::size_t) { return open(Json::object()); }
  bool start_array(std::size_t) { return open(Json::array()); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }

  bool key(std::string& name) {
    auto& members = *open_.back()->get_ptr<Json::object_t*>();
    if (members.size() >= kMaxMembers) return refuse("an object has too many members");
    for (const auto& member : members)
      if (member.first == name)
        return refuse("the key " + line_of(Json(name.substr(0, kMaxNameBytes))) + " is repeated");
    members.emplace_back(std::move(name), nullptr);
    return true;
  }

  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& e) {
    error = FormError{position_text(text_, position, first_line_), reason_of(e.what())};
    return false;
  }

 private:
  // The place for the next value: the document itself, a new element, or the member just named.
  Json* slot() {
    if (open_.empty()) return &root;
    if (auto* elements = open_.back()->get_ptr<Json::array_t*>()) return &elements->emplace_back();
    return &open_.back()->get_ptr<Json::object_t*>()->back().second;
  }
  template <class Value>
  bool add(Value&& value) {
    if (++values_ > kMaxValues) return refuse("it holds too many values");
    *slot() = std::forward<Value>(value);
    return true;
  }
  bool open(Json&& container) {
    if (open_.size() >= kMaxDepth)
      return refuse("it is nested more than " + std::to_string(kMaxDepth) + " deep");
    if (++values_ > kMaxValues) return refuse("it holds too many values");
    Json* place = slot();
    *place = std::move(container);
    open_.push_back(place);
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }
  // Where in the text is not known here; the way to the value is.
  bool refuse(std::string what) {
    error = FormError{path_text(), std::move(what)};
    return false;
  }
  std::string path_text() const {
    std::string text;
    for (const Json* container : open_) {
      if (const auto* members = container->get_ptr<const Json::object_t*>()) {
        if (members->empty()) break;
        if (!text.empty()) text += '.';
        text += members->back().first.substr(0, kMaxNameBytes);
      } else if (!container->empty()) {
        text.append("[").append(std::to_string(container->size() - 1)).append("]");
      }
      if (text.size() > 200) return text.substr(0, 200) + "…";
    }
    return text;
  }

  std::string_view text_;
  std::size_t first_line_;
  std::vector<Json*> open_;
  std::size_t values_ = 0;
};

}  // namespace

Formed<Json> parse_json(std::string_view text, std::size_t first_line) {
  if (text.size() > kMaxDocumentBytes)
    return FormError{{}, "it is larger than " + std::to_string(kMaxDocumentBytes >> 20) + " MB"};
  // The library takes a NUL for the end of the text and would not see what follows.
  if (const auto nul = text.find('\0'); nul != std::string_view::npos)
    return FormError{position_text(text, nul + 1, first_line), "no valid JSON: a NUL byte"};
  Builder builder(text, first_line);
  const bool ok = Json::sax_parse(text.begin(), text.end(), &builder);
  if (builder.error) return *std::move(builder.error);
  if (!ok) return FormError{{}, "no valid JSON"};
  return std::move(builder.root);
}

}  // namespace bastide
