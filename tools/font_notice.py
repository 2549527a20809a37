"""Prints what a font says of itself: its name, version, copyright and license.

usage: font_notice.py FONT
"""
import sys

from fontTools.ttLib import TTFont

family, version, copyright_notice, trademark, license_notice = 1, 5, 0, 7, 13

if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    names = TTFont(sys.argv[1])["name"]
    told = [names.getDebugName(each) for each in (family, version, copyright_notice, trademark, license_notice)]
    print("\n".join(each for each in told if each))
