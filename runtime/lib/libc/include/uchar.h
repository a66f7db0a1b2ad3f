// <uchar.h> of C11, which newlib 3.3 lacks. In the only locale, "C", every byte is a character.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

#ifdef __cplusplus
extern "C" {
#else
typedef uint_least16_t char16_t;
typedef uint_least32_t char32_t;
#endif

size_t mbrtoc16(char16_t *__restrict to, const char *__restrict from, size_t bytes,
                mbstate_t *__restrict state);
size_t c16rtomb(char *__restrict to, char16_t from, mbstate_t *__restrict state);
size_t mbrtoc32(char32_t *__restrict to, const char *__restrict from, size_t bytes,
                mbstate_t *__restrict state);
size_t c32rtomb(char *__restrict to, char32_t from, mbstate_t *__restrict state);

#ifdef __cplusplus
}
#endif
