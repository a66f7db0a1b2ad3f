// The back ends: each turns the model into the text of one or more files. Pure functions; the same
// model gives the same text.
#pragma once

#include "model.h"
#include "x86.h"

#include <map>
#include <string>

namespace inlet::isa {

/// t1_isa.h: the emulator's decoder tables (C++20, namespace inlet::isa).
std::string emulator_header(const Model &model);
/// sparc.h: those of SPARC V7 and V8 (namespace inlet::isa::sparc).
std::string sparc_header(const Model &model);
/// ppc.h: those of PowerPC (namespace inlet::isa::ppc).
std::string ppc_header(const Model &model);

/// The files of the LLVM series.
struct LlvmFiles {
    std::string intrinsics; ///< IntrinsicsXNET.td
    std::string targets;    ///< XNetTargets.def: what each target has, and its limits
    std::map<std::string, std::string> builtins; ///< BuiltinsXNet<Target>.def, by target
    std::string instructions;                    ///< MipsXNetGenInstrs.td
    std::string sparc_instructions;              ///< SparcXNetGenInstrs.td
    std::string ppc_instructions;                ///< PPCXNetGenInstrs.td
};
LlvmFiles llvm_files(const Model &model, const X86Set &x86);

/// xnet_isa.h: the generated part of <xnet.h> for guest programs (C99 and C++).
std::string guest_header(const Model &model);

/// docs/extension.md.
std::string reference_page(const Model &model, const X86Set &x86);

/// One instance of a builtin: {n} and repeated parameters expanded.
struct BuiltinInstance {
    std::string name;      ///< without the prefix __builtin_xnet_
    std::string intrinsic; ///< without the prefix llvm.xnet.
    Returns returns = Returns::nothing;
    std::vector<Parameter> parameters;
    std::string text;
    const Instruction *instruction = nullptr;
    unsigned n = 0; ///< which of the instruction's rows
};
/// All of them, in the order of the instructions.
std::vector<BuiltinInstance> expand_builtins(const Model &model);

} // namespace inlet::isa
