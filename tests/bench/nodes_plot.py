"""The picture of tests/bench/nodes.py: three groups of bars, readable on white and on black."""

STYLE = """\
text{font:13px system-ui,sans-serif;fill:#333} .small{font-size:11px;fill:#666} .title{font-weight:600}
.axis{stroke:#999} .grid{stroke:#ddd} .bar{stroke:#c0392b;stroke-dasharray:5 4}
.one{fill:#3b7dd8} .two{fill:#9cc3f5} .three{fill:#d9822b} .four{fill:#6a9f58}
@media(prefers-color-scheme:dark){text{fill:#ddd}.small{fill:#aaa}.axis{stroke:#777}.grid{stroke:#444}
.bar{stroke:#ff7b6b}.one{fill:#5a9bf0}.two{fill:#2f5e9e}.three{fill:#e79a4b}.four{fill:#7fb86c}}"""
HEIGHT, TOP, BASE = 330, 56, 270


def step_of(most):
    """A round distance of the lines, so that there are three to six of them."""
    step = 1.0
    while most / step > 6:
        step *= 2.5 if str(step)[0] == "2" else 2
    while most / step < 3:
        step /= 2
    return step


def number(value):
    return f"{value:,.0f}" if value >= 10 or value == int(value) else f"{value:.1f}"


class Panel:
    """Bars side by side over named places; a bar is a list of (class, value), one on the other."""

    def __init__(self, left, width, title, unit):
        self.left, self.width = left, width
        self.parts = [f'<text class="title" x="{left}" y="24">{title}</text>',
                      f'<text class="small" x="{left}" y="41">{unit}</text>']

    def draw(self, groups, limit=None):
        """groups: (name, [(label, [(class, value)])])."""
        tops = [sum(value for _, value in stack) for _, bars in groups for _, stack in bars] or [1.0]
        most = max([*tops, limit or 0]) * 1.08 or 1.0
        height = lambda value: value / most * (BASE - TOP - 14)
        step = step_of(most)
        line = step
        while line < most:
            y = BASE - height(line)
            self.parts.append(f'<line class="grid" x1="{self.left}" x2="{self.left + self.width}" y1="{y:.1f}" '
                              f'y2="{y:.1f}"/><text class="small" text-anchor="end" x="{self.left - 5}" '
                              f'y="{y + 4:.1f}">{number(line)}</text>')
            line += step
        room = self.width / max(1, len(groups))
        for i, (name, bars) in enumerate(groups):
            middle = self.left + room * (i + 0.5)
            self.parts.append(f'<text text-anchor="middle" x="{middle:.1f}" y="{BASE + 18}">{name}</text>')
            each = min(34.0, (room - 10) / max(1, len(bars)))
            for j, (label, stack) in enumerate(bars):
                self.bar(middle + (j - len(bars) / 2) * each, each - 4, stack, height, label)
        if limit:
            y = BASE - height(limit)
            self.parts.append(f'<line class="bar" x1="{self.left}" x2="{self.left + self.width}" y1="{y:.1f}" '
                              f'y2="{y:.1f}"/>')
        self.parts.append(f'<line class="axis" x1="{self.left}" x2="{self.left + self.width}" y1="{BASE}" y2="{BASE}"/>')
        return "\n".join(self.parts)

    def bar(self, x, width, stack, height, label):
        y = float(BASE)
        for kind, value in stack:
            y -= height(value)
            self.parts.append(f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" '
                              f'height="{height(value):.1f}"/>')
        self.parts.append(f'<text class="small" text-anchor="middle" x="{x + width / 2:.1f}" y="{y - 4:.1f}">{label}</text>')


def legend(x, words):
    parts = []
    for kind, word in words:
        parts.append(f'<rect class="{kind}" x="{x}" y="{BASE + 35}" width="12" height="12"/>'
                     f'<text class="small" x="{x + 17}" y="{BASE + 45}">{word}</text>')
        x += 24 + 6.3 * len(word)
    return "\n".join(parts)


def chosen(figures, fast):
    """By number of nodes, what was measured without a standby: together, then apart."""
    groups = {}
    for one in figures:
        if not one["standby"] and "statements" not in one and (one["rate"] == 0) == fast and one["actions"]:
            groups.setdefault(one["nodes"], []).append(one)
    return sorted(groups.items())


def draw(figures):
    """The text of the SVG."""
    nodes = lambda count: f"{count} node{'s' if count > 1 else ''}"
    kind = lambda one: "two" if one["apart"] else "one"
    rates = [(nodes(count), [(number(one["actions"]), [(kind(one), one["actions"])]) for one in those])
             for count, those in chosen(figures, True)]
    waits = [(nodes(count), [(number(one["p99"]), [(kind(one), one["p99"])]) for one in those])
             for count, those in chosen(figures, False)]
    cores = [(nodes(count), [(f"{sum(one['node_cores']) + one['postgres_cores']:.1f}",
                              [("three", sum(one["node_cores"])), ("four", one["postgres_cores"])]) for one in those])
             for count, those in chosen(figures, True)]
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 {HEIGHT}" role="img" '
        'aria-label="One, two and three nodes on one PostgreSQL">', f"<style>{STYLE}</style>",
        Panel(52, 250, "As fast as they can", "actions acknowledged a second").draw(rates, 10000),
        Panel(375, 250, "At 3,000 actions a second", "ms until everybody has seen it, p99").draw(waits, 30),
        Panel(692, 250, "Processor, as fast as they can", "cores of two; the clients have the rest").draw(cores),
        legend(52, [("one", "a table's players on one node"), ("two", "on different nodes")]),
        legend(692, [("three", "nodes"), ("four", "PostgreSQL")]), "</svg>"]) + "\n"
