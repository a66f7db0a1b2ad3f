// Messages of BSD's programs: on standard error, with what errno says.
#pragma once

#include <stdarg.h>

#ifdef __cplusplus
extern "C" {
#endif

void warn(const char *format, ...) __attribute__((format(printf, 1, 2)));
void warnx(const char *format, ...) __attribute__((format(printf, 1, 2)));
void vwarn(const char *format, va_list arguments) __attribute__((format(printf, 1, 0)));
void vwarnx(const char *format, va_list arguments) __attribute__((format(printf, 1, 0)));
/// These end the node's program with `status`.
void err(int status, const char *format, ...) __attribute__((noreturn, format(printf, 2, 3)));
void errx(int status, const char *format, ...) __attribute__((noreturn, format(printf, 2, 3)));

#ifdef __cplusplus
}
#endif
