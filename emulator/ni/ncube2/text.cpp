#include "ni/interface_text.h"

#include <fmt/format.h>

namespace inlet {

namespace {

class Ncube2InterfaceText final : public InterfaceText {
  public:
    std::optional<std::string> message_name(std::uint32_t number) const override {
        return fmt::format("tag {}", number);
    }
};

} // namespace

const InterfaceText &ncube2_interface_text() {
    static const Ncube2InterfaceText text;
    return text;
}

} // namespace inlet
