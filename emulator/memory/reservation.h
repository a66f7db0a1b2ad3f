// Host addresses for all that a guest's address can name: a load by compiled code is one
// instruction of the host there, and a fault of the host where the node has no memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace inlet {

class Reservation {
  public:
    /// Beyond the guest's 4 GiB is room for an access at their end.
    static constexpr std::size_t bytes = (std::size_t{1} << 32) + 4096;

    /// Nullptr: the host has no such addresses, or compiled code cannot use them there.
    static std::unique_ptr<Reservation> make();
    ~Reservation();
    Reservation(const Reservation &) = delete;
    Reservation &operator=(const Reservation &) = delete;

    std::uint8_t *base() const { return base_; }
    std::uint8_t *at(std::uint32_t page) const { return base_ + std::size_t{page} * 4096; }
    /// Pages [first, end) can be accessed. They are zero if they could not be before. Throws
    /// std::bad_alloc.
    void open(std::uint32_t first, std::uint32_t end);
    /// They cannot, and lose their contents.
    void close(std::uint32_t first, std::uint32_t end);

    /// As many addresses, of which none can be accessed. Nullptr: see make().
    static const std::uint8_t *nothing();

  private:
    explicit Reservation(std::uint8_t *base) : base_(base) {}

    std::uint8_t *base_;
};

} // namespace inlet
