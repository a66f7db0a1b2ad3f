#include <io.h>
#include <protocol.h>
#include <string.h>

extern const int __xnet_io_nodes;

// The only open request. The reply handlers write it.
static volatile int answered, result;
static unsigned char *volatile at;
static volatile int room; ///< bytes after `at` that may still come
static int greeted;

static void io_data(int src, int a, int b, int c, int d) {
    (void)src;
    const int words[4] = {a, b, c, d};
    const int bytes = room < IO_MESSAGE ? room : IO_MESSAGE;
    memcpy(at, words, (size_t)bytes);
    at += bytes;
    room -= bytes;
}

static void io_done(int src, int value) {
    (void)src;
    result = value;
    answered = 1;
}

static void send(int tag, int a, int b, int c, int d) {
    const int server = am_procs() + am_my_proc() % __xnet_io_nodes;
    am_short_request_4_from(server, tag, a, b, c, d);
}

/// 0, or the reason why this code cannot send a request.
static int ready(void) {
    if (__xnet_io_nodes == 0) return IO_NO_NODES;
    if (am_level() != AM_LEVEL_MAIN) return IO_IN_HANDLER;
    if (!greeted) send(IO_TAG_HELLO, (int)AM_ENTRY(io_data), (int)AM_ENTRY(io_done), 0, 0);
    greeted = 1;
    return 0;
}

static int ask(int tag, int a, int b, int c) {
    send(tag, a, b, c, 0);
    am_wait(&answered, 1);
    return result;
}

/// The server has these bytes when it sees the request that follows: messages keep their order.
static void send_bytes(const unsigned char *from, int bytes) {
    for (int sent = 0; sent < bytes; sent += IO_MESSAGE) {
        int words[4] = {0, 0, 0, 0};
        memcpy(words, from + sent, (size_t)(bytes - sent < IO_MESSAGE ? bytes - sent : IO_MESSAGE));
        send(IO_TAG_DATA, words[0], words[1], words[2], words[3]);
    }
}

int io_nodes(void) { return __xnet_io_nodes; }

int io_open(const char *path, int how) {
    const int error = ready();
    const int bytes = (int)strlen(path);
    if (error) return error;
    if (bytes >= IO_CHUNK) return IO_REFUSED;
    send_bytes((const unsigned char *)path, bytes);
    return ask(IO_TAG_OPEN, how, bytes, 0);
}

int io_close(int file) {
    const int error = ready();
    return error ? error : ask(IO_TAG_CLOSE, file, 0, 0);
}

int io_seek(int file, int offset, int from) {
    const int error = ready();
    return error ? error : ask(IO_TAG_SEEK, file, offset, from);
}

int io_read(int file, void *to, int bytes) {
    const int error = ready();
    if (error) return error;
    if (bytes < 0) return IO_BAD;
    for (int done = 0;;) {
        const int part = bytes - done < IO_CHUNK ? bytes - done : IO_CHUNK;
        at = (unsigned char *)to + done;
        room = part;
        const int got = ask(IO_TAG_READ, file, part, 0);
        if (got < 0) return done ? done : got;
        done += got;
        if (got < part || done == bytes) return done;
    }
}

/// Sends bytes in parts, each followed by a request.
static int put(int tag, int file, const unsigned char *from, int bytes) {
    const int error = ready();
    if (error) return error;
    if (bytes < 0) return IO_BAD;
    for (int done = 0;;) {
        const int part = bytes - done < IO_CHUNK ? bytes - done : IO_CHUNK;
        send_bytes(from + done, part);
        const int got = tag == IO_TAG_WRITE ? ask(tag, file, part, 0) : ask(tag, part, 0, 0);
        if (got < 0) return done ? done : got;
        done += got;
        if (got < part || done == bytes) return done;
    }
}

int io_write(int file, const void *from, int bytes) { return put(IO_TAG_WRITE, file, from, bytes); }

int __io_console(const void *bytes, unsigned count) {
    return put(IO_TAG_CONSOLE, 0, bytes, (int)count);
}

const char *io_error(int error) {
    switch (error) {
    case IO_NO_NODES: return "the machine has no I/O nodes";
    case IO_NOT_FOUND: return "no such file";
    case IO_REFUSED: return "not a file that may be opened";
    case IO_TOO_MANY: return "too many files are open";
    case IO_BAD: return "not a file that this node has open, or another wrong argument";
    case IO_NO_ROOT: return "the run has no --io-root";
    case IO_IN_HANDLER: return "called in a handler";
    case IO_FAILED: return "the host could not do it";
    case IO_NO_SPACE: return "no space on the host's disk";
    default: return "no error";
    }
}
