#include <fail.h>
#include <host_calls.h>
#include <stdarg.h>
#include <stdint.h>

// Its unwind tables are for debuggers only: no program loads them.
__asm__(".cfi_sections .debug_frame");

struct text {
    char bytes[255];
    unsigned used;
};

static void put(struct text *t, char c) {
    if (t->used < sizeof t->bytes) t->bytes[t->used++] = c;
}

static void put_number(struct text *t, uint32_t value, uint32_t base) {
    char digits[10];
    unsigned n = 0;
    do {
        digits[n++] = "0123456789abcdef"[value % base];
    } while (value /= base);
    while (n) put(t, digits[--n]);
}

static void put_one(struct text *t, char conversion, va_list *arguments) {
    switch (conversion) {
    case 'd': {
        const int32_t value = va_arg(*arguments, int32_t);
        if (value < 0) put(t, '-');
        put_number(t, value < 0 ? -(uint32_t)value : (uint32_t)value, 10);
        break;
    }
    case 'u': put_number(t, va_arg(*arguments, uint32_t), 10); break;
    case 'p': put(t, '0'), put(t, 'x'); __attribute__((fallthrough));
    case 'x': put_number(t, va_arg(*arguments, uint32_t), 16); break;
    case 'c': put(t, (char)va_arg(*arguments, int)); break;
    case 's': {
        const char *s = va_arg(*arguments, const char *);
        for (s = s ? s : "(null)"; *s; ++s) put(t, *s);
        break;
    }
    default: put(t, conversion);
    }
}

void xnet_vfail_at(void *return_address, const char *format, va_list given) {
    va_list arguments;
    va_copy(arguments, given);
    struct text t;
    t.used = 0;
    for (; *format; ++format) {
        if (*format != '%' || !format[1])
            put(&t, *format);
        else
            put_one(&t, *++format, &arguments);
    }
    host_fail((uintptr_t)return_address - host_call_bytes, t.bytes, t.used);
}

void xnet_fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    xnet_vfail_at(__builtin_return_address(0), format, arguments);
}

void xnet_fail_at(void *return_address, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    xnet_vfail_at(return_address, format, arguments);
}

void xnet_fail_no_node(void *return_address, const char *what, int node, int nodes) {
    xnet_fail_at(return_address, "%s: there is no node %d (there are %d: 0 to %d)", what, node,
                 nodes, nodes - 1);
}
