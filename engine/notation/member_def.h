// A member of actions or events as its word declares it.
#pragma once

#include <span>
#include <string_view>

namespace bastide {

template <class Form>
struct MemberDefOf {
  // "piece?": one that may be left out.
  constexpr MemberDefOf(std::string_view json, Form how, std::string_view in_types,
                        std::span<const std::string_view> list = {})
      : name(json.substr(0, json.find('?'))),
        optional(json.ends_with('?')),
        form(how),
        type(in_types),
        words(list) {}

  std::string_view name;  // in JSON
  bool optional;
  Form form;
  std::string_view type;  // in the types for programs
  std::span<const std::string_view> words;
};

}  // namespace bastide
