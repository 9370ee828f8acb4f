"""script/combining: every clause about two sets finds its pairs, and what it cannot read is an error."""
import os
import subprocess
import unittest

from sandbox import ROOT, ScriptTest

INDEX = "docs/rules/README.md"
LEDGER = "docs/rules/ledger/interactions.md"
HEAD = "| ID | Step | Rule | Source |\n|---|---|---|---|\n"


class Combining(ScriptTest):
    def setUp(self):
        super().setUp()
        with open(os.path.join(ROOT, INDEX), encoding="utf-8") as file:
            self.write(INDEX, file.read())
        self.write("engine/expansions/river/river.cpp",
                   'bastide::ModuleRules bastide::module_river() {\n  return {.begins_with = "a river"};\n}\n'
                   'bastide::ModuleRules bastide::module_count() {\n  return {.begins_with = "boards"};\n}\n')
        os.makedirs(os.path.join(self.tree, "web/public"))

    def combine(self, *clauses, options=()):
        rows = "".join(f"| X-{number} | 3 score | {text} | here |\n" for number, text in enumerate(clauses, 1))
        self.write(LEDGER, HEAD + rows)
        return subprocess.run([os.path.join(self.tree, "script/combining"), *options], capture_output=True, text=True,
                              check=False)

    def section(self, anchor):
        with open(os.path.join(self.tree, "docs/rules/combining.md"), encoding="utf-8") as file:
            return file.read().split(f'<a id="{anchor}"></a>')[1].split("<a id=")[0]

    def test_a_clause_belongs_to_every_pair_that_it_names(self):
        self.assertEqual(self.combine("[TWR, CIR × abbot] Both.", "[Dragon × TWR] One.").returncode, 0)
        self.assertIn("| X-1 | scoring | Both. |", self.section("abbot-tower"))
        self.assertIn("| X-1 | scoring | Both. |", self.section("abbot-circus"))
        self.assertIn("| X-2 | scoring | One. |", self.section("princess_dragon-tower"))
        self.assertIn("Nothing special", self.section("tower-circus"))

    def test_what_the_modules_refuse_is_refused_with_the_reason(self):
        self.combine("[TWR × abbot] Both.")
        self.assertIn("the map begins with a river or with boards", self.section("river-count"))

    def test_a_word_that_is_no_set_is_an_error(self):
        done = self.combine("[TWR × Abot] Both.")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("X-1 speaks of 'Abot'", done.stderr)

    def test_a_page_out_of_date_is_found(self):
        self.combine("[TWR × abbot] Both.")
        self.assertEqual(self.combine("[TWR × abbot] Both.", options=["--check"]).returncode, 0)
        self.assertIn("out of date", self.combine("[TWR × abbot] Neither.", options=["--check"]).stderr)


if __name__ == "__main__":
    unittest.main()
