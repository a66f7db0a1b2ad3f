// Myrinet's; and the nCUBE/2's with x86, whose programs are made as Myrinet's are.
#include "../../../runtime/machine/lanai/lfc/lfc_layout.h"
#include "inlet/message_event.h"
#include "ni/interface_text.h"

#include <array>
#include <fmt/format.h>

namespace inlet {

namespace {

class MyrinetInterfaceText final : public InterfaceText {
  public:
    /// 1 + the tag of LFC's packets.
    std::optional<std::string> message_name(std::uint32_t number) const override {
        if (number == 0) return "packet";
        switch (number - 1) {
        case LFC_CREDIT: return "credit";
        case LFC_CHANNEL_CLEAR: return "channel clear";
        case LFC_FA_REPLY: return "fetch&add's reply";
        case LFC_UCAST: return "unicast";
        case LFC_MCAST: return "multicast";
        case LFC_FA_REQUEST: return "fetch&add";
        case LFC_ACK: return "ack";
        case LFC_NACK: return "nack";
        default: return fmt::format("tag {}", number);
        }
    }
    /// Of LFC's packets without a handler, the host's library takes those that the control program
    /// leaves to it.
    bool is_control(std::uint32_t handler) const override {
        return handler != 0 && handler < first_handler;
    }
    const char *look() const override { return "read the last word of a buffer"; }
    std::span<const char *const> trip_parts() const override {
        static constexpr std::array<const char *, 8> parts = {
            "host instructions", "cache misses", "programmed I/O",       "NI instructions",
            "NI waits for SRAM", "host DMA",     "send DMA and network", "no instruction"};
        return parts;
    }
    std::string_view registers_page() const override {
        return "docs/myrinet.md has the registers of the network interface.";
    }
    bool calls_handlers(std::string_view function, std::uint32_t word) const override {
        // runtime/machine/ncube2/stub.S; they call nothing else.
        if (function == "__am_short" || function == "__am_short_reply" ||
            function == "__ncube2_stub")
            return true;
        // FF /2 in runtime/machine/myrinet/am_core.c.
        return function == "__am_poll" && (word & 0xFF) == 0xFF && (word >> 11 & 7) == 2;
    }
};

/// Of a program for the interface's processor itself.
class LanaiInterfaceText final : public InterfaceText {
  public:
    std::string_view registers_page() const override {
        return "docs/myrinet.md has the registers of the network interface.";
    }
};

} // namespace

const InterfaceText &myrinet_interface_text() {
    static const MyrinetInterfaceText text;
    return text;
}

const InterfaceText &lanai_interface_text() {
    static const LanaiInterfaceText text;
    return text;
}

} // namespace inlet
