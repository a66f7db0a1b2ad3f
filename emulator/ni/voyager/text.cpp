#include "ni/sp2/text.h"

#include "ni/voyager/packet.h"

#include <fmt/format.h>

namespace inlet {

namespace {

/// What the SP-2's has beside this holds for the PowerPC's programs here, too.
class VoyagerInterfaceText final : public Sp2InterfaceText {
  public:
    std::optional<std::string> message_name(std::uint32_t number) const override {
        if (number == voyager::dma_number) return "DMA";
        if (number == voyager::sp_number) return "to the sP";
        const std::string name = fmt::format("queue {}", number - 1);
        return number == voyager::last_number ? name + " or above" : name;
    }
    /// The sP or a DMA engine takes it.
    bool is_control(std::uint32_t handler) const override {
        return handler == voyager::dma_number || handler == voyager::sp_number;
    }
    const char *device() const override { return "endpoint"; }
    const char *look() const override { return "poll the endpoint"; }
    std::string_view registers_page() const override {
        return "docs/voyager.md has the queues and registers of the NES.";
    }
    bool calls_handlers(std::string_view function, std::uint32_t word) const override {
        constexpr std::string_view own = "voyager_"; // runtime/machine/voyager/am_core.c
        return Sp2InterfaceText::calls_handlers(function.starts_with(own) ? "__am_poll" : function,
                                                word);
    }
};

} // namespace

const InterfaceText &voyager_interface_text() {
    static const VoyagerInterfaceText text;
    return text;
}

} // namespace inlet
