// xnet_isa.h as C++, and which builtins its functions call.
#include "xnet_stubs.h"

#include <cstdarg>
#include <gtest/gtest.h>
#include <string>
#include <vector>

extern "C" uint32_t guest_use_from_c(void *handler);

namespace {

struct Call {
    std::string name;
    std::vector<std::uint32_t> arguments;

    bool operator==(const Call &) const = default;
};

std::ostream &operator<<(std::ostream &out, const Call &call) {
    out << call.name;
    for (const std::uint32_t a : call.arguments) out << ' ' << a;
    return out;
}

std::vector<Call> calls;
std::uint32_t result = 0;

struct Hret {};

/// The calls of `use`, with every builtin returning `value`.
template <typename Use> std::vector<Call> record(std::uint32_t value, Use use) {
    calls.clear();
    result = value;
    use();
    return calls;
}

void *const handler = reinterpret_cast<void *>(0x1000);

TEST(GuestHeader, sends) {
    EXPECT_EQ(record(1, [] { EXPECT_EQ(xnet_send0(7, handler), 1); }),
              (std::vector<Call>{{"send0", {7, 0x1000}}}));
    EXPECT_EQ(record(0, [] { EXPECT_EQ(xnet_send5(7, handler, 1, 2, 3, 4, 5), 0); }),
              (std::vector<Call>{{"send5", {7, 0x1000, 1, 2, 3, 4, 5}}}));
    EXPECT_EQ(record(1, [] { EXPECT_EQ(xnet_send2h(7, handler, 1, 2), 1); }),
              (std::vector<Call>{{"send2h", {7, 0x1000, 1, 2}}}));
}

TEST(GuestHeader, vectors) {
    EXPECT_EQ(record(1, [] { EXPECT_EQ(xnet_send1v(7, handler, 4, 11), 1); }),
              (std::vector<Call>{{"send1v", {7, 0x1000, 4, 11}}}));
    EXPECT_EQ(record(0, [] { EXPECT_EQ(xnet_mcst0hv(7, handler, 31), 0); }),
              (std::vector<Call>{{"mcst0hv", {7, 0x1000, 31}}}));
    EXPECT_EQ(record(1, [] { EXPECT_EQ(xnet_mcst2h(7, handler, 1, 2), 1); }),
              (std::vector<Call>{{"mcst2h", {7, 0x1000, 1, 2}}}));
    EXPECT_EQ(record(0, [] { xnet_lwv(4, handler); }), (std::vector<Call>{{"lwv", {4, 0x1000}}}));
    EXPECT_EQ(record(0, [] { xnet_swv(1, handler); }), (std::vector<Call>{{"swv", {1, 0x1000}}}));
    EXPECT_EQ(record(0, [] { xnet_set_vlr(8); }), (std::vector<Call>{{"ctc2", {26, 8}}}));
}

TEST(GuestHeader, registers) {
    EXPECT_EQ(record(5, [] { EXPECT_EQ(xnet_get_nistat(), 5u); }),
              (std::vector<Call>{{"cfc2", {19}}}));
    EXPECT_EQ(record(0, [] { xnet_set_enable(1); }), (std::vector<Call>{{"ctc2", {18, 1}}}));
    EXPECT_EQ(record(0, [] { xnet_set_timec(99); }), (std::vector<Call>{{"ctc2", {7, 99}}}));
    EXPECT_EQ(record(0, [] { xnet_get_inh(); }), (std::vector<Call>{{"cfc2", {25}}}));
}

TEST(GuestHeader, hret_does_not_return) {
    EXPECT_EQ(record(0, [] { EXPECT_THROW(xnet_hret(), Hret); }),
              (std::vector<Call>{{"hret", {}}}));
}

TEST(GuestHeader, from_c) {
    EXPECT_EQ(record(1, [] { EXPECT_EQ(guest_use_from_c(handler), 1u); }),
              (std::vector<Call>{{"cfc2", {19}},
                                 {"ctc2", {19, 1u | 1u << 24}},
                                 {"cfc2", {22}},
                                 {"send1h", {3, 0x1000, 1}},
                                 {"nicond", {}},
                                 {"cfc2", {9}}}));
}

TEST(GuestHeader, masks) {
    EXPECT_EQ(XNET_NISTAT_LPA, 1u << 17);
    EXPECT_EQ(XNET_NISTAT_SLEN >> XNET_NISTAT_SLEN_SHIFT, 7u);
    EXPECT_EQ(XNET_NI_COUNT, 9);
}

} // namespace

std::uint32_t xnet_stub(const char *name, unsigned count, ...) {
    Call call{name, {}};
    std::va_list words;
    va_start(words, count);
    for (unsigned i = 0; i < count; ++i) call.arguments.push_back(va_arg(words, std::uint32_t));
    va_end(words);
    calls.push_back(call);
    return result;
}

void xnet_stub_hret() {
    calls.push_back({"hret", {}});
    throw Hret{};
}
