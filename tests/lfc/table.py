#!/usr/bin/env python3
"""Tables of docs/ from what was measured: a table stands behind a comment that names it.

    table.py [--refresh] NAME DIRECTORY DOCS    ours and DOCS' differ: status 1, or DOCS become ours

NAME `costs`: DIRECTORY has PROGRAM.MACHINE, lines `what: cycles`, for tables `<!-- costs: PROGRAM -->` in
DOCS/PROGRAM.md (mpi_nodes: in DOCS/mpi.md). Columns of machines that were not measured stay. NAME `speedups`: DIRECTORY has rows.json, for
`<!-- speedups -->` in DOCS/speedups.md. Rows that were not measured stay.
"""
import json
import pathlib
import sys

MACHINES = ["t1", "cm5", "cm5-xnet", "sp2", "sp2-xnet", "ncube2-x86", "ncube2-xnet"]


def find(lines, mark):
    """The lines of the table behind a mark: first and last + 1."""
    if mark not in lines:
        sys.exit(f"no table '{mark}'")
    first = lines.index(mark) + 1
    while first < len(lines) and not lines[first].startswith("|"):
        if lines[first].strip():
            return first, first
        first += 1
    last = first
    while last < len(lines) and lines[last].startswith("|"):
        last += 1
    return first, last


def cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def put(page, mark, make, refresh):
    """Whether the table is as `make(its rows)` says."""
    lines = page.read_text().split("\n")
    first, last = find(lines, mark)
    old = [cells(line) for line in lines[first:last] if not line.startswith("|---")]
    rows = make(old)
    text = ["| " + " | ".join(row) + " |" for row in rows]
    text.insert(1, "|" + "|".join(["---"] * len(rows[0])) + "|")
    if lines[first:last] == text:
        return True
    if refresh:
        new = lines[:first] + ([] if first < last else [""]) + text + ([] if first < last else [""]) + lines[last:]
        page.write_text("\n".join(new))
        return True
    print(f"{page.name}, {mark}: the page has")
    print("\n".join(line for line in lines[first:last] if line not in text))
    print("and it should have (--refresh)")
    print("\n".join(line for line in text if line not in lines[first:last]))
    return False


def costs(directory, program):
    measured = {}
    for path in sorted(directory.glob(f"{program}.*")):
        measured[path.name.split(".", 1)[1]] = dict(line.rsplit(": ", 1) for line in path.read_text().splitlines())

    def make(old):
        kept = {}
        for row in old[1:]:
            kept[row[0]] = dict(zip(old[0][1:], row[1:]))
        whats = list(next(iter(measured.values())))
        columns = [m for m in MACHINES if m in measured or old and m in old[0]]
        rows = [["cycles"] + columns]
        for what in whats:
            rows.append([what] + [measured[m][what] if m in measured else kept.get(what, {}).get(m, "") for m in columns])
        return rows

    return make


def speedups(directory):
    new = json.loads((directory / "rows.json").read_text())

    def make(old):
        rows = {tuple(row[:2]): row for row in old[1:]}
        for row in new["rows"]:
            rows[tuple(row[:2])] = row
        order = {name: i for i, name in enumerate(new["order"])}
        return [new["head"]] + sorted(rows.values(), key=lambda row: (order[row[0]], int(row[1])))

    return make


def main():
    refresh = "--refresh" in sys.argv
    arguments = [a for a in sys.argv[1:] if a != "--refresh"]
    if len(arguments) != 3:
        sys.exit(__doc__)
    name, directory, docs = arguments[0], pathlib.Path(arguments[1]), pathlib.Path(arguments[2])
    if name == "costs":
        pages = {"mpi": "mpi", "mpi_nodes": "mpi", "crl": "crl", "panda": "panda", "panda_mt": "panda"}
        good = [put(docs / f"{page}.md", f"<!-- costs: {p} -->", costs(directory, p), refresh) for p, page in pages.items()]
    else:
        good = [put(docs / "speedups.md", "<!-- speedups -->", speedups(directory), refresh)]
    sys.exit(0 if all(good) else 1)


main()
