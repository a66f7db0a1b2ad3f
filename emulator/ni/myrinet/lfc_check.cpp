#include "ni/myrinet/lfc_check.h"

#include "../../../runtime/machine/lanai/lfc/lfc_layout.h"
#include "ni/myrinet/lfc_credits.h"
#include "ni/myrinet/lfc_windows.h"

#include <fmt/format.h>

namespace inlet::myrinet {

std::unique_ptr<LfcCheck> LfcCheck::of(const Memory &sram, const GuestFields &state) {
    if (LfcCredits::knows(state)) return std::make_unique<LfcCredits>(sram, state);
    if (LfcWindows::knows(state)) return std::make_unique<LfcWindows>(sram, state);
    return nullptr;
}

LfcCheck::LfcCheck(const Memory &sram, const GuestFields &state)
    : sram_(sram), first_receive_(field_of(state, "first receive")),
      armed_(field_of(state, "armed")), free_receives_(field_of(state, "free receives")),
      next_receive_(field_of(state, "next receive")), buffers_(field_of(state, "buffers")) {}

GuestField LfcCheck::field_of(const GuestFields &state, const char *name) {
    const auto found = state.find(name);
    return found == state.end() ? GuestField{} : found->second;
}

std::uint32_t LfcCheck::load(const GuestField &field, std::uint32_t element) const {
    const std::uint8_t *const at =
        field.bytes == 0 ? nullptr : sram_.read<std::uint8_t>(field.at(element));
    if (!at) return 0;
    switch (field.bytes) {
    case 1: return *at;
    case 2: return from_guest<std::uint16_t>(at);
    default: return from_guest<std::uint32_t>(at);
    }
}

LfcCheck::Header LfcCheck::header_of(std::span<const std::uint8_t> bytes) {
    Header header;
    if (bytes.size() < LFC_HEADER_BYTES ||
        from_guest<std::uint16_t>(bytes.data()) != LFC_MYRINET_TYPE)
        return header;
    header.tag = bytes[2];
    header.credits = bytes[3];
    header.peer = from_guest<std::uint16_t>(&bytes[4]);
    header.tree = from_guest<std::uint16_t>(&bytes[8]);
    header.channel = from_guest<std::uint16_t>(&bytes[10]);
    header.is_lfc = (header.tag & LFC_TAG_BITS) <= LFC_NACK && header.peer < LFC_NODES;
    return header;
}

std::string LfcCheck::find_free() {
    const std::uint32_t first = first_receive(), end = buffers();
    places_.assign(end, Place::nowhere);
    free_count_ = 0;
    const auto armed = load(armed_);
    if (armed < end) places_[armed] = Place::armed;
    for (std::uint32_t b = load(free_receives_); b != none; b = load(next_receive_, b)) {
        if (b < first || b >= end)
            return fmt::format("buffer {} is in the list of free receive buffers, and is none", b);
        if (places_[b] == Place::armed)
            return fmt::format("receive buffer {} is free, and armed", b);
        if (places_[b] == Place::free) return fmt::format("receive buffer {} is free twice", b);
        places_[b] = Place::free;
        ++free_count_;
    }
    return {};
}

std::string LfcCheck::check_place(std::uint32_t b, std::uint32_t references) const {
    if (references == 0) {
        if (places_[b] != Place::nowhere) return {};
        return fmt::format("receive buffer {} is lost: not armed, not free, not in use", b);
    }
    if (places_[b] == Place::nowhere) return {};
    return fmt::format("receive buffer {} is {}, and the packet in it is still in use "
                       "({} reference{})",
                       b, places_[b] == Place::free ? "free" : "armed", references,
                       references == 1 ? "" : "s");
}

} // namespace inlet::myrinet
