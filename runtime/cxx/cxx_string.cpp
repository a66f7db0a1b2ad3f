// What libc++'s <string> expects in a library: no libc++.a is linked.
#include <cfloat>
#include <cstdio>
#include <string>

_LIBCPP_BEGIN_NAMESPACE_STD

template class basic_string<char>;
template string operator+<char, char_traits<char>, allocator<char>>(const char *, const string &);

template <class T> static string printed(const char *format, T value) {
    char digits[24];
    return string(digits, static_cast<size_t>(snprintf(digits, sizeof digits, format, value)));
}
string to_string(int value) { return printed("%d", value); }
string to_string(unsigned value) { return printed("%u", value); }
string to_string(long value) { return printed("%ld", value); }
string to_string(unsigned long value) { return printed("%lu", value); }
string to_string(long long value) { return printed("%lld", value); }
string to_string(unsigned long long value) { return printed("%llu", value); }

static string fixed(double value) {
    char digits[DBL_MAX_10_EXP + 16];
    return string(digits, static_cast<size_t>(snprintf(digits, sizeof digits, "%f", value)));
}
string to_string(float value) { return fixed(static_cast<double>(value)); }
string to_string(double value) { return fixed(value); }
string to_string(long double value) { return fixed(static_cast<double>(value)); }

_LIBCPP_END_NAMESPACE_STD
