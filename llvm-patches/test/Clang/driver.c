// RUN: t1-clang -### -O2 %s -o kernel.elf 2>&1 | FileCheck %s
// RUN: t1-clang -### %s -nostdlib 2>&1 | FileCheck %s --check-prefix=NOSTDLIB
// RUN: t1-clang -### %s -T my.ld -L dir -lfoo 2>&1 | FileCheck %s --check-prefix=SCRIPT
// RUN: t1-clang -### %s -r 2>&1 | FileCheck %s --check-prefix=RELOCATABLE
// RUN: t1-clang -### %s --sysroot=/elsewhere 2>&1 | FileCheck %s --check-prefix=SYSROOT
// RUN: t1-clang++ -### -x c++ %s 2>&1 | FileCheck %s --check-prefix=CXX
// RUN: t1-clang -### -c -x assembler %s 2>&1 | FileCheck %s --check-prefix=ASM

// One command without further flags compiles and links.

// CHECK: "-cc1" "-triple" "mips-t1-unknown-elf"
// CHECK-SAME: "-mrelocation-model" "static"
// CHECK-SAME: "-mframe-pointer=none"
// CHECK-SAME: "-nostdsysteminc"
// CHECK-SAME: "-target-cpu" "mips2"
// CHECK-SAME: "-target-feature" "+noabicalls" "-target-feature" "+xnet" "-target-feature" "+soft-float"
// CHECK-SAME: "-internal-isystem" "{{[^"]*}}/lib/clang/19/include"
// CHECK-SAME: "-internal-isystem" "{{[^"]*}}/bin/../t1/include"
// CHECK-NOT: "/usr/
// CHECK: "{{[^"]*}}/bin/ld.lld" "-m" "elf32btsmip" "-Bstatic" "-o" "kernel.elf"
// CHECK-SAME: "-T" "{{[^"]*}}/bin/../t1/lib/t1.ld"
// CHECK-SAME: "-L{{[^"]*}}/bin/../t1/lib"
// CHECK-SAME: "--start-group" "-lt1" "-lclang_rt.builtins" "--end-group"

// NOSTDLIB: "-T" "{{[^"]*}}/t1/lib/t1.ld"
// NOSTDLIB-NOT: "-lt1"

// SCRIPT: ld.lld"
// SCRIPT-NOT: t1.ld
// SCRIPT-SAME: "-T" "my.ld" "-Ldir"
// SCRIPT-SAME: "-lfoo" "--start-group" "-lt1"

// RELOCATABLE: ld.lld"
// RELOCATABLE-NOT: t1.ld
// RELOCATABLE-SAME: "-r"
// RELOCATABLE-NOT: "-lt1"

// SYSROOT: "-internal-isystem" "/elsewhere{{/?}}include"
// SYSROOT: "-T" "/elsewhere{{/?}}lib/t1.ld"

// CXX: "-cc1" "-triple" "mips-t1-unknown-elf"
// CXX-SAME: "-fno-rtti"
// CXX-SAME: "-fno-threadsafe-statics"
// CXX-NOT: "-fexceptions"
// CXX: ld.lld"
// CXX-NOT: "-lc++"

// ASM: "-cc1as" "-triple" "mips-t1-unknown-elf"
// ASM-SAME: "-target-feature" "+xnet"

int main(void) { return 0; }
