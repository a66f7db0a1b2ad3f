# RUN: split-file %s %t
# RUN: llvm-mc -triple=sparc-unknown-elf -filetype=obj %t/a.s -o %t/a.o
# RUN: llvm-mc -triple=sparc-unknown-elf -filetype=obj %t/b.s -o %t/b.o
# RUN: ld.lld -m elf32_sparc -e start -Ttext=0x10000 -Tdata=0x12345678 %t/a.o %t/b.o -o %t/out
# RUN: llvm-objdump -d --no-show-raw-insn %t/out | FileCheck %s
# RUN: llvm-readelf -h %t/out | FileCheck %s --check-prefix=HEADER
# RUN: llvm-readelf -x .data %t/out | FileCheck %s --check-prefix=DATA
# RUN: ld.lld -T %t/script -e start %t/a.o %t/b.o -o %t/scripted
# RUN: llvm-readelf -h %t/scripted | FileCheck %s --check-prefix=HEADER
# RUN: llvm-mc -triple=sparc-unknown-elf -filetype=obj %t/c.s -o %t/c.o
# RUN: not ld.lld -m elf32_sparc -e start -Ttext=0x10000 --defsym far=0x8000000 %t/c.o -o %t/bad 2>&1 | FileCheck %s --check-prefix=FAR

# Addresses wrap around at 32 bits.
# RUN: llvm-mc -triple=sparc-unknown-elf -filetype=obj %t/wrap.s -o %t/wrap.o
# RUN: ld.lld -m elf32_sparc -e start -Ttext=0x10000 -Tdata=0x20000 %t/wrap.o -o %t/wrap
# RUN: llvm-readelf -x .data %t/wrap | FileCheck %s --check-prefix=WRAP
# RUN: llvm-objdump -d --no-show-raw-insn %t/wrap | FileCheck %s --check-prefix=WRAPPED
# WRAP: f0020000 00f00200 00000000
# WRAPPED: sethi 3932224, %o0
# WRAPPED: call -268435460

# Nothing dynamic: its code would be that of V9.
# RUN: not ld.lld -m elf32_sparc -shared %t/b.o -o %t/bad 2>&1 | FileCheck %s --check-prefix=DYNAMIC
# RUN: not ld.lld -m elf32_sparc -pie -e other %t/b.o -o %t/bad 2>&1 | FileCheck %s --check-prefix=DYNAMIC
# DYNAMIC: error: 32-bit SPARC is linked statically
# RUN: llvm-mc -triple=sparc-unknown-elf -filetype=obj %t/ifunc.s -o %t/ifunc.o
# RUN: not ld.lld -m elf32_sparc -e start %t/ifunc.o -o %t/bad 2>&1 | FileCheck %s --check-prefix=PLT
# PLT: error: a procedure linkage table is not supported for 32-bit SPARC

# Thread-local objects are below %g7: of eight bytes the first is at -8.
# RUN: llvm-mc -triple=sparc-unknown-elf -filetype=obj %t/tls.s -o %t/tls.o
# RUN: ld.lld -m elf32_sparc -e start -Ttext=0x10000 %t/tls.o -o %t/tls
# RUN: llvm-objdump -d --no-show-raw-insn %t/tls | FileCheck %s --check-prefix=TLS
# TLS: sethi 0, %o0
# TLS-NEXT: xor %o0, -8, %o0
# TLS: sethi 0, %o1
# TLS-NEXT: xor %o1, -4, %o1

# FAR: relocation R_SPARC_WDISP22 out of range

# 32-bit SPARC, linked statically: calls, branches, addresses of both halves, small constants, data of every size.

# HEADER: Class: ELF32
# HEADER: Data: 2's complement, big endian
# HEADER: Machine: Sparc{{$}}

# CHECK:      <start>:
# CHECK-NEXT: 10000: sethi 298261, %o0
# CHECK-NEXT: or %o0, 632, %o0
# CHECK-NEXT: call {{.*}}
# CHECK-NEXT: mov -5, %o1
# CHECK:      bne {{.*}}
# DATA: 12345678 12345678 00010000 1234fb7f

#--- a.s
        .text
        .globl start
start:  sethi %hi(value), %o0
        or %o0, %lo(value), %o0
        call other
        mov small, %o1
        bne other
        nop

#--- b.s
        .text
        .globl other
other:  retl
        nop
        .globl small
        .set small, -5
        .data
        .globl value
value:  .word value
        .word start
        .half half
        .byte byte
        .byte 127
        .globl half
        .set half, 0x1234
        .globl byte
        .set byte, -5

#--- c.s
        .globl start
start:  bne far
        nop

#--- wrap.s
        .globl start
start:  sethi %hi(start-0x10000000), %o0
        call start+0xf0000000
        nop
        .data
value:  .word value-0x10000000
        .byte 0
        .uaword value-0x10000000
        .byte 0, 0, 0

#--- ifunc.s
        .type f, @gnu_indirect_function
f:      retl
        nop
        .globl start
start:  call f
        nop

#--- script
OUTPUT_FORMAT("elf32-sparc")
SECTIONS { .text 0x10000 : { *(.text) } .data : { *(.data) } }

#--- tls.s
        .global start
start:  sethi %tle_hix22(first), %o0
        xor %o0, %tle_lox10(first), %o0
        sethi %tle_hix22(second), %o1
        xor %o1, %tle_lox10(second), %o1
        .section .tdata,"awT",@progbits
        .type first,@object
first:  .word 5
        .section .tbss,"awT",@nobits
        .type second,@object
second: .word 0
