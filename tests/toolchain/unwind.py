"""unwind.py TOOLS PROGRAM: what .debug_frame of handlers.c says of each function.

A handler is entered by an event, and where that was is in no general register: its return address is undefined, so that
whoever unwinds stops there. Every other function has a return address, in $31 or saved.
"""
import re
import subprocess
import sys

tools, program = sys.argv[1:]
text = subprocess.run([tools + "/llvm-dwarfdump", "--debug-frame", program], capture_output=True, text=True, check=True).stdout
symbols = subprocess.run([tools + "/llvm-nm", program], capture_output=True, text=True, check=True).stdout
address = {name: int(value, 16) for value, _, name in (line.split() for line in symbols.splitlines() if len(line.split()) == 3)}

frames = {}
for entry in re.split(r"\n(?=[0-9a-f]{8} )", text):
    head = re.match(r"[0-9a-f]{8} [0-9a-f]{8} [0-9a-f]{8} FDE .*pc=([0-9a-f]+)\.\.\.([0-9a-f]+)", entry)
    if head:
        frames[int(head[1], 16)] = (int(head[2], 16), entry)

for name, handler in {"leaf": True, "five": True, "framed": True, "other": False, "active": False, "main": False}.items():
    if address[name] not in frames:
        sys.exit(f"{name} has no unwind table")
    end, entry = frames[address[name]]
    undefined = re.search(r"DW_CFA_undefined: (RA|reg31)", entry) is not None
    saved = re.search(r"DW_CFA_offset(_extended)?: (RA|reg31)", entry) is not None
    if undefined != handler or (handler and saved):
        sys.exit(f"{name}: the return address is {'undefined' if undefined else 'saved' if saved else 'in $31'}\n{entry}")
    if name == "framed" and not re.search(r"DW_CFA_def_cfa_offset: \+[1-9]", entry):
        sys.exit(f"{name}: no frame\n{entry}")
print("unwind tables of 3 handlers and 3 functions; debug information verified")
