// newlib's towctrans asks for these even where there are no Japanese character sets.
#include <locale.h>
#include <wchar.h>

wint_t _jp2uc_l(wint_t c, struct __locale_t *locale) { return c; }
wint_t _uc2jp_l(wint_t c, struct __locale_t *locale) { return c; }
