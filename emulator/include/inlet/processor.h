// What is known of a processor by its number.
#pragma once

#include "inlet/fault.h"
#include "inlet/image.h"
#include "inlet/ncube_elf.h"
#include "inlet/network_parts.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace inlet {

/// A machine in the compiler's notes.
struct NotedMachine {
    std::string_view name;
    const char *compiler = nullptr; ///< nullptr: the processor's
    bool firmware = false;          ///< what its second processors run
};

/// What programs for a processor look like, and what makes them.
struct ProcessorFacts {
    Processor processor;
    const char *name;          ///< of its ELF files: "MIPS"
    std::uint16_t elf_machine; ///< e_machine
    bool little;
    bool any_length;      ///< instructions have several lengths and begin at any byte
    const char *compiler; ///< the program that makes programs
    /// By accesses, by network instructions; then those of other machines with the processor.
    std::array<NotedMachine, 4> machines;
    std::uint32_t return_offset = 0;  ///< bytes from a call to the address at which it returns
    std::uint32_t longest_call = 1;   ///< bytes in which a return address may point behind a call
    std::uint32_t pushed_by_call = 0; ///< bytes on the stack
    std::uint32_t handler_bits = 0; ///< of a handler's address in a message: no part of the address
    /// Bytes that are no instruction, between the parts of a text. On x86 it has one byte, so that
    /// decoding continues at the next byte.
    std::uint8_t no_instruction = 0xFF;
    bool absolute_numbers = false; ///< absolute symbols in a program are numbers, no addresses
    bool call_frames = false;      ///< a program's .debug_frame is needed to find open calls
    std::uint32_t kernel_end = 0;  ///< code below this address is the kernel's
    bool kernel = false;           ///< messages may interrupt a kernel
    /// Handlers are entered by so many instructions beside their function (docs/t1-abi.md,
    /// "Handlers"); each level has one handler, whose stack begins with the frame that it makes;
    /// and an exception of cause 0 takes a message. 0: none of this.
    unsigned handler_entry = 0;
    bool replies_known = true; ///< a message says whether it is a request or a reply
};

/// In the order of Processor.
inline constexpr std::array<ProcessorFacts, 6> processors = {
    {{.processor = Processor::mips,
      .name = "MIPS",
      .elf_machine = 8,
      .little = false,
      .any_length = false,
      .compiler = "t1-clang",
      .machines = {{{"t1"}}},
      .return_offset = 8,
      .handler_entry = 2},
     {.processor = Processor::sparc,
      .name = "SPARC",
      .elf_machine = 2,
      .little = false,
      .any_length = false,
      .compiler = "cm5-clang",
      .machines = {{{"cm5"}, {"cm5-xnet"}}},
      .handler_bits = 3},
     {.processor = Processor::ppc,
      .name = "PowerPC",
      .elf_machine = 20,
      .little = false,
      .any_length = false,
      .compiler = "sp2-clang",
      .machines = {{{"sp2"},
                    {"sp2-xnet"},
                    {"voyager", "voyager-clang"},
                    {"voyager-firmware", "voyager-clang", true}}},
      .return_offset = 4,
      .handler_bits = 3},
     {.processor = Processor::x86,
      .name = "x86 (32 bit)",
      .elf_machine = 3,
      .little = true,
      .any_length = true,
      .compiler = "ncube2-clang",
      .machines = {{{"ncube2-x86"}, {"ncube2-xnet"}, {"myrinet", "myrinet-clang"}}},
      .return_offset = 1,
      .longest_call = 8,
      .pushed_by_call = 4,
      .no_instruction = 0xD6,
      .call_frames = true,
      .kernel = true},
     {.processor = Processor::ncube,
      .name = "nCUBE/2",
      .elf_machine = ncube::elf_machine,
      .little = true,
      .any_length = true,
      .compiler = "inlet-ncube-as",
      .machines = {{{"ncube2"}}},
      .no_instruction = 0, // as its memory is
      .absolute_numbers = true,
      .kernel_end = ncube::user_text,
      .kernel = true,
      .replies_known = false}, // 000 4.2.4
     {.processor = Processor::lanai,
      .name = "Lanai",
      .elf_machine = 244,
      .little = false,
      .any_length = false,
      .compiler = "lanai-clang",
      .machines = {{{"lanai", nullptr, true}}}}}};

constexpr const ProcessorFacts &facts_of(Processor processor) {
    return processors[static_cast<std::size_t>(processor)];
}
/// The row of a machine in the compiler's notes; nullptr: it has none.
constexpr const NotedMachine *noted_machine(Processor processor, std::string_view machine) {
    for (const NotedMachine &one : facts_of(processor).machines)
        if (!one.name.empty() && one.name == machine) return &one;
    return nullptr;
}

/// The kind of access of the faulting instruction: "load", "store", "jump" or "access".
std::string_view access_name(const Fault &fault, Processor processor);
/// What the program meant by the faulting instruction: the compiler's trap is a breakpoint, and
/// that of a division a division by zero. Otherwise the fault's kind.
FaultKind meaning_of(const Fault &fault, Processor processor);
/// The text of FaultKind::trap.
std::string trap_text(const Fault &fault, Processor processor);
/// Advice to the user on a fault of a program for this processor.
std::string_view advice(FaultKind kind, Processor processor);

/// More on a fault of a program for this processor: "trap #77 has no vector". Mostly empty.
std::string fault_note(const Fault &fault, const Image &image);
/// Where the registers of the network interface of the program's machine are described: a sentence.
std::string_view registers_page(const Image &image);

/// An instruction of the network interface that a machine lacks.
struct Lacking {
    std::string text;       ///< "mcst1 at 0x00010234 (main+0x14, tree.c:12)"
    bool multicast = false; ///< else it is one for vectors
};
/// The first one in the program's text, for a machine that has these parts.
std::optional<Lacking> lacking(const Image &program, const NetworkParts &parts);

} // namespace inlet
