#!/usr/bin/env python3
"""Cut a font of Alegreya down to some characters: cut.py IN.woff2 OUT.woff2 UNICODES

UNICODES as pyftsubset takes them. Figures become the lining ones of one width, as high as capitals. Needs
python3-fonttools and python3-brotli.
"""
import sys

from fontTools import subset
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

FIGURES = range(ord("0"), ord("9") + 1)
TALLER = 1.13


def substitutes(font, feature):
    pairs = {}
    table = font["GSUB"].table
    for record in table.FeatureList.FeatureRecord:
        for index in record.Feature.LookupListIndex if record.FeatureTag == feature else []:
            for lookup in table.LookupList.Lookup[index].SubTable:
                pairs.update(getattr(getattr(lookup, "ExtSubTable", lookup), "mapping", {}))
    return pairs


def line_up_figures(font):
    lining, tabular = substitutes(font, "lnum"), substitutes(font, "tnum")
    for table in font["cmap"].tables:
        for code in FIGURES:
            name = lining.get(table.cmap[code], table.cmap[code])
            table.cmap[code] = tabular.get(name, name)
    glyphs = font.getGlyphSet()
    grown = {}
    for code in FIGURES:
        name = font.getBestCmap()[code]
        pen = TTGlyphPen(None)
        glyphs[name].draw(TransformPen(pen, (TALLER, 0, 0, TALLER, 0, 0)))
        grown[name] = pen.glyph(), round(glyphs[name].width * TALLER)
    for name, (glyph, width) in grown.items():
        glyph.recalcBounds(font["glyf"])
        font["glyf"][name] = glyph
        font["hmtx"][name] = width, glyph.xMin


def cut(source, target, unicodes):
    font = TTFont(source)
    if FIGURES[0] in font.getBestCmap():
        line_up_figures(font)
    options = subset.Options(hinting=False, layout_features=["kern", "locl", "mark", "ccmp"])
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]  # with author and licence
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=subset.parse_unicodes(unicodes))
    subsetter.subset(font)
    font.flavor = "woff2"
    font.save(target)


cut(*sys.argv[1:])
