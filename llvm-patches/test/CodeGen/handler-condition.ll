; RUN: %llc_t1 -O2 %s -o - | FileCheck %s

; A handler of high level that may change nicond gives it back (A.9.1): bit 30 of
; nistat, register 19.

declare i32 @llvm.xnet.send0h(i32, ptr)

; CHECK-LABEL: high:
; CHECK:       cfc2 $[[OLD:[0-9]+]], $19
; CHECK:       send0h
; CHECK:       cfc2
; CHECK:       ctc2
; CHECK:       hret
define void @high(i32 %to) "xnet-handler"="high" {
  %1 = call i32 @llvm.xnet.send0h(i32 %to, ptr null)
  ret void
}

; CHECK-LABEL: high_quiet:
; CHECK-NOT:   ctc2
; CHECK:       hret
@acc = global i32 0
define void @high_quiet(i32 %a) "xnet-handler"="high" {
  store i32 %a, ptr @acc
  ret void
}

; CHECK-LABEL: low:
; CHECK-NOT:   ctc2
; CHECK:       hret
define void @low(i32 %to) "xnet-handler"="low" {
  %1 = call i32 @llvm.xnet.send0h(i32 %to, ptr null)
  ret void
}

; CHECK-LABEL: either:
; CHECK-NOT:   ctc2
; CHECK:       hret
define void @either(i32 %to) "xnet-handler" {
  %1 = call i32 @llvm.xnet.send0h(i32 %to, ptr null)
  ret void
}
