#!/usr/bin/env python3
"""The history of the engine's speed as a picture, for docs/performance.md.

    tests/bench/history_plot.py          draws docs/pictures/performance-history.svg from docs/performance-history.csv
    tests/bench/history_plot.py --check  draws nothing, fails if the picture is not that of the file

A row of the file is one program measured on one machine. Several values of a figure, with blanks between them, are
rounds or the ends of a range: the dot is their median, the line through it goes from the least to the greatest. A figure
that was not measured is left empty. Dots are joined where machine and number of sets stay the same, so that no line says
what two machines say of each other."""
import csv
import math
import os
import statistics
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests/bench"))
sys.dont_write_bytecode = True

from nodes_plot import STYLE, number, step_of  # noqa: E402

FIGURES = os.path.join(ROOT, "docs/performance-history.csv")
PICTURE = os.path.join(ROOT, "docs/pictures/performance-history.svg")
OWN_STYLE = """
.path{fill:none;stroke:#3b7dd8;stroke-width:2} .reach{stroke:#3b7dd8;stroke-width:6;opacity:.3;stroke-linecap:round}
.change{stroke:#999;stroke-dasharray:2 3} .num{font-size:10px;fill:#666}
@media(prefers-color-scheme:dark){.path,.reach{stroke:#5a9bf0}.change{stroke:#777}.num{fill:#aaa}}"""
# Column, title, unit, the bar of today.
PANELS = [("base", "Random base games", "a second, more is faster", 100000),
          ("everything", "Games of everything at once", "a second, more is faster; beside the dots: how many sets", 3500),
          ("playouts", "Playouts from the middle", "a second, more is faster", 180000),
          ("copy", "Copy of a state", "ns, less is faster", 60)]
WIDTH, LEFT, GAP, ACROSS, TALL, HEAD = 960, 58, 74, 402, 150, 62


def read(path=FIGURES):
    """Rows with the values of each figure as a list of numbers; what is wrong is an error."""
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for line, row in enumerate(rows, 2):
        if None in row or None in row.values():
            raise ValueError(f"{path}:{line}: not as many columns as the first line has")
        for column, *_ in [*PANELS, ("placements",)]:
            try:
                row[column] = [float(word) for word in row[column].split()]
            except ValueError as error:
                raise ValueError(f"{path}:{line}: {column}: {error}") from error
            if any(not 0 < value < math.inf for value in row[column]):
                raise ValueError(f"{path}:{line}: {column}: must be above 0")
    return rows


def round_lines(least, most):
    """Round numbers between the two, three to six of them."""
    step = step_of(most - least)
    first = math.ceil(least / step)
    return [step * i for i in range(first, int(most / step) + 1)]


class History:
    """One figure over all rows, on a scale where equal ratios are equally high."""

    def __init__(self, rows, column, left, top):
        self.rows, self.column, self.left, self.top = rows, column, left, top
        self.values = [row[column] for row in rows]
        self.parts = []

    def x(self, index):
        return self.left + ACROSS * (index + 0.5) / len(self.rows)

    def y(self, value):
        share = (math.log(value) - math.log(self.least)) / (math.log(self.most) - math.log(self.least))
        return self.top + HEAD + TALL * (1 - share)

    def add(self, text):
        self.parts.append(text)

    def draw(self, title, unit, bar):
        self.add(f'<text class="title" x="{self.left}" y="{self.top + 20}">{title}</text>')
        self.add(f'<text class="small" x="{self.left}" y="{self.top + 36}">{unit}</text>')
        known = [value for values in self.values for value in values]
        if known:
            self.least, self.most = min([*known, bar]) / 1.12, max([*known, bar]) * 1.12
            self.scale(bar)
            self.machines()
            self.dots()
        return "\n".join(self.parts)

    def scale(self, bar):
        ends = f'x1="{self.left}" x2="{self.left + ACROSS}"'
        for line in round_lines(self.least, self.most):
            y = self.y(line)
            self.add(f'<line class="grid" {ends} y1="{y:.1f}" y2="{y:.1f}"/><text class="small" text-anchor="end" '
                     f'x="{self.left - 5}" y="{y + 4:.1f}">{number(line)}</text>')
        self.add(f'<line class="bar" {ends} y1="{self.y(bar):.1f}" y2="{self.y(bar):.1f}"/>')

    def machines(self):
        bottom = self.top + HEAD + TALL
        for i in range(1, len(self.rows)):
            if self.rows[i]["machine"] != self.rows[i - 1]["machine"]:
                x = (self.x(i) + self.x(i - 1)) / 2
                self.add(f'<line class="change" x1="{x:.1f}" x2="{x:.1f}" y1="{self.top + HEAD - 14}" y2="{bottom}"/>')
        for i in range(len(self.rows)):
            self.add(f'<text class="num" text-anchor="middle" x="{self.x(i):.1f}" y="{bottom + 14}">{i + 1}</text>')

    def dots(self):
        before = None
        for i, (row, values) in enumerate(zip(self.rows, self.values)):
            if not values:
                continue
            x, y = self.x(i), self.y(statistics.median(values))
            # Other sets are other games only where all of them are in play.
            same = before and row["machine"] == before[0]["machine"] and \
                (self.column != "everything" or row["sets"] == before[0]["sets"])
            if same:
                self.add(f'<path class="path" d="M{before[1]:.1f} {before[2]:.1f}L{x:.1f} {y:.1f}"/>')
            if len(values) > 1:
                self.add(f'<line class="reach" x1="{x:.1f}" x2="{x:.1f}" y1="{self.y(min(values)):.1f}" '
                         f'y2="{self.y(max(values)):.1f}"/>')
            self.add(f'<circle class="one" cx="{x:.1f}" cy="{y:.1f}" r="4"><title>{i + 1}: '
                     f'{number(statistics.median(values))}</title></circle>')
            if self.column == "everything" and row["sets"]:
                self.add(f'<text class="num" x="{x + 8:.1f}" y="{y - 5:.1f}">{escaped(row["sets"])}</text>')
            before = (row, x, y)


def escaped(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")


def key(rows, top):
    """What the numbers below the panels stand for, in two columns."""
    parts, half = [], (len(rows) + 1) // 2
    for i, row in enumerate(rows):
        x, y = LEFT + (ACROSS + GAP) * (i // half), top + 17 * (i % half)
        where = "machine not told" if row["machine"] == "not told" else f'{row["machine"]} machine'
        parts.append(f'<text class="small" x="{x}" y="{y}">{i + 1}</text><text class="small" x="{x + 20}" y="{y}">'
                     f'{escaped(row["time"][5:10])}, {escaped(row["what"])}</text><text class="small" '
                     f'text-anchor="end" x="{x + ACROSS}" y="{y}">{escaped(where)}</text>')
    return "\n".join(parts), half


def draw(rows):
    """The text of the SVG."""
    down = HEAD + TALL + 34
    parts = []
    for i, (column, title, unit, bar) in enumerate(PANELS):
        left, top = LEFT + (ACROSS + GAP) * (i % 2), down * (i // 2)
        parts.append(History(rows, column, left, top).draw(title, unit, bar))
    listed, lines = key(rows, 2 * down + 20)
    height = 2 * down + 38 + 17 * lines
    note = (f'<text class="small" x="{LEFT}" y="{height - 8}">Dashed: the bar of today. Dotted: another machine; '
            'ratios hold between two dotted lines only.</text>')
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        'aria-label="The speed of the engine over its history, by machine">', f"<style>{STYLE}{OWN_STYLE}</style>",
        *parts, listed, note, "</svg>"]) + "\n"


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        print("usage: tests/bench/history_plot.py [--check]", file=sys.stderr)
        return 2
    try:
        text = draw(read())
    except (OSError, ValueError, KeyError) as error:
        print(f"history_plot: {error}", file=sys.stderr)
        return 1
    if sys.argv[1:]:
        with open(PICTURE, encoding="utf-8") as file:
            same = file.read() == text
        if not same:
            print("docs/pictures/performance-history.svg is out of date: tests/bench/history_plot.py", file=sys.stderr)
        return 0 if same else 1
    with open(PICTURE, "w", encoding="utf-8") as file:
        file.write(text)
    print(f"{os.path.relpath(PICTURE, ROOT)}: {len(text) // 1024} KB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
