; RUN: %llc_t1 -O0 %s -o - | FileCheck %s
; RUN: %llc_t1 -O2 -frame-pointer=all %s -o - | FileCheck %s --check-prefix=FP

; Handlers without optimization, and with a frame pointer.

@shared = global i32 0
declare void @callee(i32, i32, ptr)

; CHECK-LABEL: five:
; CHECK:       # %bb.0:
; CHECK-NEXT:  move $8, $sp
; CHECK-NEXT:  addiu $sp, $9, -
; CHECK:       mflo $2
; CHECK:       mfhi $2
; CHECK:       jal callee
; CHECK:       mthi $2
; CHECK:       mtlo $2
; CHECK-NOT:   addiu $sp
; CHECK:       hret

; FP-LABEL:    five:
; FP:          move $8, $sp
; FP-NEXT:     addiu $sp, $9, -
; FP:          sw $fp, [[FP:[0-9]+]]($sp)
; FP:          mfhi $2
; FP-NEXT:     sw $2,
; FP-NEXT:     move $fp, $sp
; FP:          jal callee
; FP:          move $sp, $fp
; FP-NEXT:     lw $2,
; FP-NEXT:     mthi $2
; FP:          lw $fp, [[FP]]($sp)
; FP:          hret
define void @five(i32 %a, i32 %b, i32 %c, i32 %d, i32 %e) nounwind "xnet-handler" {
  %x = alloca i32
  store i32 %b, ptr %x
  call void @callee(i32 %a, i32 %e, ptr %x)
  ret void
}

; An over-aligned local realigns the stack after everything is saved.
; FP-LABEL:    aligned:
; FP:          addiu $sp, $9, -
; FP:          mfhi $2
; FP-NEXT:     sw $2,
; FP:          move $fp, $sp
; FP-NEXT:     addiu $[[M:[0-9]+]], $zero, -64
; FP-NEXT:     and $sp, $sp, $[[M]]
; FP:          move $sp, $fp
; FP:          hret
; CHECK-LABEL: aligned:
; CHECK:       and $sp, $sp,
define void @aligned(i32 %a) nounwind "xnet-handler" {
  %x = alloca i32, align 64
  store i32 %a, ptr %x
  call void @callee(i32 %a, i32 %a, ptr %x)
  ret void
}
