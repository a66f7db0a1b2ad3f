#include "cpu/engine/compiled/direct_loads.h"

#include "cpu/engine/compiled/compiled.h"
#include "memory/memory.h"

#include <array>
#include <csignal>
#include <cstdlib>
#include <ucontext.h>

namespace inlet::engine {

namespace {

// A handler of signals has no argument of its own, so these are the exception from the rule that
// there is no state outside of objects.

/// What this thread's compiled code loads from.
struct Loads {
    Compiled *compiled = nullptr;
    const Memory *memory = nullptr;
    const std::uint8_t *base = nullptr; ///< of the segment GS
};
thread_local Loads loads;

constexpr std::array signals{SIGSEGV, SIGBUS};

struct sigaction &earlier(int signal) {
    static std::array<struct sigaction, std::size(signals)> actions;
    return actions[signal == SIGBUS];
}

void on_fault(int signal, siginfo_t *info, void *context) {
    auto &registers = static_cast<ucontext_t *>(context)->uc_mcontext.gregs;
    greg_t &at = registers[REG_RIP];
    const bool by_the_processor = info->si_code > 0; // not by kill()
    if (loads.compiled && by_the_processor) {
        const auto *const address = static_cast<const std::uint8_t *>(info->si_addr);
        const auto page = static_cast<std::uint64_t>(address - loads.base) >> page_bits;
        const void *const next =
            loads.compiled->after_fault(reinterpret_cast<const void *>(at), *loads.memory, page);
        if (next) {
            at = reinterpret_cast<greg_t>(next);
            return;
        }
    }
    const struct sigaction &other = earlier(signal);
    if (other.sa_flags & SA_SIGINFO)
        other.sa_sigaction(signal, info, context);
    else if (other.sa_handler != SIG_DFL && other.sa_handler != SIG_IGN)
        other.sa_handler(signal);
    else if (other.sa_handler == SIG_DFL || by_the_processor) {
        sigaction(signal, &other, nullptr);
        if (!by_the_processor) raise(signal); // else it happens again
    }
}

bool handle_faults() {
    for (const int signal : signals) {
        struct sigaction action {};
        action.sa_sigaction = on_fault;
        action.sa_flags = SA_SIGINFO | SA_ONSTACK;
        sigemptyset(&action.sa_mask);
        if (sigaction(signal, &action, &earlier(signal))) std::abort(); // no such signal
    }
    return true;
}

} // namespace

void load_directly(Compiled &compiled, const Memory &memory) {
    static const bool handled = handle_faults();
    static_cast<void>(handled);
    loads.compiled = &compiled;
    loads.memory = &memory;
    const std::uint8_t *const base = memory.direct();
    if (loads.base == base) return;
    loads.base = base;
    asm volatile("wrgsbase %0" : : "r"(base));
}

void end_loads() { loads.compiled = nullptr; }

} // namespace inlet::engine
