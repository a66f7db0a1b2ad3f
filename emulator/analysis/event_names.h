// Names of messages, handlers and contexts for reports, exports and pages.
#pragma once

#include "inlet/context.h"
#include "inlet/image.h"
#include "inlet/observer.h"

#include <cstdint>
#include <string>

namespace inlet {

/// "7:212": message 212 of node 7.
std::string message_name(MessageId id);
/// The name of the handler at `address`, as messages carry it. The entry of an AM handler is 8
/// bytes before its function (docs/t1-abi.md).
std::string handler_name(std::uint32_t address, const Image &names);

/// The context of an instruction: its name, or "kernel" in the kernel of an nCUBE/2.
std::string code_name(const InstructionEvent &event, const Image &names);

} // namespace inlet
