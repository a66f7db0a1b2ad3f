; REQUIRES: cm5
; RUN: llc -mtriple=sparc-cm5-elf -mattr=+soft-mul-div -verify-machineinstrs < %s | FileCheck %s
; RUN: llc -mtriple=sparc-cm5-elf -mattr=+soft-mul-div -O0 < %s | FileCheck %s --check-prefix=O0

declare void @nothing()
declare void @make(ptr sret([3 x i32]))
@there = global [3 x i32] zeroinitializer

; No registers hold the result, so there is a hidden parameter, and UNIMP behind the call.
define <8 x i32> @vector(i32 %n) {
; CHECK-LABEL: vector:
; CHECK:         jmp %o7+12
; O0-LABEL: vector:
; O0:         jmp %o7+12
  %v = insertelement <8 x i32> zeroinitializer, i32 %n, i32 0
  ret <8 x i32> %v
}

define i32 @of_vector(i32 %n) {
; CHECK-LABEL: of_vector:
; CHECK:         call vector
; CHECK-NEXT:    mov
; CHECK-NEXT:    unimp 32
  %v = call <8 x i32> @vector(i32 %n)
  %e = extractelement <8 x i32> %v, i32 0
  ret i32 %e
}

; Its last call is no jump: nothing would return to the UNIMP.
define void @last_call(ptr sret([3 x i32]) %to) {
; CHECK-LABEL: last_call:
; CHECK:         save
; CHECK:         call nothing
; CHECK:         jmp %i7+12
  store i32 1, ptr %to
  tail call void @nothing()
  ret void
}

; Nor is one with a result in other memory than its own.
define void @elsewhere(ptr sret([3 x i32]) %to) {
; CHECK-LABEL: elsewhere:
; CHECK:         save
; CHECK:         call make
; CHECK-NEXT:    st {{.*}}, [%sp+64]
; CHECK-NEXT:    unimp 12
; CHECK:         jmp %i7+12
  store i32 1, ptr %to
  tail call void @make(ptr sret([3 x i32]) @there)
  ret void
}
