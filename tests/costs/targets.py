"""Checks conditions on the lines of a cost table.

   targets.py FILE < CONDITIONS      each "NAME: EXPRESSION"; for all names that begin so where NAME ends in *
"""
import sys


def cells(line):
    return line.split()


def numbers(names, row):
    """Columns as variables: cycles, and with _i instructions. "-" is 0."""
    values = {}
    for name, cell in zip(names, row):
        name = name.replace("-", "_").replace("%", "")
        cycles, _, instructions = cell.partition("/")
        values[name] = 0.0 if cycles == "-" else float(cycles)
        values[name + "_i"] = float(instructions or 0)
    return values


lines = {}  # by name: variables of all tables; of several numbers of nodes only the first counts
names = []
for line in open(sys.argv[1]):
    row = cells(line)
    if not row or row[0] == "#":
        continue
    if row[0] == "primitive":
        names = row[1:]
        continue
    for key, value in numbers(names, row[1:]).items():
        lines.setdefault(row[0], {}).setdefault(key, value)

failed = False
for target in sys.stdin.read().splitlines():
    pattern, _, condition = target.partition(": ")
    found = [n for n in lines if n == pattern or pattern.endswith("*") and n.startswith(pattern[:-1])]
    if not found:
        sys.exit(f"FAILED: target '{target}': there is no such line")
    for name in found:
        holds = eval(condition, {"__builtins__": {}}, lines[name])
        failed |= not holds
        left = condition.replace("==", "<=").replace(">=", "<=").split("<=")[0]
        print(f"{'holds' if holds else 'FAILED'}: {name}: {condition} (it is {eval(left, {'__builtins__': {}}, lines[name]):g})")
sys.exit(failed)
