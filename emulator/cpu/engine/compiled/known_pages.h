// Which pages the accesses of a block need not look up: those that an access by the same register
// has found.
#pragma once

#include "cpu/engine/uop.h"

#include <array>
#include <cstdint>
#include <optional>

namespace inlet::engine {

/// An access of up to four bytes at a register and a constant.
struct PlainAccess {
    std::uint32_t size = 0;
    bool stores = false;
    bool aligned = false; ///< it faults elsewhere
};
std::optional<PlainAccess> plain_access(UopCode code);

/// The first of several accesses by one register looks for the page of all of them, and keeps where
/// in host memory the register points; 0 where they are not in one page. No page moves while
/// compiled code runs.
class KnownPages {
  public:
    static constexpr unsigned most = 4;
    struct Page {
        unsigned base = 0; ///< guest register; 0: not in use
        bool stores = false;
        std::int32_t first = 0, end = 0; ///< bytes from what `base` holds
        unsigned slot = 0;               ///< on the stack
        std::uint32_t alignment = 1;     ///< of what is `aligned_at` bytes from it
        std::int32_t aligned_at = 0;
    };

    void forget() {
        pages_ = {};
        forget_alignment();
    }
    /// An access by a register and a constant has found what it holds aligned.
    struct Alignment {
        unsigned base = 0;      ///< guest register; 0: not in use
        std::uint32_t size = 1; ///< of what is `at` bytes from it
        std::int32_t at = 0;
    };
    void align(const Alignment &found);
    /// Whether another of `size` bytes is aligned too.
    bool is_aligned(unsigned base, std::int32_t at, std::uint32_t size) const;
    void forget_alignment() { aligned_ = {}; }
    /// Bit n: slot n.
    unsigned used() const;
    /// An operation has been emitted.
    void wrote(const Uop &op);
    /// The page that is known to have all of this access.
    const Page *find(const Uop &op, const PlainAccess &access) const;
    /// The page of `op` and of what follows up to `end`; nothing where that is not worth it. It is
    /// known from here on.
    std::optional<Page> begin(const Uop &op, const PlainAccess &access, const Uop *end);

  private:
    std::array<Page, most> pages_{};
    unsigned next_ = 0;
    std::array<Alignment, most> aligned_{};
    unsigned next_aligned_ = 0;
};

} // namespace inlet::engine
