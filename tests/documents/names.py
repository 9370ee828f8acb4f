"""What documents name must be there: links, files, options, scripts, presets."""
import json
import os
import re
import subprocess

# Words in capitals, dots and brackets stand for something that the reader fills in.
PLACEHOLDER = re.compile(r"^[\[<]?[A-Z]{2,}|…|<|\[|\*")


def links(page, pages, root):
    """Links into the tree whose file or heading is missing; those to elsewhere are returned beside."""
    wrong, elsewhere = [], []
    for line, target in page.links:
        if re.match(r"[a-z]+:", target):
            elsewhere.append(f"{page.path}:{line}: {target}")
            continue
        file, _, anchor = target.partition("#")
        path = os.path.normpath(os.path.join(os.path.dirname(page.path), file)) if file else page.path
        if not os.path.exists(os.path.join(root, path)):
            wrong.append(f"{page.path}:{line}: {target} is not there")
        elif anchor and path in pages and anchor not in pages[path].anchors:
            wrong.append(f"{page.path}:{line}: {path} has no heading for #{anchor}")
    return wrong, elsewhere


def files(page, root):
    """Spans like `engine/core` that name no file or folder of the tree."""
    tops = {name for name in os.listdir(root) if os.path.isdir(os.path.join(root, name))} - {"build", ".git"}
    wrong = []
    for line, text in page.spans:
        if not re.fullmatch(r"[\w.-]+(/[\w.@-]+)+/?", text) or text.split("/")[0] not in tops:
            continue
        here = os.path.join(root, os.path.dirname(page.path), text)
        if not os.path.exists(os.path.join(root, text)) and not os.path.exists(here):
            wrong.append(f"{page.path}:{line}: `{text}` is not in the tree")
    return wrong


class CommandNames:
    """The options of the program, the scripts, the presets and npm's scripts."""

    def __init__(self, program, root):
        self.program, self.root, self.helps = program, root, {}
        listed = self.help().split("Subcommands:")[1]
        self.commands = set(re.findall(r"^  ([a-z]+) ", listed, re.M))
        with open(os.path.join(root, "CMakePresets.json"), encoding="utf-8") as file:
            presets = json.load(file)
        self.presets = {each["name"] for each in presets["configurePresets"] if not each.get("hidden")}
        self.built = {each["name"] for each in presets["buildPresets"]}
        with open(os.path.join(root, "web/package.json"), encoding="utf-8") as file:
            self.npm = set(json.load(file)["scripts"])

    def help(self, *command):
        if command not in self.helps:
            self.helps[command] = subprocess.run([self.program, *command, "--help"], check=True, text=True,
                                                 stdout=subprocess.PIPE).stdout
        return self.helps[command]

    def wrong(self, text):
        """What one command names that does not exist: sentences, mostly none. Text in quotes is no command."""
        if text.startswith(('"', "'")):
            return []
        words = text.replace("'", "").replace('"', "").split()
        if not words:
            return []
        first = words[0]
        if first.split("/")[-1] == "bastide" and len(words) > 1:
            return self.wrong_options(words[1], words[2:])
        if re.match(r"(\.\./)*script/", first):
            return self.wrong_script(re.sub(r"^(\.\./)*", "", first), words[1:])
        if first == "npm" and words[1:2] == ["run"]:
            name = next((word for word in words[2:] if not word.startswith("-")), "")
            return [] if name in self.npm else [f"web/package.json has no script '{name}'"]
        if first == "cmake" and "--preset" in words:
            known = self.built if "--build" in words else self.presets
            name = words[words.index("--preset") + 1]
            return [] if name in known else [f"there is no preset '{name}'"]
        return []

    def wrong_options(self, command, rest):
        if command.startswith("-") or PLACEHOLDER.search(command):
            return []
        if command not in self.commands:
            return [f"there is no 'bastide {command}'"]
        if "|" in rest:
            rest = rest[:rest.index("|")]
        told = self.help(command)
        given = [re.sub(r"[\[\]]", "", word).split("=")[0] for word in rest]
        return [f"'bastide {command}' has no {word}" for word in given
                if re.fullmatch(r"--?[a-z][a-z-]*", word) and not re.search(rf"(?<![\w-]){word}(?![\w-])", told)]

    def wrong_script(self, path, rest):
        full = os.path.join(self.root, path)
        if not os.path.isfile(full):
            return [f"{path} is not there"]
        with open(full, encoding="utf-8") as file:
            text = file.read()
        # script/server and script/play hand their arguments on.
        handed_on = re.search(r'bastide" (serve|play) "\$@"', text)
        if handed_on:
            return self.wrong_options(handed_on.group(1), rest)
        given = [re.sub(r"[\[\]]", "", word) for word in " ".join(rest).replace("|", " ").split()]
        return [f"{path} has no {word}" for word in given if word.startswith("--") and word not in text]


def unbuilt_presets(page):
    """`cmake --preset X` alone configures and builds nothing; who reads it must be told the other half."""
    told = [(line, text) for line, text in page.spans if text.startswith("cmake ")]
    told += [(block.line, text) for block in page.blocks for text in block.text.splitlines() if "cmake " in text]
    whole = " ".join(text for _, text in told)
    wrong = []
    for line, text in told:
        for preset in re.findall(r"cmake --preset (\w[\w-]*)", text):
            if f"--build --preset {preset}" not in whole and "-D" not in text:
                wrong.append(f"{page.path}:{line}: `{text}` only configures, and nothing says how to build")
    return wrong
