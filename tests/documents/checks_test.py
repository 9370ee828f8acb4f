"""The checks of the documents find what is wrong. script/documents runs this first."""
import os
import tempfile
import unittest

from tests.documents import commands, container, markdown, names


class Known(names.CommandNames):
    """Names without a program."""

    def __init__(self, root):
        self.root, self.commands, self.npm = root, {"replay", "serve"}, {"dev"}
        self.presets, self.built = {"release", "debug"}, {"debug"}
        self.helps = {("replay",): "  --json  Print JSON", ("serve",): "  --port N"}


class Checks(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)
        self.root = self.scratch.name

    def write(self, path, text):
        full = os.path.join(self.root, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "w", encoding="utf-8") as file:
            file.write(text)

    def test_links(self):
        self.write("b.md", "")
        pages = {"a.md": markdown.read("a.md", "[x](b.md) [y](b.md#there-is-it) [z](b.md#no) [w](c.md) [v](http://h)"),
                 "b.md": markdown.read("b.md", "# There `is` it!\n")}
        wrong, elsewhere = names.links(pages["a.md"], pages, self.root)
        self.assertEqual(wrong, ["a.md:1: b.md has no heading for #no", "a.md:1: c.md is not there"])
        self.assertEqual(elsewhere, ["a.md:1: http://h"])

    def test_links_in_code_are_none(self):
        page = markdown.read("a.md", "`[x](y)`\n```\n[x](y)\n```\n")
        self.assertEqual(page.links, [])

    def test_files(self):
        self.write("engine/core/x.h", "")
        page = markdown.read("a.md", "`engine/core` `engine/none` `other/none` `engine/<name>`")
        self.assertEqual(names.files(page, self.root), ["a.md:1: `engine/none` is not in the tree"])

    def test_commands(self):
        self.write("script/play", 'exec bastide" play "$@"\n')
        self.write("script/test", "--full)\n")
        known = Known(self.root)
        for good in ("bastide replay FILE --json", "build/release/bastide serve --port 1", "bastide COMMAND --help",
                     "script/test --full", "npm run dev", "cmake --preset release", "rm -rf x", '"bastide draw"'):
            self.assertEqual(known.wrong(good), [], good)
        for bad in ("bastide replay --jsonl", "bastide repla FILE", "script/none", "script/test --quick", "npm run prod",
                    "cmake --preset none", "cmake --build --preset release"):
            self.assertEqual(len(known.wrong(bad)), 1, bad)

    def test_a_preset_that_is_only_configured(self):
        self.assertTrue(names.unbuilt_presets(markdown.read("a.md", "`cmake --preset debug` builds")))
        both = "`cmake --preset debug && cmake --build --preset debug`"
        self.assertFalse(names.unbuilt_presets(markdown.read("a.md", both)))

    def test_blocks_of_commands_must_be_marked(self):
        for text, commanded in (("bastide replay x", True), ("$ bastide verify x", True), ("play.example.org {", False)):
            block = markdown.read("a.md", f"```\n{text}\n```\n").blocks[0]
            self.assertEqual(bool(commands.looks_like_commands(block)), commanded, text)

    def test_continued_lines(self):
        block = markdown.read("a.md", "```sh\n# a comment\none \\\n  two\nthree\n```\n").blocks[0]
        self.assertEqual(list(commands.lines_of(block)), [(3, "one   two"), (5, "three")])

    def test_commands_in_the_text(self):
        page = markdown.read("a.md", "`bastide play` `bastide play --seed 7` `bastide bot NAME` `bastide tiles [SET]`\n"
                                     "`bastide play --seed 7`\n```sh\nbastide bench\n```\n```json\nbastide x y\n```\n")
        self.assertEqual(commands.of_page(page), [(4, "bastide bench"), (1, "bastide play --seed 7")])

    def test_an_unknown_or_failing_command_fails(self):
        os.makedirs(os.path.join(self.root, "tree/examples"))
        os.makedirs(os.path.join(self.root, "scratch"))
        runner = commands.Runner(os.path.join(self.root, "tree"), os.path.join(self.root, "scratch"), "/bin/false",
                                 type("Server", (), {"port": 1}), "")
        self.assertEqual(runner.run("a", "rm -rf /").kind, "failed")
        self.assertEqual(runner.run("a", "bastide rules").kind, "failed")
        self.assertEqual(runner.run("a", "echo yes").kind, "ran")
        self.assertEqual(runner.run("a", "script/test").kind, "left out")
        self.assertEqual(runner.run("a", "node examples/bot.js").kind, "left out")

    def test_containers(self):
        self.write("script/package", "build/package/bastide_*_amd64.deb")
        self.write("compose.yaml", "dockerfile: Containerfile\n- \"8080:8080\"\n- games:/data\nvolumes:\n  games:\n")
        good = ("FROM a AS build\nCOPY script /src\nFROM a\nCOPY --from=build /src/build/package/bastide_*_amd64.deb /t\n"
                "USER u\nWORKDIR /data\nVOLUME /data\nEXPOSE 8080\nHEALTHCHECK CMD ask localhost/8080\n"
                'ENTRYPOINT ["bastide", "serve", "--port", "8080"]\n')
        for old, new in (("", ""), ("COPY script", "COPY scripts"), ("USER u", "USER root"), ("--port", "--prot"),
                         ("WORKDIR /data", "WORKDIR /"), ("localhost/8080", "localhost/80"), ("VOLUME /data\n", ""),
                         ("bastide_*_amd64", "bastide_*_i386")):
            self.write("Containerfile", good.replace(old, new) if old else good)
            self.assertEqual(len(container.check(self.root, Known(self.root))), 1 if old else 0, new)


if __name__ == "__main__":
    unittest.main()
