"""What a Markdown file holds: blocks of code, spans of code, links, headings."""
import re
from dataclasses import dataclass, field


@dataclass
class Block:
    line: int  # of its first line of text
    language: str
    text: str


@dataclass
class Page:
    path: str
    blocks: list = field(default_factory=list)
    spans: list = field(default_factory=list)  # (line, text) of `code`
    links: list = field(default_factory=list)  # (line, target)
    anchors: set = field(default_factory=set)


def slug(heading):
    """The anchor that forges give a heading."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "")
    text = re.sub(r"[^\w\- ]", "", text.strip().lower())
    return text.replace(" ", "-")


def prose_and_blocks(text, page):
    """The text with its blocks blanked, line by line; the blocks go to the page."""
    prose, block = [], None
    for number, line in enumerate(text.splitlines(), 1):
        fence = re.match(r"\s*```(\w*)", line)
        if fence and block is None:
            block = Block(number + 1, fence.group(1), "")
        elif fence:
            page.blocks.append(block)
            block = None
        elif block is not None:
            block.text += line + "\n"
        prose.append("" if fence or block is not None else line)
    if block is not None:
        raise ValueError(f"{page.path}:{block.line}: this block has no end")
    return "\n".join(prose)


def read(path, text):
    page = Page(path)
    prose = prose_and_blocks(text, page)
    line_at = lambda at: prose.count("\n", 0, at) + 1
    for heading in re.finditer(r"^#+ +(.*)$", prose, re.M):
        anchor, again = slug(heading.group(1)), 1
        while anchor in page.anchors:
            anchor, again = f"{slug(heading.group(1))}-{again}", again + 1
        page.anchors.add(anchor)
    page.anchors.update(re.findall(r'<a (?:id|name)="([^"]+)"', prose))
    for span in re.finditer(r"`([^`]+)`", prose):
        page.spans.append((line_at(span.start()), " ".join(span.group(1).split())))
    plain = re.sub(r"`[^`]*`", lambda m: re.sub(r"[^\n]", " ", m.group()), prose)
    for link in re.finditer(r"\]\(\s*<?([^)\s>]+)>?[^)]*\)|(?:src|srcset|href)=\"([^\"]+)\"|<(https?://[^>]+)>", plain):
        page.links.append((line_at(link.start()), next(filter(None, link.groups()))))
    return page
