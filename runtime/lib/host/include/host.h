// Services of the emulator for a program (docs/t1-abi.md, "Host services"). They cost no cycles.
#pragma once

/// Ends this node's program with `status`; the node continues to handle events. Holds end.
_Noreturn void exit(int status);

/// Appends to this node's console; complete lines appear immediately. Returns the bytes written.
int __host_write(const void *bytes, unsigned count);

/// The node's clock in cycles since the run began: am_cycles() has its lower 32 bits.
unsigned long long __host_clock(void);

// Only on I/O nodes (runtime/lib/io). Negative: an error of <io.h>.
int __host_open(int how, const void *path, int bytes);
int __host_close(int file);
int __host_read(int file, void *to, int bytes);
int __host_write_file(int file, const void *from, int bytes);
int __host_seek(int file, int offset, int from);
/// Appends to the console of another node.
int __host_console(int node, const void *bytes, int count);
