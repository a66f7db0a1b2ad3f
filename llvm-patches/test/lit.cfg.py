# Tests of the series, run by ./run with the tools of one installed prefix.
import os

import lit.formats

config.name = "llvm-patches"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".s", ".txt", ".ll", ".mir", ".c", ".cpp", ".sc"]
config.excludes = ["upstream-failures.txt"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = lit_config.params["scratch"]

prefix = lit_config.params["prefix"]
checkers = lit_config.params["checkers"]
config.environment["PATH"] = os.pathsep.join(
    [os.path.join(prefix, "bin"), checkers, os.environ["PATH"]]
)
# Installed by runtime/build.
if os.path.exists(os.path.join(prefix, "t1", "include", "xnet_isa.h")):
    config.available_features.add("runtime")

config.substitutions.append(("%xnet", "-Xclang -target-feature -Xclang +xnet"))
config.substitutions.append(("%mips2", "-triple=mips-unknown-elf -mcpu=mips2"))
config.substitutions.append(
    (
        "%llc_t1",
        "llc -mtriple=mips-t1-elf -mcpu=mips2 -relocation-model=static"
        " -mattr=+xnet,+soft-float,+noabicalls -verify-machineinstrs",
    )
)
# A machine of the prefix has its directory there.
with open(os.path.join(os.path.dirname(__file__), "..", "machines")) as file:
    machines = [line.split()[0] for line in file if line[:1].isalnum()]
for machine in machines:
    if os.path.isdir(os.path.join(prefix, machine)):
        config.available_features.add(machine)
