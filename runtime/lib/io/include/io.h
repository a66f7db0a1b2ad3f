// Files and console through the machine's I/O nodes (CSD-94-823 3.2; docs/io.md). On such a machine
// only I/O nodes reach the host.
//
// Every call sends requests to one I/O node and waits for its reply, so it belongs in main, not in
// a handler. In an am_hold() it lets handlers run, as am_poll does. A call returns a result that is
// not negative, or one of the errors.
#pragma once

#include <am.h>

enum {
    IO_NO_NODES = -1,   ///< the machine has no I/O nodes
    IO_NOT_FOUND = -2,  ///< no such file
    IO_REFUSED = -3,    ///< the path leaves the directory, crosses a link, is no plain file, ...
    IO_TOO_MANY = -4,   ///< too many files are open
    IO_BAD = -5,        ///< not a descriptor of this node, or another bad argument
    IO_NO_ROOT = -6,    ///< the run has no --io-root
    IO_IN_HANDLER = -7, ///< called in a handler: only main may wait
    IO_FAILED = -8,     ///< the host could not read or write
    IO_NO_SPACE = -9,   ///< the host's disk is full
};

/// An error in words; for other numbers "no error".
const char *io_error(int result);

/// For io_open: how.
enum {
    IO_READ = 0,   ///< the file exists
    IO_WRITE = 1,  ///< created, or emptied
    IO_UPDATE = 2, ///< created, or kept as it is
};

/// The number of I/O nodes. Node n uses I/O node n modulo that number.
int io_nodes(void);

/// Opens a file below the run's --io-root, by a path of at most 511 bytes. Returns a descriptor,
/// which is valid on this node only.
int io_open(const char *path, int how);
int io_close(int file);
/// Returns the bytes read or written; a read returns fewer than requested only at the file's end.
int io_read(int file, void *to, int bytes);
int io_write(int file, const void *from, int bytes);
/// For io_seek: offset from there.
enum { IO_START = 0, IO_HERE = 1, IO_END = 2 };
/// Returns the new position.
int io_seek(int file, int offset, int from);

/// Appends to this node's console. On a machine with I/O nodes, printf goes this way too in
/// programs that link it.
int __io_console(const void *bytes, unsigned count);
