#!/usr/bin/env python3
"""The golden table: what stored programs do, to the cycle (docs/golden.md).

    golden.py check [--every-way] INLET [PATTERN...]        every row against this inlet
    golden.py add CLANG INLET ARCHIVE PATTERN...            programs and rows that do not exist yet
    golden.py accept INLET PATTERN...                       rows that may change; prints old and new
    golden.py missing                                       sources without a row

PATTERN is a shell pattern for names of programs, such as 'examples/*' or 'tests/programs/bad/*'. `check` and
`accept` use --jobs N processes (default 1). `add` never changes a row, `accept` no program.
"""
import argparse
import concurrent.futures
import fnmatch
import glob
import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, HERE)
import cases  # noqa: E402

TABLE = os.path.join(HERE, "table.txt")
PROGRAMS = os.path.join(HERE, "programs")
LARGEST = 1 << 20  # bytes of an archive
SERVER = "io_server"  # program of I/O nodes
HEADER = """\
# Golden table (docs/golden.md): a row is `inlet run` of one stored program, and what it did.
# key: options PROGRAM arguments | outcome status cycles instructions message-hash trace-hash output | message
"""


# --- the table ----------------------------------------------------------------------------------


def read_table():
    rows = {}
    if not os.path.exists(TABLE):
        return rows
    with open(TABLE) as file:
        for number, line in enumerate(file, 1):
            line = line.strip()
            if not line or line.startswith("#"):
                continue
            key, separator, result = (line + " ").partition(" | ")
            if not separator or result.count(" | ") != 1:
                sys.exit(f"{TABLE}:{number}: not a row: {line}")
            if key in rows:
                sys.exit(f"{TABLE}:{number}: a second row for {key}")
            rows[key] = result.rstrip()
    return rows


def write_table(rows):
    with open(TABLE + ".new", "w") as file:
        file.write(HEADER)
        for key in sorted(rows, key=lambda key: (program_of(key), key)):
            file.write(f"{key} | {rows[key]}\n")
    os.replace(TABLE + ".new", TABLE)


def split_key(key):
    """Options, program and arguments of a key: every option has a value or an equals sign."""
    words = key.split()
    at = 0
    while at < len(words) and words[at].startswith("--"):
        at += 1 if "=" in words[at] else 2
    return words[:at], words[at], words[at + 1:]


def program_of(key):
    return split_key(key)[1]


def files_of(key):
    """Stored files that the row needs: its program, and the firmware of second processors."""
    options, program, _ = split_key(key)
    return [program] + [value for option, value in zip(options, options[1:]) if option == "--firmware"]


def chosen(rows, patterns):
    """The keys whose program matches; an exact key is a pattern, too."""
    return [key for key in rows
            if not patterns or any(key == p or fnmatch.fnmatchcase(program_of(key), p) for p in patterns)]


# --- stored programs ----------------------------------------------------------------------------


def archives():
    return sorted(glob.glob(os.path.join(PROGRAMS, "*.tar.xz")))


def stored():
    """Names of all stored files, with the archive of each."""
    names = {}
    for archive in archives():
        with tarfile.open(archive) as tar:
            for member in tar.getmembers():
                if member.name in names:
                    sys.exit(f"{member.name} is in {names[member.name]} and in {archive}")
                names[member.name] = archive
    return names


def unpack(directory):
    for archive in archives():
        with tarfile.open(archive) as tar:
            tar.extractall(directory)


def pack(archive, files):
    """Writes files, by name, into a new archive, the same bytes for the same files."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w:xz", preset=9) as tar:
        # Similar programs are neighbours: by the first part of the name, then by size.
        for name in sorted(files, key=lambda n: (os.path.dirname(n), len(files[n]), n)):
            member = tarfile.TarInfo(name)
            member.size = len(files[name])
            tar.addfile(member, io.BytesIO(files[name]))
    if data.tell() > LARGEST:
        sys.exit(f"{archive} would have {data.tell()} bytes, more than {LARGEST}: take fewer programs")
    with open(archive, "wb") as file:
        file.write(data.getvalue())


# --- running ------------------------------------------------------------------------------------


def run(inlet, programs, key, observed, more=()):
    """The result of one run as the table writes it; the trace hash is '-' if the run is not observed."""
    options, program, arguments = split_key(key)
    with tempfile.TemporaryDirectory() as work:
        command = [inlet, "run", "--json", "--quiet", *more] + (["--trace-hash"] if observed else [])
        for before, option in zip(["", *options], options):
            if before == "--firmware":
                option = os.path.join(programs, option)
            machine = os.path.join(ROOT, "tests", "machines", option + ".json")
            command.append(machine if os.path.exists(machine) else option)
        if "--io-nodes" in options:
            files = os.path.join(programs, program + ".files")
            if os.path.isdir(files):
                shutil.copytree(files, os.path.join(work, "root"))
            else:
                os.mkdir(os.path.join(work, "root"))
            command += ["--io", os.path.join(programs, SERVER), "--io-root", os.path.join(work, "root")]
        command += ["--", os.path.join(programs, program), *arguments]
        ended = subprocess.run(command, capture_output=True, text=True, errors="replace")
    try:
        result = json.loads(ended.stdout)
    except json.JSONDecodeError:
        return f"none {ended.returncode} - - - - - | {first_line(ended.stderr, programs)}"
    output = "".join(f"{line['node']} {line['line']}\n" for line in result["console"])
    message = result.get("message", "")
    if not message and result.get("check_am", {}).get("breaches"):
        message = result["check_am"]["breaches"][0]["message"]
    row = " ".join([
        result["outcome"], str(ended.returncode), str(result["cycles"]), str(result["totals"]["instructions"]),
        result["message_hash"], result.get("trace_hash", "-"),
        hashlib.sha256(output.encode()).hexdigest()[:16] if output else "-",
    ])
    return f"{row} | {first_line(message, programs)}".rstrip()


def first_line(text, programs):
    lines = text.strip().splitlines()
    return lines[0].replace(programs + "/", "").strip() if lines else ""


def threads(count):
    """Options of a run whose stretches are all computed by one of `count` threads, in pieces."""
    return ["--threads", str(count), "--hand-over", "0:300"]


def in_parts(parts, seed, count=1):
    """Options of a run whose machine is in parts, if it can be: in random order, or in turn on threads."""
    return ["--threads", str(count), "--parts", f"{parts}:{seed}"]


def changing():
    """Options of a run that is now in one part, now in three, if its machine can be in parts."""
    return ["--threads", "3", "--hand-over", "4000:32768:0:300"]


def problems_of(inlet, programs, key, wanted, every_way):
    """What differs from the row: in the observed run, by the stepper, and in the unobserved one, by the engine, with one
    thread or three, in parts, or in changing numbers of parts."""
    found = run(inlet, programs, key, True)
    if found != wanted:
        return f"CHANGED {key}\n  old  {wanted}\n  new  {found}"
    parts = wanted.split(" ")
    parts[5] = "-"
    number = zlib.crc32(key.encode())
    some = [["--threads", "1"], threads(3), in_parts(2 + number % 4, 1 + number % 1000), changing()]
    more_ways = [threads(2), threads(5), *(in_parts(parts, 1) for parts in (2, 3, 5)), in_parts(2, 0, 2), in_parts(5, 0, 3)]
    for more in some + more_ways if every_way else [some[number % 4]]:
        found = run(inlet, programs, key, False, more)
        if found != " ".join(parts):
            return f"CHANGED {key}, with {' '.join(more)}\n  old  {' '.join(parts)}\n  new  {found}"
    return None


def each(function, keys, jobs):
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        return list(pool.map(function, keys))


# --- commands -----------------------------------------------------------------------------------


def check(options):
    rows, names = read_table(), stored()
    keys = chosen(rows, options.patterns)
    if not keys:
        sys.exit(f"no row is of {' '.join(options.patterns)}")
    wrong = [f"no stored program: {key}" for key in keys for name in files_of(key) if name not in names]
    used = {name for key in rows for name in files_of(key)}
    wrong += [f"no row: {name} in {os.path.basename(archive)}" for name, archive in names.items()
              if name not in used and name != SERVER and ".files/" not in name]
    if not wrong:
        with tempfile.TemporaryDirectory() as programs:
            unpack(programs)
            found = each(lambda key: problems_of(options.inlet, programs, key, rows[key], options.every_way),
                         keys, options.jobs)
        wrong = [problem for problem in found if problem]
    if wrong:
        sys.exit("\n".join(wrong + [f"{len(wrong)} of {len(keys)} rows differ"]))
    print(f"{len(keys)} rows")


def accept(options):
    rows = read_table()
    changed = 0
    with tempfile.TemporaryDirectory() as programs:
        unpack(programs)
        keys = chosen(rows, options.patterns)
        for key, found in zip(keys, each(lambda key: run(options.inlet, programs, key, True), keys, options.jobs)):
            if found != rows[key]:
                print(f"{key}\n  old  {rows[key]}\n  new  {found}")
                rows[key] = found
                changed += 1
    write_table(rows)
    print(f"{changed} rows changed: the commit says why the old ones were wrong")


def add(options):
    rows, names = read_table(), stored()
    archive = os.path.join(PROGRAMS, options.archive + ".tar.xz")
    known = {program_of(key) for key in rows}
    wanted = [program for program in cases.programs(ROOT)
              if any(fnmatch.fnmatchcase(program[0], p) for p in options.patterns)]
    files = {}
    with tempfile.TemporaryDirectory() as work:
        for name, source, machine in wanted:
            if name not in names:
                program = cases.compile(ROOT, options.clang, source, work, machine)
                if program is None:
                    continue
                files[name] = program
                for extra, data in cases.files(source).items():
                    files[f"{name}.files/{extra}"] = data
            known.add(name)
        for machine in {machine for *_, machine in wanted} & set(cases.WITH_FIRMWARE):
            if f"{machine}/firmware" not in names:
                files[f"{machine}/firmware"] = cases.firmware(options.clang, machine, work)
    if any("--io-nodes" in key for _, *program in wanted for key in cases.keys(ROOT, *program)) and SERVER not in names:
        files[SERVER] = cases.server(options.clang)
    if files:
        if os.path.exists(archive):
            sys.exit(f"{archive} exists: new programs are a new archive")
        os.makedirs(PROGRAMS, exist_ok=True)
        pack(archive, files)
        print(f"{archive}: {len(files)} files, {os.path.getsize(archive)} bytes")
    names = stored()
    keys = [key for _, *program in wanted for key in cases.keys(ROOT, *program)
            if key not in rows and program_of(key) in names]
    with tempfile.TemporaryDirectory() as programs:
        unpack(programs)
        rows.update(zip(keys, each(lambda key: run(options.inlet, programs, key, True), keys, options.jobs)))
    write_table(rows)
    print(f"{len(keys)} rows added")


def missing(_):
    known = {program_of(key) for key in read_table()}
    for name, source, _ in cases.programs(ROOT):
        if name not in known and not cases.header(source).get("expect-compile-error"):
            print(name)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=1)
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("check")
    command.set_defaults(do=check)
    command.add_argument("--every-way", action="store_true", help="also with 1, 2, 3 and 5 threads and parts, and changing numbers of parts")
    command.add_argument("inlet")
    command.add_argument("patterns", nargs="*")
    command = commands.add_parser("accept")
    command.set_defaults(do=accept)
    command.add_argument("inlet")
    command.add_argument("patterns", nargs="+")
    command = commands.add_parser("add")
    command.set_defaults(do=add)
    command.add_argument("clang")
    command.add_argument("inlet")
    command.add_argument("archive")
    command.add_argument("patterns", nargs="+")
    command = commands.add_parser("missing")
    command.set_defaults(do=missing)
    options = parser.parse_args()
    options.do(options)


main()
