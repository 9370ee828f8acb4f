#include <vector>

#include "art/theme.h"

namespace bastide::art {

namespace {

struct Declaration {
  std::string_view property;
  std::string_view value;
};
struct SheetRule {
  std::string_view selector;
  std::vector<Declaration> declarations;
};

// The part before the separator; the rest stays in `text`.
std::string_view take(std::string_view& text, char separator) {
  const std::size_t end = text.find(separator);
  const std::string_view part = text.substr(0, end);
  text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
  return part;
}

// Sheets as stylesheet() writes them: ".name{property:value;property:value}".
std::vector<SheetRule> rules_of(std::string_view sheet) {
  std::vector<SheetRule> rules;
  while (sheet.find('{') != std::string_view::npos) {
    std::string_view block = take(sheet, '}');
    while (!block.empty() && block.front() == '\n') block.remove_prefix(1);
    SheetRule rule{take(block, '{'), {}};
    while (!block.empty()) {
      std::string_view declaration = take(block, ';');
      const std::string_view property = take(declaration, ':');
      rule.declarations.push_back({property, declaration});
    }
    rules.push_back(std::move(rule));
  }
  return rules;
}

std::string variable_of(std::string_view selector, std::string_view property) {
  std::string name = "--";
  for (const char c : selector)
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) name += c;
  return name.append("-").append(property);
}

}  // namespace

std::string page_stylesheet(const std::array<std::string, 3>& sheets) {
  std::array<std::vector<SheetRule>, 3> rules;
  for (std::size_t i = 0; i < sheets.size(); ++i) rules[i] = rules_of(sheets[i]);
  std::array<std::string, 3> variables;
  std::string css;
  for (std::size_t r = 0; r < rules[0].size(); ++r) {
    const SheetRule& day = rules[0][r];
    css.append(day.selector).append("{");
    for (std::size_t d = 0; d < day.declarations.size(); ++d) {
      const auto value = [&](std::size_t theme) {
        return rules[theme].at(r).declarations.at(d).value;
      };
      const std::string_view property = day.declarations[d].property;
      css.append(d == 0 ? "" : ";").append(property).append(":");
      if (value(0) == value(1) && value(0) == value(2)) {
        css += value(0);
        continue;
      }
      const std::string variable = variable_of(day.selector, property);
      css += "var(" + variable + ")";
      for (std::size_t theme = 0; theme < 3; ++theme)
        variables[theme].append(variable).append(":").append(value(theme)).append(";");
    }
    css += "}";
  }
  std::string all = ":root,[data-theme=day]{" + variables[0] + "}";
  for (std::size_t theme = 1; theme < 3; ++theme)
    all.append("[data-theme=")
        .append(name_of(kThemes[theme]))
        .append("]{")
        .append(variables[theme])
        .append("}");
  return all + css;
}

}  // namespace bastide::art
