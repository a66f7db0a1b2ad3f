// Threads of a program on one node (<pan_mt.h>): the list that runtime/lib/threads/src/scheduler.h
// keeps for reports and debuggers.
#pragma once

#include "inlet/image.h"

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace inlet {

struct GuestThread {
    /// As in runtime/lib/threads/src/scheduler.h.
    enum class State : std::uint8_t {
        running,
        ready,
        mutex,
        condition,
        join,
        message,
        credit,
        reply,
        end,
        done,
        unused,
    } state = State::running;
    std::uint32_t number = 0;               ///< 0: main
    std::uint32_t function = 0, place = 0;  ///< where it began, the call in which it waits
    std::uint32_t stack = 0, stack_end = 0; ///< main: 0
    std::uint32_t stack_pointer = 0;        ///< of a thread that does not run
    /// The thread that holds the mutex it waits for, and where that thread has locked it.
    std::uint32_t holder = 0, locked_at = 0;
    /// What a library above Panda says that it waits for (pan_purpose_t of <pan_threads.h>): the
    /// address of a text, the program's call, two numbers in the text. 0: nothing.
    std::uint32_t purpose = 0, purpose_place = 0;
    std::array<std::uint32_t, 2> purpose_numbers = {};
};

/// The address of the program's list, or 0 if it has no threads.
std::uint32_t guest_threads_at(const Image &image);

/// The threads that have begun and not ended, main first. `load` reads a word of the node's memory,
/// in the program's byte order; false: it is not mapped. A damaged list ends early.
std::vector<GuestThread>
guest_threads(std::uint32_t list,
              const std::function<bool(std::uint32_t address, std::uint32_t &word)> &load);

/// "thread 2 (worker) waits for a condition at 0x00010234 (take+0x34, queue.c:31)", "... waits for
/// a mutex at ..., which thread 1 has locked at ...", or the purpose that a library has given: "...
/// waits for Queue::get on object 1 (made by process 0) at ...".
std::string guest_thread_text(const GuestThread &thread, const Image &image);

} // namespace inlet
