// Model checking of Orca's run-time system (runtime/lib/orca/src/orca_core.cpp, compiled here for
// the host): three processes run short programs of reads, writes and operations with guards on two
// objects, each of them replicated, on one of the processes, or placed by use: then it moves when a
// program asks for it, at any time, and when its manager has counted a few operations. The model
// tries all orders in which Panda may deliver: each process gets the broadcasts in their one order,
// but at any time; requests, replies and states of objects arrive in any order. Blocked requests
// are continuations or, in some tests, wait in threads.
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

/// A process never frees its objects: in a program they live until its end.
extern "C" const char *__asan_default_options() { return "detect_leaks=0"; }

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
struct move {
    std::uint16_t by;
    unsigned object;
    std::uint16_t to;
};
struct test {
    program programs[processes];
    std::uint16_t place[objects];
    std::vector<move> moves = {}; ///< of objects by_use, in this order, at any time
    unsigned after = 1000;        ///< operations between decisions about places
    bool threads = false;
    orca::core::reference reference(unsigned object) const {
        return {0, place[object], object + 1};
    }
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

/// Of the objects.
const orca::core::operation cell_type{
    true,
    nullptr,
    nullptr,
    nullptr,
    [](const void *state, marshal::message &to) {
        marshal::writer out;
        out(static_cast<const Cell *>(state)->x);
        to = out.copy();
    },
    [](void *state, marshal::reader &in) { in(static_cast<Cell *>(state)->x); },
    "Cell"};

struct world {
    struct request {
        unsigned src;
        orca::core::header h;
        marshal::message m;
        unsigned long tried = ~0ul; ///< at which number of events
    };
    struct process {
        orca::core::node node;
        Cell cells[objects] = {};
        std::size_t delivered = 0; ///< broadcasts
        std::vector<int> results;
        std::unique_ptr<any_call> call; ///< what it waits for
        bool received = false;          ///< its results come by a message
        bool requested = false;         ///< ... by a reply, whose number it waits for
        std::uint32_t number = 0;
        std::vector<request> threads; ///< those that execute requests
        unsigned long events = 0;
        explicit process(std::uint16_t me) : node(me) {}
    };
    struct broadcast {
        unsigned src;
        orca::core::header h;
        marshal::message m;
    };
    struct packet { ///< a request, its reply, or an object's state
        enum { request, reply, state } what;
        unsigned from, to;
        orca::core::header h;
        std::uint32_t delivered;
        marshal::message m;
        bool moved = false;
    };
    const test &t;
    std::size_t moved = 0;
    std::vector<std::unique_ptr<process>> all;
    std::vector<broadcast> order;
    std::vector<packet> packets;

    explicit world(const test &of) : t(of) {
        for (std::uint16_t p = 0; p < processes; ++p) {
            all.push_back(std::make_unique<process>(p));
            all[p]->node.policy = {of.after, 26, 1};
            for (std::uint32_t o = 0; o < objects; ++o)
                all[p]->node.install(of.reference(o), &all[p]->cells[o], &cell_type);
        }
    }

    /// What may happen next: process p begins its next operation (p), gets the next broadcast
    /// (3 + p), an object is moved (6), thread i of process p tries its request (7 + p + 3 i),
    /// packet i arrives (packets_from + i).
    static constexpr unsigned packets_from = 1000;
    void possible(std::vector<unsigned> &choices) const {
        for (unsigned p = 0; p < processes; ++p)
            if (!all[p]->call && all[p]->results.size() < t.programs[p].size())
                choices.push_back(p);
        for (unsigned p = 0; p < processes; ++p)
            if (all[p]->delivered < order.size()) choices.push_back(processes + p);
        if (moved < t.moves.size()) choices.push_back(2 * processes);
        for (unsigned p = 0; p < processes; ++p)
            for (unsigned i = 0; i < all[p]->threads.size(); ++i) {
                const request &r = all[p]->threads[i];
                if (r.tried != all[p]->events && all[p]->node.caught_up(r.h.delivered))
                    choices.push_back(2 * processes + 1 + p + processes * i);
            }
        for (unsigned i = 0; i < packets.size(); ++i) choices.push_back(packets_from + i);
    }
    void take(unsigned choice) {
        if (choice < processes)
            begin(choice);
        else if (choice < 2 * processes) {
            process &p = *all[choice - processes];
            const broadcast b = order[p.delivered++];
            p.node.deliver(b.src, b.h, b.m);
            after(choice - processes);
        } else if (choice == 2 * processes) {
            const move m = t.moves[moved++];
            order.push_back({m.by, all[m.by]->node.make_change(t.reference(m.object), m.to), {}});
        } else if (choice < packets_from) {
            const unsigned who = (choice - 2 * processes - 1) % processes;
            const unsigned i = (choice - 2 * processes - 1) / processes;
            process &p = *all[who];
            request &r = p.threads[i];
            r.tried = p.events;
            if (!p.node.serve_now(r.src, r.h, r.m, answer_to(r.src))) return;
            p.threads.erase(p.threads.begin() + i);
            after(who);
        } else {
            const packet k = packets[choice - packets_from];
            packets.erase(packets.begin() + (choice - packets_from));
            process &p = *all[k.to];
            if (k.what == packet::reply) {
                p.call->base().result = k.m;
                p.call->base().done = true;
                p.call->base().again = k.moved;
                p.number = k.delivered;
            } else if (k.what == packet::state)
                p.node.state(k.h, k.m);
            else if (t.threads)
                p.threads.push_back({k.from, k.h, k.m});
            else
                p.node.request(k.from, k.h, k.m, answer_to(k.from));
            after(k.to);
        }
    }
    static void *answer_to(unsigned p) { return reinterpret_cast<void *>(std::uintptr_t{p} + 1); }
    void begin(unsigned who) {
        process &p = *all[who];
        const step s = t.programs[who][p.results.size()];
        p.call = make(s.what, t.reference(s.object));
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
                packets.push_back({packet::request, who, c.at, h, 0, out.copy()});
            } else
                order.push_back({who, h, out.copy()});
        }
        after(who);
    }
    /// Sends what it has left; ends the call of the process if it is done.
    void after(unsigned who) {
        process &p = *all[who];
        ++p.events;
        for (const orca::core::header &h : p.node.changes) order.push_back({who, h, {}});
        for (const orca::core::transfer &s : p.node.transfers)
            for (unsigned to = 0; to < processes; ++to)
                if (to != who && (s.to == orca::core::everywhere || s.to == to))
                    packets.push_back({packet::state, who, to, s.h, 0, s.state});
        for (orca::core::reply &r : p.node.replies)
            packets.push_back({packet::reply,
                               who,
                               static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(r.to)) - 1,
                               {},
                               r.delivered,
                               std::move(r.result),
                               r.moved});
        p.node.changes.clear();
        p.node.transfers.clear();
        p.node.replies.clear();
        if (!p.call || !p.call->base().done) return;
        if (p.requested && !p.node.caught_up(p.number)) return;
        if (!p.call->base().again) p.results.push_back(p.call->result(p.received));
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
        // All replicas are equal, and no state is lost.
        for (unsigned o = 0; o < objects; ++o) {
            unsigned replicas = 0;
            for (const auto &p : all) {
                if (!p->node.has(t.reference(o))) continue;
                ++replicas;
                if (p->cells[o].x != x[o]) return false;
            }
            if (replicas != 1 && replicas != processes) return false;
        }
        return true;
    }
};

unsigned long histories;

void print(const test &t, const world &w) {
    static const char *names[] = {"read", "add 1", "add 3", "await", "take", "many or one"};
    for (unsigned o = 0; o < objects; ++o)
        if (t.place[o] == orca::core::by_use) {
            std::printf("object %u: by use, after %u operations", o, t.after);
            for (const move &m : t.moves)
                if (m.object == o) std::printf(", moved by %u to %u", m.by, m.to);
            std::printf("\n");
        } else if (t.place[o] == orca::core::everywhere)
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
            if (depth == 10000) {
                std::printf("a history without end:\n");
                print(t, w);
                return false;
            }
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
    // The same while objects move, there and back, and elsewhere at last.
    constexpr std::uint16_t by_use = orca::core::by_use;
    for (test t : tests)
        for (std::uint16_t b : {all, by_use, std::uint16_t{1}})
            for (std::uint16_t to : {0, 1, 2}) {
                t.place[0] = by_use;
                t.place[1] = b;
                t.moves = {
                    {0, 0, to}, {2, 0, all}, {1, 0, static_cast<std::uint16_t>((to + 1) % 3)}};
                if (b == by_use) t.moves.insert(t.moves.begin() + 1, {1, 1, to});
                if (!check(t, 500, random)) return 1;
            }
    // Two states are on their way to process 2 at once.
    const test two{{{w0}, {w0, w0}, {r0, r0}},
                   {by_use, all},
                   {{0, 0, 0}, {0, 0, all}, {0, 0, 1}, {0, 0, all}}};
    if (!check(two, 3000, random)) return 1;
    const unsigned programs = argc > 1 ? static_cast<unsigned>(std::atoi(argv[1])) : 300;
    for (unsigned n = 0; n < programs; ++n) {
        auto below = [&](unsigned limit) {
            random = random * 1664525u + 1013904223u;
            return (random >> 16) % limit;
        };
        test t{};
        for (auto &place : t.place) place = below(3) ? by_use : places[below(4)];
        for (program &p : t.programs)
            for (unsigned i = 1 + below(4); i--;)
                p.push_back({static_cast<act>(below(acts)), below(objects)});
        for (unsigned i = below(5); i--;) {
            const unsigned object = below(objects);
            if (t.place[object] == by_use)
                t.moves.push_back(
                    {static_cast<std::uint16_t>(below(processes)), object, places[below(4)]});
        }
        if (below(2)) t.after = 2 + below(3);
        t.threads = !below(4);
        if (!check(t, 100, random)) return 1;
    }
    std::printf("%lu histories\n", histories);
}
