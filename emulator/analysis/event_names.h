// Names of messages, handlers and contexts for reports, exports and pages.
#pragma once

#include "inlet/context.h"
#include "inlet/image.h"
#include "inlet/observer.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace inlet {

/// "7:212": message 212 of node 7.
std::string message_name(MessageId id);
/// The name of the handler at `address`, as messages carry it. The entry of an AM handler is 8
/// bytes before its function (docs/t1-abi.md). Of a message that names no handler: "xfer", "ack".
std::string handler_name(std::uint32_t address, const Image &names);

/// Whether a message with this MessageEvent::handler carries nothing for the program: SP-2's
/// acknowledgements and probes, LFC's credits, messages to sPs. `machine`: Image::machine.
bool is_control(std::uint32_t handler, Processor processor, std::string_view machine = {});

/// Whether the code at `pc` is the runtime's: behind the program's (Image::is_runtime), or in a
/// segment of its own, as the kernel of an nCUBE/2. So are messages that name no handler.
bool is_of_runtime(std::uint32_t pc, const Image &names);

/// Whether software calls the handlers: from polls, or from a kernel that messages interrupt. There
/// is then no dispatch, and no HRET ends a handler.
bool called_by_software(const ContextNames &contexts);
/// Whether messages of such a machine interrupt a kernel, so that programs need not poll.
bool interrupts_kernel(const Image &names);

/// The context of an instruction: its name, or "kernel" in the kernel of an nCUBE/2.
std::string code_name(const InstructionEvent &event, const Image &names);

} // namespace inlet
