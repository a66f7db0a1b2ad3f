#include <err.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void vwarnx(const char *format, va_list arguments) {
    if (format) vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
}

void vwarn(const char *format, va_list arguments) {
    const int error = errno;
    if (format) {
        vfprintf(stderr, format, arguments);
        fputs(": ", stderr);
    }
    fprintf(stderr, "%s\n", strerror(error));
}

void warn(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vwarn(format, arguments);
    va_end(arguments);
}

void warnx(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vwarnx(format, arguments);
    va_end(arguments);
}

void err(int status, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vwarn(format, arguments);
    va_end(arguments);
    exit(status);
}

void errx(int status, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vwarnx(format, arguments);
    va_end(arguments);
    exit(status);
}
