# An object says which machine it is for; a stock one of MIPS-II does not, and has no network interface for objdump.
# RUN: llvm-mc -triple=mips-t1-elf -mcpu=mips2 -mattr=+xnet -filetype=obj %s -o %t.o
# RUN: llvm-readelf -n %t.o | FileCheck %s --check-prefix=NOTE
# RUN: llvm-readelf -p .note.inlet %t.o | FileCheck %s --check-prefix=TEXT
# RUN: llvm-objdump -d --no-show-raw-insn %t.o | FileCheck %s --check-prefix=XNET
# RUN: llvm-mc -triple=mips-t1-elf -mcpu=mips2 -mattr=+xnet,+reserve-s0,+reserve-s7 -filetype=obj %s -o %t.o
# RUN: llvm-readelf -p .note.inlet %t.o | FileCheck %s --check-prefix=RESERVED
# RUN: llvm-mc -triple=mips-unknown-elf -mcpu=mips2 -filetype=obj %s -o %t.o
# RUN: llvm-readelf -S %t.o | FileCheck %s --check-prefix=STOCK
# RUN: llvm-objdump -d --no-show-raw-insn %t.o | FileCheck %s --check-prefix=PLAIN
# RUN: llvm-mc -triple=sparc-cm5-elf -filetype=obj %s -o %t.o
# RUN: llvm-readelf -p .note.inlet %t.o | FileCheck %s --check-prefix=CM5
# RUN: llvm-mc -triple=sparc-cm5-elf -mattr=+xnet -filetype=obj %s -o %t.o
# RUN: llvm-readelf -p .note.inlet %t.o | FileCheck %s --check-prefix=CM5-XNET
# RUN: llvm-mc -triple=sparc-unknown-elf -filetype=obj %s -o %t.o
# RUN: llvm-readelf -S %t.o | FileCheck %s --check-prefix=STOCK

# NOTE: inlet
# TEXT: machine=t1 abi=1 reserved=$28
# RESERVED: machine=t1 abi=1 reserved=$28,$16,$23
# CM5: machine=cm5 abi=1
# CM5-XNET: machine=cm5-xnet abi=1
# STOCK-NOT: .note.inlet
# XNET: lw.v
# PLAIN: lwc2
.word 0xc8410008
