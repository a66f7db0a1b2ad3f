; RUN: %llc_t1 -O2 < %s | FileCheck %s

; Where an event came in is in no general register: a handler is the outermost function to whoever unwinds the stack.

@sum = global i32 0
declare void @other()

define void @leaf(i32 %v) uwtable "xnet-handler" {
; CHECK-LABEL: leaf:
; CHECK: .cfi_startproc
; CHECK: .cfi_undefined 31
; CHECK-NOT: .cfi_offset
; CHECK: hret
  store i32 %v, ptr @sum
  ret void
}

define void @calls(i32 %v) uwtable "xnet-handler" {
; CHECK-LABEL: calls:
; CHECK: .cfi_undefined 31
; CHECK: addiu $sp, $9, -[[#SIZE:]]
; CHECK: .cfi_def_cfa_offset [[#SIZE]]
; CHECK-NOT: .cfi_offset 31
; CHECK: .cfi_offset 25
; CHECK-NOT: .cfi_offset 31
; CHECK: hret
  call void @other()
  ret void
}
