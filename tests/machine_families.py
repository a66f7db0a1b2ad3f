"""Machines that compiled programs run on, by family: the name of the compiler without -clang. A test with a list of machines takes it
from here; `tests/all_machines/limits` compares EVERY with `inlet machines`."""
import json, os, subprocess

# With and without network instructions.
FAMILIES = {"t1": ["t1"], "cm5": ["cm5", "cm5-xnet"], "sp2": ["sp2", "sp2-xnet"], "ncube2": ["ncube2-x86", "ncube2-xnet"],
            "voyager": ["voyager"], "myrinet": ["myrinet"]}
# Networks of which the latency is known, under the processor of another machine.
LOGGP = {"cm5": ["cs2", "unet"]}
# Machines that differ from another one in numbers and registers only.
LIKE = {"t1-gang": "t1", "t1-hardwired": "t1", "t1-wide": "t1", "cm5-cbus": "cm5", "cm5-cached": "cm5", "sp2-wide": "sp2", "sp2-cached": "sp2",
        "myrinet-cached": "myrinet"}
EVERY = {family: machines + LOGGP.get(family, []) + [one for one, other in LIKE.items() if other in machines]
         for family, machines in FAMILIES.items()}
# Programs for the nCUBE/2's own processor are assembled.
ASSEMBLED = ["ncube2"]


def family(clang):
    """Of a compiler; None: it has no library to link programs with."""
    name = os.path.basename(clang).removesuffix("-clang")
    return name if os.path.exists(os.path.join(os.path.dirname(clang), "..", name, "lib", "libc.a")) else None


def flags(machine):
    """With which its programs are compiled."""
    return ["-mxnet"] if machine.endswith("-xnet") else []


def missing(inlet):
    """Names that `inlet machines` has and this file has not, or the reverse."""
    names = {one["name"] for one in json.loads(subprocess.run([inlet, "machines", "--json"], check=True, capture_output=True, text=True).stdout)}
    return names ^ {one for machines in EVERY.values() for one in machines} ^ set(ASSEMBLED)
