// The sprite of the web page: complete, without loose ends, and small enough.
#include <algorithm>
#include <string>
#include <vector>

#include "art/board/board_art.h"
#include "art/piece/piece_art.h"
#include "art/sprite/sprite.h"
#include "engine/tiles/face.h"
#include "tests/tools/cli_run.h"
#include "tests/art/svg_reader.h"

namespace bastide::test_help {
namespace {

std::vector<const SetDef*> sets_named(const std::vector<std::string>& names) {
  std::vector<const SetDef*> sets;
  for (const std::string& name : names) sets.push_back(catalogue().find_set(name));
  return sets;
}

TEST(Sprite, holds_every_tile_in_every_rotation_that_differs) {
  const auto sets = sets_named({"base", "wheel"});
  const SvgFacts facts = read_svg(art::sprite(sets));
  ASSERT_EQ(facts.problem, "");
  EXPECT_TRUE(facts.repeated_ids().empty());
  EXPECT_TRUE(facts.missing_targets().empty());
  for (const SetDef* set : sets)
    for (const TileDef& tile : set->tiles)
      for (const Rotation rotation : distinct_rotations(tile)) {
        const std::string id = art::tile_symbol_id(tile, rotation);
        EXPECT_TRUE(facts.ids.contains(id)) << id;
      }
  for (const char* id : {"p-meeple-0", "p-meeple-lying-5", "p-dragon", "bridge-NS", "bridge-EW-3",
                         "b-wheel", "t-base-D-90", "lp", "lg", "g00", "g20"})
    EXPECT_TRUE(facts.ids.contains(id)) << id;
  EXPECT_FALSE(facts.ids.contains("t-base-C-90")) << "looks the same as unturned";
}

TEST(Sprite, files_of_single_sets_go_together) {
  const auto base = sets_named({"base"}), others = sets_named({"count", "river"});
  const std::string first = art::sprite(base);
  const std::string second = art::sprite(others, true);
  EXPECT_EQ(second.find("p-meeple"), std::string::npos);
  const SvgFacts both = read_svg("<div>" + first + second + "</div>");
  ASSERT_EQ(both.problem, "");
  EXPECT_TRUE(both.repeated_ids().empty());
  EXPECT_TRUE(both.missing_targets().empty()) << "the second needs what the first brings";
}

TEST(Sprite, the_stylesheet_has_every_theme) {
  const SvgFacts facts = read_svg(art::sprite(sets_named({"base"})));
  const std::string css = art::sprite_stylesheet();
  for (const std::string& name : facts.classes)
    EXPECT_NE(css.find("." + name + "{"), std::string::npos) << name;
  // What differs is a variable, and every theme sets each of them.
  for (const char* theme : {"[data-theme=day]{", "[data-theme=night]{", "[data-theme=contrast]{"}) {
    const std::size_t at = css.find(theme);
    ASSERT_NE(at, std::string::npos) << theme;
    const std::string block = css.substr(at, css.find('}', at) - at);
    for (const char* variable : {"--f-fill:", "--xi-stroke:", "--z0-fill:", "--yp-fill:"})
      EXPECT_NE(block.find(variable), std::string::npos) << theme << variable;
  }
}

// Far away fine lines are gone and towns are one mass; by variables, as <use> wants it.
TEST(Sprite, the_stylesheet_knows_less_detail_for_far_away) {
  const std::string css = art::sprite_stylesheet();
  const std::size_t at = css.find("[data-far]{");
  ASSERT_NE(at, std::string::npos);
  const std::string block = css.substr(at, css.find('}', at) - at);
  for (const char* set : {"--wis-display:none", "--ra-stroke-width:0", "--c-fill:"})
    EXPECT_NE(block.find(set), std::string::npos) << set;
  const std::size_t night = css.find("[data-theme=night] [data-far]{");
  ASSERT_NE(night, std::string::npos);
  EXPECT_LT(css.find("--c-fill:", night), css.find('}', night));
  EXPECT_NE(css.find("--wis-display:inline"), std::string::npos) << "near they are there";
  EXPECT_NE(css.find(".yx{--f-fill:none}"), std::string::npos) << "boards show the land below";
}

class SpriteCli : public CliRun {};

TEST_F(SpriteCli, the_base_game_is_under_150_kilobytes_compressed) {
  const std::string file = (folder_ / "base.svg").string(), style = (folder_ / "look.css").string();
  const Output got = run("sprite --sets base -o '" + file + "' --style '" + style + "'");
  ASSERT_EQ(got.code, 0) << got.err;
  EXPECT_EQ(read_svg(slurp(file)).problem, "");
  EXPECT_FALSE(slurp(style).empty());
  ASSERT_EQ(
      std::system(("cat '" + file + "' '" + style + "' | gzip -9 > '" + file + ".gz'").c_str()), 0);
  EXPECT_LT(fs::file_size(file + ".gz"), 150'000u);
}

TEST_F(SpriteCli, refuses_what_it_does_not_know) {
  const std::string file = (folder_ / "out.svg").string();
  for (const std::string arguments : {"--sets nonsense", "--looks 2"}) {
    const Output got = run("sprite " + arguments + " -o '" + file + "'");
    EXPECT_EQ(got.code, 2) << arguments;
    EXPECT_EQ(std::count(got.err.begin(), got.err.end(), '\n'), 1) << got.err;
    EXPECT_FALSE(fs::exists(file)) << arguments;
  }
  EXPECT_EQ(run("sprite --sets base -o /no-such-folder/out.svg").code, 2);
}

}  // namespace
}  // namespace bastide::test_help
