#include "tools/arena/svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace bastide::tools {

namespace {

constexpr double kWidth = 820, kHeight = 380, kLeft = 60, kRight = 20, kTop = 56, kBottom = 40;

}  // namespace

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '&')
      out += "&amp;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

Chart::Chart(std::string title, double most_x, double least_y, double most_y)
    : most_x_(std::max(1.0, most_x)), least_y_(least_y), most_y_(std::max(most_y, least_y + 1e-6)) {
  body_ =
      fmt::format("<text x=\"{}\" y=\"24\" font-size=\"16\">{}</text>\n", kLeft, escaped(title));
}

double Chart::px(double x) const { return kLeft + x / most_x_ * (kWidth - kLeft - kRight); }
double Chart::py(double y) const {
  return kHeight - kBottom - (y - least_y_) / (most_y_ - least_y_) * (kHeight - kTop - kBottom);
}

void Chart::note(std::string_view text) {
  body_ += fmt::format("<text x=\"{}\" y=\"44\" font-size=\"12\" fill=\"#555\">{}</text>\n", kLeft,
                       escaped(text));
}

void Chart::level(double y, std::string_view text) {
  body_ += fmt::format(
      "<path d=\"M{:.1f} {:.1f}H{:.1f}\" stroke=\"#ccc\"/><text x=\"{:.1f}\" y=\"{:.1f}\" "
      "font-size=\"11\" text-anchor=\"end\" fill=\"#555\">{}</text>\n",
      kLeft, py(y), kWidth - kRight, kLeft - 6, py(y) + 4, escaped(text));
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
      py(y), colour, escaped(title));
}

void Chart::bar(double x, double y, double error, std::string_view text) {
  body_ += fmt::format(
      "<path d=\"M{0:.1f} {1:.1f}V{2:.1f}M{3:.1f} {1:.1f}h8M{3:.1f} {2:.1f}h8\" "
      "stroke=\"#26547c\"/><circle cx=\"{0:.1f}\" cy=\"{4:.1f}\" r=\"4\" fill=\"#26547c\"/>"
      "<text x=\"{0:.1f}\" y=\"{5:.1f}\" font-size=\"11\" text-anchor=\"middle\">{6}</text>\n",
      px(x), py(y - error), py(y + error), px(x) - 4, py(y), py(y + error) - 6, escaped(text));
}

std::string Chart::finish(std::string_view x_name) const {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\" font-family=\"sans-serif\">\n<rect width=\"{0}\" height=\"{1}\" "
      "fill=\"#fff\"/>\n{2}<text x=\"{3}\" y=\"{4}\" font-size=\"12\" fill=\"#555\" "
      "text-anchor=\"end\">{5}</text>\n</svg>\n",
      kWidth, kHeight, body_, kWidth - kRight, kHeight - 12, escaped(x_name));
}

}  // namespace bastide::tools
