#!/usr/bin/env python3
"""Every example over LFC, Panda, Multigame, Orca, RMI, MPI and CRL gives the same on all five implementations of LFC (001 8), also where packets are lost.

    tests/lfc/clients.py BIN INLET [PROGRAM...]

PROGRAM is one of the examples, as mpi/asp.c; without: all. Runs are with --check-lfc and --check-dma. BIN has myrinet-clang. Each program compares its own result; lines without times are the same on all."""
import pathlib
import re
import subprocess
import sys
import tempfile

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent.parent / "examples"
IMPLEMENTATIONS = [("nrx_imc", None), ("nrx_hmc", "hmc"), ("irx_imc", None), ("irx_hmc", "hmc"), ("hrx_hmc", "hrx")]
PROGRAMS = [  # nodes, arguments
    ("panda/remote_read.c", 8, []), ("panda/rpc.c", 2, []), ("panda/lookup.c", 4, []), ("panda/jobs.c", 4, []),
    ("mpi/one_bcast.c", 4, []), ("mpi/asp.c", 16, ["32"]), ("mpi/asp.c", 7, ["24", "--probe"]), ("mpi/qr.c", 7, ["20"]),
    ("mpi/sor.c", 5, ["200"]), ("mpi/sor.c", 4, ["200", "--alternate"]),
    ("crl/fft.c", 8, ["32"]), ("crl/radix.c", 7, ["2048"]), ("crl/barnes.c", 5, ["48", "2"]),
    ("multigame/puzzle.cpp", 7, ["--no-table", "--until", "36", "--jobs", "4"]), ("multigame/puzzle.cpp", 4, ["--no-table", "--until", "36"]),
    ("orca/leq.cpp", 4, ["16"]), ("orca/awari.cpp", 7, ["4"]), ("orca/counter.cpp", 4, []), ("orca/jobs.cpp", 4, []), ("orca/tsp.cpp", 4, ["8"]),
    ("rmi/buffer.cpp", 4, []), ("rmi/graph.cpp", 2, []), ("rmi/jobs.cpp", 4, []), ("rmi/latency.cpp", 2, []),
]
# Times, and what depends on them: how often copies are fetched again.
TIMED = re.compile(r" *\d+ (?:cycles|of them|read misses|write misses|messages|RPCs|bytes a kilocycle|to one that computes)|(?<=other one: )\d+"
                   r"|did \d+ jobs with the sum \d+")
LOSING = ["--set", "network.lost_per_million=5000", "--set", "network.corrupt_per_million=5000"]
failed = 0


def fail(what, text):
    global failed
    failed += 1
    print("FAILED:", what)
    print("".join(line + "\n" for line in text.splitlines()[:12]), end="", flush=True)


bin_, inlet = sys.argv[1:3]
with tempfile.TemporaryDirectory() as work:
    for source, nodes, arguments in PROGRAMS:
        if sys.argv[3:] and source not in sys.argv[3:]: continue
        wanted = None
        for firmware, library in IMPLEMENTATIONS:
            program = pathlib.Path(work) / f"{source.replace('/', '.')}.{library}"
            if not program.exists():
                cpp = source.endswith(".cpp")
                command = [f"{bin_}/myrinet-clang" + "++" * cpp, *[f"--config={library}.cfg"] * bool(library), "-std=c++20" if cpp else "-std=c11",
                           "-O2", "-Wall", "-Wextra", "-Werror", EXAMPLES / source, "-lmpi-lfc", "-lcrl", "-lpanda", "-o", program]
                done = subprocess.run(command, capture_output=True, text=True)
                if done.returncode:
                    fail(f"{source} for {firmware} does not compile", done.stderr)
                    continue
            for options in [[], *[LOSING] * (firmware[0] != "n")]:
                command = [inlet, "run", "--quiet", "--machine", "myrinet", "--nodes", str(nodes), "--firmware", firmware, "--max-cycles", "20000000000",
                           "--check-lfc", "--check-dma", *options, str(program), *arguments]
                done = subprocess.run(command, capture_output=True, text=True)
                said = sorted(TIMED.sub("", line) for line in done.stdout.splitlines())
                wanted = wanted or said
                if done.returncode or "WRONG" in done.stdout or said != wanted:
                    fail(" ".join(command), done.stdout + done.stderr)
sys.exit(failed != 0)
