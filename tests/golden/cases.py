"""Which programs the golden table is of, and how each is compiled and run: as the tests run it that say so in its
first lines (tests/guest/as_source.sh, tests/conformance/run), where that is not long."""
import glob
import json
import os
import re
import subprocess

JITTER = ["", "--jitter 17"]

# Arguments that replace the program's own, which take longer.
SMALL = {
    "examples/fetch_add": "5",
    "examples/ping_pong": "10",
    "examples/n_queens": "6",
    "examples/tam_fib": "8",
    "examples/matrix_multiply": "1 16",
    "examples/transpose": "16",
    "examples/fft": "256",
    "examples/radix_sort": "8",
    "examples/sample_sort": "16",
    "examples/em3d": "3 30",
    "examples/heat": "2 3",
    "examples/mpi/asp": "16",
    "examples/mpi/qr": "16",
    "examples/mpi/sor": "16",
    "examples/crl/fft": "16",
    "examples/gang/time_share": "streams,rows 4000",
    "tests/voyager/dma": "overlap",
    "tests/voyager/queues": "8 10",
}

# Programs without a row: half a minute.
LONG = ["examples/crl/radix"]

# Programs that run on every other machine as well.
EVERYWHERE = [
    "examples/fetch_add", "examples/heat", "examples/n_queens", "examples/ping_pong", "examples/radix_sort",
    "tests/programs/exceptions", "tests/programs/matrix", "tests/programs/multicast", "tests/programs/nesting",
    "tests/programs/outlet", "tests/programs/timelet", "tests/programs/vectors", "tests/programs/written_code",
]

# Machines with other processors, and their compilers: `add` takes one compiler and the programs that belong to it.
COMPILED_FOR = {
    "cm5": [], "cm5-xnet": ["-mxnet"], "sp2": [], "sp2-xnet": ["-mxnet"], "ncube2-x86": [], "ncube2-xnet": ["-mxnet"],
    "voyager": [], "myrinet": [],
}
# Programs that are stored for each of them, and in the nCUBE/2's own assembly, as MACHINE/PROGRAM.
COMPILED = ["examples/fetch_add", "examples/n_queens", "examples/ping_pong", "examples/radix_sort", "examples/sample_sort",
            "examples/tam_fib"]
# Those of machines with second processors: their messages, MPI, and what only StarT-Voyager has. The rows run with a stored
# firmware, MACHINE/firmware, so that a change of the runtime moves none.
WITH_FIRMWARE = {
    "voyager": ["examples/fetch_add", "examples/mpi/asp", "examples/ping_pong", "examples/radix_sort", "examples/transpose",
                "tests/voyager/dma", "tests/voyager/express", "tests/voyager/queues"],
    "myrinet": ["examples/fetch_add", "examples/mpi/asp", "examples/radix_sort"],
}
ASSEMBLED = ["examples/ncube2/fetch_add", "examples/ncube2/ring", "examples/ncube2/signal"]


def machines(root):
    """Machine files besides T1's: inlet's own, and those of the tests, which have caches or little room."""
    own = [os.path.splitext(os.path.basename(path))[0]
           for path in sorted(glob.glob(os.path.join(root, "emulator/machines/*.json")))]
    return [name for name in own if name.startswith("t1-")] + ["cached", "tiny", "unified"]


def sources(root):
    folders = ["examples", "examples/kernel", "examples/gang", "examples/mpi", "examples/crl", "tests/programs", "tests/programs/bad", "tests/conformance/t1"]
    found = [path for folder in folders for path in sorted(glob.glob(os.path.join(root, folder, "*")))
             if path.endswith((".c", ".cpp", ".S"))]
    parts = {os.path.join(os.path.dirname(path), part) for path in found for part in header(path).get("with", "").split()}
    return [path for path in found if path not in parts and name(root, path) not in LONG]


def programs(root):
    """Every program that has rows: its name, its source, and the machine that it is compiled for; '' is T1."""
    found = [(name(root, source), source, "") for source in sources(root)]
    for machine in COMPILED_FOR:
        found += [(f"{machine}/{program}", os.path.join(root, program + ".c"), machine) for program in WITH_FIRMWARE.get(machine, COMPILED)]
    return found + [(f"ncube2/{program}", os.path.join(root, program + ".s"), "ncube2") for program in ASSEMBLED]


def name(root, source):
    return os.path.splitext(os.path.relpath(source, root))[0]


def header(source):
    """The comment lines at the top, by their word."""
    found = {}
    with open(source) as file:
        for line in file:
            if not line.startswith("//"):
                break
            match = re.match(r"// ([a-z-]+): (.*)", line)
            if match:
                found[match[1]] = (found.get(match[1], "") + " " + match[2]).strip()
    return found


def keys(root, source, machine=""):
    """The rows that the program should have."""
    if machine:
        program = name(root, source)
        firmware = ["--firmware", f"{machine}/firmware"] if machine in WITH_FIRMWARE else []
        return [" ".join(["--machine", machine, *firmware, "--nodes", "8", *jitter.split(), f"{machine}/{program}", *SMALL.get(program, "").split()])
                for jitter in JITTER]
    head, program = header(source), name(root, source)
    words, options = head.get("run", "").split(), []
    while words and words[0].startswith("--"):
        count = 1 if "=" in words[0] else 2
        options += words[:count]
        words = words[count:]
    if "--nodes" not in options:
        options = ["--nodes", "16"] + options
    for change in head.get("machine", "").split():  # of conformance programs
        path, value = change.split("=")
        options += ["--set", f"{path}={value if value.isdigit() else json.loads(value)}"]
    if "--trace-hash" in head.get("not", ""):  # too long to be observed
        options += ["--max-cycles", "1000000"]
    arguments = SMALL.get(program, " ".join(words)).split()
    rows = [options]
    if program in EVERYWHERE:
        rows += [["--machine", machine] + options for machine in machines(root)]
    return [" ".join(row + jitter.split() + [program] + arguments) for row in rows for jitter in JITTER]


def compile(root, clang, source, work, machine=""):
    """The program without debugging information, or None if it is not meant to compile."""
    head, program = header(source), os.path.join(work, "program")
    if source.endswith(".s"):  # the nCUBE/2's assembler
        subprocess.run([clang, source, "-o", program], check=True)
        with open(program, "rb") as file:
            return file.read()
    if "expect-compile-error" in head:
        return None
    directory, standard = os.path.dirname(source), "c11"
    tools = os.path.dirname(clang)
    if source.endswith(".cpp"):
        clang, standard = clang + "++", "c++20"
    files = [source] + [os.path.join(directory, part)
                        for part in head.get("with", "").split()]
    variant = head.get("variants", "").split()[:1]
    subprocess.run([clang, f"-std={standard}", "-O2", f"-ffile-prefix-map={directory}/=", *head.get("flags", "").split(),
                    *COMPILED_FOR.get(machine, []), *variant, "-I", directory, *files, "-o", program], check=True)
    return stripped(tools, program)


def firmware(clang, machine, work):
    """The runtime's firmware for second processors of the machine, without debugging information."""
    tools = os.path.dirname(clang)
    return stripped(tools, os.path.join(tools, f"../{machine}/lib/firmware.elf"), os.path.join(work, "firmware"))


def stripped(tools, program, out=None):
    # Symbols stay: the run reads some of them, and messages name functions.
    out = out or program + ".stripped"
    subprocess.run([os.path.join(tools, "llvm-objcopy"), "--strip-debug", "--remove-section=.comment", program, out],
                   check=True)
    with open(out, "rb") as file:
        return file.read()


def server(clang):
    tools = os.path.dirname(clang)
    path = os.path.join(tools, "../t1/lib/io_server.elf")
    with open(path, "rb") as file:
        return file.read()


def files(source):
    """Files that the program finds on its I/O nodes."""
    found = {}
    for extra in header(source).get("io", "").split():
        with open(os.path.join(os.path.dirname(source), extra), "rb") as file:
            found[extra] = file.read()
    return found
