#!/usr/bin/env python3
"""Tables of docs/ from what was measured: a table stands behind a comment that names it.

    table.py [--refresh] NAME DIRECTORY DOCS    ours and DOCS' differ: status 1, or DOCS become ours

NAME `costs`: DIRECTORY has PROGRAM.MACHINE, lines `what: cycles`, for tables `<!-- costs: PROGRAM -->` in
DOCS/PROGRAM.md (mpi_...: in DOCS/mpi.md). Columns of machines that were not measured stay. NAME `speedups`: DIRECTORY has rows.json, for
`<!-- speedups -->` in DOCS/speedups.md. Rows that were not measured stay.
"""
import json
import pathlib
import sys

sys.dont_write_bytecode = True
from page_tables import put

MACHINES = ["t1", "cm5", "cm5-xnet", "sp2", "sp2-xnet", "ncube2-x86", "ncube2-xnet"]


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
        pages = {"mpi": "mpi", "mpi_nodes": "mpi", "mpi_am": "mpi", "mpi_collectives": "mpi", "mpi_am_nodes": "mpi", "crl": "crl", "panda": "panda", "panda_mt": "panda", "orca": "orca",
                 "rmi": "rmi"}
        good = [put(docs / f"{page}.md", f"<!-- costs: {p} -->", costs(directory, p), refresh) for p, page in pages.items()]
    else:
        good = [put(docs / "speedups.md", "<!-- speedups -->", speedups(directory), refresh)]
    sys.exit(0 if all(good) else 1)


main()
