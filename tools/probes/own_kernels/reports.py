"""The reports of compute-sanitizer, as rows [what, file, line, count], equal ones merged."""
import re

FIRST = re.compile(r"=========\s+(?:Error: |Warning: )?((?:Invalid|Uninitialized|Barrier error|Potential|Race reported|Misaligned|Divergent|Invalid arguments)[^\n]*)")
PLACE = re.compile(r"=========\s+at .*? in (\S+?\.cuh?):(\d+)")


def shortened(text: str) -> str:
    """Without addresses and names of threads, so that equal reports look equal."""
    text = re.sub(r" (?:at|in) .*$", "", re.sub(r"0x[0-9a-f]+", "", text))
    return re.sub(r"\s+", " ", text).strip()


def parsed(text: str, tool: str) -> list:
    rows: dict = {}
    what, races = None, None
    for line in text.splitlines():
        if first := FIRST.match(line):
            what, races = shortened(first[1]), []
            if tool == "racecheck":
                what, races = first[1].strip(), re.findall(r"in (\S+?\.cuh?):(\d+)", line)
            continue
        place = PLACE.match(line)
        if what and place:
            key = (what, place[1].split("/")[-1], int(place[2]))
            rows[key] = rows.get(key, 0) + 1
            what = None
    found = [[*key, count] for key, count in rows.items()]
    summary = re.findall(r"========= (ERROR SUMMARY: .*|RACECHECK SUMMARY: .*)", text)
    return {"rows": found, "summary": summary[-1] if summary else text[-300:]}
