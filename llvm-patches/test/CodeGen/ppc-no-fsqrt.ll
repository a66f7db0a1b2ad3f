; REQUIRES: sp2
; RUN: llc -mtriple=powerpc-sp2-elf -mcpu=604 -verify-machineinstrs < %s | FileCheck %s
; RUN: llc -mtriple=powerpc-sp2-elf -mcpu=970 < %s | FileCheck %s --check-prefix=HAS

; By estimate, with 0 for what is too small for one.
define double @root(double %x) {
; CHECK-LABEL: root:
; CHECK-NOT:     fsqrt
; CHECK:         frsqrte
; CHECK-NOT:     fsqrt
; CHECK:         blr
; HAS-LABEL: root:
; HAS:         fsqrt
  %r = call fast double @llvm.sqrt.f64(double %x)
  ret double %r
}
declare double @llvm.sqrt.f64(double)
