"""Reads Containerfile and compose.yaml, for machines that have no engine to build them with."""
import fnmatch
import glob
import json
import os
import re


def instructions(text):
    """(keyword, rest) of each, with continued lines joined and comments dropped."""
    joined = re.sub(r"\\\n\s*", " ", "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#")))
    return [tuple(line.split(None, 1)) for line in joined.splitlines() if line.strip()]


def check_copies(copies, root):
    wrong = []
    for rest in copies:
        if rest.startswith("--from="):
            continue
        for source in rest.split()[:-1]:
            if not source.startswith("--") and not glob.glob(os.path.join(root, source)):
                wrong.append(f"Containerfile copies {source}, which is not there")
    return wrong


def check_package_name(steps, root):
    """What the second stage takes from the first is what script/package makes."""
    taken = [source for key, rest in steps if key == "COPY" and rest.startswith("--from=") for source in rest.split()[1:-1]]
    with open(os.path.join(root, "script/package"), encoding="utf-8") as file:
        made = re.search(r"build/package/bastide_\*_amd64\.deb", file.read())
    fits = made and any(fnmatch.fnmatch("/src/build/package/bastide_1.2.3_amd64.deb", source) for source in taken)
    return [] if fits else [f"Containerfile takes {taken} from the first stage, not the package"]


def check_compose(root, port, volume):
    with open(os.path.join(root, "compose.yaml"), encoding="utf-8") as file:
        text = file.read()
    wrong = []
    named = re.search(r"dockerfile: *(\S+)", text)
    if not named or not os.path.exists(os.path.join(root, named.group(1))):
        wrong.append("compose.yaml does not name the Containerfile")
    if not re.search(rf":{port}\"", text):
        wrong.append(f"compose.yaml does not publish port {port}")
    if f":{volume}" not in text:
        wrong.append(f"compose.yaml keeps nothing of {volume}")
    for name in re.findall(r"- (\w+):/", text):
        if not re.search(rf"^volumes:(?:\n.*)*\n  {name}:", text, re.M):
            wrong.append(f"compose.yaml does not declare the volume {name}")
    return wrong


def check(root, known):
    if not os.path.exists(os.path.join(root, "Containerfile")):
        return ["there is no Containerfile"]
    with open(os.path.join(root, "Containerfile"), encoding="utf-8") as file:
        steps = instructions(file.read())
    keys = [key for key, _ in steps]
    last = steps[len(keys) - 1 - keys[::-1].index("FROM"):]
    final = {key: rest for key, rest in last}
    wrong = check_copies([rest for key, rest in steps if key == "COPY"], root) + check_package_name(steps, root)
    if keys.count("FROM") != 2:
        wrong.append("Containerfile has not two stages")
    if final.get("USER", "root") in ("root", "0"):
        wrong.append("Containerfile runs as root")
    for key in ("HEALTHCHECK", "VOLUME", "EXPOSE", "ENTRYPOINT", "WORKDIR"):
        if key not in final:
            return wrong + [f"Containerfile has no {key}"]
    entry = json.loads(final["ENTRYPOINT"])
    wrong += [f"Containerfile: {sentence}" for sentence in known.wrong(" ".join(entry))]
    for step in (part for key, rest in steps if key == "RUN" for part in rest.split(" && ")):
        wrong += [f"Containerfile: {sentence}" for sentence in known.wrong(step)]
    volume, port = final["VOLUME"], final["EXPOSE"]
    if final["WORKDIR"] != volume:
        wrong.append("Containerfile: games would be kept outside the volume")
    if f"/{port}" not in final["HEALTHCHECK"] and f":{port}" not in final["HEALTHCHECK"]:
        wrong.append("Containerfile: the health check asks another port")
    return wrong + check_compose(root, port, volume)
