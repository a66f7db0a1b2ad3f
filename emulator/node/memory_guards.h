// Unmapped memory around a program's stacks and heap, so that an overrun is a fault
// (docs/t1-abi.md, "Memory of a node"). It costs accesses nothing: the page table has it.
#pragma once

#include "inlet/fault.h"
#include "inlet/image.h"
#include "memory/memory.h"

#include <cstdint>
#include <map>

namespace inlet {

class Archive;

/// The last page of memory holds the arguments and, at its end, one word about the network's grid
/// (Platform::grid()). The stack begins below.
inline constexpr std::uint32_t argument_bytes = page_bytes;
inline constexpr std::uint32_t arguments_most = argument_bytes - 4;

class MemoryGuards {
  public:
    MemoryGuards() = default;
    /// Unmaps the guards of `memory`.
    MemoryGuards(const Guards &guards, Memory &memory);

    /// Maps the pages of [begin, end) as heap or as stack. False: they are next to neither.
    bool map(Memory &memory, std::uint32_t begin, std::uint32_t end);
    /// Unmaps the pages [begin, end) of the heap, below a thread's stack. False: they are not whole
    /// pages of the heap.
    bool guard(Memory &memory, std::uint32_t begin, std::uint32_t end);
    /// The first address above the guard between the heap and the main stack.
    std::uint32_t heap_limit() const { return gap_end_; }

    /// The stack pointer at an access.
    struct Stack {
        std::uint32_t pointer = 0;
        bool main = false;     ///< the main program runs
        bool unmapped = false; ///< `pointer` is not mapped either
        bool grows = false;    ///< the instruction moves it
    };
    /// What an access to an unmapped address means.
    FaultKind overrun(std::uint32_t address, const Stack &stack) const;

    void archive(Archive &ar, const Memory &memory);

  private:
    std::uint32_t low_stack_ = 0, high_stack_ = 0;   ///< guards below these stacks; 0: none
    std::uint32_t gap_begin_ = 0, gap_end_ = 0;      ///< guard from the heap to the main stack
    std::map<std::uint32_t, std::uint32_t> threads_; ///< guards: begin and end
};

} // namespace inlet
