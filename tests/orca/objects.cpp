// Orca on nodes: what each kind of operation takes, results and parameters of all kinds, guards in
// single and replicated objects, and the litmus tests SB, MP and IRIW over mixed placements
// (sequential consistency, 001 7.1.2). Prints "objects: W wrong" on process 0.
//   objects [ROUNDS] [threads]
#include <am_core.h>
#include <cstdio>
#include <cstdlib>
#include <orca.hpp>
#include <pan_mt.h>
#include <string>

namespace {

int wrong = 0, rounds = 4;
void expect(bool ok, const char *what) {
    if (ok) return;
    std::printf("wrong: %s\n", what);
    ++wrong;
}

struct Int {
    int x = 0;
    Int() = default;
    explicit Int(int value) : x(value) {}
    void serialize(auto &a) { a(x); }
    void inc() { ++x; }
    void set(int v) { x = v; }
    int value() const { return x; }
    orca::guarded<> await(int v) const {
        if (x < v) return orca::blocked;
        return {};
    }
    orca::guarded<> pass(int v) { // as await, for a write
        if (x < v) return orca::blocked;
        return {};
    }
};

struct Record {
    std::string name;
    std::vector<int> values;
    bool operator==(const Record &) const = default;
};
struct Store {
    std::vector<Record> all;
    unsigned add(const Record &r, std::span<const int> more, std::string &names, int &sum) {
        all.push_back(r);
        for (int v : more) all.back().values.push_back(v);
        for (const Record &e : all) names += e.name;
        for (int v : all.back().values) sum += v;
        return static_cast<unsigned>(all.size());
    }
    std::vector<Record> copy() const { return all; }
    // Only the alternative whose guard is true is executed; the one that reads comes first.
    orca::guarded<int> none() const {
        if (!all.empty()) return orca::blocked;
        return -1;
    }
    orca::guarded<int> take() {
        if (all.size() < 3) return orca::blocked;
        all.pop_back();
        return static_cast<int>(all.size());
    }
};
using take_or_none = orca::alternatives<&Store::take, &Store::none>;

/// Calls of this process by their kinds since the last call.
bool took(unsigned local, unsigned requests, unsigned broadcasts) {
    static orca::core::counts before = {};
    const orca::core::counts now = orca::statistics();
    const bool is = now.local - before.local == local &&
                    now.requests - before.requests == requests &&
                    now.broadcasts - before.broadcasts == broadcasts;
    before = now;
    return is;
}

template <class Where> void use(Where where, unsigned requests, unsigned broadcasts) {
    took(0, 0, 0);
    orca::shared<Int> i(where, 7);
    took(0, 0, 0);
    expect(i.call<&Int::value>() == 7, "a constructor's argument");
    expect(took(!requests, requests, 0), "a read");
    i.call<&Int::inc>();
    expect(took(!requests && !broadcasts, requests, broadcasts), "a write");
    expect(i.call<&Int::value>() == 8, "a write's result");

    orca::shared<Store> s(where);
    expect(s.call<take_or_none>() == -1, "an alternative that reads");
    std::string names = "0";
    int sum = 1;
    const std::vector<int> more = {3, 4};
    expect(s.call<&Store::add>(Record{"a", {1, 2}}, more, names, sum) == 1, "a result");
    expect(names == "0a" && sum == 11, "parameters T &");
    s.call<&Store::add>(Record{"b", {}}, std::vector<int>{}, names, sum);
    s.call<&Store::add>(Record{"c", std::vector<int>(1000, 5)}, more, names, sum);
    const std::vector<Record> all = s.call<&Store::copy>();
    expect(all.size() == 3 && all[0] == Record{"a", {1, 2, 3, 4}} && all[2].values.size() == 1002 &&
               all[2].values[999] == 5,
           "a result of many bytes");
    expect(s.call<take_or_none>() == 2, "an alternative that writes");
}

using ints = orca::shared<Int>;

/// Waits for a start that all see at about the same time, then for different times.
void begin(ints start, unsigned who) {
    start.call<&Int::await>(1);
    for (volatile unsigned i = 0, n = who * 37u % 101u; i < n; i = i + 1) {
    }
    am_poll();
}
void sb(ints start, ints end, ints mine, ints other, ints result, unsigned who) {
    begin(start, who);
    mine.call<&Int::set>(1);
    result.call<&Int::set>(other.call<&Int::value>());
    end.call<&Int::inc>();
}
void mp_write(ints start, ints end, ints x, ints y) {
    begin(start, 3);
    x.call<&Int::set>(1);
    y.call<&Int::set>(1);
    end.call<&Int::inc>();
}
/// result: 2 * (first read) + second read.
void two_reads(ints start, ints end, ints first, ints second, ints result, unsigned who) {
    begin(start, who);
    int r = 0;
    for (int tries = 0; tries < 6 && !r; ++tries) r = first.call<&Int::value>();
    result.call<&Int::set>(2 * r + second.call<&Int::value>());
    end.call<&Int::inc>();
}
void one_write(ints start, ints end, ints x, unsigned who) {
    begin(start, who);
    x.call<&Int::set>(1);
    end.call<&Int::inc>();
}

void mover(ints o, std::uint16_t to) {
    o.place({to});
    am_poll();
    o.place(orca::replicated);
    o.place({to});
}

void litmus(int round) {
    const unsigned n = orca::processors();
    auto at = [&](unsigned i) { return (i + static_cast<unsigned>(round)) % n; };
    // Replicated, single, or on its way from one to the other during the test.
    auto where = [&](unsigned i) -> ints {
        if (round / 4 & (1 << i)) {
            ints o(orca::automatic);
            if (round & (1 << i)) o.place(orca::single(at(i + 2)));
            orca::fork<mover>(at(i + 3), o, orca::single(at(i + 1)).node);
            return o;
        }
        if (round & (1 << i)) return ints(orca::replicated);
        return ints(orca::single(at(i + 1)));
    };
    ints start, end;
    ints x(where(0)), y(where(1)), r(orca::single(at(2))), q(orca::replicated);
    // SB: not both old.
    orca::fork<sb>(at(0), start, end, x, y, r, 1u);
    orca::fork<sb>(at(1), start, end, y, x, q, 2u + static_cast<unsigned>(round));
    start.call<&Int::inc>();
    end.call<&Int::await>(2);
    expect(r.call<&Int::value>() + q.call<&Int::value>() > 0, "SB");
    // MP: who has read the new y reads the new x.
    ints start2, end2, x2(where(0)), y2(where(1));
    orca::fork<mp_write>(at(0), start2, end2, x2, y2);
    orca::fork<two_reads>(at(2), start2, end2, y2, x2, r, 5u);
    start2.call<&Int::inc>();
    end2.call<&Int::await>(2);
    expect(r.call<&Int::value>() != 2, "MP");
    // IRIW: two readers see two writes in one order.
    ints start3, end3, x3(where(0)), y3(where(1));
    orca::fork<one_write>(at(0), start3, end3, x3, 4u);
    orca::fork<one_write>(at(1), start3, end3, y3, 6u + static_cast<unsigned>(round));
    orca::fork<two_reads>(at(2), start3, end3, x3, y3, r, 5u);
    orca::fork<two_reads>(at(3), start3, end3, y3, x3, q, 7u);
    start3.call<&Int::inc>();
    end3.call<&Int::await>(4);
    expect(!(r.call<&Int::value>() == 2 && q.call<&Int::value>() == 2), "IRIW");
}

void waits(ints i, ints done, int v) {
    if (v % 2)
        i.call<&Int::pass>(v + 1);
    else
        i.call<&Int::await>(v + 1);
    done.call<&Int::inc>();
}
/// Objects move to who uses them, become replicated when all read, and come back.
void use_again(ints i, ints done) {
    for (int k = 0; k < 200; ++k) i.call<&Int::inc>();
    done.call<&Int::inc>();
}
void read_again(ints i, ints done, int from) {
    for (int k = 0; k < 200; ++k) expect(i.call<&Int::value>() >= from, "a value after changes");
    done.call<&Int::inc>();
}
void by_use() {
    const unsigned n = orca::processors(), user = n - 1;
    if (n == 1) return;
    ints i(orca::automatic), done(orca::replicated);
    orca::fork<use_again>(user, i, done);
    done.call<&Int::await>(1);
    took(0, 0, 0);
    expect(i.call<&Int::value>() == 200, "a value after a migration");
    expect(took(0, 1, 0), "a write's user has the object");
    for (unsigned p = 0; p < n; ++p) orca::fork<read_again>(p, i, done, 200);
    done.call<&Int::await>(static_cast<int>(n) + 1);
    took(0, 0, 0);
    i.call<&Int::value>();
    expect(took(1, 0, 0), "readers have replicas");
    expect(orca::statistics().changes >= 2, "changes");
    for (unsigned p = 0; p < n; ++p) orca::fork<use_again>(p, i, done);
    done.call<&Int::await>(static_cast<int>(2 * n) + 1);
    expect(i.call<&Int::value>() == static_cast<int>(200 * (n + 1)), "all writes");
    // What waits moves too.
    ints j(orca::automatic), end(orca::replicated);
    for (unsigned p = 0; p < n; ++p) orca::fork<waits>(p, j, end, static_cast<int>(p % 3));
    for (unsigned k = 0; k < 6; ++k) {
        j.place(k % 2 ? orca::replicated : orca::single(k % n));
        if (k % 2) j.call<&Int::inc>();
    }
    end.call<&Int::await>(static_cast<int>(n));
}

void waiter(ints i, ints done, int v) {
    i.call<&Int::pass>(v);
    done.call<&Int::inc>();
}
void thread_body(void *) {}
/// The number of a new thread. It counts those that live, since ended ones are used again.
unsigned threads() {
    pan_thread_p t = pan_thread_create(thread_body, nullptr, 0, 0);
    const unsigned number = pan_thread_number(t);
    pan_thread_join(t);
    return number;
}
/// Blocked operations of other processes make no thread here.
void block(orca::placement where) {
    const unsigned last = orca::processors() - 1, blocked = orca::statistics().blocked;
    const unsigned resumed = orca::statistics().resumed, before = threads();
    ints i(where), done(orca::replicated);
    for (unsigned p = 1; p <= last; ++p) orca::fork<waiter>(p, i, done, static_cast<int>(p));
    while (orca::statistics().blocked - blocked < last) pan_poll();
    expect(threads() <= before + 1, "a thread for a blocked operation"); // 1: a handler that waits
    for (unsigned p = 1; p <= last; ++p) i.call<&Int::inc>();
    done.call<&Int::await>(static_cast<int>(last));
    expect(orca::statistics().resumed - resumed >= last, "resumed operations");
}

} // namespace

int main(int argc, char **argv) {
    if (argc > 1) rounds = std::atoi(argv[1]);
    orca::options options;
    if (argc > 2) options.blocked = orca::threads;
    static bool threads_block;
    threads_block = argc > 2;
    const int status = orca::run(
        [] {
            const unsigned last = orca::processors() - 1;
            took(0, 0, 0);
            use(orca::replicated, 0, 1);
            use(orca::automatic, 0, 1);
            use(orca::single(0), 0, 0);
            if (last) use(orca::single(last), 1, 0);
            block(orca::replicated);
            if (!threads_block) block(orca::single(0));
            by_use();
            for (int round = 0; round < rounds; ++round) litmus(round);
            std::printf("objects: %d wrong\n", wrong);
        },
        options);
    return status;
}
