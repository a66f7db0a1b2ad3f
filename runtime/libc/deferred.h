// What handlers print waits in the node's memory for main (docs/libc.md, "In handlers"). The
// emulator knows `__xnet_deferred` by its name, and when a run ends prints what still stands there.
#pragma once

/// Keeps what a handler has printed.
void __defer_output(const void *bytes, unsigned count);

/// Main, at the beginning of a line of its own: writes the whole lines that stand there.
void __write_deferred(void);

/// Lines that handlers have begun end here, and from here on handlers write for themselves.
void __defer_end(void);
extern int __defer_ended;

/// Writes to the node's console, at once. On a machine with I/O nodes only main can.
void __console_put(const void *bytes, unsigned count);
