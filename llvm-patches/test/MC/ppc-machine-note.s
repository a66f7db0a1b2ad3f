# REQUIRES: sp2
# An object for an SP-2's node says which network interface it is for; a stock one does not, and objdump knows no instructions of it.
# RUN: llvm-mc -triple=powerpc-sp2-elf -mcpu=604 -filetype=obj %s -o %t.o
# RUN: llvm-readelf -p .note.inlet %t.o | FileCheck %s --check-prefix=SP2
# RUN: llvm-mc -triple=powerpc-sp2-elf -mcpu=604 -mattr=+xnet -filetype=obj %s -o %t.o
# RUN: llvm-readelf -p .note.inlet %t.o | FileCheck %s --check-prefix=SP2-XNET
# RUN: llvm-objdump -d --no-show-raw-insn %t.o | FileCheck %s --check-prefix=XNET
# RUN: llvm-mc -triple=powerpc-unknown-elf -mcpu=604 -filetype=obj %s -o %t.o
# RUN: llvm-readelf -S %t.o | FileCheck %s --check-prefix=STOCK
# RUN: llvm-objdump -d --no-show-raw-insn %t.o | FileCheck %s --check-prefix=PLAIN

# SP2: machine=sp2 abi=1
# SP2-XNET: machine=sp2-xnet abi=1
# STOCK-NOT: .note.inlet
# XNET: hret
# PLAIN-NOT: hret
.long 0x14000038
