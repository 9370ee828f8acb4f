"""A set made of the template, as docs/adding-an-expansion.md says, compiles."""
import os
import shutil
import subprocess
import tempfile
import unittest

from sandbox import ROOT

NAME = "template_copy"
LINE = '#include "engine/expansions/circus/words.inc"\n'  # the last one


def replaced(path, old, new):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.replace(old, new))


class Template(unittest.TestCase):
    def test_a_copy_of_it_and_one_line_make_a_set(self):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(os.path.join(ROOT, "engine"), os.path.join(folder, "engine"))
            home = os.path.join(folder, "engine", "expansions", NAME)
            shutil.copytree(os.path.join(folder, "engine", "expansions", "_template"), home)
            os.rename(os.path.join(home, "toy.cpp"), os.path.join(home, f"{NAME}.cpp"))
            for name in os.listdir(home):
                replaced(os.path.join(home, name), "toy", NAME)
            replaced(os.path.join(folder, "engine", "core", "words.inc"), LINE,
                     f'{LINE}#include "engine/expansions/{NAME}/words.inc"\n')
            for source in (f"engine/expansions/{NAME}/{NAME}.cpp", "engine/game/all_modules.cpp"):
                command = ["g++", "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-I", folder,
                           os.path.join(folder, source)]
                done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
                self.assertEqual(done.returncode, 0, done.stderr[:2000])


if __name__ == "__main__":
    unittest.main()
