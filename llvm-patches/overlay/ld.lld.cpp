// ld.lld: the ELF linker alone, with our code generator for link-time
// optimization.

#include "lld/Common/Driver.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"

LLD_HAS_DRIVER(elf)

int main(int argc, char **argv) {
  llvm::InitLLVM X(argc, argv);
  return lld::elf::link(llvm::ArrayRef(argv, argc), llvm::outs(), llvm::errs(),
                        /*exitEarly=*/true, /*disableOutput=*/false)
             ? 0
             : 1;
}
