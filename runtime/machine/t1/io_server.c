// The program of an I/O node (CSD-94-823 3.2): it gives other nodes access to files and console of
// the host. main exits immediately; the message handler does all the work, so its cost is that of
// its instructions. It sends only replies (CSD-94-823 3.5).
#include <host.h>
#include <protocol.h>
#include <string.h>
#include <xnet.h>

enum { clients = 2048, files = 4096, bad = -5 };

static struct client {
    void (*data)(), (*done)(); ///< the client's handlers
    int used;                  ///< bytes that have arrived
    unsigned char bytes[IO_CHUNK];
} client[clients];
static short owner[files]; ///< the client that has it open, plus 1
static unsigned char part[IO_CHUNK];

static void reply(int to, int result) {
    client[to].used = 0;
    XNET_UNTIL_SENT(xnet_send2h(to, client[to].done, xnet_node(), result));
}

static int owned(int to, int file) { return file >= 0 && file < files && owner[file] == to + 1; }

static int open_file(int to, int how, int bytes) {
    const int file = __host_open(how, client[to].bytes, bytes);
    if (file >= files) return bad;
    if (file >= 0) owner[file] = (short)(to + 1);
    return file;
}

static int close_file(int to, int file) {
    if (!owned(to, file)) return bad;
    owner[file] = 0;
    return __host_close(file);
}

static int read_file(int to, int file, int bytes) {
    if (!owned(to, file) || bytes < 0 || bytes > IO_CHUNK) return bad;
    const int got = __host_read(file, part, bytes);
    for (int sent = 0; sent < got; sent += IO_MESSAGE) {
        int w[4];
        memcpy(w, part + sent, IO_MESSAGE);
        XNET_UNTIL_SENT(xnet_send5h(to, client[to].data, xnet_node(), w[0], w[1], w[2], w[3]));
    }
    return got;
}

/// Called by the default message handler, io_entry.S.
void io_serve(int src, int a, int b, int c, int d) {
    // A high handler must not wait to reply. No client sends high messages here or omits the hello
    // message.
    if (!(xnet_get_nistat() & XNET_NISTAT_EE) || src < 0 || src >= clients) return;
    struct client *from = &client[src];
    const int fits = a >= 0 && a <= from->used;
    const int fits_b = b >= 0 && b <= from->used;
    if (!from->done && xnet_get_inh() != IO_TAG_HELLO) return;
    switch (xnet_get_inh()) {
    case IO_TAG_HELLO:
        from->data = (void (*)())a;
        from->done = (void (*)())b;
        from->used = 0;
        break;
    case IO_TAG_DATA:
        if (from->used + IO_MESSAGE <= IO_CHUNK) {
            const int words[4] = {a, b, c, d};
            memcpy(from->bytes + from->used, words, IO_MESSAGE);
            from->used += IO_MESSAGE;
        }
        break;
    case IO_TAG_OPEN: reply(src, fits_b ? open_file(src, a, b) : bad); break;
    case IO_TAG_CLOSE: reply(src, close_file(src, a)); break;
    case IO_TAG_READ: reply(src, read_file(src, a, b)); break;
    case IO_TAG_WRITE:
        reply(src, fits_b && owned(src, a) ? __host_write_file(a, from->bytes, b) : bad);
        break;
    case IO_TAG_SEEK: reply(src, owned(src, a) ? __host_seek(a, b, c) : bad); break;
    case IO_TAG_CONSOLE: reply(src, fits ? __host_console(src, from->bytes, a) : bad); break;
    default: break; // not a tag of the protocol
    }
}

extern void io_entry(void);

int main(void) {
    xnet_set_dmh((unsigned)io_entry); // which takes every message from now on
    xnet_set_nistat(xnet_get_nistat() & ~XNET_NISTAT_AME);
    return 0;
}
