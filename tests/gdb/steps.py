"""Within gdb, with its defaults: steps of node `node` while all nodes run the same code at the same time; forwards, backwards, from
breakpoints. Says what it finds wrong, a line each."""
import gdb

lines = {}
with open(source) as text:
    for number, line in enumerate(text, 1):
        if "// " in line: lines[line.split("// ")[1].strip()] = number
gdb.execute("set confirm off")
gdb.execute("set pagination off")


def do(command): return gdb.execute(command, to_string=True)


def at(what, function=None, **values):
    """The node that is stepped is still the one, and stands there."""
    thread, frame = gdb.selected_thread(), gdb.selected_frame()
    found = frame.find_sal().line
    if thread is None or thread.num != node + 1: print(f"wrong: {what}: at thread {thread and thread.num}")
    elif function and frame.name() != function: print(f"wrong: {what}: in {frame.name()}")
    elif what in lines and found != lines[what]: print(f"wrong: {what}: at line {found}")
    for name, value in values.items():
        if int(frame.read_var(name)) != value: print(f"wrong: {what}: {name} is {frame.read_var(name)}")


def value(command, expected):
    """The value that a finish says is this node's."""
    do(command)
    text = do("print $")
    if not text.endswith(f"= {expected}\n"): print(f"wrong: {command}: {text}")


def pcs(command, count):
    found = []
    for _ in range(count):
        do(command)
        if gdb.selected_thread().num != node + 1: print(f"wrong: {command}: at thread {gdb.selected_thread().num}")
        found.append(int(gdb.parse_and_eval("$pc")))
    return found


do(f"thread {node + 1}")
do(f"tbreak main thread {node + 1}")
do("continue")
do("next")
do("next")
at("loop", "main")
do("next")
at("call work", "main")
do("step")
at("call twice", "work", me=node)
do("step")
at("twice begins", "twice", value=node)
do("next")
at("twice adds", "twice")
value("finish", 2 * node)
at("call twice", "work")
do("next")
at("call it again", "work")
do("next")
at("send", "work")
do("next") # over the SEND; the neighbour's message arrives at about that time
at("result", "work")
value("finish", 2 * node + 2)
at("call work", "main")
do("next")
at("wait", "main")

# Instruction by instruction, forward and back; handlers that interrupt are not among them.
start = int(gdb.parse_and_eval("$pc"))
there = pcs("stepi", 40)
back = pcs("reverse-stepi", 40)
if back != there[-2::-1] + [start]: print(f"wrong: there {list(map(hex, there))}, back {list(map(hex, back))}")

# From breakpoints that the other nodes reach as well: a condition applies to this node only.
do(f"break twice if value == {100 + node}")
do(f"break work if me == {node}")
do("continue")
at("call twice", "work", me=node, round=2)
do("next")
at("call it again", "work")
do("step")
at("twice begins", "twice", value=2)
do("next")
at("twice adds", "twice")
do("reverse-next")
at("twice begins", "twice", value=2)
do("reverse-finish")
at("call it again", "work")
do("next")
at("send", "work")
value("finish", 2 * node + 4)
at("call work", "main")
do("reverse-continue")
at("call twice", "work", me=node, round=2)
do("next")
at("call it again", "work")
do("delete")
do("continue")
