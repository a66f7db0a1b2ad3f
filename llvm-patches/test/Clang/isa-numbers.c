// REQUIRES: runtime
// RUN: t1-clang -O2 -S %s -o - | FileCheck %s

// The three numbers that code generation knows itself (MipsXNet.h) are those of
// isa/: nistat, the place of nicond in it, and inh.

#include <xnet_isa.h>

// CHECK-LABEL: nistat:
// CHECK:       cfc2 $2, $[[NISTAT:[0-9]+]]
// CHECK:       cfc2 $2, $[[INH:[0-9]+]]
// CHECK:       addiu $2, $zero, [[SHIFT:[0-9]+]]
unsigned nistat(void) { return __builtin_xnet_cfc2(XNET_NI_NISTAT); }
unsigned inh(void) { return __builtin_xnet_cfc2(XNET_NI_INH); }
unsigned shift(void) { return XNET_NISTAT_NICOND_SHIFT; }

// CHECK-LABEL: nicond:
// CHECK:       cfc2 $2, $[[NISTAT]]
// CHECK:       srl $2, $2, [[SHIFT]]
int nicond(void) { return __builtin_xnet_nicond(); }

// CHECK:       j __xnet_am_entry
// CHECK-NEXT:  cfc2 $8, $[[INH]]
// CHECK:       handler:
void handler(int a) {}
