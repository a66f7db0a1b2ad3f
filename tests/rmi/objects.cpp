// Remote objects (docs/rmi.md): parameters and results of all kinds, references that stay
// references, methods that block, remote threads, threads and messages that a call needs. Prints
// one line, on any number of nodes.
//   objects [BLOCKED_CALLS]
#include <am_core.h>
#include <pan_mt.h>
#include <rmi.hpp>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

namespace {

int wrong = 0;
void expect(bool holds, const char *what) {
    if (holds) return;
    printf("not so: %s\n", what);
    ++wrong;
}

enum class color : unsigned char { red, green };
struct point {
    int x, y;
    bool operator==(const point &) const = default;
};
struct Node : rmi::value {
    int key = 0;
    rmi::ptr<Node> next;
    rmi::array<double> numbers;
    void serialize(auto &a) { a(key, next, numbers); }
};

struct Shape : rmi::object {
    virtual int area() const = 0;
    int twice() const { return 2 * area(); }
};
struct Square : Shape {
    int side;
    explicit Square(int s) : side(s) {}
    int area() const override { return side * side; }
};

struct Many : rmi::object {
    std::string text;
    std::vector<int> numbers;
    Many(const std::string &t, std::vector<int> n) : text(t), numbers(std::move(n)) {}
    Many() = default;
    bool all(bool b, char c, long long l, double d, color k, point p) const {
        return b && c == 'x' && l == -(1LL << 40) && d == 2.5 && k == color::green &&
               p == point{3, -4};
    }
    std::string join(const std::string &a, std::string b) const { return text + a + b; }
    int sum(std::span<const int> v) const {
        int s = 0;
        for (int i : v) s += i;
        return s;
    }
    std::vector<std::string> repeat(const std::vector<std::string> &words, int n) {
        std::vector<std::string> r;
        while (n--) r.insert(r.end(), words.begin(), words.end());
        return r;
    }
    std::optional<std::pair<int, float>> pair(std::tuple<int, float> t, bool there) noexcept {
        if (!there) return std::nullopt;
        return std::pair(std::get<0>(t), std::get<1>(t));
    }
    std::vector<int> own_numbers() const { return numbers; }
    rmi::ptr<Node> rotate(rmi::ptr<Node> n) { return n->next; }
    rmi::array<int> same(rmi::array<int> a, rmi::array<int> b) {
        if (a == b && a.size()) a[0] = 99;
        return b;
    }
    unsigned where() const { return rmi::here(); }
    rmi::remote<Many> me() { return rmi::self(*this); }
    /// Arguments are copies, also on the own process.
    int change(rmi::ptr<Node> n, std::vector<int> v) {
        n->key = 77;
        v[0] = 77;
        return n->key;
    }
};

int added = 0; ///< by calls of Counter::add on this process
struct Counter : rmi::object {
    int value = 0;
    int get() const { return value; }
    void add(int n) {
        value += n;
        added += n;
    }
};

} // namespace

template <> constexpr bool rmi::never_blocks<&Counter::get> = true;

namespace {

struct Relay : rmi::object {
    int depth = 0;
    /// A chain of calls back and forth.
    int bounce(rmi::remote<Relay> other, int n) {
        ++depth;
        return n ? 1 + other.call<&Relay::bounce>(rmi::self(*this), n - 1) : 0;
    }
    int depths() { return depth; }
    /// The thread of a local call may enter the monitor again.
    int outer(int n) {
        rmi::synchronized s(*this);
        return n ? 1 + rmi::self(*this).call<&Relay::outer>(n - 1) : 0;
    }
};

struct Gate : rmi::object {
    unsigned waiting = 0;
    bool open = false;
    unsigned pass() {
        rmi::synchronized s(*this);
        const unsigned me = ++waiting; // state before it blocks
        notify_all();
        while (!open) wait();
        return me;
    }
    void await(unsigned n) {
        rmi::synchronized s(*this);
        while (waiting < n) wait();
    }
    void open_it() {
        rmi::synchronized s(*this);
        open = true;
        notify_all();
    }
};

struct Starter : rmi::object {
    /// Threads that nobody joins start others. run() of this program ends after all of them.
    void spread(rmi::remote<Counter> c, std::vector<rmi::remote<Starter>> all, int n) {
        c.call<&Counter::add>(1);
        for (volatile int k = 0; k < 4000; k = k + 1) {
        } // others have ended meanwhile
        if (!n) return;
        for (int i = 0; i < 2; ++i)
            rmi::start<&Starter::spread>(
                all[(rmi::here() + static_cast<unsigned>(i + n)) % all.size()], c, all, n - 1);
    }
};

struct Server : rmi::object {
    volatile bool stop = false;
    unsigned interrupting = 0;
    int answer(int n) { return n + 1; }
    int compute() {
        const unsigned before = pan_thread_stats().interrupting;
        int turns = 0;
        for (; !stop; ++turns) am_poll(); // no poll where messages interrupt
        interrupting = pan_thread_stats().interrupting - before;
        return turns;
    }
    void end() { stop = true; }
    unsigned interrupts() { return interrupting; }
    rmi::counts counts() { return rmi::statistics(); }
};

void parameters(unsigned p) {
    auto m = rmi::create<Many>(p, "text", std::vector<int>{4, 5, 6});
    expect(m.node() == p && m.call<&Many::where>() == p, "placement");
    expect(m.call<&Many::all>(true, 'x', -(1LL << 40), 2.5, color::green, point{3, -4}), "scalars");
    expect(m.call<&Many::all>(1, 'x', -(1LL << 40), 2.5f, color::green, point{3, -4}),
           "arguments are converted");
    expect(m.call<&Many::join>("a", std::string(300, 'b')) == "texta" + std::string(300, 'b'),
           "strings");
    expect(m.call<&Many::own_numbers>() == std::vector{4, 5, 6}, "constructor");
    std::vector<int> numbers(3000);
    for (unsigned i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<int>(i);
    expect(m.call<&Many::sum>(numbers) == 2999 * 1500, "a span of several packets");
    expect(m.call<&Many::sum>(std::span<const int>(numbers).first(3)) == 3, "a part of an array");
    expect(m.call<&Many::sum>(std::vector<int>()) == 0, "an empty array");
    const std::vector<std::string> words{"one", "", "three"};
    expect(m.call<&Many::repeat>(words, 40).size() == 120, "a vector of strings");
    expect(!m.call<&Many::pair>(std::tuple(1, 2.f), false), "no value");
    expect(m.call<&Many::pair>(std::tuple(1, 2.f), true) == std::pair(1, 2.f), "a pair");

    auto a = rmi::make<Node>(), b = rmi::make<Node>();
    a->next = b, b->next = a;
    a->key = 1, b->key = 2;
    a->numbers = b->numbers = rmi::array<double>(200);
    a->numbers[150] = 1.25;
    rmi::ptr<Node> c = m.call<&Many::rotate>(a);
    expect(c != b && c->key == 2 && c->next->key == 1 && c->next->next == c, "a cycle");
    expect(c->numbers == c->next->numbers && c->numbers[150] == 1.25, "an array that is shared");
    std::vector<int> v(1);
    expect(m.call<&Many::change>(a, v) == 77 && a->key == 1 && v[0] == 0, "arguments are copied");
    a->next = c->next = nullptr;
    rmi::array<int> x(3), y(3);
    expect(m.call<&Many::same>(x, x)[0] == 99 && m.call<&Many::same>(x, y)[0] == 0 && x[0] == 0,
           "one array twice");
    const rmi::array<int> null;
    expect(!m.call<&Many::same>(null, null), "a null array");

    expect(m.call<&Many::me>() == m, "a reference stays a reference");
    rmi::remote<Shape> shape = rmi::create<Square>(p, 5);
    expect(shape.call<&Shape::area>() == 25 && shape.call<&Shape::twice>() == 50,
           "a reference to a base class");
}

void blocking(unsigned p, unsigned calls) {
    auto gate = rmi::create<Gate>(p);
    std::vector<rmi::thread<unsigned>> threads;
    std::vector<rmi::remote<Gate>> others;
    struct Caller : rmi::object {
        unsigned call(rmi::remote<Gate> g) { return g.call<&Gate::pass>(); }
    };
    for (unsigned i = 0; i < calls; ++i) {
        auto caller = rmi::create<Caller>((p + 1 + i) % rmi::processors());
        threads.push_back(rmi::start<&Caller::call>(caller, gate));
    }
    gate.call<&Gate::await>(calls); // all block simultaneously
    gate.call<&Gate::open_it>();
    unsigned sum = 0;
    for (const auto &t : threads) sum += t.join();
    expect(sum == calls * (calls + 1) / 2, "calls that block");
}

void chains() {
    const unsigned last = rmi::processors() - 1;
    auto a = rmi::create<Relay>(last), b = rmi::create<Relay>(last / 2);
    expect(a.call<&Relay::bounce>(b, 9) == 9, "calls back and forth");
    expect(a.call<&Relay::depths>() == 5 && b.call<&Relay::depths>() == 5, "each has had half");
    expect(a.call<&Relay::outer>(4) == 4, "a monitor is entered again");
}

void spread() {
    auto c = rmi::create<Counter>(rmi::processors() - 1);
    std::vector<rmi::remote<Starter>> all;
    for (unsigned p = 0; p < rmi::processors(); ++p) all.push_back(rmi::create<Starter>(p));
    rmi::start<&Starter::spread>(all[0], c, all, 4);
}

/// Threads and messages that calls need.
void counts() {
    if (rmi::processors() == 1) return;
    auto s = rmi::create<Server>(1);
    auto c = rmi::create<Counter>(1);
    const unsigned packets = pan_packet_stats().sent;
    const rmi::counts before = s.call<&Server::counts>();
    for (int i = 0; i < 10; ++i) c.call<&Counter::add>(1);
    for (int i = 0; i < 5; ++i) expect(c.call<&Counter::get>() == 10, "get");
    const rmi::counts after = s.call<&Server::counts>();
    expect(after.popup - before.popup == 11 && after.upcall - before.upcall == 5,
           "methods that are declared never_blocks run in upcalls");
    expect(after.threads_made == before.threads_made, "popup threads are used again");
    // 17 requests; a packet of its own may return credits.
    const unsigned sent = pan_packet_stats().sent - packets;
    expect(sent >= 17 && sent <= 19, "one packet for each request");
    expect(rmi::create<Counter>(0).call<&Counter::get>() == 0, "a call on the own process");
}

void computing() {
    if (rmi::processors() == 1) return;
    auto s = rmi::create<Server>(1);
    for (int i = 0; i < 10; ++i) s.call<&Server::answer>(i);
    auto t = rmi::start<&Server::compute>(s);
    int sum = 0;
    for (int i = 0; i < 10; ++i) sum += s.call<&Server::answer>(i);
    s.call<&Server::end>();
    expect(sum == 55, "a server that computes answers");
    expect(t.join() > 0, "it has computed");
    const unsigned interrupts = s.call<&Server::interrupts>();
    expect(interrupts >= 10, "by upcalls between its instructions");
}

} // namespace

int main(int argc, char **argv) {
    const unsigned calls = argc > 1 ? static_cast<unsigned>(atoi(argv[1])) : 100;
    const auto run = [calls] {
        const unsigned last = rmi::processors() - 1;
        parameters(0);
        parameters(last);
        chains();
        blocking(last, calls);
        counts();
        computing();
        spread();
    };
    rmi::run(run, {.stack = 32768});
    if (rmi::here() == rmi::processors() - 1)
        expect(added == 31 + (rmi::processors() == 2 ? 10 : 0),
               "run returns after the last thread");
    if (rmi::here() == 0 || wrong) printf("objects: %d wrong\n", wrong);
    return wrong != 0;
}
