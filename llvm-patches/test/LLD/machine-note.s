# Objects of different machines, or of different versions of an ABI, are not linked. One note remains.
# RUN: split-file %s %t
# RUN: llvm-mc -triple=mips-t1-elf -mcpu=mips2 -mattr=+xnet -filetype=obj %t/main.s -o %t/main.o
# RUN: llvm-mc -triple=mips-t1-elf -mcpu=mips2 -mattr=+xnet -filetype=obj %t/more.s -o %t/more.o
# RUN: llvm-mc -triple=mips-unknown-elf -mcpu=mips2 -filetype=obj %t/other.s -o %t/other.o
# RUN: llvm-mc -triple=mips-unknown-elf -mcpu=mips2 -filetype=obj %t/later.s -o %t/later.o
# RUN: llvm-mc -triple=mips-unknown-elf -mcpu=mips2 -filetype=obj %t/more.s -o %t/stock.o
# RUN: llvm-mc -triple=mips-t1-elf -mcpu=mips2 -mattr=+xnet,+reserve-s0 -filetype=obj %t/more.s -o %t/reserved.o
# RUN: ld.lld %t/main.o %t/more.o -o %t/a.out
# RUN: llvm-readelf -p .note.inlet %t/a.out | FileCheck %s --check-prefix=ONE
# RUN: ld.lld %t/main.o %t/stock.o -o %t/a.out
# RUN: not ld.lld %t/main.o %t/other.o -o %t/a.out 2>&1 | FileCheck %s --check-prefix=MACHINE
# RUN: not ld.lld %t/main.o %t/later.o -o %t/a.out 2>&1 | FileCheck %s --check-prefix=ABI
# RUN: ld.lld %t/main.o %t/reserved.o -o %t/a.out 2>&1 | FileCheck %s --check-prefix=RESERVED
# RUN: llvm-mc -triple=sparc-cm5-elf -filetype=obj %t/more.s -o %t/bus.o
# RUN: llvm-mc -triple=sparc-cm5-elf -mattr=+xnet -filetype=obj %t/main.s -o %t/coprocessor.o
# RUN: not ld.lld -m elf32_sparc %t/coprocessor.o %t/bus.o -o %t/a.out 2>&1 | FileCheck %s --check-prefix=CM5

# ONE-COUNT-1: machine=
# ONE-NOT: machine=
# MACHINE: error: {{.*}}other.o is compiled for sp9, {{.*}}main.o for t1
# CM5: error: {{.*}}bus.o is compiled for cm5, {{.*}}coprocessor.o for cm5-xnet
# ABI: error: {{.*}}later.o has version 2 of the ABI of t1, {{.*}}main.o version 1
# RESERVED: warning: {{.*}}reserved.o reserves the registers $28,$16, {{.*}}main.o $28

#--- main.s
.globl __start
__start:
  nop
#--- more.s
.globl more
more:
  nop
#--- other.s
.section .note.inlet, "", @note
.word 6, 20, 1
.asciz "inlet"
.balign 4
.ascii "machine=sp9 abi=1\0\0\0"
#--- later.s
.section .note.inlet, "", @note
.word 6, 16, 1
.asciz "inlet"
.balign 4
.ascii "machine=t1 abi=2"
