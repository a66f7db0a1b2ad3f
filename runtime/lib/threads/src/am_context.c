// The parts of contexts that need no assembly.
#include "am_context.h"

#include <fail.h>
#include <string.h>

extern const char __am_context_begin[];

void am_context_make(am_context_t *c, void *top, void (*f)(void *), void *arg) {
    uint32_t *const end = top;
    c->above = 0;
#if defined(__mips_xnet)
    uint32_t *const frame = end - 16;
    memset(frame, 0, 64);
    frame[0] = (uint32_t)f;
    frame[1] = (uint32_t)arg;
    frame[9] = (uint32_t)__am_context_begin;
#elif defined(__sparc__)
    uint32_t *const frame = end - 24;
    memset(frame, 0, 96);
    frame[0] = (uint32_t)f;
    frame[1] = (uint32_t)arg;
    c->pc = (uintptr_t)__am_context_begin - 8;
#elif defined(__powerpc__)
    enum { words = 240 / 4 };
    uint32_t *const frame = end - words - 4;
    memset(frame, 0, 4 * (words + 4));
    frame[0] = (uint32_t)(frame + words);
    frame[words + 1] = (uint32_t)__am_context_begin;
    frame[3] = (uint32_t)f;
    frame[4] = (uint32_t)arg;
#else
    uint32_t *const frame = end - 8;
    memset(frame, 0, 32);
    frame[2] = (uint32_t)arg; // EBP, EDI, ESI, EBX, return
    frame[3] = (uint32_t)f;
    frame[4] = (uint32_t)__am_context_begin;
#endif
    c->sp = (uintptr_t)frame;
}

void am_upcall_leave(void *top, am_context_t *c) {
#if defined(__sparc__)
    extern void __am_windows_flush(void);
    __am_windows_flush();
    uint32_t *const frame = (uint32_t *)top - 24;
    c->sp = frame[14]; // %fp
    c->pc = frame[15]; // %i7
    frame[16] = 0;
#elif defined(__powerpc__)
    uint32_t *const frame = (uint32_t *)top - 8;
    c->sp = frame[4];
    frame[4] = 0;
#else
    uint32_t *const frame = (uint32_t *)top - 4;
    c->sp = frame[0];
    frame[0] = 0;
#endif
}

#ifdef AM_SIGNALS
// --- in an interrupt -----------------------------------------------------------------------------

// The interrupted code's registers are on its stack, and its instruction of return opens interrupts
// again. Where others run meanwhile they are open; the resumed one goes on with closed ones.
void am_interrupted_begin(struct am_interrupted *i) { (void)i; }
void am_interrupted_end(struct am_interrupted *i) { (void)i; }
void am_interrupted_leave(am_context_t *c) {
    (void)c;
    __asm__ volatile("sti" ::: "memory");
}
void am_interrupted_resume(am_context_t *c) {
    (void)c;
    __asm__ volatile("cli" ::: "memory");
}
#else
// --- in a deferred function ----------------------------------------------------------------------
#include <am_defer.h>

#ifdef AM_DEFER_TIMELET
extern volatile uintptr_t __am_defer_pc[]; // SPARC: and npc, PSR
#ifdef __sparc__
enum { words = 3 };
#else
enum { words = 1 };
#endif

void am_interrupted_begin(struct am_interrupted *i) {
    for (int k = 0; k < words; ++k) i->pc[k] = __am_defer_pc[k];
}
void am_interrupted_end(struct am_interrupted *i) {
    for (int k = 0; k < words; ++k) __am_defer_pc[k] = i->pc[k];
}

/// Another deferred function may run: where there is one, its event comes soon.
static void look_again(void) {
    for (unsigned soon = AM_DEFER_LATER;; soon *= 2) {
        const unsigned at = am_cycles() + soon;
        am_write_ni_(am_ni_timec_, at);
        if ((int)(at - am_cycles()) > 0 || am_read_ni_(am_ni_nistat_) & AM_TP_) return;
    }
}
#elif AM_ASYNC // ncube2-x86
void __am_defer_look(void);
void am_interrupted_begin(struct am_interrupted *i) { (void)i; }
void am_interrupted_end(struct am_interrupted *i) { (void)i; }
static void look_again(void) { __am_defer_look(); }
#else          // the next poll looks
void am_interrupted_begin(struct am_interrupted *i) { (void)i; }
void am_interrupted_end(struct am_interrupted *i) { (void)i; }
static void look_again(void) {}
#endif

#ifdef AM_INTERRUPTED_AREA
// T1: deferred functions have a stack of their own. The part that belongs to this one, and the
// registers at the beginning of the area, move out of it.
enum { area_bytes = 256, area_stack = 16384 };
extern unsigned char __am_defer_area[];
static void move_out(am_context_t *c) {
    struct am_interrupted *const i = c->above;
    i->kept = (unsigned)((uintptr_t)__am_defer_area + area_bytes + area_stack - c->sp);
    if (i->kept > sizeof i->bytes - area_bytes) xnet_fail("threads: a deferred function is deep");
    memcpy(i->bytes, __am_defer_area, area_bytes);
    memcpy(i->bytes + area_bytes, (void *)c->sp, i->kept);
}
static void move_in(am_context_t *c) {
    struct am_interrupted *const i = c->above;
    memcpy(__am_defer_area, i->bytes, area_bytes);
    memcpy((void *)c->sp, i->bytes + area_bytes, i->kept);
}
#elif defined(__i386__) && !defined(__x86_xnet)
// ncube2-x86: the interrupted code may be composing a message, so it keeps its buffer.
static void move_out(am_context_t *c) {
    struct am_interrupted *const i = c->above;
    if (!i->buffer) i->buffer = (uint32_t)i->first_buffer;
    __ncube2_shared.kept = &i->buffer;
    ncube2_info(NCUBE2_KEEP);
}
static void move_in(am_context_t *c) {
    __ncube2_shared.kept = &c->above->buffer;
    ncube2_info(NCUBE2_KEEP);
}
#else
static void move_out(am_context_t *c) { (void)c; }
static void move_in(am_context_t *c) { (void)c; }
#endif

void am_interrupted_leave(am_context_t *c) {
    move_out(c);
    __am_defer_running = 0;
    if (__am_deferred) look_again();
}

void am_interrupted_resume(am_context_t *c) {
    __am_defer_running = 1;
    __asm__ volatile("" ::: "memory");
    move_in(c);
}
#endif // not AM_SIGNALS
