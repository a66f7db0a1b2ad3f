// The eight SENDs of parts/forms.S, in the order of their function codes.
#pragma once

#include <stdint.h>

#define FORMS(form)                                                                                \
    form(send5) form(send5v) form(send5h) form(send5hv) form(mcst5) form(mcst5v) form(mcst5h)      \
        form(mcst5hv)
enum { forms = 8 };

#define DECLARE(name) void name##_in_handler(void), name##_kept(void *handler, uint32_t node);
FORMS(DECLARE)
#undef DECLARE

static inline uint32_t form_vector(uint32_t form) { return form & 1; }
static inline uint32_t form_high(uint32_t form) { return form >> 1 & 1; }
static inline uint32_t form_multicast(uint32_t form) { return form >> 2; }

extern volatile uint32_t forms_status, forms_seen[34];
