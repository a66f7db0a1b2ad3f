// The part of clang-tblgen, which the packages lack, that writes the tables of diagnostics.

#include "TableGenBackends.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/TableGen/Main.h"
#include "llvm/TableGen/Record.h"

static llvm::cl::opt<std::string>
    component("clang-component",
              llvm::cl::desc("the component whose diagnostics are written; groups without it"));

int main(int argc, char **argv) {
    llvm::cl::ParseCommandLineOptions(argc, argv);
    return llvm::TableGenMain(argv[0], [](llvm::raw_ostream &out, llvm::RecordKeeper &records) {
        if (component.empty())
            clang::EmitClangDiagGroups(records, out);
        else
            clang::EmitClangDiagsDefs(records, out, component);
        return false;
    });
}
