// RUN: %if t1 %{ t1-clang -cc1 -triple mips-t1-elf -D__SPLITC__ -emit-llvm -o - -x c %s | FileCheck %s %}
// RUN: %if t1 %{ t1-clang -cc1 -triple sparc-cm5-elf -D__SPLITC__ -emit-llvm -o - -x c %s | FileCheck %s %}
// RUN: %if t1 %{ t1-clang -cc1 -triple mips-unknown-elf -D__SPLITC__ -emit-llvm -o - -x c %s | FileCheck %s --check-prefix=OTHER %}
// RUN: %if sp2 %{ sp2-clang -cc1 -triple powerpc-sp2-elf -D__SPLITC__ -emit-llvm -o - -x c %s | FileCheck %s %}
// RUN: %if ncube2 %{ ncube2-clang -cc1 -triple i386-ncube2-elf -D__SPLITC__ -emit-llvm -o - -x c %s | FileCheck %s %}

// Far pointers have 64 bits and are aligned to 32 in every target of a machine, and in no other one.
// CHECK: target datalayout = "{{.*}}-p1472:64:32:32:32{{.*}}-p1481:64:32:32:32"
// CHECK: %struct.s = type { i8, ptr addrspace(1472), ptr addrspace(1473), ptr }
// CHECK: @size = {{.*}} i32 24
// OTHER-NOT: p1472
struct s { char c; int *global g; int *spread p; int *l; } object;
int size = sizeof object;
