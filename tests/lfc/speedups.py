"""Rows of docs/speedups.md: speedups.py INLET DIRECTORY [full]. DIRECTORY has the programs and gets rows.json.

The timed part of each program is what its trace has. A function's own cycles belong to what it is for; handlers' cycles are
those of the low and the high level, with their dispatches.
"""
import json
import pathlib
import re
import subprocess
import sys

NODES = [1, 2, 4, 8, 16, 32, 64]
PROGRAMS = {  # arguments by number of nodes; rows that the short test measures
    "ASP": ("asp", lambda n: ["multicast", "192"], []),
    "QR": ("qr", lambda n: ["48"], []),
    "SOR": ("sor", lambda n: ["256"], [1, 8]),
    "FFT": ("fft", lambda n: ["64"], []),
    "Radix": ("radix", lambda n: [str(64 // n)], [1]),
    "Barnes": ("barnes", lambda n: ["128"], []),
    "Puzzle-4": ("puzzle", lambda n: ["--jobs", "4", "--until", "40"], []),
    "Puzzle-64": ("puzzle", lambda n: ["--jobs", "64", "--until", "40"], [1]),
}
# The part of the runtime that counts as computation: operations that the processor lacks, and the mathematical library.
ARITHMETIC = re.compile(r"__(add|sub|mul|div|neg|eq|ne|lt|le|gt|ge|unord|cmp|fix|float|extend|trunc)\w*[sdt][fi]\w*$|_*k?(sin|cos|sqrt)\w*$"
                        r"|__(float|fix|fe_|ieee754_|math_)\w+$|fabsf?$|scalbnf?$|floorf?$")
OWN = {
    "asp": "solve improve run main",
    "qr": "factorize norm_below reflect make_reflection run main",
    "sor": "iterate relax run main",
    "fft": "run transform transpose times root main",
    "radix": "sort_pass run main memset",
    "barnes": "walk attract octant find_centre mass_of position_of centres insert outermost build forces move bits main",
    "puzzle": "main",
}
WAITS = re.compile(r"^\(waiting")


def run(inlet, nodes, options, program, arguments):
    """The cycles that it prints."""
    command = [inlet, "run", "--quiet", "--nodes", str(nodes), *options, str(program), *arguments]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode or "WRONG" in done.stdout:
        sys.exit(f"{' '.join(command)}: {done.stdout}{done.stderr}")
    return int(re.search(r"(\d+) cycles", done.stdout).group(1))


def measure(inlet, directory, name, arguments, nodes):
    """The result is compared in a run that nobody observes, whose time this is; the trace is a shorter run's."""
    program = directory / name
    trace = directory / "trace"
    cycles = run(inlet, nodes, [], program, arguments)
    run(inlet, nodes, ["--trace", str(trace)], program, [*arguments, "unchecked"])
    report = [inlet, "report", "--runtime", "--json", "--hot", "0", "--section", "functions", str(trace)]
    document = json.loads(subprocess.run(report, capture_output=True, text=True, check=True).stdout)
    return cycles, document


def rows_of(inlet, directory, title, full):
    name, arguments, short = PROGRAMS[title]
    alone = None
    for nodes in NODES if full else short:
        cycles, document = measure(inlet, directory, name, arguments(nodes), nodes)
        alone = alone or cycles
        parts = dict.fromkeys(["computing", "arithmetic", "software", "waiting"], 0)
        own = OWN[name].split()
        for function in document["sections"]["functions"]:
            what = function["function"]
            if what in ("(unrecorded)", "(idle)"):
                continue
            kind = ("waiting" if WAITS.match(what) else "arithmetic" if ARITHMETIC.match(what)
                    else "computing" if what in own or what.startswith("multigame::") else "software")
            parts[kind] += function["cycles"]
        contexts = document["cycles_by_context"]
        handlers = sum(contexts[level]["cycles"] for level in ("low", "high"))
        parts["software"] -= handlers
        everything = sum(parts.values()) + handlers
        share = lambda part: f"{100 * part / everything:.0f} %"
        communication = parts["software"] + handlers + parts["waiting"]
        yield [title, str(nodes), str(cycles), f"{alone / cycles:.1f}", share(communication), share(parts["waiting"]),
               share(parts["software"]), share(handlers), share(parts["arithmetic"])]


def main():
    inlet, directory, full = sys.argv[1], pathlib.Path(sys.argv[2]), len(sys.argv) > 3
    head = ["program", "nodes", "cycles", "speed-up", "communication", "waiting", "on main", "in handlers", "software floating point"]
    rows = [row for title in PROGRAMS for row in rows_of(inlet, directory, title, full)]
    (directory / "rows.json").write_text(json.dumps({"head": head, "order": list(PROGRAMS), "rows": rows}))


main()
