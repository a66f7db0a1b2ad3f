// The resident kernel (docs/kernel.md). It calls no function outside runtime/machine/t1/kernel: all
// other code belongs to the program, which may overwrite it.
#include "kernel.h"
#include "kernel_errors.h"
#include "kernel_frame.h"

#include <cop0.h>
#include <xnet.h>

void kernel_exception(struct kernel_frame *frame);
char **kernel_arguments(int count, char **arguments);
void kernel_console(unsigned from, unsigned a, unsigned b, unsigned c);
unsigned kernel_handler(unsigned nistat, unsigned visible);
void kernel_console_entry(void);

enum { lowest = 0x10000, page = 4096, most_nodes = 2048, line_bytes = 64, text_bytes = 12 };

static unsigned refused;
static char lines[most_nodes][line_bytes]; // on node 0: the beginnings of lines
static unsigned char used[most_nodes];

static int node(void) { return (int)xnet_get_niid(); }

// --- text -----------------------------------------------------------------------------------

static char buffer[192];
static unsigned length;

static void put(const char *text) {
    while (*text && length < sizeof buffer) buffer[length++] = *text++;
}

static void put_number(unsigned value, unsigned base, unsigned digits) {
    char text[12];
    unsigned at = sizeof text;
    text[--at] = 0;
    do {
        text[--at] = "0123456789abcdef"[value % base];
        value /= base;
        if (digits) --digits;
    } while (value || digits);
    put(text + at);
}

static void put_address(unsigned address) {
    put("0x");
    put_number(address, 16, 8);
}

/// Prints the buffer on this node's console, through the host's service.
static void print(void) {
    register const char *text __asm__("$4") = buffer;
    register unsigned bytes __asm__("$5") = length;
    __asm__ volatile("syscall 0x1f001" : : "r"(text), "r"(bytes) : "$2", "memory");
    length = 0;
}

// --- what programs do wrong -----------------------------------------------------------------

// An unmapped page, so that a stack overflow is noticed (t1-kernel.ld; t1.ld, which a program with
// parts of the kernel may use, does not define all of it).
extern char __low_stack_guard[], __high_stack_guard[], __heap_guard[];
extern char __main_stack_guard_end[] __attribute__((weak));
enum { handler_guard = 0x10000 };

static int in_gap(unsigned address) {
    return address >= (unsigned)__heap_guard && address < (unsigned)__main_stack_guard_end;
}

static void put_stack(const struct kernel_frame *frame, int in_handler) {
    const unsigned at = cop0_read(COP0_BADVADDR);
    const char *which = 0;
    if (at - (unsigned)__low_stack_guard < handler_guard) which = "low handlers' stack";
    if (at - (unsigned)__high_stack_guard < handler_guard) which = "high handlers' stack";
    if (!in_handler && in_gap(at) && in_gap(frame->r[29])) which = "main stack";
    if (!which) return;
    put(", below the ");
    put(which);
    put(", which is used up, by the instruction at ");
    put_address(frame->epc);
}

/// The sender of the interrupted handler's message: its first word, by convention (am.h).
static void put_sender(const struct kernel_frame *frame) {
    if (frame->nistat & XNET_NISTAT_SLEN) {
        put(" from node ");
        put_number(frame->r[4], 10, 0);
    }
}

/// The program of this node has ended. The node continues to handle messages, in user mode, in code
/// that the kernel writes where the program's stack was.
static void end_program(struct kernel_frame *frame) {
    unsigned *const idle = (unsigned *)(__kernel_base - 16);
    extern int __xnet_holds;
    idle[0] = 0x34040000 | KERNEL_STATUS; // li $4: main's; the frame may have a handler's
    idle[1] = 0x1F000 << 6 | 0xC;         // SYSCALL exit
    idle[2] = 0x1000FFFF;                 // branch to itself
    idle[3] = 0;
    __xnet_holds = 0;
    frame->epc = (unsigned)idle;
    frame->nistat =
        XNET_NISTAT_EE | XNET_NISTAT_LPEE | XNET_NISTAT_AME | XNET_NISTAT_HPMM | XNET_NISTAT_LPMM;
}

/// Does what the handler's HRET does, but always enters user mode: a program could make HRET itself
/// stay in kernel mode, since it can change LPEE, LPEPC and the contents of `inh`.
static void leave_handler(struct kernel_frame *frame) {
    if (!(frame->nistat & XNET_NISTAT_EE)) {
        frame->epc = xnet_get_hpepc();
        frame->nistat |= XNET_NISTAT_EE;
        return;
    }
    frame->epc = xnet_get_lpepc();
    frame->nistat = (frame->nistat & ~XNET_NISTAT_NICOND) | XNET_NISTAT_LPEE;
    if (frame->nistat & XNET_NISTAT_ONICOND) frame->nistat |= XNET_NISTAT_NICOND;
}

static void fault(struct kernel_frame *frame) {
    const unsigned both = XNET_NISTAT_EE | XNET_NISTAT_LPEE;
    const int in_handler = (frame->nistat & both) != both;
    if (!(cop0_read(COP0_STATUS) & COP0_STATUS_KUP)) { // the kernel itself: inlet names the place
        cop0_write(COP0_VECTOR, 0);
        frame->nistat = both;
        return; // to the same instruction
    }
    put("kernel: ");
    const unsigned value = cop0_read(COP0_BADVADDR);
    put(kernel_error(frame->cause, frame->epc == value));
    if (kernel_error_has_value(frame->cause)) {
        put_address(value);
        put_stack(frame, in_handler);
    }
    if (in_handler && frame->epc == xnet_get_inh()) { // no state of the program has changed yet
        put(": message");
        put_sender(frame);
        put(" dropped\n");
        ++refused;
        leave_handler(frame);
    } else {
        if (in_handler) put(" in the handler of a message"); // whose words are no longer available
        put(": program ended\n");
        end_program(frame);
    }
    print();
}

// --- services -------------------------------------------------------------------------------

/// Each SYSCALL sends a part of the text, and is executed again until all is sent: messages are
/// handled in between, also while the network has no room.
static int write_part(struct kernel_frame *frame) {
    const unsigned first = frame->r[4], bytes = frame->r[5];
    const unsigned end = (unsigned)__kernel_base;
    if (first < lowest || first >= end || bytes > end - first) return 0;
    const unsigned char *text = (const unsigned char *)first;
    const unsigned part = bytes < text_bytes ? bytes : text_bytes;
    unsigned words[3] = {0, 0, 0};
    for (unsigned i = 0; i < part; ++i) words[i / 4] |= (unsigned)text[i] << (24 - 8 * (i % 4));
    if (!part || xnet_send4(0, (void *)kernel_console_entry, (unsigned)node() | part << 16,
                            words[0], words[1], words[2])) {
        frame->r[4] += part;
        frame->r[5] -= part;
    }
    if (!frame->r[5]) frame->epc += 4;
    return 1;
}

/// On node 0: text from a node; whole lines are printed.
void kernel_console(unsigned from, unsigned a, unsigned b, unsigned c) {
    const unsigned source = from % most_nodes, bytes = from >> 16, words[3] = {a, b, c};
    for (unsigned i = 0; i < bytes; ++i) {
        const char letter = (char)(words[i / 4] >> (24 - 8 * (i % 4)));
        if (used[source] < line_bytes) lines[source][used[source]++] = letter;
        if (letter != '\n' && used[source] < line_bytes) continue;
        put("kernel: node ");
        put_number(source, 10, 0);
        put(" says: ");
        for (unsigned k = 0; k < used[source]; ++k) buffer[length++] = lines[source][k];
        if (letter != '\n') put("\n");
        used[source] = 0;
        print();
    }
}

static int service(struct kernel_frame *frame) {
    if (frame->cause & COP0_CAUSE_BD) return 0; // the branch would have to be executed here
    switch (*(const unsigned *)frame->epc >> 6 & 0xFFFFF) {
    case KERNEL_WRITE: return write_part(frame);
    case KERNEL_REFUSED:
        frame->r[2] = refused;
        frame->epc += 4;
        return 1;
    default: return 0;
    }
}

/// A message whose arrival interrupts: its handler begins where the exception ends, and its HRET
/// returns to the interrupted code.
static void deliver(struct kernel_frame *frame) {
    const int high = (frame->cause & COP0_CAUSE_IP3) != 0;
    const unsigned level = high ? XNET_NISTAT_EE : XNET_NISTAT_LPEE;
    if (high)
        xnet_set_hpepc(frame->epc);
    else
        xnet_set_lpepc(frame->epc);
    frame->epc = kernel_handler(frame->nistat, frame->nistat & ~level);
    frame->nistat &= ~level;
}

void kernel_exception(struct kernel_frame *frame) {
    const unsigned code = COP0_CAUSE_CODE(frame->cause);
    if (code == COP0_INT && frame->cause & (COP0_CAUSE_IP2 | COP0_CAUSE_IP3))
        deliver(frame);
    else if (code != COP0_SYS || !service(frame))
        fault(frame);
}

// --- start ----------------------------------------------------------------------------------

/// Copies the arguments from the last page of memory, which belongs to the kernel, to memory that
/// the program may write; its stack begins below.
char **kernel_arguments(int count, char **arguments) {
    char *const from = (char *)arguments, *const to = __kernel_base - 2 * page;
    for (unsigned i = 0; i < page / 4; ++i) ((unsigned *)to)[i] = ((const unsigned *)from)[i];
    char **const moved = (char **)to;
    for (int i = 0; i < count; ++i) moved[i] += to - from;
    return moved;
}
