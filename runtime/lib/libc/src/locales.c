// POSIX's locale objects. The only one is that of "C", so it needs no memory, and uselocale changes
// nothing.
#define _GNU_SOURCE
#include <errno.h>
#include <locale.h>
#include <string.h>

extern struct __locale_t __global_locale; // newlib's

locale_t newlocale(int categories, const char *name, locale_t base) {
    (void)categories, (void)base;
    if (*name && strcmp(name, "C") != 0 && strcmp(name, "POSIX") != 0) {
        errno = ENOENT;
        return 0;
    }
    return &__global_locale;
}

locale_t duplocale(locale_t locale) { return locale; }
void freelocale(locale_t locale) { (void)locale; }
locale_t uselocale(locale_t locale) {
    (void)locale;
    return &__global_locale;
}
