// Counts that a program or firmware keeps in its memory, for reports: a symbol
// `__inlet_counts`, behind which are two words, the address of a 0-terminated text with names, at a
// word, and the address of the counts, one 32-bit word a name. Blanks separate the names, an
// underscore is a blank within one, and "-" is a count that is not shown. They cost the program
// what it does to count; reading them costs nothing.
#pragma once

#include "inlet/image.h"
#include "inlet/named_count.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace inlet {

/// The address of the two words, or 0 if the program has none.
std::uint32_t guest_counts_at(const Image &image);

/// Adds the counts of one memory. `load` reads a word of it, in the program's byte order; false: it
/// is not mapped. `little`: the byte order. Damaged words end it.
void add_guest_counts(std::uint32_t at, bool little,
                      const std::function<bool(std::uint32_t address, std::uint32_t &word)> &load,
                      NamedCounts &counts);

/// What a program or firmware shows of its state in reports on runs that stand still: a symbol
/// `__inlet_queues`, behind which are the address of a text with names, as above, and the address
/// of a table with three words for each name: an address, the distance of elements, and bytes of an
/// element (1, 2 or 4) + 8 for the head of a queue, whose 0xffff means that it is empty, + 16 for
/// an array with an element for each node, + 32 for a flag, which is said without a number if it is
/// not 0, + 64 for the number of elements of the arrays behind it, if they are fewer than the
/// nodes. The address, or 0.
std::uint32_t guest_queues_at(const Image &image);

/// "free receive buffers: 0", "not acknowledged by node 3: 8": of arrays those elements that are
/// not 0 or empty.
std::vector<std::string>
guest_queues(std::uint32_t at, bool little, std::uint32_t nodes,
             const std::function<bool(std::uint32_t address, std::uint32_t &word)> &load);

/// A field that firmware shows to checks: one element, or an array of them.
struct GuestField {
    std::uint32_t address = 0;
    std::uint32_t distance = 0; ///< of elements
    std::uint32_t bytes = 0;    ///< of an element: 1, 2 or 4

    std::uint32_t at(std::uint32_t element) const { return address + element * distance; }
};
using GuestFields = std::map<std::string, GuestField>;

/// What firmware shows of its state to a check (LfcCheck): a symbol `__inlet_state`, as
/// `__inlet_queues`, whose forms are the bytes of an element. The address, or 0.
std::uint32_t guest_state_at(const Image &image);

/// The fields by name: "send credits". Empty if a word is damaged.
GuestFields
guest_state(std::uint32_t at, bool little,
            const std::function<bool(std::uint32_t address, std::uint32_t &word)> &load);

} // namespace inlet
