"""The program of monitors.cpp on a sequential model of monitors and of the scheduler (docs/rmi.md, docs/panda.md): prints the same lines.

    tests/rmi/monitors_model.py SEED
"""
import sys

THREADS, STEPS, MONITORS, MAIN = 6, 40, 3, 6
seed = int(sys.argv[1])
state = [(seed * 7919 + t * 104729) & 0xFFFFFFFF for t in range(THREADS)]
waiting, finished = [0] * MONITORS, 0


def roll(t, n):
    state[t] = (state[t] * 1103515245 + 12345) & 0xFFFFFFFF
    return (state[t] >> 16) % n


def say(t, what, which):
    print(t, what, which)


def enter_again(t, m, depth):
    yield "enter", m
    say(t, "entered", m)
    yield ("yield",)
    if depth:
        yield from enter_again(t, m, depth - 1)
    elif sum(waiting) < 3:
        waiting[m] += 1
        say(t, "waits", m)
        yield "wait", m
        say(t, "notified", m)
    yield "exit", m


def program(t):
    """Yields the calls."""
    global finished
    for _ in range(STEPS):
        what, m = roll(t, 6), roll(t, MONITORS)
        if what == 0:
            say(t, "yield", 0)
            yield ("yield",)
        elif what in (1, 2):
            yield from enter_again(t, m, roll(t, 3))
        elif what == 3:
            yield "enter", m
            say(t, "entered", m)
            yield ("yield",)
            if m + 1 < MONITORS:
                yield "enter", m + 1
                say(t, "entered", m + 1)
                yield ("yield",)
                yield "exit", m + 1
            yield "exit", m
        elif what == 4:
            yield "enter", m
            say(t, "notifies", m)
            waiting[m] -= waiting[m] > 0
            yield "notify", m
            yield ("yield",)
            yield "exit", m
        else:
            yield "enter", m
            say(t, "notifies all", m)
            waiting[m] = 0
            yield "notify all", m
            yield "exit", m
    finished += 1
    say(t, "done", 0)


def main_program():
    yield "priority", 9
    for t in range(THREADS):
        yield "create", t
    yield "priority", 0
    while finished < THREADS:
        yield ("yield",)
        for m in range(MONITORS):
            yield "enter", m
            while waiting[m]:
                waiting[m] -= 1
                yield "notify", m
            yield "exit", m
    for t in range(THREADS):
        yield "join", t


class Thread:
    def __init__(self, priority, steps):
        self.priority, self.steps, self.done, self.joiner = priority, steps, False, None


class Monitor:
    def __init__(self):
        self.owner, self.depth, self.entering, self.waiting = None, 0, [], []


monitors = [Monitor() for _ in range(MONITORS)]
ready, threads = [], {}


def insert(t, first=False):
    at = 0
    while at < len(ready) and (ready[at].priority > t.priority or (not first and ready[at].priority == t.priority)):
        at += 1
    ready.insert(at, t)


def give(m):
    """To the thread that has come first."""
    m.owner = None
    if m.entering:
        t, m.depth = m.entering.pop(0)
        m.owner = t
        insert(t)


current = Thread(0, main_program())
while True:
    blocked = False
    try:
        what, *arguments = next(current.steps)
    except StopIteration:
        current.done = blocked = True
        if current.joiner:
            insert(current.joiner)
        if not ready:
            break
        what = None
    m = monitors[arguments[0]] if what and what.split()[0] in ("enter", "exit", "wait", "notify") else None
    if what == "yield":
        insert(current)
        blocked = True
    elif what == "priority":
        current.priority = arguments[0]
    elif what == "create":
        threads[arguments[0]] = Thread(arguments[0] % 3, program(arguments[0]))
        insert(threads[arguments[0]])
    elif what == "join":
        t = threads[arguments[0]]
        if not t.done:
            t.joiner = current
            blocked = True
    elif what == "enter":
        if m.owner is current:
            m.depth += 1
            continue  # no call of the scheduler
        if m.owner:
            m.entering.append((current, 1))
            blocked = True
        else:
            m.owner, m.depth = current, 1
    elif what == "exit":
        m.depth -= 1
        if m.depth:
            continue
        give(m)
    elif what == "wait":
        m.waiting.append((current, m.depth))
        give(m)
        blocked = True
    elif what == "notify":
        if m.waiting:
            m.entering.append(m.waiting.pop(0))
    elif what == "notify all":
        m.entering += m.waiting
        m.waiting = []
    # The most important thread runs.
    if not blocked and ready and ready[0].priority > current.priority:
        insert(current, first=True)
        blocked = True
    if blocked:
        current = ready.pop(0)
