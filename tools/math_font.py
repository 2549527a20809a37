"""Cuts the site's math font out of TeX Gyre Termes Math: italic letters, signs, and what grows around a
formula. Browsers take the heights of exponents and bars from its MATH table.

usage: math_font.py SOURCE.otf OUT.woff2
"""
import sys

from fontTools import subset
from fontTools.ttLib import TTFont

# Stretched brackets come in this many ready sizes; larger ones are put together from pieces.
SIZES = 3

LETTERS = range(0x1D434, 0x1D468)  # mathematical italic, with h at its own place
GREEK = [0x1D6FC + offset for offset in (0, 1, 2, 3, 4, 7, 10, 11, 12, 15, 17, 19, 20, 22, 25)]
SIGNS = (
    " ()*+,-./0123456789<=>[]{|}"
    "abcdefghijklmnopqrstuvwxyz"  # log, max, exp
    "±·×…′‾ℎℓ→∈∏∑−√∞∥≈≠≤≥⊕⊤⋅⌈⌉⌊⌋⏟⟨⟩ΔΘΣ"
)


def hanging_prime(font: TTFont) -> None:
    """MathML raises and shrinks a prime like any exponent. The plain glyph is raised already and would fly off;
    the one for exponents, which not every browser asks for, stands on the line."""
    hanging = font.getBestCmap()[0x2032] + ".st"
    for table in font["cmap"].tables:
        if 0x2032 in table.cmap:
            table.cmap[0x2032] = hanging


def main(source: str, out: str) -> None:
    font = TTFont(source, recalcTimestamp=False)  # same input, same bytes
    hanging_prime(font)
    variants = font["MATH"].table.MathVariants
    for record in variants.VertGlyphConstruction + variants.HorizGlyphConstruction:
        record.MathGlyphVariantRecord = record.MathGlyphVariantRecord[:SIZES]
        record.VariantCount = len(record.MathGlyphVariantRecord)

    options = subset.Options()
    options.layout_features = []
    options.hinting = False
    options.desubroutinize = True
    options.name_IDs = []
    options.drop_tables += ["GDEF", "GPOS", "GSUB", "FFTM"]
    options.notdef_outline = True
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=[*LETTERS, *GREEK, *(ord(sign) for sign in SIGNS)])
    subsetter.subset(font)
    font.flavor = "woff2"
    font.save(out)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2])
