#include "inlet/guest_threads.h"

#include <algorithm>

namespace inlet {

namespace {

/// Offsets of struct pan_thread.
enum : std::uint32_t {
    next = 0,
    number = 4,
    state = 8,
    function = 12,
    place = 16,
    stack = 20,
    stack_end = 24,
    stack_pointer = 28
};
constexpr std::size_t most = 4096;

const char *what(GuestThread::State state) {
    using State = GuestThread::State;
    switch (state) {
    case State::running: return "runs";
    case State::ready: return "is ready";
    case State::mutex: return "waits for a mutex";
    case State::condition: return "waits for a condition";
    case State::join: return "waits for a thread to end";
    case State::message: return "waits for a message";
    case State::credit: return "waits until the receiver consumes what it has sent";
    case State::reply: return "waits for a reply";
    case State::end: return "waits for the end of all processes";
    case State::done: return "has ended";
    case State::unused: return "is unused";
    }
    return "";
}

/// From a return address to the call.
std::uint32_t call_bytes(Processor processor) {
    switch (processor) {
    case Processor::mips: return 8;
    case Processor::ppc: return 4;
    case Processor::x86: return 1;
    default: return 0; // SPARC's is the call itself
    }
}

} // namespace

std::uint32_t guest_threads_at(const Image &image) {
    const auto it = std::ranges::find(image.objects, "__am_threads", &Symbol::name);
    return it == image.objects.end() ? 0 : it->address;
}

std::vector<GuestThread>
guest_threads(std::uint32_t list,
              const std::function<bool(std::uint32_t address, std::uint32_t &word)> &load) {
    std::vector<GuestThread> threads;
    std::uint32_t at = 0;
    if (list == 0 || !load(list, at)) return {};
    for (std::size_t seen = 0; at != 0 && seen < most; ++seen) {
        GuestThread t;
        std::uint32_t state_word = 0, next_word = 0;
        for (const auto &[offset, word] :
             {std::pair(next, &next_word), std::pair(number, &t.number),
              std::pair(state, &state_word), std::pair(function, &t.function),
              std::pair(place, &t.place), std::pair(stack, &t.stack),
              std::pair(stack_end, &t.stack_end), std::pair(stack_pointer, &t.stack_pointer)})
            if (!load(at + offset, *word)) return threads;
        if (state_word > static_cast<std::uint32_t>(GuestThread::State::unused)) break;
        t.state = static_cast<GuestThread::State>(state_word);
        if (t.state < GuestThread::State::done) threads.insert(threads.begin(), t);
        at = next_word;
    }
    return threads;
}

std::string guest_thread_text(const GuestThread &thread, const Image &image) {
    std::string text = "thread " + std::to_string(thread.number) + " (" +
                       (thread.number == 0 ? "main" : image.place(thread.function)) + ") " +
                       what(thread.state);
    if (thread.state > GuestThread::State::ready && thread.place != 0)
        text += " at " + image.where(thread.place - call_bytes(image.processor));
    return text;
}

} // namespace inlet
