"""The program of random.c on a sequential model of the scheduler (docs/panda.md, "Threads"): prints the same lines.

    tests/threads/random_model.py SEED
"""
import sys

THREADS, STEPS, MUTEXES, MAIN = 6, 40, 3, 6
seed = int(sys.argv[1])
state = [(seed * 7919 + t * 104729) & 0xFFFFFFFF for t in range(THREADS)]
waiting, finished = [0] * MUTEXES, 0


def roll(t, n):
    state[t] = (state[t] * 1103515245 + 12345) & 0xFFFFFFFF
    return (state[t] >> 16) % n


def say(t, what, which):
    print(t, what, which)


def program(t):
    """Yields the calls; each is a tuple. What it gets back is the call's result."""
    global finished
    for _ in range(STEPS):
        what, m = roll(t, 6), roll(t, MUTEXES)
        if what == 0:
            say(t, "yield", 0)
            yield ("yield",)
        elif what == 1:
            p, other = roll(t, 5), roll(t, THREADS)
            say(t, "priority", p)
            yield "priority", p, other
        elif what == 2:
            yield "lock", m
            say(t, "locked", m)
            yield ("yield",)
            if m + 1 < MUTEXES:
                yield "lock", m + 1
                say(t, "locked", m + 1)
                yield ("yield",)
                yield "unlock", m + 1
                say(t, "unlocked", m + 1)
            yield "unlock", m
            say(t, "unlocked", m)
        elif what == 3:
            yield "lock", m
            if sum(waiting) < 2:
                waiting[m] += 1
                say(t, "waits", m)
                yield "wait", m
                say(t, "woken", m)
            yield "unlock", m
        elif what == 4:
            yield "lock", m
            say(t, "signals", m)
            waiting[m] -= waiting[m] > 0
            yield "signal", m
            yield "unlock", m
        elif (yield "try", m):
            say(t, "tried", m)
            if roll(t, 2):
                yield ("yield",)
            yield "unlock", m
        else:
            say(t, "failed", m)
    finished += 1
    say(t, "done", 0)


def main_program():
    yield "priority", 9, MAIN
    for t in range(THREADS):
        yield "create", t
    yield "priority", 0, MAIN
    while finished < THREADS:
        yield ("yield",)
        for m in range(MUTEXES):
            yield "lock", m
            while waiting[m]:
                waiting[m] -= 1
                yield "signal", m
            yield "unlock", m
    for t in range(THREADS):
        yield "join", t


class Thread:
    def __init__(self, number, priority, steps):
        self.number, self.own, self.priority, self.steps = number, priority, priority, steps
        self.waits_for, self.joiner, self.done, self.result = None, None, False, None


owner, waiters, sleepers = [None] * MUTEXES, [[] for _ in range(MUTEXES)], [[] for _ in range(MUTEXES)]
ready, threads = [], {}


def insert(queue, t, first=False):
    at = 0
    while at < len(queue) and (queue[at].priority > t.priority or (not first and queue[at].priority == t.priority)):
        at += 1
    queue.insert(at, t)


def renew(t):
    """Priority inheritance, along the chain of owners."""
    while t:
        priority = max([t.own] + [waiters[m][0].priority for m in range(MUTEXES) if owner[m] is t and waiters[m]])
        if priority == t.priority:
            return
        t.priority = priority
        if t in ready:
            ready.remove(t)
            insert(ready, t)
            return
        for queue in sleepers:
            if t in queue:
                queue.remove(t)
                insert(queue, t)
        if t.waits_for is None:
            return
        waiters[t.waits_for].remove(t)
        insert(waiters[t.waits_for], t)
        t = owner[t.waits_for]


def unlock(m):
    t = owner[m]
    following = waiters[m].pop(0) if waiters[m] else None
    owner[m] = following
    if following:
        following.waits_for = None
        insert(ready, following)
    renew(t)
    if following:
        renew(following)


def wake(m):
    t = sleepers[m].pop(0)
    if owner[m]:
        t.waits_for = m
        insert(waiters[m], t)
        renew(owner[m])
    else:
        owner[m] = t
        insert(ready, t)


def call(me, what, which=None, other=None):
    """True: it goes on, unless a more important thread is ready."""
    if what == "yield":
        insert(ready, me)
        return False
    if what == "priority":
        threads[other].own = which
        renew(threads[other])
    elif what == "create":
        threads[which] = Thread(which, which % 3, program(which))
        insert(ready, threads[which])
    elif what == "join":
        if not threads[which].done:
            threads[which].joiner = me
            return False
    elif what == "lock":
        if owner[which] is None:
            owner[which] = me
        else:
            me.waits_for = which
            insert(waiters[which], me)
            renew(owner[which])
            return False
    elif what == "try":
        me.result = owner[which] is None
        if me.result:
            owner[which] = me
    elif what == "unlock":
        unlock(which)
    elif what == "wait":
        unlock(which)
        insert(sleepers[which], me)
        return False
    elif what == "signal" and sleepers[which]:
        wake(which)
    return True


running = threads[MAIN] = Thread(MAIN, 0, main_program())
while running:
    try:
        operation = running.steps.send(running.result)
    except StopIteration:
        running.done = True
        if running.joiner:
            insert(ready, running.joiner)
        running = ready.pop(0) if ready else None
        continue
    running.result = None
    if not call(running, *operation):
        running = ready.pop(0)
    elif ready and ready[0].priority > running.priority:
        insert(ready, running, True)
        running = ready.pop(0)
