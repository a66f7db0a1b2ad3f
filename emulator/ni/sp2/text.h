// What tools say of the SP-2's adapter and of its packets.
#pragma once

#include "ni/interface_text.h"

namespace inlet {

class Sp2InterfaceText : public InterfaceText {
  public:
    std::optional<std::string> message_name(std::uint32_t number) const override;
    bool is_control(std::uint32_t handler) const override;
    const char *look() const override { return "look into the receive FIFO"; }
    const char *device() const override { return "adapter"; }
    std::span<const char *const> trip_parts() const override;
    std::string_view registers_page() const override {
        return "docs/sp2.md has the registers and FIFOs of the adapter.";
    }
    bool calls_handlers(std::string_view function, std::uint32_t word) const override;
};

} // namespace inlet
