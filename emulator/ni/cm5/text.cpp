#include "../../../runtime/machine/cm5/include/cm5_ni.h"
#include "ni/interface_text.h"

#include <fmt/format.h>

namespace inlet {

namespace {

class Cm5InterfaceText final : public InterfaceText {
  public:
    std::optional<std::string> message_name(std::uint32_t number) const override {
        switch (number) {
        case NI_TAG_XFER: return "xfer";
        case NI_TAG_BYTES: return "bytes";
        default: return fmt::format("tag {}", number);
        }
    }
    /// JMPL in a function of CMAM.
    bool calls_handlers(std::string_view function, std::uint32_t word) const override {
        return function.starts_with("CMAM_") && word >> 30 == 2 && (word >> 19 & 0x3F) == 0x38;
    }
};

} // namespace

const InterfaceText &cm5_interface_text() {
    static const Cm5InterfaceText text;
    return text;
}

} // namespace inlet
