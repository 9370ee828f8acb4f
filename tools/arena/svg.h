// The few shapes that plots need.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bastide::tools {

// A chart with axes: x from 0 to `most_x`, y between two bounds. Everything is placed by value.
class Chart {
 public:
  Chart(std::string title, double most_x, double least_y, double most_y);
  using Line = std::vector<std::pair<double, double>>;
  void level(double y, std::string_view text);  // a thin line across, with its text
  void line(const Line& points, std::string_view colour);
  void band(const Line& lower, const Line& upper, std::string_view colour);
  void dot(double x, double y, std::string_view colour, std::string_view title);
  void note(std::string_view text);  // below the title
  std::string finish(std::string_view x_name) const;

 private:
  double px(double x) const;
  double py(double y) const;
  std::string body_;
  double most_x_, least_y_, most_y_;
};

// A figure with its error for each of several names, one below the other.
struct Row {
  std::string name;
  double value = 0, error = 0;
};
std::string row_chart(std::string_view title, const std::vector<Row>& rows);

}  // namespace bastide::tools
