// run: --nodes 1
// expect: 42 3 -12 2.5 0.125 18446744073709551615
// expect: wide 10
// expect: 8589934592 1 8589934602 17
// expect: 65 1 66 1
// expect: second first
// Rarely used parts: numbers from strings, wide strings, atomics of 8 bytes, <uchar.h> and
// quick_exit.
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cuchar>
#include <string>
#include <uchar.h>

static std::atomic<long long> wide;

int main() {
    std::size_t used = 0;
    const int parsed = std::stoi("42 and more", nullptr) + 0 * std::stoi("0x10", &used, 16);
    used = 0;
    (void)std::stoi("12x", &used);
    std::printf("%d %zu %ld %g %g %llu\n", parsed, used + 1, std::stol("-14", nullptr, 8),
                static_cast<double>(std::stof("2.5")), std::stod("0.125"),
                std::stoull("18446744073709551615"));
    std::wstring text = L"wide";
    text += L" string";
    char bytes[8] = "";
    std::wcstombs(bytes, text.substr(0, 4).c_str(), sizeof bytes);
    std::printf("%s %zu\n", bytes, text.find(L'g'));

    wide = 1LL << 33;
    const long long was = wide.fetch_add(10);
    long long expected = was + 10;
    const bool done = wide.compare_exchange_strong(expected, 17);
    std::printf("%lld %d %lld %lld\n", was, done, expected, wide.load());

    char32_t one = 0;
    char16_t other = 0;
    const std::size_t a = mbrtoc32(&one, "A", 1, nullptr), b = mbrtoc16(&other, "B", 1, nullptr);
    std::printf("%u %zu %u %zu\n", static_cast<unsigned>(one), a, static_cast<unsigned>(other), b);

    at_quick_exit([] { std::printf("first\n"); });
    at_quick_exit([] { std::printf("second "); });
    std::atexit([] { std::printf("not called\n"); });
    quick_exit(0);
}
