// Random nested values and records are marshalled there and back, on the host and on nodes, and the
// parts of messages are counted (001 Figure 7.6). Prints one line.
//   marshal [VALUES]
#include <cstdio>
#include <cstdlib>
#include <marshal.hpp>

namespace {

int wrong = 0;
std::uint32_t state = 12345;
unsigned random_below(unsigned n) {
    state = state * 1664525u + 1013904223u;
    return static_cast<unsigned>((static_cast<std::uint64_t>(state) * n) >> 32);
}

enum class color : std::uint8_t { red, green };
struct person { // Figure 7.5
    int age, weight;
    bool operator==(const person &) const = default;
};
struct inner {
    std::string name;
    std::optional<double> score;
    std::array<std::uint16_t, 3> small;
    std::vector<person> people;
    bool operator==(const inner &) const = default;
};
struct outer {
    color c;
    std::vector<inner> all;
    std::pair<std::int64_t, std::string> tag;
    std::tuple<float, bool, std::vector<bool>> rest;
    std::array<std::string, 2> words;
    std::vector<std::vector<std::uint8_t>> rows;
    bool operator==(const outer &) const = default;
};
struct empty {
    bool operator==(const empty &) const = default;
};
struct sixteen {
    char a, b;
    short c;
    int d;
    long long e;
    float f;
    double g;
    empty h;
    std::string i;
    bool j, k, l, m;
    color n;
    std::vector<double> o;
    std::optional<std::vector<int>> p;
    bool operator==(const sixteen &) const = default;
};
class own {
  public:
    own() = default;
    own(int a, std::string b) : a_(a), b_(std::move(b)) {}
    void serialize(auto &a) { a(a_, b_); }
    bool operator==(const own &) const = default;

  private:
    int a_ = 0;
    std::string b_;
};

void fill(int &v) { v = static_cast<int>(random_below(100000)) - 50000; }
void fill(std::string &s) {
    s.assign(random_below(40), ' ');
    for (char &c : s) c = static_cast<char>(random_below(256));
}
void fill(inner &v) {
    fill(v.name);
    v.score.reset();
    if (random_below(2)) v.score = random_below(1000) / 7.0;
    for (auto &s : v.small) s = static_cast<std::uint16_t>(random_below(65536));
    v.people.resize(random_below(5));
    for (person &p : v.people) fill(p.age), fill(p.weight);
}
outer random_outer() {
    outer v;
    v.c = random_below(2) ? color::green : color::red;
    v.all.resize(random_below(4));
    for (inner &i : v.all) fill(i);
    v.tag.first = static_cast<std::int64_t>(random_below(1u << 31)) << random_below(32);
    fill(v.tag.second);
    std::get<0>(v.rest) = static_cast<float>(random_below(1000)) / 3;
    std::get<1>(v.rest) = random_below(2) != 0;
    for (unsigned i = random_below(20); i--;) std::get<2>(v.rest).push_back(random_below(2) != 0);
    for (auto &w : v.words) fill(w);
    v.rows.resize(random_below(4));
    for (auto &r : v.rows) r.assign(random_below(9), static_cast<std::uint8_t>(random_below(256)));
    return v;
}
sixteen random_sixteen() {
    sixteen v{};
    v.a = static_cast<char>(random_below(256));
    v.e = static_cast<long long>(random_below(1u << 31)) << 20;
    v.g = random_below(1000) / 11.0;
    fill(v.i);
    v.m = true;
    for (unsigned i = random_below(6); i--;) v.o.push_back(random_below(99));
    if (random_below(2)) v.p.emplace(random_below(3), 7);
    return v;
}

template <class T> void there_and_back(const T &v) {
    marshal::writer out;
    out(v);
    const marshal::message m = out.copy();
    unsigned bytes = 0;
    for (const marshal::part &p : out.parts()) bytes += p.len;
    T w{};
    marshal::reader in(m);
    in(w);
    if (!(v == w) || bytes != m.bytes.size()) ++wrong;
}
template <class... T> unsigned parts(const T &...v) {
    marshal::writer out;
    out(v...);
    return static_cast<unsigned>(out.parts().size());
}
void expect(unsigned is, unsigned wanted) {
    if (is != wanted) {
        std::printf("%u parts, %u wanted\n", is, wanted);
        ++wrong;
    }
}

} // namespace

int main(int argc, char **argv) {
    const int values = argc > 1 ? std::atoi(argv[1]) : 100;
    for (int i = 0; i < values; ++i) {
        there_and_back(random_outer());
        there_and_back(random_sixteen());
        there_and_back(std::vector<outer>{random_outer(), random_outer()});
        there_and_back(own(i, "text"));
        there_and_back(std::tuple{i, std::string("a"), std::optional<person>(person{i, -i})});
    }
    const std::vector<person> some(3), none;
    expect(parts(some), 2); // descriptor and data
    expect(parts(none), 1); // descriptor
    expect(parts(1, 2.0, person{}, color::red), 1);
    expect(parts(1, some, none, some), 3);
    expect(parts(std::span<const person>(some)), 2);
    expect(parts(), 0);
    expect(parts(empty{}), 1);
    static_assert(marshal::detail::members<sixteen>() == 16 && marshal::detail::plain<person>());
    static_assert(!marshal::detail::plain<inner>());
    std::printf("%d wrong\n", wrong);
    return wrong != 0;
}
