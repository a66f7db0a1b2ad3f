// The functions that libc++'s <algorithm> expects in a library: sort for arithmetic types.
#include <algorithm>
#include <functional>

_LIBCPP_BEGIN_NAMESPACE_STD

template <class Less, class Iterator> void __sort(Iterator first, Iterator last, Less) {
    ranges::less less;
    __introsort<_ClassicAlgPolicy, ranges::less &, Iterator, false>(first, last, less,
                                                                    2 * __log2i(last - first));
}

#define SORT(type) template void __sort<__less<type> &, type *>(type *, type *, __less<type> &);
SORT(char)
SORT(wchar_t)
SORT(signed char)
SORT(unsigned char)
SORT(short)
SORT(unsigned short)
SORT(int)
SORT(unsigned)
SORT(long)
SORT(unsigned long)
SORT(long long)
SORT(unsigned long long)
SORT(float)
SORT(double)
SORT(long double)

_LIBCPP_END_NAMESPACE_STD
