#include "inlet/guest_threads.h"

#include "inlet/printable.h"
#include "inlet/processor.h"

#include <algorithm>
#include <string_view>

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
    stack_pointer = 28, // with two more words of the context
    purpose = 40,
    mutex = 44
};
/// Offsets of struct pan_mutex.
enum : std::uint32_t { mutex_owner = 0, mutex_place = 4 };
/// Offsets of pan_purpose_t.
enum : std::uint32_t {
    purpose_text = 0,
    purpose_place = 4,
    purpose_first = 8,
    purpose_second = 12
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

/// The constant text at an address, up to its 0 byte.
std::string constant_text(const Image &image, std::uint32_t address) {
    constexpr std::size_t longest = 200;
    for (const Segment &segment : image.segments) {
        const std::size_t offset = std::size_t{address} - segment.address;
        if (offset >= segment.bytes.size()) continue;
        const std::string_view text(reinterpret_cast<const char *>(segment.bytes.data()) + offset,
                                    std::min(longest, segment.bytes.size() - offset));
        return printable(text.substr(0, text.find('\0')));
    }
    return "?";
}

/// The text with the numbers in the place of each %u.
std::string purpose_of(const GuestThread &thread, const Image &image) {
    std::string text = constant_text(image, thread.purpose);
    std::size_t at = 0;
    for (const std::uint32_t number : thread.purpose_numbers) {
        at = text.find("%u", at);
        if (at == std::string::npos) break;
        const std::string digits = std::to_string(number);
        text.replace(at, 2, digits);
        at += digits.size();
    }
    return text;
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
        std::uint32_t state_word = 0, next_word = 0, given = 0, waits_for = 0;
        for (const auto &[offset, word] :
             {std::pair(next, &next_word), std::pair(number, &t.number),
              std::pair(state, &state_word), std::pair(function, &t.function),
              std::pair(place, &t.place), std::pair(stack, &t.stack),
              std::pair(stack_end, &t.stack_end), std::pair(purpose, &given),
              std::pair(mutex, &waits_for), std::pair(stack_pointer, &t.stack_pointer)})
            if (!load(at + offset, *word)) return threads;
        if (given != 0)
            for (const auto &[offset, word] :
                 {std::pair(purpose_text, &t.purpose), std::pair(purpose_place, &t.purpose_place),
                  std::pair(purpose_first, &t.purpose_numbers[0]),
                  std::pair(purpose_second, &t.purpose_numbers[1])})
                if (!load(given + offset, *word)) return threads;
        std::uint32_t owner = 0;
        if (state_word == static_cast<std::uint32_t>(GuestThread::State::mutex) &&
            (!load(waits_for + mutex_owner, owner) || !load(owner + number, t.holder) ||
             !load(waits_for + mutex_place, t.locked_at)))
            return threads;
        if (state_word > static_cast<std::uint32_t>(GuestThread::State::unused)) break;
        t.state = static_cast<GuestThread::State>(state_word);
        if (t.state < GuestThread::State::done) threads.insert(threads.begin(), t);
        at = next_word;
    }
    return threads;
}

std::string guest_thread_text(const GuestThread &thread, const Image &image) {
    std::string text = "thread " + std::to_string(thread.number) + " (" +
                       (thread.number == 0 ? "main" : image.place(thread.function)) + ") ";
    const bool waits = thread.state > GuestThread::State::ready;
    const bool has_purpose = waits && thread.purpose != 0;
    text += has_purpose ? "waits for " + purpose_of(thread, image) : what(thread.state);
    const std::uint32_t place = has_purpose ? thread.purpose_place : thread.place;
    const auto call = [&](std::uint32_t returns_to) {
        return image.where(returns_to - facts_of(image.processor).return_offset);
    };
    if (waits && place != 0) text += " at " + call(place);
    if (thread.state == GuestThread::State::mutex && thread.locked_at != 0)
        text += ", which thread " + std::to_string(thread.holder) + " has locked at " +
                call(thread.locked_at);
    return text;
}

} // namespace inlet
