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

// What a sheet for far away says about a property; empty if nothing.
std::string_view value_in(const std::vector<SheetRule>& rules, std::string_view selector,
                          std::string_view property) {
  for (const SheetRule& rule : rules)
    for (const Declaration& declaration : rule.declarations)
      if (rule.selector == selector && declaration.property == property) return declaration.value;
  return {};
}

using Three = std::array<std::string_view, 3>;

bool all_alike(const Three& values) { return values[0] == values[1] && values[0] == values[2]; }

// Sets a variable in each theme that differs from the day, which is what the others begin with.
void set_variable(const std::string& variable, const Three& values, bool in_all,
                  std::array<std::string, 3>& blocks) {
  for (std::size_t theme = 0; theme < 3; ++theme)
    if (in_all || theme == 0 || values[theme] != values[0])
      blocks[theme].append(variable).append(":").append(values[theme]).append(";");
}

std::string theme_blocks(const std::array<std::string, 3>& blocks, std::string_view first,
                         std::string_view within) {
  std::string css = std::string(first) + "{" + blocks[0] + "}";
  for (std::size_t theme = 1; theme < 3; ++theme)
    css.append("[data-theme=")
        .append(name_of(kThemes[theme]))
        .append("]")
        .append(within)
        .append("{")
        .append(blocks[theme])
        .append("}");
  return css;
}

}  // namespace

std::string page_stylesheet(const std::array<std::string, 3>& sheets,
                            const std::array<std::string, 3>& far) {
  std::array<std::vector<SheetRule>, 3> rules, far_rules;
  for (std::size_t i = 0; i < sheets.size(); ++i)
    rules[i] = rules_of(sheets[i]), far_rules[i] = rules_of(far[i]);
  std::array<std::string, 3> variables, far_variables;
  std::string css;
  for (std::size_t r = 0; r < rules[0].size(); ++r) {
    const SheetRule& day = rules[0][r];
    css.append(day.selector).append("{");
    for (std::size_t d = 0; d < day.declarations.size(); ++d) {
      const std::string_view property = day.declarations[d].property;
      Three near, from_far;
      for (std::size_t theme = 0; theme < 3; ++theme) {
        near[theme] = rules[theme].at(r).declarations.at(d).value;
        from_far[theme] = value_in(far_rules[theme], day.selector, property);
      }
      css.append(d == 0 ? "" : ";").append(property).append(":");
      if (all_alike(near) && from_far[0].empty()) {
        css += near[0];
        continue;
      }
      const std::string variable = variable_of(day.selector, property);
      css += "var(" + variable + ")";
      set_variable(variable, near, !all_alike(near), variables);
      if (!from_far[0].empty()) set_variable(variable, from_far, false, far_variables);
    }
    css += "}";
  }
  std::string all = theme_blocks(variables, ":root,[data-theme=day]", "");
  if (!far_variables[0].empty()) all += theme_blocks(far_variables, "[data-far]", " [data-far]");
  return all + css;
}

}  // namespace bastide::art
