// Checks what LFC's control programs keep (001 4, 8), at each pass of their main loop, and the
// packets that they send. The check sees the packets that leave and come, and reads the program's
// state from SRAM, so it costs the program nothing.
#pragma once

#include "inlet/guest_counts.h"
#include "memory/memory.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace inlet::myrinet {

class LfcCheck {
  public:
    virtual ~LfcCheck() = default;

    /// The check of a control program that shows these fields; nullptr: there is none. `sram` must
    /// outlive it.
    static std::unique_ptr<LfcCheck> of(const Memory &sram, const GuestFields &state);

    // What happens, in the order of the program's accesses. The results are texts on what is wrong,
    // or empty.

    /// The receive DMA has written a packet, from the header on. Empty: its checksum is wrong, and
    /// the program drops it.
    virtual void came(std::span<const std::uint8_t> packet) = 0;
    /// The program acknowledges that: it takes the packet before it looks at the registers again.
    virtual std::string takes() = 0;
    /// The send DMA begins to read a packet for `destination`, from the header on. What is wrong is
    /// said at the next pass.
    virtual void sends(std::uint32_t destination, std::span<const std::uint8_t> packet) = 0;
    /// The program begins a pass of its main loop.
    virtual std::string begins_pass() = 0;

  protected:
    LfcCheck(const Memory &sram, const GuestFields &state);

    /// LFC_NONE, LFC_NO_BUFFER: no buffer, no descriptor, no channel.
    static constexpr std::uint32_t none = 0xFFFF;
    struct Header {
        bool is_lfc = false;
        std::uint32_t tag = 0; ///< with the bits beside it
        std::uint32_t credits = 0, peer = 0, tree = 0, channel = 0;
    };
    static Header header_of(std::span<const std::uint8_t> bytes);

    /// The field of this name, or one of 0 bytes.
    static GuestField field_of(const GuestFields &state, const char *name);
    /// 0 where the program shows no such field.
    std::uint32_t load(const GuestField &field, std::uint32_t element = 0) const;

    // Receive buffers: each is armed, in the list of free ones, or in use.
    std::uint32_t first_receive() const { return load(first_receive_); }
    std::uint32_t buffers() const { return buffers_.distance; }
    /// Finds the place of each buffer that is not in use, and counts the free ones.
    std::string find_free();
    std::uint32_t free_count() const { return free_count_; }
    /// `references`: of the packet in receive buffer `b`; 0: it is not in use.
    std::string check_place(std::uint32_t b, std::uint32_t references) const;

  private:
    const Memory &sram_;
    GuestField first_receive_, armed_, free_receives_, next_receive_;
    GuestField buffers_; ///< its `distance` is their number
    enum class Place : std::uint8_t { nowhere, armed, free };
    std::vector<Place> places_; ///< of buffers
    std::uint32_t free_count_ = 0;
};

} // namespace inlet::myrinet
