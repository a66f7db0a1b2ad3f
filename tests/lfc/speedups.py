"""Rows of docs/speedups.md: speedups.py INLET DIRECTORY [full]. DIRECTORY has the programs and gets rows.json.

The timed part of each program is what its trace has. A function's own cycles belong to what it is for; handlers' cycles are
those of the low and the high level, with their dispatches.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys

NODES = [1, 2, 4, 8, 16, 32, 64]
SHARES = [1, 16]  # where the time goes: a report of a long trace takes minutes
PROGRAMS = {  # program, arguments, rows that the short test measures; the first is on one node
    "ASP": ("asp", ["multicast", "192"], []),
    "Awari": ("awari", ["6"], [1]),
    "Barnes": ("barnes", ["128"], []),
    "FFT": ("fft", ["64"], []),
    "LEQ": ("leq", ["64"], []),
    "Puzzle-4": ("puzzle", ["--jobs", "4", "--until", "40"], []),
    "Puzzle-64": ("puzzle", ["--jobs", "64", "--until", "40"], [1]),
    "QR": ("qr", ["48"], []),
    "Radix": ("radix", ["16384"], [1]),
    "SOR": ("sor", ["256"], []),
}
# The part of the runtime that counts as computation: operations that the processor lacks, and the mathematical library.
ARITHMETIC = re.compile(r"__(add|sub|mul|div|neg|eq|ne|lt|le|gt|ge|unord|cmp|fix|float|extend|trunc)\w*[sdt][fi]\w*$|_*k?(sin|cos|sqrt)\w*$"
                        r"|__(float|fix|fe_|ieee754_|math_)\w+$|fabsf?$|scalbnf?$|floorf?$")
ORCA = ".*orca::detail::(?:operations|invocation|process)<.*"  # operations and processes that the compiler has inlined
OWN = {  # the program's own functions
    "asp": "solve|improve|run|main",
    "awari": "awari::.*|Part::.*|Database::starts.*|Database::put.*|main|" + ORCA,
    "barnes": "walk|attract|is_far|octant|middle_of|check_level|find_centre|add_mass|set_centre|mass_of|position_of|centres|insert|enclose|"
              "outermost|build|forces|move|move_body|main",
    "fft": "run|transform|transpose|times|root|main",
    "leq": "Rows::.*|Unknowns::.*|Vote::.*|solve.*|main|" + ORCA,
    "puzzle": "main|multigame::.*",
    "qr": "factorize|norm_below|reflect|make_reflection|run|main",
    "radix": "sort|sort_pass|keys_in|first_of|digit|main|memset",
    "sor": "iterate|relax|exchange|run|main",
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
    cycles = run(inlet, nodes, [], program, arguments)
    if nodes not in SHARES:
        return cycles, None
    trace = directory / f"{name}.{'.'.join(arguments)}.trace"
    run(inlet, nodes, ["--trace", str(trace)], program, [*arguments, "unchecked"])
    report = [inlet, "report", "--runtime", "--json", "--hot", "0", "--section", "functions", str(trace)]
    document = json.loads(subprocess.run(report, capture_output=True, text=True, check=True).stdout)
    trace.unlink()
    return cycles, document


def rows_of(inlet, directory, title, full):
    name, arguments, short = PROGRAMS[title]
    alone = None
    for nodes in NODES if full else short:
        cycles, document = measure(inlet, directory, name, arguments, nodes)
        alone = alone or cycles
        row = [title, str(nodes), str(cycles), f"{alone / cycles:.1f}"]
        print(*row, file=sys.stderr, flush=True)
        if not document:
            yield row + ["", "", "", "", ""]
            continue
        parts = dict.fromkeys(["computing", "arithmetic", "software", "waiting"], 0)
        own = re.compile(rf"(?:\(anonymous namespace\)::|void |std::\S+ )*(?:{OWN[name]})$")
        for function in document["sections"]["functions"]:
            what = function["function"]
            if what in ("(unrecorded)", "(idle)"):
                continue
            kind = ("waiting" if WAITS.match(what) else "arithmetic" if ARITHMETIC.match(what)
                    else "computing" if own.match(what) else "software")
            parts[kind] += function["cycles"]
        contexts = document["cycles_by_context"]
        handlers = sum(contexts[level]["cycles"] for level in ("low", "high"))
        parts["software"] -= handlers
        everything = sum(parts.values()) + handlers
        share = lambda part: f"{100 * part / everything:.0f} %"
        communication = parts["software"] + handlers + parts["waiting"]
        yield row + [share(communication), share(parts["waiting"]), share(parts["software"]), share(handlers), share(parts["arithmetic"])]


def main():
    inlet, directory, full = sys.argv[1], pathlib.Path(sys.argv[2]), len(sys.argv) > 3
    head = ["program", "nodes", "cycles", "speed-up", "communication", "waiting", "on main", "in handlers", "software floating point"]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() if full else 1) as pool:
        rows = sum(pool.map(lambda title: list(rows_of(inlet, directory, title, full)), PROGRAMS), [])
    (directory / "rows.json").write_text(json.dumps({"head": head, "order": list(PROGRAMS), "rows": rows}))


main()
