"""script/counters and the history of the figures: what they read, and what they refuse."""
import importlib.machinery
import importlib.util
import os
import subprocess
import sys
import tempfile
import unittest

from sandbox import ROOT

sys.path.insert(0, os.path.join(ROOT, "tests", "bench"))
import history_plot  # noqa: E402


def load_counters():
    loader = importlib.machinery.SourceFileLoader("counters", os.path.join(ROOT, "script/counters"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("counters", loader))
    loader.exec_module(module)
    return module


counters = load_counters()

CALLGRIND = """# callgrind format
events: Ir Dr Dw I1mr Bc Bcm
fn=(1) main
1 10 5 5 0 2 1

totals: 1000 300 200 4 90 7
"""
ANNOTATED = """\
 1,000 (100.0%)  PROGRAM TOTALS

   600 (60.00%)  ???:bastide::(anonymous namespace)::lay_tile(int, bastide::Rules const&) [/bin/bastide]
   200 (20.00%)  game.cpp:bastide::legal(int) [/bin/bastide]
   100 (10.00%)  ???:bastide::legal(int)'2 [/bin/bastide]
"""


class Counters(unittest.TestCase):
    def test_totals_of_callgrind(self):
        self.assertEqual(counters.callgrind_totals(CALLGRIND)["Bcm"], 7)
        self.assertEqual(counters.callgrind_totals(CALLGRIND)["Ir"], 1000)
        with self.assertRaises(counters.Trouble):
            counters.callgrind_totals("events: Ir\n")

    def test_the_start_of_the_program_is_not_counted(self):
        self.assertEqual(counters.a_turn({"Ir": 1000}, {"Ir": 3000}, 50), {"Ir": 40})

    def test_functions_are_told_by_their_names(self):
        found = counters.functions_of(ANNOTATED)
        self.assertEqual(found["bastide::lay_tile"], 600)
        self.assertEqual(found["bastide::legal"], 300)

    def test_what_the_machine_does_not_count_is_left_out(self):
        found = counters.perf_events("123,,cycles:u,100,100.00,,\n<not supported>,,instructions:u,0,100.00,,\n\nx\n")
        self.assertEqual(found, {"cycles:u": 123})

    def test_no_program_is_told_in_one_line(self):
        for program in ("/no/such/program", "/bin/false", "/bin/echo"):
            done = subprocess.run([os.path.join(ROOT, "script/counters"), program], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 1, program)
            self.assertRegex(done.stderr, r"^counters: .*\n$", program)


class History(unittest.TestCase):
    def test_the_picture_is_that_of_the_file(self):
        with open(history_plot.PICTURE, encoding="utf-8") as file:
            self.assertEqual(file.read(), history_plot.draw(history_plot.read()),
                             "run tests/bench/history_plot.py")

    def read(self, *rows):
        with tempfile.NamedTemporaryFile("w", suffix=".csv") as file:
            file.write("time,commit,machine,what,sets,base,everything,playouts,copy,placements\n" + "\n".join(rows) + "\n")
            file.flush()
            return history_plot.read(file.name)

    def test_a_row_may_lack_figures(self):
        rows = self.read("2026-11-15 23:27,abc,first,a < b,8,1000 2000,,,,", "2026-11-15 23:28,abc,other,c,8,,,,100,")
        self.assertEqual(rows[0]["base"], [1000, 2000])
        picture = history_plot.draw(rows)
        self.assertIn("a &lt; b", picture)
        self.assertNotIn("<path", picture)  # two machines, no line

    def test_wrong_rows_are_refused_by_line(self):
        for row in ("2026,abc,m,w,8,1", "2026,abc,m,w,8,many,,,,", "2026,abc,m,w,8,0,,,,", "2026,a,m,w,8,nan,,,,", "2026,a,m,w,8,1,,,,,9"):
            with self.assertRaisesRegex(ValueError, ":2: ", msg=row):
                self.read(row)

    def test_lines_are_round_and_few(self):
        for least, most in ((92, 165), (1800, 8100), (35000, 74000), (0.5, 2)):
            lines = history_plot.round_lines(least, most)
            self.assertTrue(2 <= len(lines) <= 7, lines)
            self.assertTrue(all(least <= line <= most for line in lines), lines)


if __name__ == "__main__":
    unittest.main()
