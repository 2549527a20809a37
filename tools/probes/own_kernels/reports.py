"""The reports of compute-sanitizer as rows, equal ones merged: [what, line, count], and of racecheck [what, lines of both sides, count]."""
import re

HEAD = re.compile(r"=========\s+((?:\w+: )?(?:\([\w ]+\) )?(?:Invalid|Uninitialized|Barrier|Potential|Misaligned).*)")
OWN = re.compile(r"(?:at|Device Frame:|Thread \(\d+,\d+,\d+\) at) .* in \S+\.cu:(\d+)")
SUMMARY = re.compile(r"=========\s+((?:ERROR|RACECHECK) SUMMARY: .*)")


def shortened(text: str) -> str:
    """Without addresses, names and numbers of blocks, so that equal reports look equal."""
    return re.sub(r"\s+", " ", re.sub(r" (?:detected at|in block|detected in).*$", "", text)).strip()


def parsed(text: str, tool: str) -> dict:
    """Places in CUDA's headers are left out: what follows is where our line called them."""
    rows: dict = {}
    wanted = 2 if tool == "racecheck" else 1
    what, lines = "", []
    for line in text.splitlines():
        if head := HEAD.match(line):
            what, lines = shortened(head[1]), []
        elif what and (place := OWN.search(line)):
            lines.append(int(place[1]))
            if len(lines) == wanted:
                key = (what, *(lines if wanted == 1 else [tuple(lines)]))
                rows[key] = rows.get(key, 0) + 1
                what = ""
    summary = SUMMARY.findall(text)
    return {"rows": [[*key, count] for key, count in rows.items()], "summary": summary[-1] if summary else "the run did not end"}
