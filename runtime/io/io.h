// Files and console through the machine's I/O nodes (CSD-94-823 3.2; docs/io.md). On such a machine
// no other node reaches the host.
//
// Every call sends requests to one I/O node and waits for its reply, so it belongs into main, not
// into a handler. In an am_hold() it lets handlers run, as am_poll does. A call gives a result that
// is not negative, or one of the errors.
#pragma once

#include <am.h>

enum {
    IO_NO_NODES = -1,   ///< the machine has no I/O nodes
    IO_NOT_FOUND = -2,  ///< no such file
    IO_REFUSED = -3,    ///< path leads out of the directory or over a link, is no plain file, ...
    IO_TOO_MANY = -4,   ///< files are open
    IO_BAD = -5,        ///< a descriptor of somebody else, or another argument
    IO_NO_ROOT = -6,    ///< the run has no --io-root
    IO_IN_HANDLER = -7, ///< called in a handler: only main may wait
    IO_FAILED = -8,     ///< the host could not read or write
};

/// An error in words; for other numbers "no error".
const char *io_error(int result);

/// For io_open: how.
enum {
    IO_READ = 0,   ///< it exists
    IO_WRITE = 1,  ///< made, or emptied
    IO_UPDATE = 2, ///< made, or kept as it is
};

/// I/O nodes of the machine. Node n uses the one of number n modulo that.
int io_nodes(void);

/// Opens a file below the run's --io-root, by a path of at most 511 bytes. Gives a descriptor,
/// which is this node's alone.
int io_open(const char *path, int how);
int io_close(int file);
/// Bytes read or written; a read gives less than it is asked for at the file's end only.
int io_read(int file, void *to, int bytes);
int io_write(int file, const void *from, int bytes);
/// For io_seek: offset from there.
enum { IO_START = 0, IO_HERE = 1, IO_END = 2 };
/// The new position.
int io_seek(int file, int offset, int from);

/// Appends to this node's console. What links it has printf go this way too, on a machine with I/O
/// nodes.
int __io_console(const void *bytes, unsigned count);
