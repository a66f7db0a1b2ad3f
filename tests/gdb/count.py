"""Within gdb: counts, by node and address, what it is told of `addresses` (and of the watchpoint `watch`: its kind and expression,
if any) until the program ends.

`stops`: nothing (gdb itself goes on at once, as from a condition that does not hold), or the commands at each stop."""
import collections
import json

import gdb

hits = collections.Counter()


class Counted(gdb.Breakpoint):
    def __init__(self, name, *what):
        super().__init__(*what)
        self.name = name

    def stop(self):
        hits[gdb.selected_thread().num - 1, self.name] += 1
        return bool(stops)


for address in addresses: Counted(address, f"*{address}")
if watch: Counted(watch[0], watch[1], gdb.BP_WATCHPOINT, getattr(gdb, watch[0]))
while gdb.selected_inferior().threads():
    for command in stops or ["continue"]:
        if gdb.selected_inferior().threads(): gdb.execute(command, to_string=True)
print("hits:", json.dumps(sorted([node, name, count] for (node, name), count in hits.items())))
