// What tools say of a network interface and of the messages of its runtime: a class beside the
// interface, in ni/NAME/text.cpp. ni/interface_texts.cpp lists them.
#pragma once

#include "inlet/image.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace inlet {

/// As T1's, whose messages name the address of a handler.
class InterfaceText {
  public:
    InterfaceText() = default;
    virtual ~InterfaceText() = default;
    InterfaceText(const InterfaceText &) = delete;
    InterfaceText &operator=(const InterfaceText &) = delete;

    /// The name of a message that has this number, below first_handler, in place of a handler's
    /// address. Empty: it is an address like others.
    virtual std::optional<std::string> message_name(std::uint32_t number) const {
        static_cast<void>(number);
        return std::nullopt;
    }
    /// Whether a message with this MessageEvent::handler carries nothing for the program.
    virtual bool is_control(std::uint32_t handler) const {
        static_cast<void>(handler);
        return false;
    }
    /// What `Poll::looks` does where software calls handlers: "read the interface's status".
    virtual const char *look() const { return "read the interface's status"; }
    /// What is between a node's processor and the network: "adapter".
    virtual const char *device() const { return "interface"; }
    /// Names of the parts of a round trip, by TripPart (analysis/adapter_trips.h), on machines with
    /// adapters.
    virtual std::span<const char *const> trip_parts() const { return {}; }
    /// registers_page().
    virtual std::string_view registers_page() const {
        return "docs/cm5-abi.md has the registers of the network interface.";
    }
    /// Whether a call in the runtime's function of this name is that of a message's handler.
    virtual bool calls_handlers(std::string_view function, std::uint32_t word) const {
        static_cast<void>(function), static_cast<void>(word);
        return false;
    }
};

const InterfaceText &interface_text(const Image &program);
/// Of the machine that a program's note names (Image::machine); without one, of the first machine
/// with this processor.
const InterfaceText &interface_text(Processor processor, std::string_view machine = {});

} // namespace inlet
