#include "engine/notation/form.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace bastide {

std::string Path::text() const {
  std::string text = up != nullptr ? up->text() : std::string();
  if (member.empty()) {
    if (up != nullptr) text.append("[").append(std::to_string(index)).append("]");
    return text;
  }
  if (!text.empty()) text += '.';
  return text.append(member);
}

void fail(std::optional<FormError>& error, const Path& path, std::string what) {
  if (!error) error = FormError{path.text(), std::move(what)};
}

// Names are shown on terminals and in logs: no control characters, and a bounded length.
bool check_name(const Json& value, const Path& path, std::optional<FormError>& error) {
  const auto* text = value.get_ptr<const std::string*>();
  if (text == nullptr) {
    fail(error, path, "must be a string");
  } else if (text->empty()) {
    fail(error, path, "must not be empty");
  } else if (text->size() > kMaxNameBytes) {
    fail(error, path, "must be at most " + std::to_string(kMaxNameBytes) + " bytes long");
  } else if (std::ranges::any_of(*text, [](unsigned char c) { return c < 0x20 || c == 0x7F; })) {
    fail(error, path, "must not hold control characters");
  }
  return !error;
}

std::string line_of(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

ObjectReader::ObjectReader(const Json& value, const Path& path, std::optional<FormError>& error)
    : path_(path), error_(error) {
  if (value.is_object()) {
    object_ = &value;
  } else {
    bastide::fail(error_, path_, "must be an object");
  }
}

const Json* ObjectReader::find(std::string_view name) const {
  if (object_ == nullptr) return nullptr;
  const auto& members = *object_->get_ptr<const Json::object_t*>();
  for (const auto& [key, value] : members)
    if (key == name) return &value;
  return nullptr;
}

bool ObjectReader::has(std::string_view name) const { return find(name) != nullptr; }

const Json* ObjectReader::optional(std::string_view name) {
  if (object_ == nullptr || error_) return nullptr;
  const auto& members = *object_->get_ptr<const Json::object_t*>();
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (members.begin()[static_cast<std::ptrdiff_t>(i)].first != name) continue;
    if (i < 32) seen_ |= 1u << i;
    return &members.begin()[static_cast<std::ptrdiff_t>(i)].second;
  }
  return nullptr;
}

const Json* ObjectReader::required(std::string_view name) {
  const Json* value = optional(name);
  if (value == nullptr && object_ != nullptr) fail(name, "is missing");
  return value;
}

std::string_view ObjectReader::word(std::string_view name) {
  const Json* value = required(name);
  if (value == nullptr || !check_name(*value, Path{&path_, name}, error_)) return {};
  return *value->get_ptr<const std::string*>();
}

std::int64_t ObjectReader::integer(std::string_view name) {
  const Json* value = required(name);
  if (value == nullptr) return 0;
  // Beyond 63 bits nothing means anything; the parser keeps such numbers unsigned.
  if (const auto* big = value->get_ptr<const Json::number_unsigned_t*>();
      big != nullptr && *big > INT64_MAX) {
    fail(name, "is too large");
    return 0;
  }
  if (const auto* number = value->get_ptr<const Json::number_integer_t*>()) return *number;
  fail(name, "must be an integer");
  return 0;
}

const Json* ObjectReader::array(std::string_view name) {
  const Json* value = required(name);
  if (value == nullptr || value->is_array()) return value;
  fail(name, "must be an array");
  return nullptr;
}

const Json* ObjectReader::object(std::string_view name) {
  const Json* value = required(name);
  if (value == nullptr || value->is_object()) return value;
  fail(name, "must be an object");
  return nullptr;
}

void ObjectReader::fail(std::string_view name, std::string what) {
  bastide::fail(error_, Path{&path_, name}, std::move(what));
}

void ObjectReader::finish() {
  if (object_ == nullptr || error_) return;
  const auto& members = *object_->get_ptr<const Json::object_t*>();
  for (std::size_t i = 0; i < members.size(); ++i)
    if (i >= 32 || (seen_ & (1u << i)) == 0) {
      // The key is the writer's own and may be anything: shown short and escaped.
      std::string key = line_of(
          Json(members.begin()[static_cast<std::ptrdiff_t>(i)].first.substr(0, kMaxNameBytes)));
      return bastide::fail(error_, path_, "has an unknown member " + key);
    }
}

}  // namespace bastide
