// What tools say of the toy interface and its messages.
#include "ni/interface_text.h"

namespace inlet {

namespace {

class ToyInterfaceText final : public InterfaceText {
  public:
    std::optional<std::string> message_name(std::uint32_t /*number*/) const override {
        return "word";
    }
    const char *look() const override { return "read the number of words"; }
    std::string_view registers_page() const override {
        return "ni/toy/interface.h has the registers of the network interface.";
    }
};

} // namespace

const InterfaceText &toy_interface_text() {
    static const ToyInterfaceText text;
    return text;
}

} // namespace inlet
