"""Sessions of gdb-multiarch at programs of a machine: used by tests/cm5/gdb, tests/sp2/gdb, tests/ncube2-x86/gdb."""
import os
import re
import subprocess
import tempfile


unwinders = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "emulator/gdb/inlet-gdb.py")


class Program:
    """A program that is compiled, how it is run, and the trace hash of that run."""

    def __init__(self, clang, inlet, machine, name, text, options=(), nodes=1):
        self.folder = tempfile.TemporaryDirectory()
        source = os.path.join(self.folder.name, name + ".c")
        with open(source, "w") as file: file.write(text)
        self.elf = source[:-2] + ".elf"
        subprocess.run([clang, *options, "-O1", "-g", "-fno-optimize-sibling-calls", source, "-o", self.elf], check=True)
        self.run = [inlet, "run", "--machine", machine, "--nodes", str(nodes), "--trace-hash"]
        plain = subprocess.run(self.run + [self.elf], capture_output=True, text=True, check=True)
        self.hash = re.search("trace hash: (.*)", plain.stderr)[1]


def session(program, name, commands, patterns):
    """gdb's output has the patterns in this order, and the run stays the same unless it is killed. True: it is so."""
    machine = subprocess.Popen(program.run + ["--gdb", "0", program.elf], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    port = re.search(r"remote :(\d+)", machine.stderr.readline())[1]
    script = ["set confirm off", "set pagination off", "set height 0", f"target remote :{port}"] + commands
    gdb = subprocess.run(["gdb-multiarch", "-nx", "-batch", "-x", unwinders, program.elf] + [word for c in script for word in ("-ex", c)],
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    _, errors = machine.communicate()
    text, wrong = gdb.stdout, []
    for pattern in patterns:
        found = re.search(pattern, text)
        if not found:
            wrong.append(f"gdb does not say: {pattern}")
            break
        text = text[found.end():]
    found = re.search("trace hash: (.*)", errors)
    if "kill" not in commands and (not found or found[1] != program.hash): wrong.append(f"another run than without gdb: {errors}")
    print(("FAILED " if wrong else "ok ") + name)
    if wrong: print("\n".join(wrong), gdb.stdout, sep="\n")
    return not wrong
