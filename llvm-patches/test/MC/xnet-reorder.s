# RUN: llvm-mc %s %mips2 -mattr=+xnet -filetype=obj -o %t
# RUN: llvm-objdump -d --no-show-raw-insn %t | FileCheck %s

# The assembler fills the delay slot of a branch on nicond; HRET has none.
        .set reorder
a:      bc2f    a
        hret
        bc2t    a
        hret

# CHECK:      bc2f
# CHECK-NEXT: nop
# CHECK-NEXT: hret
# CHECK-NEXT: bc2t
# CHECK-NEXT: nop
# CHECK-NEXT: hret
