// Active Messages over Express and Basic messages (004 3.2, 3.3, 3.6). Every message that an
// endpoint has taken arrives, so there are no acknowledgements.
#include <am_core.h>
#include <am_sends.h>
#include <fail.h>
#include <string.h>
#include <voyager_internal.h>
#include <voyager_nes.h>

#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

enum { pairs = 8, most_of_a_poll = 32, most_tags = 31, tag_places = 128 };
/// The four queues of the program, for OnePoll.
enum { low_set = 1 << NES_EXPRESS | 1 << NES_BASIC, high_set = low_set << 1 };

int __xnet_holds;
int __am_level;

/// The program's copies of pointers (004 3.2): of the consumer's, a count that may be too small.
static struct sender { uint32_t producer, consumer; } express[priorities], basic[priorities];
static uint32_t read[priorities]; ///< Basic messages
static uint32_t express_entries, basic_entries;

/// The marked handlers (AM_EXPRESS), with bit 0 as in a message; the linker names the table.
extern const uint32_t __start_am_express[] __attribute__((weak));
extern const uint32_t __stop_am_express[] __attribute__((weak));
/// The tag of a marked handler, 1 + its place in the table, by its address; 0 ends a search.
static uint8_t tags[tag_places];

static inline __attribute__((always_inline)) unsigned tag_of(uint32_t handler) {
    unsigned tag;
    for (uint32_t at = handler / 4; (tag = tags[at % tag_places]); ++at)
        if (__start_am_express[tag - 1] == handler) break;
    return tag;
}

void __am_release_wrong(void) {
    xnet_fail_at(__builtin_return_address(0), "am_release() without am_hold()");
}

/// crt0 calls it.
void __am_start(void) {
    express_entries = nes_load(NES_EXPRESS_ENTRIES);
    basic_entries = nes_load(NES_BASIC_ENTRIES);
    const uint32_t *handler = __start_am_express;
    for (unsigned tag = 1; tag <= most_tags && handler != __stop_am_express; ++tag) {
        uint32_t at = *handler++ / 4;
        while (tags[at % tag_places]) ++at;
        tags[at % tag_places] = (uint8_t)tag;
    }
}

/// Nothing of this node has to be sent again.
void __am_finish(void) {}

// --- Sending ---

static int has_room(struct sender *to, unsigned queue, uint32_t entries, unsigned places) {
    if (LIKELY(to->producer - to->consumer + places <= entries)) return 1;
    to->consumer = nes_load(nes_pointer(queue, NES_TX_CONSUMER));
    return to->producer - to->consumer + places <= entries;
}

static inline __attribute__((always_inline)) int try_express(unsigned priority, int dest,
                                                             unsigned tag, uint32_t word) {
    struct sender *const to = &express[priority];
    if (UNLIKELY(!has_room(to, NES_EXPRESS + priority, express_entries, 1))) return 0;
    ++to->producer;
    nes_store(nes_express(priority, (unsigned)dest, tag), word);
    return 1;
}

/// Sends, or returns 0. One word: not to a marked handler.
static inline __attribute__((always_inline)) int
try_send(unsigned priority, int dest, uint32_t handler, const uint32_t *words, unsigned count) {
    if (!count) return try_express(priority, dest, 0, handler);
    struct sender *const to = &basic[priority];
    if (UNLIKELY(!has_room(to, NES_BASIC + priority, basic_entries, 1))) return 0;
    volatile uint32_t *const entry = nes_entry(pairs, priority, 0, basic_entries, to->producer);
    entry[0] = (uint32_t)dest << 8 | (count + 1 < NES_LEAST_WORDS ? NES_LEAST_WORDS : count + 1);
    entry[1] = handler;
    for (unsigned i = 0; i < count; ++i) entry[2 + i] = words[i];
    nes_clean(entry); // it is one line
    nes_sync();
    nes_store(nes_pointer(NES_BASIC + priority, NES_TX_PRODUCER), ++to->producer);
    return 1;
}

int __am_try_long(unsigned priority, int dest, const struct am_long *message, unsigned places) {
    struct sender *const to = &basic[priority];
    if (UNLIKELY(!has_room(to, NES_BASIC + priority, basic_entries, places))) return 0;
    volatile uint32_t *const entry = nes_entry(pairs, priority, 0, basic_entries, to->producer);
    const unsigned data = (message->bytes + 3) / 4, words = 1 + message->first + data;
    entry[0] = (uint32_t)dest << 8 | (words < NES_LEAST_WORDS ? NES_LEAST_WORDS : words);
    entry[1] = (uint32_t)message->handler | 2;
    volatile uint32_t *at = entry + 2;
    for (unsigned i = 0; i < message->first; ++i) *at++ = message->head[i];
    if (((uintptr_t)message->data | message->bytes) % 4 == 0) {
        const uint32_t *const from = message->data;
        for (unsigned i = 0; i < data; ++i) at[i] = from[i];
    } else {
        uint32_t copy[long_words];
        memcpy(copy, message->data, message->bytes);
        for (unsigned i = 0; i < data; ++i) at[i] = copy[i];
    }
    for (unsigned line = 0; line <= words; line += NES_LINE / 4) nes_clean(entry + line);
    nes_sync();
    nes_store(nes_pointer(NES_BASIC + priority, NES_TX_PRODUCER), ++to->producer);
    return 1;
}

// --- Polling ---

/// Bit 0 of the handler's address: the source comes first.
static void voyager_run(unsigned priority, uint32_t handler, uint32_t source, uint32_t a,
                        uint32_t b, uint32_t c, uint32_t d) {
    typedef void handles(uint32_t, uint32_t, uint32_t, uint32_t, uint32_t);
    const int level = __am_level;
    __am_level = priority == low ? AM_IN_REQUEST : AM_IN_REPLY;
    if (handler & 1)
        ((handles *)(handler & ~1u))(source, a, b, c, d);
    else
        ((handles *)handler)(a, b, c, d, 0);
    __am_level = level;
}

static __attribute__((noinline)) void voyager_take_long(unsigned priority, volatile uint32_t *entry,
                                                        uint32_t header, uint32_t handler) {
    uint32_t words[long_words];
    const unsigned count = NES_WORDS(header) - 1;
    for (unsigned i = 0; i < count; ++i) words[i] = entry[2 + i];
    for (unsigned line = 0; line <= count + 1; line += NES_LINE / 4) nes_flush(entry + line);
    nes_store(nes_pointer(NES_BASIC + priority, NES_RX_CONSUMER), ++read[priority]);
    const int level = __am_level;
    __am_level = priority == low ? AM_IN_REQUEST : AM_IN_REPLY;
    ((am_long_handler *)(handler & ~2u))(NES_BASIC_SOURCE(header), words, count);
    __am_level = level;
}

/// The message is read, its line flushed and its place free before its handler runs, which may
/// poll.
static void voyager_take_basic(unsigned priority) {
    volatile uint32_t *const entry = nes_entry(pairs, priority, 1, basic_entries, read[priority]);
    const uint32_t header = entry[0], handler = entry[1];
    if (handler & 2) return voyager_take_long(priority, entry, header, handler);
    const uint32_t a = entry[2], b = entry[3], c = entry[4], d = entry[5];
    nes_flush(entry);
    nes_store(nes_pointer(NES_BASIC + priority, NES_RX_CONSUMER), ++read[priority]);
    voyager_run(priority, handler, NES_BASIC_SOURCE(header), a, b, c, d);
}

/// Without a tag, the word is the handler.
static inline void voyager_take_express(unsigned priority, struct nes_message message) {
    const unsigned tag = NES_TAG(message.first);
    voyager_run(priority, tag ? __start_am_express[tag - 1] : message.second,
                NES_SOURCE(message.first), message.second, 0, 0, 0);
}

/// Runs the handlers of messages in these queues.
static void voyager_poll(unsigned set) {
    for (unsigned i = 0; i < most_of_a_poll; ++i) {
        const struct nes_message message = nes_take(NES_ONE_POLL + (set << 3));
        if (LIKELY(!(message.first & NES_VALID))) return;
        const unsigned priority = message.first & NES_HIGH ? high : low;
        if (NES_KIND(message.first) == NES_FOUND)
            voyager_take_basic(priority);
        else
            voyager_take_express(priority, message);
    }
}

void __am_poll(void) {
    if (__am_level == AM_MAIN) voyager_poll(low_set | high_set);
}

// am_poll; poll_deferring.c replaces it.
__asm__(".weak __am_poll_main\n"
        ".set __am_poll_main, __am_poll\n"
        ".size __am_poll_main, 0\n");

// --- Requests and replies ---

static __attribute__((noinline, cold)) _Noreturn void wrong(void *caller, const char *what,
                                                            int dest, uint32_t handler) {
    if ((unsigned)dest >= (unsigned)__xnet_nodes)
        xnet_fail_at(caller, "a %s to a node that is not there: %d (there are %d: 0 to %d)", what,
                     dest, __xnet_nodes, __xnet_nodes - 1);
    if (handler < 4) xnet_fail_at(caller, "a %s to a handler that is a null pointer", what);
    xnet_fail_at(caller, "a handler sends a %s: it may send replies only", what);
}

/// While a request handler waits for room, only replies are handled.
static void poll_for_room(void) {
    if (__am_level == AM_IN_REQUEST)
        voyager_poll(high_set);
    else
        __am_poll();
}

void __am_long(unsigned priority, int dest, const struct am_long *message, unsigned places) {
    while (!__am_try_long(priority, dest, message, places)) poll_for_room();
}

/// For `caller`.
static inline __attribute__((always_inline)) void
request_from(void *caller, int dest, uint32_t handler, const uint32_t *words, unsigned count) {
    if (UNLIKELY((unsigned)dest >= (unsigned)__xnet_nodes || __am_level || handler < 4))
        wrong(caller, "request", dest, handler);
    while (UNLIKELY(!try_send(low, dest, handler, words, count))) __am_poll();
    if (!__xnet_holds) __am_poll();
}
static inline __attribute__((always_inline)) void
reply_from(void *caller, int dest, uint32_t handler, const uint32_t *words, unsigned count) {
    if (UNLIKELY((unsigned)dest >= (unsigned)__xnet_nodes || handler < 4))
        wrong(caller, "reply", dest, handler);
    while (UNLIKELY(!try_send(high, dest, handler, words, count))) poll_for_room();
}

// One word. Functions of their own keep what they save on the stack out of the Express path.
static __attribute__((noinline)) void request_word(void *caller, int dest, uint32_t handler,
                                                   uint32_t word) {
    request_from(caller, dest, handler, &word, 1);
}
static __attribute__((noinline)) void reply_word(void *caller, int dest, uint32_t handler,
                                                 uint32_t word) {
    reply_from(caller, dest, handler, &word, 1);
}
/// An Express message that is wrong, or finds no room at first.
static __attribute__((noinline)) void send_tagged(unsigned priority, void *caller, int dest,
                                                  unsigned tag, uint32_t word) {
    const int is_low = priority == low;
    if ((unsigned)dest >= (unsigned)__xnet_nodes || (is_low && __am_level))
        wrong(caller, is_low ? "request" : "reply", dest, __start_am_express[tag - 1]);
    while (!try_express(priority, dest, tag, word)) poll_for_room();
}
static inline __attribute__((always_inline)) void
send_express(unsigned priority, void *caller, int dest, unsigned tag, uint32_t word) {
    const struct sender *const to = &express[priority];
    if (UNLIKELY((unsigned)dest >= (unsigned)__xnet_nodes || (priority == low && __am_level) ||
                 to->producer - to->consumer >= express_entries))
        return send_tagged(priority, caller, dest, tag, word);
    try_express(priority, dest, tag, word);
}

static inline __attribute__((always_inline)) void request(int dest, uint32_t handler,
                                                          const uint32_t *words, unsigned count) {
    void *const caller = __builtin_return_address(0);
    if (count != 1) return request_from(caller, dest, handler, words, count);
    const unsigned tag = tag_of(handler);
    if (!tag) return request_word(caller, dest, handler, *words);
    send_express(low, caller, dest, tag, *words);
    if (!__xnet_holds) __am_poll();
}

static inline __attribute__((always_inline)) void reply(int dest, uint32_t handler,
                                                        const uint32_t *words, unsigned count) {
    void *const caller = __builtin_return_address(0);
    if (count != 1) return reply_from(caller, dest, handler, words, count);
    const unsigned tag = tag_of(handler);
    if (!tag) return reply_word(caller, dest, handler, *words);
    send_express(high, caller, dest, tag, *words);
}

SENDS(request)
SENDS(reply)
