// inlet-isa: checks the files of isa/ and writes what is generated from them.
// Exit status: 0 done, 1 a file of isa/ is wrong or an output cannot be written, 2 command line.

#include "backends.h"
#include "overlap.h"
#include "x86.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <sstream>
#include <string>

namespace {

namespace fs = std::filesystem;

/// Writes `text` unless the file has it already, so that nothing is built again without need.
void write_if_changed(const fs::path &path, const std::string &text) {
    if (std::ifstream in(path, std::ios::binary); in) {
        std::ostringstream old;
        old << in.rdbuf();
        if (old.str() == text) return;
    }
    if (path.has_parent_path()) fs::create_directories(path.parent_path());
    std::ofstream out(path, std::ios::binary);
    out << text;
    out.close();
    if (!out) throw std::runtime_error(fmt::format("{}: cannot be written", path.string()));
}

} // namespace

int main(int argc, char **argv) {
    using namespace inlet::isa;

    fs::path isa, emulator, llvm, header, doc;
    bool check = false;
    CLI::App app{
        "Checks the instruction set files of isa/ and generates code and pages from them."};
    app.add_option("--isa", isa, "folder isa/")->required()->check(CLI::ExistingDirectory);
    app.add_option("--emulator", emulator, "write the emulator's decoder tables into this folder");
    app.add_option("--llvm", llvm, "write the LLVM series' files into this folder");
    app.add_option("--header", header, "write the guest programs' header to this file");
    app.add_option("--doc", doc, "write the reference page to this file");
    app.add_flag("--check", check, "check only and say what was checked");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError &error) {
        return app.exit(error) == 0 ? 0 : 2;
    }

    try {
        const Model model = Model::load(isa);
        for (const auto &rows : {model.mips2_machine(), model.mips32_machine(), model.sparc.all(),
                                 model.sparc.network, model.ppc.all(), model.ppc.network})
            if (const auto overlaps = find_overlaps(rows); !overlaps.empty())
                throw DataError("encodings overlap:\n" + describe(overlaps));

        const X86Set x86 = X86Set::load(isa);

        if (!emulator.empty()) {
            write_if_changed(emulator / "t1_isa.h", emulator_header(model));
            write_if_changed(emulator / "sparc.h", sparc_header(model));
            write_if_changed(emulator / "ppc.h", ppc_header(model));
            write_if_changed(emulator / "x86.h", x86_header(x86));
        }
        if (!header.empty()) write_if_changed(header, guest_header(model));
        if (!doc.empty()) write_if_changed(doc, reference_page(model, x86));
        if (!llvm.empty()) {
            const LlvmFiles files = llvm_files(model, x86);
            write_if_changed(llvm / "IntrinsicsXNET.td", files.intrinsics);
            for (const auto &[target, text] : files.builtins)
                write_if_changed(llvm / ("BuiltinsXNet" + target + ".def"), text);
            write_if_changed(llvm / "XNetTargets.def", files.targets);
            write_if_changed(llvm / "MipsXNetGenInstrs.td", files.instructions);
            write_if_changed(llvm / "SparcXNetGenInstrs.td", files.sparc_instructions);
            write_if_changed(llvm / "PPCXNetGenInstrs.td", files.ppc_instructions);
            write_if_changed(llvm / "X86XNetGenInstrs.td", x86_llvm_instructions(x86));
        }
        if (check)
            fmt::print("{} base, {} MIPS32 and {} extension encodings, {} registers, {} SPARC V7, "
                       "{} V8, {} PowerPC and {} x86 encodings: no overlap\n",
                       model.base.size(), model.mips32.size(), model.extension().size(),
                       model.registers.size(), model.sparc.base.size(), model.sparc.added.size(),
                       model.ppc.base.size(), x86.rows.size());
    } catch (const std::exception &error) {
        fmt::print(stderr, "inlet-isa: {}\n", error.what());
        return 1;
    }
    return 0;
}
