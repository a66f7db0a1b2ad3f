// Model checking of CRL's protocol (runtime/lib/crl/src/crl.c, which is compiled here for the
// host): three processes, two of them homes of a region each, run short programs of reads, writes
// and flushes. The model tries all orders in which LFC may deliver their messages: packets of a
// pair of processes keep their order (001 3.1), those of different pairs have none. A process takes
// packets one at a time: in polls, while it waits, while it has a region open and between two
// calls, where messages interrupt it (001 7.3.2).
//
// In each state: no process has a region open while another one writes it, and a process that opens
// it sees the last write. At the end all programs have ended.
//
//   crl_model [RANDOM PROGRAMS]
//
// A process's behaviour depends only on the packets that it took and when; so the three histories
// identify a state, and each is visited once. A state is reached by a new run from the start.
#include "crl_model.h"

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <string>
#include <ucontext.h>
#include <unordered_set>
#include <vector>

namespace {

constexpr unsigned processes = 3, regions = 2;
/// The second one takes two packets.
constexpr std::array<unsigned, regions> region_bytes = {8, 1500};

enum class Step : std::uint8_t { read_0, read_1, write_0, write_1, flush_0, flush_1 };
constexpr unsigned steps = 6;
using Program = std::vector<Step>;
using Programs = std::array<Program, processes>;

struct Packet {
    const void *bytes;
    unsigned size;
};
/// Packets under way from one process to another one.
struct Channel {
    std::vector<Packet> packets;
    std::size_t taken = 0;
    bool empty() const { return taken == packets.size(); }
    const Packet &first() const { return packets[taken]; }
};

std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
    std::uint64_t x = (a ^ b * 0x9E3779B97F4A7C15u) + 0xD1B54A32D192ED03u;
    x = (x ^ x >> 32) * 0xD6E8FEB86659FD93u;
    return x ^ x >> 29;
}

/// Memory of the runs, which are one after the other.
struct Arena {
    std::vector<char> stacks = std::vector<char>(processes << 16);
    std::vector<char> memory = std::vector<char>(1 << 21);
    std::size_t used = 0;
};

/// One run from the start.
class Run {
  public:
    Run(const Programs &programs, Arena &arena);
    Run(const Run &) = delete;

    /// A possible step: a process continues, with the first packet from another one or without.
    struct Choice {
        unsigned process, from;
    };
    static constexpr unsigned without = processes;
    std::vector<Choice> choices() const;
    void take(Choice choice);
    std::uint64_t key() const;
    bool ended() const;
    const std::string &wrong() const { return wrong_; }

    void send(unsigned from, unsigned to, const void *bytes, unsigned size) {
        network_[from][to].packets.push_back({bytes, size});
    }
    void poll(unsigned process);
    void *get(std::size_t bytes);
    [[noreturn]] void fail(const std::string &text);

  private:
    static void enter(unsigned high, unsigned low, unsigned process);
    void start(unsigned process);
    void work(unsigned process);
    void stay(unsigned process);
    void open(unsigned process, unsigned region, bool write);
    std::uint64_t &value(unsigned process, unsigned region) {
        return *static_cast<std::uint64_t *>(memory_[process][region]);
    }

    struct Process {
        jmp_buf place;
        std::uint64_t history = 1;
        bool polled_in_vain = false; ///< and has done no step since
        bool done = false;
        unsigned taken_from = without;
    };
    static constexpr std::array<const process *, processes> code_ = {&process_0, &process_1,
                                                                     &process_2};
    const Programs &programs_;
    Arena &arena_;
    std::array<Process, processes> processes_;
    std::array<std::array<Channel, processes>, processes> network_;
    std::array<std::array<void *, regions>, processes> memory_{};
    std::array<unsigned, regions> names_{}, readers_{}, writers_{};
    std::array<std::uint64_t, regions> written_{};
    jmp_buf chooser_;
    /// Processes switch by longjmp, which needs no call of the host's kernel; only their start uses
    /// a context.
    bool exploring_ = false;
    std::string wrong_;
};

Run *current = nullptr;

Run::Run(const Programs &programs, Arena &arena) : programs_(programs), arena_(arena) {
    current = this;
    std::fill_n(arena_.memory.begin(), arena_.used, char{});
    arena_.used = 0;
    for (unsigned p = 0; p < processes; ++p) code_[p]->begin(p, processes);
    for (unsigned r = 0; r < regions; ++r) names_[r] = code_[r]->create(region_bytes[r]);
    for (unsigned p = 0; p < processes; ++p) start(p);
    // All regions are mapped, in one order, before orders matter.
    for (bool moved = true; moved;) {
        moved = false;
        for (const Choice choice : choices())
            if (choice.from != without) {
                take(choice);
                moved = true;
                break;
            }
    }
    for (Process &process : processes_) process.history = 1, process.polled_in_vain = false;
    exploring_ = true;
}

/// Runs up to its first poll.
void Run::start(unsigned process) {
    ucontext_t context{};
    getcontext(&context);
    context.uc_stack.ss_size = arena_.stacks.size() / processes;
    context.uc_stack.ss_sp = arena_.stacks.data() + process * context.uc_stack.ss_size;
    context.uc_link = nullptr;
    const auto self = reinterpret_cast<std::uintptr_t>(this);
    makecontext(&context, reinterpret_cast<void (*)()>(enter), 3,
                static_cast<unsigned>(self >> 16 >> 16), static_cast<unsigned>(self), process);
    if (_setjmp(chooser_) == 0) setcontext(&context);
}

void *Run::get(std::size_t bytes) {
    void *const at = arena_.memory.data() + arena_.used;
    arena_.used += (bytes + 15) / 16 * 16;
    if (arena_.used > arena_.memory.size()) fail("the model's memory is too small");
    return at;
}

void Run::enter(unsigned high, unsigned low, unsigned process) {
    const std::uintptr_t self = std::uintptr_t{high} << 16 << 16 | low;
    reinterpret_cast<Run *>(self)->work(process);
}

void Run::work(unsigned process) {
    const struct process &code = *code_[process];
    for (unsigned r = 0; r < regions; ++r) memory_[process][r] = code.map(names_[r]);
    while (!exploring_) poll(process);
    for (const Step step : programs_[process]) {
        const unsigned region = static_cast<unsigned>(step) % regions;
        void *const memory = memory_[process][region];
        stay(process);
        switch (step) {
        case Step::read_0:
        case Step::read_1:
            code.start_read(memory);
            open(process, region, false);
            stay(process);
            --readers_[region];
            code.end_read(memory);
            break;
        case Step::write_0:
        case Step::write_1:
            code.start_write(memory);
            open(process, region, true);
            stay(process);
            // The first and the last bytes: both packets must arrive.
            value(process, region) = ++written_[region];
            std::memcpy(static_cast<char *>(memory) + region_bytes[region] - 8, &written_[region],
                        8);
            --writers_[region];
            code.end_write(memory);
            break;
        default: code.flush(memory);
        }
    }
    processes_[process].done = true;
    processes_[process].polled_in_vain = true;
    for (;;) poll(process);
}

void Run::open(unsigned process, unsigned region, bool write) {
    if (writers_[region] || (write && readers_[region])) fail("two have a region open");
    ++(write ? writers_ : readers_)[region];
    std::uint64_t last = 0;
    std::memcpy(&last, static_cast<char *>(memory_[process][region]) + region_bytes[region] - 8, 8);
    if (value(process, region) != written_[region] || last != written_[region])
        fail("a region is not what was written last");
    processes_[process].polled_in_vain = false;
}

/// Computes outside CRL's calls: other processes continue, and this one takes some packets or none.
void Run::stay(unsigned process) {
    processes_[process].polled_in_vain = false;
    do poll(process);
    while (processes_[process].taken_from != without);
    processes_[process].polled_in_vain = false;
}

void Run::fail(const std::string &text) {
    wrong_ = text;
    _longjmp(chooser_, 1);
}

void Run::poll(unsigned process) {
    Process &p = processes_[process];
    if (_setjmp(p.place) == 0) _longjmp(chooser_, 1);
    const unsigned from = p.taken_from;
    if (from == without) return;
    Channel &channel = network_[from][process];
    const Packet packet = channel.first();
    ++channel.taken;
    code_[process]->take(from, const_cast<void *>(packet.bytes), packet.size);
}

std::vector<Run::Choice> Run::choices() const {
    std::vector<Choice> all;
    for (unsigned p = 0; p < processes; ++p) {
        for (unsigned from = 0; from < processes; ++from)
            if (!network_[from][p].empty()) all.push_back({p, from});
        if (!processes_[p].polled_in_vain) all.push_back({p, without});
    }
    return all;
}

void Run::take(Choice choice) {
    Process &p = processes_[choice.process];
    p.taken_from = choice.from;
    p.polled_in_vain = choice.from == without;
    std::uint64_t what = choice.from;
    if (choice.from != without) {
        const Packet &packet = network_[choice.from][choice.process].first();
        for (unsigned i = 0; i + 4 <= packet.size && i < 64; i += 4) {
            std::uint32_t word = 0;
            std::memcpy(&word, static_cast<const char *>(packet.bytes) + i, 4);
            what = mix(what, word);
        }
    }
    p.history = mix(p.history, what);
    if (_setjmp(chooser_) == 0) _longjmp(p.place, 1);
}

/// The values of regions depend on the order of writes, which no single history contains.
std::uint64_t Run::key() const {
    std::uint64_t all = 0;
    for (const Process &p : processes_) all = mix(all, p.history * 2 + p.polled_in_vain);
    for (unsigned r = 0; r < regions; ++r)
        all = mix(mix(all, written_[r]), readers_[r] * 4 + writers_[r]);
    return all;
}

bool Run::ended() const {
    for (const Process &p : processes_)
        if (!p.done) return false;
    return true;
}

const char *name(Step step) {
    constexpr std::array<const char *, steps> names = {"read A",  "read B",  "write A",
                                                       "write B", "flush A", "flush B"};
    return names[static_cast<unsigned>(step)];
}

void tell(const Programs &programs, const std::vector<Run::Choice> &path, const std::string &what) {
    std::printf("%s\n", what.c_str());
    for (unsigned p = 0; p < processes; ++p) {
        std::printf("  process %u:", p);
        for (const Step step : programs[p]) std::printf(" %s;", name(step));
        std::printf("\n");
    }
    std::printf("  order:");
    for (const Run::Choice &c : path)
        c.from == Run::without ? std::printf(" %u", c.process)
                               : std::printf(" %u<-%u", c.process, c.from);
    std::printf("\n");
}

struct Found {
    std::uint64_t states = 0;
    bool wrong = false;
};

/// Visits all orders of these programs' messages.
Found explore(const Programs &programs) {
    struct At {
        std::vector<Run::Choice> choices;
        std::size_t taken;
    };
    static Arena arena;
    std::vector<At> path;
    std::unordered_set<std::uint64_t> visited;
    for (;;) {
        Run run(programs, arena);
        std::vector<Run::Choice> taken;
        for (const At &at : path) {
            taken.push_back(at.choices[at.taken]);
            run.take(taken.back());
        }
        const auto found = [&](const char *what) {
            tell(programs, taken, what);
            return Found{visited.size(), true};
        };
        for (;;) {
            if (!run.wrong().empty()) return found(run.wrong().c_str());
            if (!visited.insert(run.key()).second) break;
            auto choices = run.choices();
            if (choices.empty()) {
                if (!run.ended()) return found("nobody can go on");
                break;
            }
            path.push_back({std::move(choices), 0});
            taken.push_back(path.back().choices[0]);
            run.take(taken.back());
        }
        while (!path.empty() && ++path.back().taken == path.back().choices.size()) path.pop_back();
        if (path.empty()) return {visited.size(), false};
    }
}

} // namespace

extern "C" {
void model_send(unsigned from, unsigned to, const void *packet, unsigned size) {
    current->send(from, to, packet, size);
}
void model_poll(unsigned process) { current->poll(process); }
void *model_get(std::size_t bytes) { return current->get(bytes); }

void xnet_fail(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));
void xnet_fail(const char *format, ...) {
    std::array<char, 200> text{};
    va_list list;
    va_start(list, format);
    std::vsnprintf(text.data(), text.size(), format, list);
    va_end(list);
    current->fail(text.data());
}
void xnet_fail_at(const void *caller, const char *format, ...) __attribute__((noreturn));
void xnet_fail_at(const void * /*caller*/, const char *format, ...) { current->fail(format); }
}

int main(int argc, char **argv) {
    const unsigned random = argc > 1 ? static_cast<unsigned>(std::atoi(argv[1])) : 10;
    std::uint64_t states = 0, programs = 0;
    const auto check = [&](const Programs &all) {
        const Found found = explore(all);
        states += found.states;
        ++programs;
        return !found.wrong;
    };
    // Every program of one step per process; every one with a region and a second step of one
    // process; random ones with two regions.
    for (unsigned i = 0; i < steps * steps * steps; ++i)
        if (!check({Program{Step(i % steps)}, Program{Step(i / steps % steps)},
                    Program{Step(i / steps / steps)}}))
            return 1;
    constexpr unsigned kinds = steps / regions;
    for (unsigned i = 0; i < processes * kinds * kinds * kinds * kinds; ++i) {
        unsigned rest = i / processes;
        const auto next = [&] {
            const Step step = Step(rest % kinds * regions);
            rest /= kinds;
            return step;
        };
        Programs all = {Program{next()}, Program{next()}, Program{next()}};
        all[i % processes].push_back(next());
        if (!check(all)) return 1;
    }
    std::uint64_t seed = 1;
    const auto choose = [&](unsigned n) {
        seed = mix(seed, n);
        return static_cast<unsigned>(seed >> 20) % n;
    };
    for (unsigned i = 0; i < random; ++i) {
        Programs all;
        for (Program &program : all) program.push_back(Step(choose(steps)));
        all[i % processes].push_back(Step(choose(steps)));
        if (!check(all)) return 1;
    }
    std::printf("%llu programs, %llu states\n", static_cast<unsigned long long>(programs),
                static_cast<unsigned long long>(states));
}
