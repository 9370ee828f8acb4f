#include "engine/notation/markup.h"
#include "tools/arena/svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace bastide::tools {

namespace {

constexpr double kWidth = 820, kHeight = 380, kLeft = 60, kRight = 20, kTop = 56, kBottom = 40;

// At most so many characters, without breaking one.
std::string shortened(std::string_view text, std::size_t most) {
  const auto starts = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; };
  std::size_t characters = 0;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (starts(text[i]) && ++characters == most && i + 1 < text.size())
      return std::string(text.substr(0, i)) + "…";
  return std::string(text);
}

}  // namespace

Chart::Chart(std::string title, double most_x, double least_y, double most_y)
    : most_x_(std::max(1.0, most_x)), least_y_(least_y), most_y_(std::max(most_y, least_y + 1e-6)) {
  body_ = fmt::format("<text x=\"{}\" y=\"24\" font-size=\"16\">{}</text>\n", kLeft,
                      markup_text(shortened(title, 88)));
}

double Chart::px(double x) const { return kLeft + x / most_x_ * (kWidth - kLeft - kRight); }
double Chart::py(double y) const {
  return kHeight - kBottom - (y - least_y_) / (most_y_ - least_y_) * (kHeight - kTop - kBottom);
}

void Chart::note(std::string_view text) {
  body_ += fmt::format("<text x=\"{}\" y=\"44\" font-size=\"12\" fill=\"#555\">{}</text>\n", kLeft,
                       markup_text(text));
}

void Chart::level(double y, std::string_view text) {
  body_ += fmt::format(
      "<path d=\"M{:.1f} {:.1f}H{:.1f}\" stroke=\"#ccc\"/><text x=\"{:.1f}\" y=\"{:.1f}\" "
      "font-size=\"11\" text-anchor=\"end\" fill=\"#555\">{}</text>\n",
      kLeft, py(y), kWidth - kRight, kLeft - 6, py(y) + 4, markup_text(text));
}

void Chart::line(const Line& points, std::string_view colour) {
  if (points.empty()) return;
  std::string path;
  for (const auto& [x, y] : points)
    path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", px(x), py(y));
  body_ += fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.6\"/>\n", path,
                       colour);
}

void Chart::band(const Line& lower, const Line& upper, std::string_view colour) {
  std::string path;
  for (const auto& [x, y] : lower)
    path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", px(x), py(y));
  for (auto it = upper.rbegin(); it != upper.rend(); ++it)
    path += fmt::format("L{:.1f} {:.1f}", px(it->first), py(it->second));
  body_ += fmt::format("<path d=\"{}Z\" fill=\"{}\" opacity=\"0.25\"/>\n", path, colour);
}

void Chart::dot(double x, double y, std::string_view colour, std::string_view title) {
  body_ += fmt::format(
      "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\" fill=\"{}\"><title>{}</title></circle>\n", px(x),
      py(y), colour, markup_text(title));
}

namespace {

std::string document(double height, std::string_view body) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\" font-family=\"sans-serif\">\n<rect width=\"{0}\" height=\"{1}\" "
      "fill=\"#fff\"/>\n{2}</svg>\n",
      kWidth, height, body);
}

}  // namespace

std::string Chart::finish(std::string_view x_name) const {
  return document(kHeight,
                  body_ + fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"12\" fill=\"#555\" "
                                      "text-anchor=\"end\">{}</text>\n",
                                      kWidth - kRight, kHeight - 12, markup_text(x_name)));
}

std::string row_chart(std::string_view title, const std::vector<Row>& rows) {
  constexpr double kNames = 300, kFigures = 110, kRow = 28;
  double least = 0, most = 0;
  for (const Row& row : rows) {
    least = std::min(least, row.value - row.error);
    most = std::max(most, row.value + row.error);
  }
  const double span = std::max(most - least, 1e-6);
  const auto px = [&](double value) {
    return kNames + (value - least) / span * (kWidth - kRight - kFigures - kNames);
  };
  const double height = kTop + kRow * static_cast<double>(rows.size()) + 12;
  std::string body = fmt::format(
      "<text x=\"16\" y=\"24\" font-size=\"16\">{}</text>\n<path d=\"M{:.1f} {}V{}\" "
      "stroke=\"#ccc\"/>\n",
      markup_text(title), px(0), kTop - 16, height - 8);
  double y = kTop;
  for (const Row& row : rows) {
    body += fmt::format(
        "<text x=\"{0}\" y=\"{1}\" font-size=\"12\" text-anchor=\"end\">{2}<title>{3}</title>"
        "</text><path d=\"M{4:.1f} {5}H{6:.1f}m0 -4v8M{4:.1f} {7}v8\" stroke=\"#26547c\" "
        "fill=\"none\"/><circle cx=\"{8:.1f}\" cy=\"{5}\" r=\"4\" fill=\"#26547c\"/>"
        "<text x=\"{9}\" y=\"{1}\" font-size=\"12\" text-anchor=\"end\" fill=\"#555\">"
        "{10:+.0f} ± {11:.0f}</text>\n",
        kNames - 14, y + 4, markup_text(shortened(row.name, 42)), markup_text(row.name),
        px(row.value - row.error), y, px(row.value + row.error), y - 4, px(row.value),
        kWidth - kRight, row.value, row.error);
    y += kRow;
  }
  return document(height, body);
}

}  // namespace bastide::tools
