#include <host.h>
#include <stdio.h>
#include <string.h>

// On a machine with I/O nodes the console is theirs, where <io.h> is linked (docs/io.md).
extern const int __xnet_io_nodes;
extern int __io_console(const void *bytes, unsigned count) __attribute__((weak));

static void to_console(const void *bytes, unsigned count) {
    if (__xnet_io_nodes && __io_console && __io_console(bytes, count) >= 0) return;
    __host_write(bytes, count);
}

// Where formatted bytes go: into a buffer that is cut at its end, or written to the console when it
// is full.
struct sink {
    char *bytes;
    size_t size, used;
    int total;
    int console;
};

static void emit(struct sink *s, char c) {
    ++s->total;
    if (s->used == s->size && s->console) {
        to_console(s->bytes, s->used);
        s->used = 0;
    }
    if (s->used < s->size) s->bytes[s->used++] = c;
}

static void pad(struct sink *s, char c, int n) {
    while (n-- > 0) emit(s, c);
}

static void format_to(struct sink *s, const char *f, va_list arguments) {
    for (; *f; ++f) {
        if (*f != '%') {
            emit(s, *f);
            continue;
        }
        const char *start = f++;
        int left = 0, zero = 0, width = 0;
        for (;; ++f) {
            if (*f == '-')
                left = 1;
            else if (*f == '0')
                zero = 1;
            else
                break;
        }
        if (*f == '*') {
            width = va_arg(arguments, int);
            if (width < 0) {
                left = 1;
                width = -width;
            }
            ++f;
        } else
            while (*f >= '0' && *f <= '9') width = width * 10 + (*f++ - '0');
        while (*f == 'l') ++f; // int and long are both 32 bits

        char digits[12];
        char *text = digits + sizeof digits;
        int length = 0;
        const char *prefix = "";
        unsigned value = 0, base = 0;
        const char *alphabet = *f == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
        switch (*f) {
        case 'd':
        case 'i':
            value = va_arg(arguments, unsigned);
            base = 10;
            if ((int)value < 0) {
                prefix = "-";
                value = -value;
            }
            break;
        case 'u':
            value = va_arg(arguments, unsigned);
            base = 10;
            break;
        case 'p': prefix = "0x"; __attribute__((fallthrough));
        case 'x':
        case 'X':
            value = va_arg(arguments, unsigned);
            base = 16;
            break;
        case 'c':
            *--text = (char)va_arg(arguments, int);
            length = 1;
            break;
        case 's':
            text = va_arg(arguments, char *);
            if (!text) text = "(null)";
            length = (int)strlen(text);
            break;
        case '%': emit(s, '%'); continue;
        default: // unknown: as it stands
            while (start < f) emit(s, *start++);
            --f;
            continue;
        }
        if (base) {
            do {
                *--text = alphabet[value % base];
                ++length;
            } while (value /= base);
        }
        const int blanks = width - length - (int)strlen(prefix);
        if (!left && !(zero && base)) pad(s, ' ', blanks);
        while (*prefix) emit(s, *prefix++);
        if (!left && zero && base) pad(s, '0', blanks);
        while (length--) emit(s, *text++);
        if (left) pad(s, ' ', blanks);
    }
}

int vprintf(const char *format, va_list arguments) {
    char bytes[512];
    struct sink s = {bytes, sizeof bytes, 0, 0, 1};
    format_to(&s, format, arguments);
    to_console(bytes, s.used);
    return s.total;
}

int printf(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int total = vprintf(format, arguments);
    va_end(arguments);
    return total;
}

int vsnprintf(char *to, size_t size, const char *format, va_list arguments) {
    struct sink s = {to, size ? size - 1 : 0, 0, 0, 0};
    format_to(&s, format, arguments);
    if (size) to[s.used] = 0;
    return s.total;
}

int snprintf(char *to, size_t size, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int total = vsnprintf(to, size, format, arguments);
    va_end(arguments);
    return total;
}

int puts(const char *line) { return printf("%s\n", line); }

int putchar(int c) {
    const unsigned char byte = (unsigned char)c;
    to_console(&byte, 1);
    return byte;
}
