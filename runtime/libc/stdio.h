// The console of a node. Each call of printf and puts is one host write, so calls of main and of
// handlers do not mix (a line longer than 512 bytes is written in pieces).
#pragma once

#include <stdarg.h>
#include <stddef.h>

#define EOF (-1)

/// Conversions d i u x X c s p %, with the flags - and 0, a width (digits or *), and the length l.
int printf(const char *format, ...) __attribute__((format(printf, 1, 2)));
int vprintf(const char *format, va_list arguments) __attribute__((format(printf, 1, 0)));
int snprintf(char *to, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));
int vsnprintf(char *to, size_t size, const char *format, va_list arguments)
    __attribute__((format(printf, 3, 0)));
int puts(const char *line);
int putchar(int c);
