#include <uchar.h>

// A character is one byte, so no state is needed.
size_t mbrtoc32(char32_t *restrict to, const char *restrict from, size_t bytes,
                mbstate_t *restrict state) {
    wchar_t wide = 0;
    const size_t used = mbrtowc(&wide, from, bytes, state);
    if (from && to && used <= bytes) *to = (char32_t)wide;
    return used;
}
size_t mbrtoc16(char16_t *restrict to, const char *restrict from, size_t bytes,
                mbstate_t *restrict state) {
    char32_t one = 0;
    const size_t used = mbrtoc32(&one, from, bytes, state);
    if (from && to && used <= bytes) *to = (char16_t)one;
    return used;
}
size_t c32rtomb(char *restrict to, char32_t from, mbstate_t *restrict state) {
    return wcrtomb(to, (wchar_t)from, state);
}
size_t c16rtomb(char *restrict to, char16_t from, mbstate_t *restrict state) {
    return c32rtomb(to, from, state);
}
