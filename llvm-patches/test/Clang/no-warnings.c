// RUN: t1-clang -Werror -c %s -o %t.o
// RUN: t1-clang -Werror -S %s -o %t.s
// RUN: t1-clang -Werror -E %s -o %t.i
// RUN: t1-clang -Werror -c -x assembler %t.s -o %t2.o
// RUN: t1-clang -Werror -c -x assembler-with-cpp -DASM %s -o %t3.o
// RUN: t1-clang -Werror -x c++ -c %s -o %t.o
// RUN: t1-clang++ -Werror -c -x c++ %s -o %t.o
// RUN: echo "SECTIONS { . = 0x10000; .text : { *(.text) } }" >%t.ld
// RUN: t1-clang -Werror -nostdlib -T %t.ld -e start %t2.o -o %t.elf
// RUN: t1-clang -Werror -g -O2 -nostdlib -T %t.ld -e start %s -o %t.elf
// RUN: llvm-readelf -h %t.elf | FileCheck %s
// RUN: llvm-objdump -d %t.elf | FileCheck %s --check-prefix=CODE
// RUN: t1-clang -Werror -flto -O2 -nostdlib -T %t.ld -e start %s -o %t.elf
// RUN: llvm-objdump -d %t.elf | FileCheck %s --check-prefix=CODE

// The flags of the configuration file never lead to a warning, and the headers
// of the compiler are found. A weak reference to the runtime may stay undefined.

// CHECK: Data: 2's complement, big endian
// CHECK: Flags: 0x{{[0-9a-f]*}}10{{.*}}, o32, mips2

// CODE: j {{.*}}
// CODE: cfc2 $8, $25
// CODE: send1

#ifndef ASM
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C"
#endif
void start(int a) {
  while (!__builtin_xnet_send1(0, (void *)0x10000, (uint32_t)a))
    ;
}
#endif
