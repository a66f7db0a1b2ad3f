// Text that handlers print waits in the node's memory for main (docs/libc.md, "In handlers"). The
// emulator finds `__xnet_deferred` by its name, and prints the remaining text when a run ends.
#pragma once

/// Stores the text that a handler has printed.
void __defer_output(const void *bytes, unsigned count);

/// Main, at the beginning of a line of its own: writes the complete lines in the buffer.
void __write_deferred(void);

/// Ends the lines that handlers have begun; from here on handlers write directly.
void __defer_end(void);
extern int __defer_ended;

/// Writes to the node's console immediately. On a machine with I/O nodes only main can.
void __console_put(const void *bytes, unsigned count);
