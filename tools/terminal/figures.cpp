#include "tools/terminal/figures.h"

namespace bastide::tools {

namespace {

class Collector final : public FieldWriter {
 public:
  explicit Collector(std::vector<Figure>& out) : out_(out) {}
  void open_object(std::string_view name) override { open(name); }
  void open_list(std::string_view name) override { open(name); }
  void close() override { --depth_; }
  void place(std::string_view name, Pos at) override {
    if (depth_ == 0) out_.push_back({std::string(name), at});
    if (depth_ == 0 || outer_.empty()) return;
    if (depth_ == 3 && outer_ == "castles") out_.push_back({"castle", at});
    if (name == "at" || name == "corner")
      out_.push_back({outer_ == "circus" ? "tent" : outer_, at, name == "corner"});
  }
  void number(std::string_view name, std::int64_t value) override {
    if (outer_ == "barns" && name == "owner") out_.back().owner = static_cast<Seat>(value);
  }
  void text(std::string_view, std::string_view) override {}
  void flag(std::string_view, bool) override {}
  void nothing(std::string_view) override {}

 private:
  void open(std::string_view name) {
    if (depth_++ == 0) outer_ = name;
  }
  std::vector<Figure>& out_;
  std::string outer_;
  int depth_ = 0;
};

}  // namespace

std::string Figure::label() const {
  std::string text = name.substr(0, 2);
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z')
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::vector<Figure> figures_of(const Rules& rules, const GameState& s) {
  std::vector<Figure> figures;
  Collector collector(figures);
  for (const WriteState write : rules.write_state) write(rules, s, collector);
  return figures;
}

}  // namespace bastide::tools
