// REQUIRES: runtime
// RUN: cp %s %t.sc
// RUN: t1-clang -### -c %s %t.sc 2>&1 | FileCheck %s
// RUN: t1-clang -### -fno-common -std=c99 -c %t.sc 2>&1 | FileCheck %s --check-prefix=OWN
// RUN: t1-clang -### -D__SPLITC__ -c %s 2>&1 | FileCheck %s --check-prefix=MACRO
// RUN: not t1-clang++ -c %t.sc -o %t.o 2>&1 | FileCheck %s --check-prefix=CXX
// RUN: t1-clang -fsyntax-only -std=c99 -pedantic -Werror %s

// Each file is compiled as what it is, and not what another one of the command is.

// CHECK-NOT: {{"-cc1".*__SPLITC__.*split-c-driver.c"}}
// CHECK: "-cc1"{{.*}}split-c-driver.c"
// CHECK: "-cc1" "-D__SPLITC__=1" "-include" "splitc_lang.h" "-std=gnu89" "-fcommon"{{.*}}.sc"
// OWN: "-cc1" "-D__SPLITC__=1"
// OWN-NOT: gnu89
// OWN-NOT: "-fcommon"
// OWN: "-std=c99"
// MACRO: "-cc1" "-D__SPLITC__=1" "-include" "splitc_lang.h"
// CXX: .sc is Split-C, which is not C++: use t1-clang

// None of this is Split-C.
int global, spread;
int product(int *global_p, int tolocal) { return global * spread * *global_p * tolocal; }
int ternary(int a) { return a ?1:-1; }
struct fields { int a : 3, b :1; };
int label(int a) { l: a--; if (a) goto l; return a; }
