// What the emulator does for a program (docs/t1-abi.md, "Host services"). It costs no cycles.
#pragma once

/// Ends this node's program with `status`; the node goes on handling events. Holds end.
_Noreturn void exit(int status);

/// Appends to this node's console; complete lines come out at once. Returns the bytes written.
int __host_write(const void *bytes, unsigned count);
