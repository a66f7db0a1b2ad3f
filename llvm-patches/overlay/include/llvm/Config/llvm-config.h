/* The distribution's configuration without a native target: the overlay links
   none but those in Targets.def. */
#include_next <llvm/Config/llvm-config.h>

#undef LLVM_NATIVE_ARCH
#undef LLVM_NATIVE_ASMPARSER
#undef LLVM_NATIVE_ASMPRINTER
#undef LLVM_NATIVE_DISASSEMBLER
#undef LLVM_NATIVE_TARGET
#undef LLVM_NATIVE_TARGETINFO
#undef LLVM_NATIVE_TARGETMC
#undef LLVM_NATIVE_TARGETMCA
