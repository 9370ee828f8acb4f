// bastide render from outside: what it writes, and that it leaves nothing behind when it refuses.
#include <algorithm>
#include <string>

#include "tests/tools/cli_run.h"
#include "tests/art/svg_reader.h"

namespace bastide::test_help {
namespace {

class Render : public CliRun {
 protected:
  std::string in_folder(const std::string& name) const { return (folder_ / name).string(); }
  std::string quoted(const std::string& name) const { return "'" + in_folder(name) + "'"; }
  static std::string example(const std::string& name) {
    return "'" + source_path("tests/replays/examples/" + name) + "'";
  }
  // Refused with one line, and no file: neither the picture nor a part of it.
  void refuses(int code, const std::string& what, const std::string& arguments,
               const std::string& input = {}, const std::string& output = "out.svg") {
    const Output got = run("render " + arguments + " -o " + quoted(output), input);
    EXPECT_EQ(got.code, code) << arguments << got.err;
    EXPECT_NE(got.err.find(what), std::string::npos) << got.err;
    EXPECT_EQ(std::count(got.err.begin(), got.err.end(), '\n'), 1) << got.err;
    for (const auto& entry : fs::directory_iterator(folder_))
      EXPECT_FALSE(entry.path().filename().string().starts_with("out.")) << entry.path();
  }
};

const std::string kStart = R"({"bastide":1,"setup":{"sets":["base"],"players":[{"name":"<&>"},)"
                           R"({"name":"\"B\""}]},"actions":[)";
const std::string kMoves = R"({"do":"draw","tile":"base/D"},)"
                           R"({"do":"place","tile":"base/D","at":[1,0],"rot":0},)"
                           R"({"do":"meeple","piece":"meeple","at":[1,0],"seg":"city:N"})";

TEST_F(Render, an_svg_with_everything_on_it) {
  const Output got =
      run("render - -o " + quoted("a.svg") + " --labels --features --last", kStart + kMoves + "]}");
  ASSERT_EQ(got.code, 0) << got.err;
  const SvgFacts facts = read_svg(slurp(in_folder("a.svg")));
  ASSERT_EQ(facts.problem, "");
  EXPECT_EQ(facts.uses.at("p-meeple-0"), 1) << "one piece is on the board";
  EXPECT_FALSE(facts.uses.contains("p-meeple-1"));
  EXPECT_TRUE(facts.missing_targets().empty());
  EXPECT_TRUE(facts.classes.contains("worth")) << "the city's worth";
  EXPECT_TRUE(facts.classes.contains("yc")) << "coordinates";
  EXPECT_TRUE(facts.classes.contains("yo")) << "the last tile";
}

TEST_F(Render, the_same_file_every_time_and_on_standard_output) {
  const std::string record = kStart + kMoves + "]}";
  const Output first = run("render - -o -", record), second = run("render - -o -", record);
  ASSERT_EQ(first.code, 0) << first.err;
  EXPECT_EQ(first.out, second.out);
  EXPECT_EQ(read_svg(first.out).problem, "");
}

TEST_F(Render, every_theme_differs) {
  const std::string record = kStart + kMoves + "]}";
  const std::string day = run("render - -o - --theme day", record).out;
  const std::string night = run("render - -o - --theme night", record).out;
  const std::string contrast = run("render - -o - --theme contrast", record).out;
  EXPECT_NE(day, night);
  EXPECT_NE(night, contrast);
  EXPECT_EQ(day, run("render - -o -", record).out);
}

TEST_F(Render, only_some_of_the_actions) {
  const std::string record = kStart + kMoves + "]}";
  const Output start = run("render - -o - --at 0", record);
  ASSERT_EQ(start.code, 0) << start.err;
  EXPECT_TRUE(read_svg(start.out).uses.empty() || !read_svg(start.out).uses.contains("p-meeple-0"));
  EXPECT_EQ(run("render - -o - --at -1", record).out, run("render - -o - --at 2", record).out);
  EXPECT_EQ(run("render - -o - --at 3", record).out, run("render - -o -", record).out);
}

TEST_F(Render, fills_a_picture_of_a_given_size) {
  const Output got = run("render " + example("base.record.json") + " -o - --size 1200x630");
  ASSERT_EQ(got.code, 0) << got.err;
  const SvgFacts facts = read_svg(got.out);
  EXPECT_EQ(facts.root.at("width"), "1200");
  EXPECT_EQ(facts.root.at("height"), "630");
}

TEST_F(Render, a_png_of_the_right_size) {
  const Output got = run("render " + example("base.record.json") + " -o " + quoted("b.png") +
                         " --at 9 --scale 20");
  if (got.err.find("librsvg") != std::string::npos) {
    EXPECT_EQ(got.code, 2);
    return;  // built without it: says so, and that is all it can do
  }
  ASSERT_EQ(got.code, 0) << got.err;
  const std::string png = slurp(in_folder("b.png"));
  ASSERT_GT(png.size(), 33u);
  EXPECT_EQ(png.substr(0, 8), "\x89PNG\r\n\x1a\n");
  const auto number = [&](std::size_t at) {
    unsigned value = 0;
    for (std::size_t i = 0; i < 4; ++i)
      value = value << 8 | static_cast<unsigned char>(png[at + i]);
    return value;
  };
  ASSERT_EQ(
      run("render " + example("base.record.json") + " -o " + quoted("b.svg") + " --at 9 --scale 20")
          .code,
      0);
  const SvgFacts facts = read_svg(slurp(in_folder("b.svg")));
  EXPECT_NEAR(number(16), std::stod(facts.root.at("width")), 0.5);
  EXPECT_NEAR(number(20), std::stod(facts.root.at("height")), 0.5);
}

TEST_F(Render, refuses_what_is_no_game_and_leaves_no_file) {
  refuses(2, "no valid JSON", "-", "{\"bastide\":1,");
  refuses(2, "there is no record", "-", "");
  refuses(2, "cannot be opened", quoted("nowhere.json"));
  refuses(
      2, "setup", "-",
      R"({"bastide":1,"setup":{"sets":["nonsense"],"players":[{"name":"A"},{"name":"B"}]},"actions":[]})");
  refuses(1, "action 1", "-", kStart + R"({"do":"draw","tile":"base/D"},{"do":"pass"}]})");
  refuses(2, "several", "-", kStart + "]}\n" + kStart + "]}");
  refuses(2, "no valid JSON", "-", kStart + "]}\n{broken");
  refuses(2, "JSON", "-", std::string("\0\0\0", 3));
}

TEST_F(Render, refuses_wrong_usage) {
  const std::string record = kStart + "]}";
  refuses(2, ".svg or .png", "-", record, "out.jpg");
  refuses(2, "theme", "- --theme pink", record);
  refuses(2, "--at", "- --at 1", record);
  refuses(2, "--at", "- --at -1", record);
  for (const std::string size :
       {"1200", "x630", "1200x", "1200x630x", "0x0", "-5x5", "99999x2", "a"})
    refuses(2, "--size", "- --size " + size, record);
  refuses(2, "scale", "- --scale 0", record);
  refuses(2, "scale", "- --scale nan", record);
  refuses(2, "cannot be written", "-", record, "no-such-folder/out.svg");
  refuses(2, "too large", example("wheel.record.json") + " --scale 2000");
}

TEST_F(Render, a_file_that_was_there_survives_a_refusal) {
  std::ofstream(in_folder("old.svg")) << "mine";
  EXPECT_EQ(run("render - -o " + quoted("old.svg"), "{").code, 2);
  EXPECT_EQ(slurp(in_folder("old.svg")), "mine");
}

}  // namespace
}  // namespace bastide::test_help
