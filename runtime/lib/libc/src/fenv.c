// <fenv.h>: flags and rounding of the processor. No exception traps.
#include <fenv.h>
#include <stdint.h>
#include <string.h>

const fenv_t __fe_default = {0, FE_TONEAREST};

#if defined __sparc__
enum { rounding_shift = 30 };

static unsigned get(void) {
    unsigned fsr;
    __asm__ volatile("st %%fsr, %0" : "=m"(fsr));
    return fsr;
}
static void set(unsigned fsr) { __asm__ volatile("ld %0, %%fsr" : : "m"(fsr)); }
static unsigned get_flags(void) { return get() & FE_ALL_EXCEPT; }
static void set_flags(unsigned flags) { set((get() & ~(unsigned)FE_ALL_EXCEPT) | flags); }
static unsigned get_rounding(void) { return get() >> rounding_shift; }
static void set_rounding(unsigned rounding) {
    set((get() & ~(3u << rounding_shift)) | rounding << rounding_shift);
}

#elif defined __PPC__
// Why an operation was invalid. VX is their summary.
enum { reasons = 0x01f80700, some_reason = 0x01000000 }; // VXSNAN

static unsigned get(void) {
    double fpscr;
    uint64_t bits;
    __asm__ volatile("mffs %0" : "=f"(fpscr));
    memcpy(&bits, &fpscr, sizeof bits);
    return (unsigned)bits;
}
static void set(unsigned value) {
    const uint64_t bits = value;
    double fpscr;
    memcpy(&fpscr, &bits, sizeof fpscr);
    __asm__ volatile("mtfsf 255, %0" : : "f"(fpscr));
}
static unsigned get_flags(void) { return get() & FE_ALL_EXCEPT; }
static void set_flags(unsigned flags) {
    unsigned value = get() & ~(unsigned)FE_ALL_EXCEPT;
    if (!(flags & FE_INVALID))
        value &= ~(unsigned)reasons;
    else if (!(value & reasons))
        value |= some_reason;
    set(value | flags);
}
static unsigned get_rounding(void) { return get() & 3; }
static void set_rounding(unsigned rounding) { set((get() & ~3u) | rounding); }

#elif defined __i386__
enum { rounding_shift = 10 };

static unsigned get_flags(void) {
    unsigned short status;
    __asm__ volatile("fnstsw %0" : "=a"(status));
    return status & FE_ALL_EXCEPT;
}
static void set_flags(unsigned flags) {
    unsigned environment[7];
    __asm__ volatile("fnstenv %0" : "=m"(environment));
    environment[1] = (environment[1] & ~(unsigned)FE_ALL_EXCEPT) | flags;
    __asm__ volatile("fldenv %0" : : "m"(environment));
}
static unsigned get_rounding(void) {
    unsigned short control;
    __asm__ volatile("fnstcw %0" : "=m"(control));
    return control >> rounding_shift & 3;
}
static void set_rounding(unsigned rounding) {
    unsigned short control;
    __asm__ volatile("fnstcw %0" : "=m"(control));
    control = (unsigned short)((control & ~(3u << rounding_shift)) | rounding << rounding_shift);
    __asm__ volatile("fldcw %0" : : "m"(control));
}

#else
static unsigned get_flags(void) { return 0; }
static void set_flags(unsigned flags) { (void)flags; }
static unsigned get_rounding(void) { return FE_TONEAREST; }
static void set_rounding(unsigned rounding) { (void)rounding; }
#endif

static unsigned known(int flags) { return (unsigned)flags & FE_ALL_EXCEPT; }

int feclearexcept(int flags) {
    set_flags(get_flags() & ~known(flags));
    return 0;
}
int feraiseexcept(int flags) {
    set_flags(get_flags() | known(flags));
    return 0;
}
int fetestexcept(int flags) { return (int)(get_flags() & known(flags)); }
int fegetexceptflag(fexcept_t *to, int flags) {
    *to = get_flags() & known(flags);
    return 0;
}
int fesetexceptflag(const fexcept_t *from, int flags) {
    set_flags((get_flags() & ~known(flags)) | (*from & known(flags)));
    return 0;
}

int fegetround(void) { return (int)get_rounding(); }
int fesetround(int rounding) {
#ifdef FE_UPWARD
    if (rounding < 0 || rounding > 3) return 1;
#else
    if (rounding != FE_TONEAREST) return 1;
#endif
    set_rounding((unsigned)rounding);
    return 0;
}

int fegetenv(fenv_t *to) {
    *to = (fenv_t){get_flags(), get_rounding()};
    return 0;
}
int fesetenv(const fenv_t *from) {
    set_flags(from->flags);
    set_rounding(from->rounding);
    return 0;
}
int feholdexcept(fenv_t *to) {
    fegetenv(to);
    set_flags(0);
    return 0;
}
int feupdateenv(const fenv_t *from) {
    const unsigned raised = get_flags();
    fesetenv(from);
    set_flags(get_flags() | raised);
    return 0;
}
