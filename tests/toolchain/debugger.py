"""debugger.py INLET PROGRAM: gdb-multiarch at a run of handlers.c: what debug information and unwind tables say inside handlers.

A handler's frame is the last one: what the event interrupted is no caller of it. What a handler calls returns to the handler,
whose arguments are where the debug information says.
"""
import re
import subprocess
import sys

inlet, program = sys.argv[1:]
commands = ["break leaf", "break five", "break other", "continue", "info args", "backtrace",
            "continue", "info args", "backtrace", "continue", "backtrace", "frame 1", "info args", "finish", "frame 0", "finish",
            "delete", "continue"]
patterns = [
    r"Breakpoint 1, leaf \(v=1\) at .*handlers\.c:", r"v = 1", r"#0 +leaf \(v=1\) at .*handlers\.c:\d+\n(?!#1)",
    r"Breakpoint 2, five \(a=1, b=2, c=3, d=4, e=(5|<optimized out>)\) at .*handlers\.c:", r"a = 1", r"#0 +five \(.*\n(?!#1)",
    r"Breakpoint 3, other \(v=", r"#0 +other \(v=", r"#1 .* framed \(n=", r"\n(?!#2)", r"#1 .* framed \(n=",
    r"n = 7", r'"finish" not meaningful in the outermost frame', r"\nframed \(n=", r"exited normally"]

machine = subprocess.Popen([inlet, "run", "--nodes", "1", "--gdb", "0", program], stdout=subprocess.DEVNULL,
                           stderr=subprocess.PIPE, text=True)
port = re.search(r"remote :(\d+)", machine.stderr.readline())[1]
arguments = ["gdb-multiarch", "-nx", "-batch", "-ex", "set pagination off", "-ex", f"target remote :{port}"]
for command in commands:
    arguments += ["-ex", command]
text = subprocess.run(arguments + [program], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout
machine.wait()
at = 0
for pattern in patterns:
    found = re.compile(pattern).search(text, at)
    if not found:
        sys.exit(f"gdb does not say '{pattern}' after what is matched:\n{text[:at]}--- here ---\n{text[at:]}")
    at = found.end()
print(f"gdb in handlers: {len(patterns)} answers as expected")
