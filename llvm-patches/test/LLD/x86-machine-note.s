# REQUIRES: ncube2
# Of an nCUBE/2 with x86 processors there are two: an object says for which it is, and a mixture is not linked.
# RUN: split-file %s %t
# RUN: llvm-mc -triple=i386-ncube2-elf -mattr=+xnet -filetype=obj %t/main.s -o %t/instructions.o
# RUN: llvm-mc -triple=i386-ncube2-elf -mattr=+xnet-trap -filetype=obj %t/more.s -o %t/traps.o
# RUN: llvm-mc -triple=i386-unknown-elf -filetype=obj %t/more.s -o %t/stock.o
# RUN: llvm-readelf -p .note.inlet %t/instructions.o | FileCheck %s --check-prefix=XNET
# RUN: llvm-readelf -p .note.inlet %t/traps.o | FileCheck %s --check-prefix=TRAPS
# RUN: llvm-readelf -S %t/stock.o | FileCheck %s --check-prefix=STOCK
# RUN: ld.lld -m elf_i386 %t/instructions.o %t/stock.o -o %t/a.out
# RUN: llvm-readelf -p .note.inlet %t/a.out | FileCheck %s --check-prefix=XNET
# RUN: not ld.lld -m elf_i386 %t/instructions.o %t/traps.o -o %t/a.out 2>&1 | FileCheck %s

# XNET: machine=ncube2-xnet abi=1
# TRAPS: machine=ncube2-x86 abi=1
# STOCK-NOT: .note.inlet
# CHECK: error: {{.*}}traps.o is compiled for ncube2-x86, {{.*}}instructions.o for ncube2-xnet

#--- main.s
.globl _start
_start:
  nop
#--- more.s
.globl more
more:
  nop
