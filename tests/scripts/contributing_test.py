"""CONTRIBUTING.md names what is there."""
import os
import re
import unittest

from sandbox import ROOT


class Contributing(unittest.TestCase):
    def test_every_path_that_it_names_exists(self):
        with open(os.path.join(ROOT, "CONTRIBUTING.md"), encoding="utf-8") as file:
            named = re.findall(r"`([a-z]+/[\w./-]+)", file.read())
        paths = [path for path in named if not path.startswith("build/") and not path.endswith(("_", "/"))]
        self.assertGreater(len(paths), 30)
        missing = [path for path in paths if not os.path.exists(os.path.join(ROOT, path))]
        self.assertEqual(missing, [])


if __name__ == "__main__":
    unittest.main()
