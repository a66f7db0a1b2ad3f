// Model checking of Orca's run-time system (runtime/lib/orca/src/orca_core.cpp, compiled here for
// the host): three processes run short programs of reads, writes and operations with guards on two
// objects, each of them replicated or on one of the processes. The model tries all orders in which
// Panda may deliver: each process gets the broadcasts in their one order, but at any time; requests
// and replies arrive in any order.
//
// At the end of each history all processes have ended or wait for a guard that is false; and a
// sequential order of all operations, in which each process's stand as in its program, explains all
// results, and leaves exactly those blocked that were (001 7.1.2).
//
//   orca_model [RANDOM PROGRAMS]
//
// A history is run anew for each choice that differs; prefixes that lead to the same deliveries of
// each process are not told apart, so programs are short. Exit status 1: a history without
// explanation, which is printed.
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <orca.hpp>

namespace {

constexpr unsigned processes = 3, objects = 2;

struct Cell {
    int x = 0;
    int read() const { return x; }
    int add(int v) { return x += v; }
    orca::guarded<int> await() const { // a read with a guard, which `one` opens
        if (x < 2) return orca::blocked;
        return x;
    }
    orca::guarded<int> take() { // a write with a guard
        if (!x) return orca::blocked;
        const int v = x;
        x = 0;
        return v;
    }
    orca::guarded<int> many() const { // with `none` two alternatives: one that reads ...
        if (x < 4) return orca::blocked;
        return 100 + x;
    }
    orca::guarded<int> one() { // ... and one that writes
        if (x != 1) return orca::blocked;
        x = 2;
        return 1;
    }
};

enum class act : std::uint8_t { read, add_1, add_3, await, take, either };
constexpr unsigned acts = 6;
struct step {
    act what;
    unsigned object;
};
using program = std::vector<step>;
struct test {
    program programs[processes];
    std::uint16_t place[objects];
};

/// Sequential semantics. False: its guards are false.
bool execute(act what, int &x, int &result) {
    Cell c{x};
    auto guarded = [&](orca::guarded<int> g) {
        if (g.open()) result = g.value();
        return g.open();
    };
    bool done = true;
    switch (what) {
    case act::read: result = c.read(); break;
    case act::add_1: result = c.add(1); break;
    case act::add_3: result = c.add(3); break;
    case act::await: done = guarded(c.await()); break;
    case act::take: done = guarded(c.take()); break;
    case act::either: done = guarded(c.many()) || guarded(c.one()); break;
    }
    x = c.x;
    return done;
}

/// A call whose type is not known here.
struct any_call {
    virtual ~any_call() = default;
    virtual orca::core::call &base() = 0;
    virtual void write(marshal::writer &out) = 0;
    virtual int result(bool received) = 0;
};
template <class Operations, class... A> struct typed : any_call {
    std::tuple<A...> arguments;
    orca::detail::invocation<Operations, std::tuple<A...>> call;
    typed(orca::core::reference to, A... a) : arguments(a...), call(to, arguments) {}
    orca::core::call &base() override { return call; }
    void write(marshal::writer &out) override {
        std::apply([&](const auto &...a) { out(a...); }, arguments);
    }
    int result(bool received) override {
        if (received) {
            marshal::reader in(call.result);
            Operations::marshalled::results(in, arguments, call.to,
                                            std::index_sequence_for<A...>{});
        }
        return *call.to;
    }
};
template <auto M, class... A> std::unique_ptr<any_call> make(orca::core::reference to, A... a) {
    return std::make_unique<typed<typename orca::detail::resolve<M>::type, A...>>(to, a...);
}
std::unique_ptr<any_call> make(act what, orca::core::reference to) {
    switch (what) {
    case act::read: return make<&Cell::read>(to);
    case act::add_1: return make<&Cell::add>(to, 1);
    case act::add_3: return make<&Cell::add>(to, 3);
    case act::await: return make<&Cell::await>(to);
    case act::take: return make<&Cell::take>(to);
    case act::either: break;
    }
    return make<orca::alternatives<&Cell::many, &Cell::one>{}>(to);
}

struct world {
    struct process {
        orca::core::node node;
        Cell cells[objects] = {};
        std::size_t delivered = 0; ///< broadcasts
        std::vector<int> results;
        std::unique_ptr<any_call> call; ///< what it waits for
        bool received = false;          ///< its results come by a message
        bool requested = false;         ///< ... by a reply, whose number it waits for
        std::uint32_t number = 0;
        explicit process(std::uint16_t me) : node(me) {}
    };
    struct broadcast {
        unsigned src;
        orca::core::header h;
        marshal::message m;
    };
    struct packet { ///< a request, or its reply
        bool is_reply;
        unsigned from, to;
        orca::core::header h;
        std::uint32_t delivered;
        marshal::message m;
    };
    const test &t;
    std::vector<std::unique_ptr<process>> all;
    std::vector<broadcast> order;
    std::vector<packet> packets;

    explicit world(const test &of) : t(of) {
        for (std::uint16_t p = 0; p < processes; ++p) {
            all.push_back(std::make_unique<process>(p));
            for (std::uint32_t o = 0; o < objects; ++o)
                all[p]->node.install({0, 0, o + 1}, &all[p]->cells[o]);
        }
    }

    /// What may happen next: process p begins its next operation (p), gets the next broadcast
    /// (3 + p), packet i arrives (6 + i).
    void possible(std::vector<unsigned> &choices) const {
        for (unsigned p = 0; p < processes; ++p)
            if (!all[p]->call && all[p]->results.size() < t.programs[p].size())
                choices.push_back(p);
        for (unsigned p = 0; p < processes; ++p)
            if (all[p]->delivered < order.size()) choices.push_back(processes + p);
        for (unsigned i = 0; i < packets.size(); ++i) choices.push_back(2 * processes + i);
    }
    void take(unsigned choice) {
        if (choice < processes)
            begin(choice);
        else if (choice < 2 * processes) {
            process &p = *all[choice - processes];
            const broadcast b = order[p.delivered++];
            p.node.deliver(b.src, b.h, b.m);
            after(choice - processes);
        } else {
            const packet k = packets[choice - 2 * processes];
            packets.erase(packets.begin() + (choice - 2 * processes));
            process &p = *all[k.to];
            if (k.is_reply) {
                p.call->base().result = k.m;
                p.call->base().done = true;
                p.number = k.delivered;
            } else
                p.node.request(k.h, k.m, reinterpret_cast<void *>(std::uintptr_t{k.from} + 1));
            after(k.to);
        }
    }
    void begin(unsigned who) {
        process &p = *all[who];
        const step s = t.programs[who][p.results.size()];
        const orca::core::reference to{0, t.place[s.object], s.object + 1};
        p.call = make(s.what, to);
        orca::core::call &c = p.call->base();
        const orca::core::action a = p.node.begin(c);
        p.received = p.requested = false;
        if (a == orca::core::action::done) c.done = true;
        if (a == orca::core::action::broadcast || a == orca::core::action::request) {
            p.received = true;
            orca::core::header h = p.node.make_header(orca::core::kind::apply, c.op, c.to, &c);
            marshal::writer out;
            p.call->write(out);
            if (a == orca::core::action::request) {
                p.requested = true;
                packets.push_back({false, who, to.place, h, 0, out.copy()});
            } else
                order.push_back({who, h, out.copy()});
        }
        after(who);
    }
    /// Sends replies; ends the call of the process if it is done.
    void after(unsigned who) {
        process &p = *all[who];
        for (orca::core::reply &r : p.node.replies)
            packets.push_back({true,
                               who,
                               static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(r.to)) - 1,
                               {},
                               r.delivered,
                               std::move(r.result)});
        p.node.replies.clear();
        if (!p.call || !p.call->base().done) return;
        if (p.requested && !p.node.caught_up(p.number)) return;
        p.results.push_back(p.call->result(p.received));
        p.call.reset();
    }

    /// Whether a sequential order explains the results.
    bool explained() const {
        std::size_t at[processes] = {};
        int x[objects] = {};
        return explain(at, x);
    }
    bool explain(std::size_t (&at)[processes], int (&x)[objects]) const {
        bool end = true;
        for (unsigned p = 0; p < processes; ++p) {
            if (at[p] == all[p]->results.size()) continue;
            end = false;
            const step s = t.programs[p][at[p]];
            const int before = x[s.object];
            int result = 0;
            if (execute(s.what, x[s.object], result) && result == all[p]->results[at[p]]) {
                ++at[p];
                if (explain(at, x)) return true;
                --at[p];
            }
            x[s.object] = before;
        }
        if (!end) return false;
        // Who has not ended waits for a false guard.
        for (unsigned p = 0; p < processes; ++p) {
            if (at[p] == t.programs[p].size()) continue;
            const step s = t.programs[p][at[p]];
            int value = x[s.object], result = 0;
            if (execute(s.what, value, result)) return false;
        }
        // All replicas are equal.
        for (unsigned o = 0; o < objects; ++o)
            for (unsigned p = 0; p < processes; ++p)
                if ((t.place[o] == orca::core::everywhere || t.place[o] == p) &&
                    all[p]->cells[o].x != x[o])
                    return false;
        return true;
    }
};

unsigned long histories;

void print(const test &t, const world &w) {
    static const char *names[] = {"read", "add 1", "add 3", "await", "take", "many or one"};
    for (unsigned o = 0; o < objects; ++o)
        if (t.place[o] == orca::core::everywhere)
            std::printf("object %u: replicated\n", o);
        else
            std::printf("object %u: on process %u\n", o, t.place[o]);
    for (unsigned p = 0; p < processes; ++p) {
        std::printf("process %u:", p);
        for (std::size_t i = 0; i < t.programs[p].size(); ++i) {
            const step s = t.programs[p][i];
            std::printf("  %s of %u", names[static_cast<unsigned>(s.what)], s.object);
            if (i < w.all[p]->results.size())
                std::printf(" = %d", w.all[p]->results[i]);
            else
                std::printf(" blocked");
        }
        std::printf("\n");
    }
}

/// All histories by depth-first search, or the first `most` of them and then random ones.
bool check(const test &t, unsigned long most, std::uint32_t &random) {
    std::vector<unsigned> path, width;
    for (unsigned long n = 0; n < 2 * most; ++n) {
        const bool any = n >= most;
        world w(t);
        std::size_t depth = 0;
        for (std::vector<unsigned> choices;; ++depth) {
            choices.clear();
            w.possible(choices);
            if (choices.empty()) break;
            unsigned taken = 0;
            if (any) {
                random = random * 1664525u + 1013904223u;
                taken = (random >> 16) % static_cast<unsigned>(choices.size());
            } else {
                if (depth == path.size()) {
                    path.push_back(0);
                    width.push_back(static_cast<unsigned>(choices.size()));
                }
                taken = path[depth];
            }
            w.take(choices[taken]);
        }
        ++histories;
        if (!w.explained()) {
            std::printf("no sequential order explains:\n");
            print(t, w);
            return false;
        }
        if (any) continue;
        while (!path.empty() && path.back() + 1 == width.back()) {
            path.pop_back();
            width.pop_back();
        }
        if (path.empty()) return true; // all
        ++path.back();
    }
    return true;
}

} // namespace

int main(int argc, char **argv) {
    constexpr std::uint16_t all = orca::core::everywhere;
    std::uint32_t random = 7;
    const step r0{act::read, 0}, r1{act::read, 1}, w0{act::add_1, 0}, w1{act::add_1, 1};
    const step big0{act::add_3, 0}, either0{act::either, 0};
    // SB, MP, and a read alternative that becomes true after its broadcast; each over all places.
    const test tests[] = {
        {{{w0, r1}, {w1, r0}, {}}, {}},
        {{{w0, w1}, {r1, r0}, {}}, {}},
        {{{w0, w1}, {r1, w1}, {r1, r0}}, {}},
        {{{either0, r1}, {big0, w0}, {w1}}, {}},
        {{{{act::await, 0}, r1}, {either0, w1}, {w0}}, {}},
        {{{{act::take, 0}, w1}, {{act::await, 0}, r1}, {w0, big0}}, {}},
    };
    const std::uint16_t places[] = {all, 0, 1, 2};
    for (test t : tests)
        for (std::uint16_t a : places)
            for (std::uint16_t b : places) {
                t.place[0] = a;
                t.place[1] = b;
                if (!check(t, 3000, random)) return 1;
            }
    const unsigned programs = argc > 1 ? static_cast<unsigned>(std::atoi(argv[1])) : 300;
    for (unsigned n = 0; n < programs; ++n) {
        auto below = [&](unsigned limit) {
            random = random * 1664525u + 1013904223u;
            return (random >> 16) % limit;
        };
        test t{};
        for (auto &place : t.place) place = places[below(2) ? 0 : 1 + below(3)];
        for (program &p : t.programs)
            for (unsigned i = 1 + below(3); i--;)
                p.push_back({static_cast<act>(below(acts)), below(objects)});
        if (!check(t, 200, random)) return 1;
    }
    std::printf("%lu histories\n", histories);
}
