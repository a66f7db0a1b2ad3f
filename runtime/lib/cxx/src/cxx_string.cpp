// The functions that libc++'s <string> expects in a library: programs are not linked with libc++.a.
#include <cerrno>
#include <cfloat>
#include <cstdio>
#include <cstdlib>
#include <string>

_LIBCPP_BEGIN_NAMESPACE_STD

template class basic_string<char>;
template class basic_string<wchar_t>;
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

// Text that is not a number, or is out of range, ends the run: libc++ would throw.
template <class T, class Read>
static T number(const char *function, const string &text, size_t *index, Read read) {
    const int before = errno;
    errno = 0;
    char *end = nullptr;
    const T value = read(text.c_str(), &end);
    if (errno == ERANGE) __throw_out_of_range(function);
    errno = before;
    if (end == text.c_str()) __throw_invalid_argument(function);
    if (index) *index = static_cast<size_t>(end - text.c_str());
    return value;
}
template <class T> using Integer = T (*)(const char *, char **, int);
template <class T>
static T integer(const char *function, const string &text, size_t *index, int base,
                 Integer<T> read) {
    return number<T>(function, text, index,
                     [&](const char *from, char **end) { return read(from, end, base); });
}
int stoi(const string &text, size_t *index, int base) {
    return integer<long>("stoi", text, index, base, strtol); // for types of the same size
}
long stol(const string &text, size_t *index, int base) {
    return integer<long>("stol", text, index, base, strtol);
}
unsigned long stoul(const string &text, size_t *index, int base) {
    return integer<unsigned long>("stoul", text, index, base, strtoul);
}
long long stoll(const string &text, size_t *index, int base) {
    return integer<long long>("stoll", text, index, base, strtoll);
}
unsigned long long stoull(const string &text, size_t *index, int base) {
    return integer<unsigned long long>("stoull", text, index, base, strtoull);
}
float stof(const string &text, size_t *index) { return number<float>("stof", text, index, strtof); }
double stod(const string &text, size_t *index) {
    return number<double>("stod", text, index, strtod);
}
long double stold(const string &text, size_t *index) {
    return number<long double>("stold", text, index, strtod); // for the same type
}

_LIBCPP_END_NAMESPACE_STD
