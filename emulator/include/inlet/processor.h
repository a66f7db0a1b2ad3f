// What is known of a processor by its number.
#pragma once

#include "inlet/fault.h"
#include "inlet/image.h"
#include "inlet/ncube_elf.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace inlet {

/// What programs for a processor look like, and what makes them.
struct ProcessorFacts {
    Processor processor;
    const char *name;          ///< of its ELF files: "MIPS"
    std::uint16_t elf_machine; ///< e_machine
    bool little;
    bool any_length;      ///< instructions have several lengths and begin at any byte
    const char *compiler; ///< the program that makes programs
    /// Names of machines in the compiler's notes: by accesses, by network instructions; then those
    /// of another machine with the processor, and of its firmware. Empty: none.
    std::array<std::string_view, 4> machines;
};

/// In the order of Processor.
inline constexpr std::array<ProcessorFacts, 6> processors = {{
    {Processor::mips, "MIPS", 8, false, false, "t1-clang", {"t1"}},
    {Processor::sparc, "SPARC", 2, false, false, "cm5-clang", {"cm5", "cm5-xnet"}},
    {Processor::ppc,
     "PowerPC",
     20,
     false,
     false,
     "sp2-clang",
     {"sp2", "sp2-xnet", "voyager", "voyager-firmware"}},
    {Processor::x86,
     "x86 (32 bit)",
     3,
     true,
     true,
     "ncube2-clang",
     {"ncube2-x86", "ncube2-xnet", "myrinet"}},
    {Processor::ncube, "nCUBE/2", ncube::elf_machine, true, true, "inlet-ncube-as", {"ncube2"}},
    {Processor::lanai, "Lanai", 244, false, false, "lanai-clang", {"lanai"}},
}};

constexpr const ProcessorFacts &facts_of(Processor processor) {
    return processors[static_cast<std::size_t>(processor)];
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

/// An instruction of the network interface that a machine lacks.
struct Lacking {
    std::string text;       ///< "mcst1 at 0x00010234 (main+0x14, tree.c:12)"
    bool multicast = false; ///< else it is one for vectors
};
/// The first one in the program's text, for a machine that has vectors, multicasts, or not.
std::optional<Lacking> lacking(const Image &program, bool vectors, bool multicasts);

} // namespace inlet
