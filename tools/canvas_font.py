"""Cuts a font for pictures outside of a browser. As the style sheet has it in pictures, figures are tabular.
For the canvas: outlines, widths and the character map, all that stb_truetype reads. For the social pictures
(--card) also what their renderer finds a font by, and kerning, which titles need.

usage: canvas_font.py SOURCE OUT UNICODES [--card]
"""
import sys

from fontTools import subset
from fontTools.ttLib import TTFont


def tabular_figures(font: TTFont) -> dict[str, str]:
    """Proportional glyph name to tabular one, from the font's 'tnum' feature."""
    found: dict[str, str] = {}
    if "GSUB" not in font:
        return found
    gsub = font["GSUB"].table
    for record in gsub.FeatureList.FeatureRecord:
        if record.FeatureTag != "tnum":
            continue
        for index in record.Feature.LookupListIndex:
            for table in gsub.LookupList.Lookup[index].SubTable:
                found.update(getattr(table, "ExtSubTable", table).mapping)
    return found


def main(source: str, out: str, characters: str, card: bool) -> None:
    font = TTFont(source, recalcTimestamp=False)  # same input, same bytes
    tabular = tabular_figures(font)
    for table in font["cmap"].tables:
        table.cmap = {code: tabular.get(glyph, glyph) for code, glyph in table.cmap.items()}
    options = subset.Options(layout_features=["kern"] if card else [], hinting=False, desubroutinize=True, notdef_outline=True,
                             name_IDs=["*"] if card else [])
    options.drop_tables += ["GSUB", "DSIG", "gasp"] if card else ["GDEF", "GPOS", "GSUB", "DSIG", "gasp", "OS/2"]
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=subset.parse_unicodes(characters))
    cutter.subset(font)
    font.save(out)


if __name__ == "__main__":
    if len(sys.argv) not in (4, 5) or sys.argv[4:] not in ([], ["--card"]):
        sys.exit(__doc__)
    main(*sys.argv[1:4], card=len(sys.argv) == 5)
