; RUN: %llc_t1 -O2 %s -o - | FileCheck %s
; RUN: %llc_t1 -O0 %s -o - | FileCheck %s

; An early exit of a handler restores what was saved.

declare void @llvm.xnet.handler.return()
declare i32 @other(i32)
@out = global i32 0

; CHECK-LABEL: early:
; CHECK:       sw $ra, [[RA:[0-9]+]]($sp)
; CHECK-NOT:   hret
; CHECK:       lw $ra, [[RA]]($sp)
; CHECK:       hret
define void @early(i32 %a) "xnet-handler" noreturn {
  %r = call i32 @other(i32 %a)
  %more = icmp sgt i32 %r, 3
  br i1 %more, label %exit, label %on
exit:
  call void @llvm.xnet.handler.return()
  unreachable
on:
  store volatile i32 %r, ptr @out
  call void @llvm.xnet.handler.return()
  store volatile i32 1, ptr @out
  ret void
}

; Elsewhere it is the instruction.
; CHECK-LABEL: plain:
; CHECK:       hret
define void @plain() noreturn {
  call void @llvm.xnet.handler.return()
  unreachable
}
