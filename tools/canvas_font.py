"""Cuts a font for the canvas: outlines, widths and the character map, all that stb_truetype reads.
As the style sheet has it in pictures, figures are tabular and nothing is kerned, so that the canvas draws
what the SVG shows.

usage: canvas_font.py SOURCE OUT UNICODES
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


def main(source: str, out: str, characters: str) -> None:
    font = TTFont(source, recalcTimestamp=False)  # same input, same bytes
    tabular = tabular_figures(font)
    for table in font["cmap"].tables:
        table.cmap = {code: tabular.get(glyph, glyph) for code, glyph in table.cmap.items()}
    options = subset.Options(layout_features=[], hinting=False, desubroutinize=True, notdef_outline=True, name_IDs=[])
    options.drop_tables += ["GDEF", "GPOS", "GSUB", "DSIG", "gasp", "OS/2"]
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=subset.parse_unicodes(characters))
    cutter.subset(font)
    font.save(out)


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
