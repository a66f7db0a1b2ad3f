// Functions that handlers defer to main (docs/active-messages.md, "Work for main"). This file
// stores and runs them; each machine brings main here in its own way:
//
//   network instructions  a timelet event (CSD-94-823 A.9.3) is a low handler without a message: it
//                         comes over main and over nothing else. Its handler, __am_defer_timelet,
//                         changes the return address to code that saves main's registers, calls
//                         __am_run_deferred and returns.
//   polls                 am_poll checks after the handlers.
//   traps (ncube2-x86)    the stub that returns from handlers to main, and the end of a hold.
#include <am_core.h>
#include <am_defer.h>
#include <fail.h>

enum { places = 8 };
static void (*volatile waiting[places])(void);
volatile int __am_deferred, __am_defer_running;

#ifdef AM_DEFER_TIMELET

/// nistat.TM is set before the first event and stays set, so an am_hold loses nothing that
/// interrupts it between its read and its write of nistat. On T1 the constructor sets it; on other
/// machines crt0 sets it with the other masks, after the constructors.
#ifdef __mips_xnet
enum { mask = XNET_NISTAT_TM };
#else
enum { mask = 0 };
__asm__(".globl __am_defer_mask\n"
        ".set __am_defer_mask, 0x00200000\n");
#endif

extern const char __am_defer_timelet[];
extern volatile uintptr_t __am_defer_pc; ///< where main was interrupted

/// Before the first am_defer. Count may wrap.
static __attribute__((constructor)) void name_handler(void) {
    am_write_ni_(am_ni_timeh_, (unsigned)(uintptr_t)__am_defer_timelet);
    if (mask) am_write_ni_(am_ni_nistat_, am_read_ni_(am_ni_nistat_) | mask);
}

/// Requests a timelet event in `cycles`, or as soon as the level may have one.
static void look_in(unsigned cycles) {
    for (;; cycles *= 2) {
        const unsigned at = am_cycles() + cycles;
        am_write_ni_(am_ni_timec_, at);
        if ((int)(at - am_cycles()) > 0 || am_read_ni_(am_ni_nistat_) & AM_TP_) return;
        // A handler interrupted and Count has passed the value.
    }
}

// While main executes the code of these holds, deferred functions wait; not in what it calls.
extern const char __am_bulk_begin[] __attribute__((weak)), __am_bulk_end[] __attribute__((weak));
#ifdef __mips_xnet
extern const char __am_serve_begin[], __am_serve_end[]; // a hold, with __xnet_holds 0
#else
static const char *const __am_serve_begin, *const __am_serve_end;
#endif

static int is_within(const char *begin, const char *end) {
    return __am_defer_pc - (uintptr_t)begin < (uintptr_t)(end - begin);
}
/// A closed mask is a hold too: am_release counts down before it opens the mask, am_atomic_* may
/// close it without a count, and a program may by itself.
static int main_is_busy(void) {
    return __xnet_holds || !(am_read_ni_(am_ni_nistat_) & AM_LOW_) ||
           is_within(__am_serve_begin, __am_serve_end) || is_within(__am_bulk_begin, __am_bulk_end);
}

#elif AM_ASYNC // ncube2-x86

/// A critical section without a count is a hold too: a poll in it runs handlers.
static int main_is_busy(void) { return __xnet_holds || __ncube2_shared.flags & NCUBE2_IN_CRITICAL; }

/// On main's level: after the last handler, at the end of a hold, or in am_defer itself. Main may
/// be composing a message: a function that runs here has another buffer.
void __am_defer_look(void);
void __am_defer_look(void) {
    if (!__am_deferred || __am_defer_running) return;
    if (!main_is_busy()) {
        struct {
            char state[108];
        } x87;
        __am_defer_running = 1;
        __asm__ volatile("fnsave %0\n\tfldcw %1" : "=m"(x87) : "m"((const short){0x027f}));
        ncube2_info(NCUBE2_EXCHANGE);
        __am_run_deferred();
        ncube2_info(NCUBE2_EXCHANGE);
        __asm__ volatile("frstor %0" : : "m"(x87));
        __am_defer_running = 0;
    }
    if (__am_deferred) ncube2_set_flags(NCUBE2_MSG_PENDING);
}

/// Who clears a flag and finds another one looks again: the stub, or the end of a hold (am_core.c).
static void look_in(unsigned cycles) {
    (void)cycles;
    if (__xnet_holds || am_level() != AM_LEVEL_MAIN)
        ncube2_set_flags(NCUBE2_MSG_PENDING);
    else
        __am_defer_look();
}

#else

static void look_in(unsigned cycles) { (void)cycles; }
#ifdef __mips_xnet
const int __am_holds_of_main = 1; // main begins in a hold
#endif
static int main_is_busy(void) { return __xnet_holds != __am_holds_of_main; }

void __am_poll_deferred(void) {
    if (!__am_deferred || __am_defer_running) return;
    __am_defer_running = 1;
    __am_run_deferred();
    __am_defer_running = 0;
}

#endif

enum { soon = 32, later = AM_DEFER_LATER }; // cycles

void am_defer(void (*f)(void)) {
    if (!f) xnet_fail_at(__builtin_return_address(0), "am_defer: no function");
    am_hold(); // against high handlers
    int i = 0;
    while (i < __am_deferred && waiting[i] != f) ++i;
    if (i == places)
        xnet_fail_at(__builtin_return_address(0), "am_defer: %d other functions wait", places);
    if (i == __am_deferred) {
        waiting[i] = f;
        __am_deferred = i + 1;
    }
    am_release();
    if (!__am_defer_running) look_in(soon); // else the check at the end finds it
}

/// The function that has waited longest, or null.
static void (*next(void))(void) {
    am_hold();
    void (*const f)(void) = __am_deferred ? waiting[0] : 0;
    if (f) {
        const int left = __am_deferred - 1;
        for (int i = 0; i < left; ++i) waiting[i] = waiting[i + 1];
        __am_deferred = left;
    }
    am_release();
    return f;
}

void __am_run_deferred(void) {
    if (main_is_busy()) return;
    for (void (*f)(void); (f = next());) f();
}

#ifdef __x86_xnet
void __am_defer_leave(void) {
    __am_defer_running = 0;
    if (__am_deferred) look_in(later);
}
#endif
