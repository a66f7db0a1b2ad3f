; RUN: llc -mtriple=sparc-cm5-elf -mattr=+xnet,+soft-mul-div -verify-machineinstrs < %s | FileCheck %s
; RUN: llc -mtriple=sparc-cm5-elf -mattr=+xnet,+soft-mul-div -O0 < %s | FileCheck %s --check-prefix=O0

declare i32 @llvm.xnet.send2(i32, ptr, i32, i32)
declare i32 @llvm.xnet.send1h(i32, ptr, i32)
declare i32 @llvm.xnet.read(i32 immarg)
declare void @llvm.xnet.write(i32 immarg, i32)
declare void @callee(i32)

; Flat code in the window of the dispatch: no save, parameters in the outs, HRET.
define void @flat(ptr %to, i32 %value) "xnet-handler" {
; CHECK-LABEL: flat:
; CHECK-NOT:     save
; CHECK-NOT:     %i
; CHECK-NOT:     %g{{[1-7]}}
; CHECK:         st %{{.*}}, [%o0]
; CHECK-NEXT:    hret
; O0-LABEL: flat:
; O0-NOT:     save
; O0:         hret
  %old = load volatile i32, ptr %to
  %new = add i32 %old, %value
  store volatile i32 %new, ptr %to
  ret void
}

; A handler that calls has a window of its own, and keeps %g1 to %g4 and %y in it.
define void @calls(i32 %value) "xnet-handler" {
; CHECK-LABEL: calls:
; CHECK:         save %sp
; CHECK:         mov %g1, %l3
; CHECK:         mov %g4, %l6
; CHECK:         rd %y, %l7
; CHECK:         call callee
; CHECK:         mov %l3, %g1
; CHECK:         wr %l7, %g0, %y
; CHECK:         restore
; CHECK-NEXT:    hret
  call void @callee(i32 %value)
  ret void
}

; A reply's words are built in place; one instruction between SEND and the branch on ccc.
define void @answers(i32 %source, i32 %word) "xnet-handler" {
; CHECK-LABEL: answers:
; CHECK-NOT:     save
; CHECK:         send1h %o{{[0-9]}}, %o{{[0-9]}}
; CHECK-NEXT:    nop
; CHECK-NEXT:    cb0
; CHECK:         hret
entry:
  br label %again
again:
  %sent = call i32 @llvm.xnet.send1h(i32 %source, ptr @flat, i32 %word)
  %refused = icmp eq i32 %sent, 0
  br i1 %refused, label %again, label %done
done:
  ret void
}

; A function that sends is no leaf: its outs are the words.
define void @sends(i32 %to, i32 %a, i32 %b) {
; CHECK-LABEL: sends:
; CHECK:         save %sp
; CHECK:         send2 %{{.*}}, %i0
; CHECK-NEXT:    nop
; CHECK-NEXT:    cb0
; CHECK:         restore
entry:
  br label %again
again:
  %sent = call i32 @llvm.xnet.send2(i32 %to, ptr @flat, i32 %a, i32 %b)
  %refused = icmp eq i32 %sent, 0
  br i1 %refused, label %again, label %done
done:
  ret void
}

; The outcome as a value: nicond of nistat.
define i32 @outcome(i32 %to, i32 %a, i32 %b) {
; CHECK-LABEL: outcome:
; CHECK:         send2
; CHECK-NEXT:    rdni %n19, %i0
; CHECK-NEXT:    srl %i0, 30, %i0
; CHECK-NEXT:    and %i0, 1, %i0
  %sent = call i32 @llvm.xnet.send2(i32 %to, ptr @flat, i32 %a, i32 %b)
  ret i32 %sent
}

define i32 @registers(i32 %value) {
; CHECK-LABEL: registers:
; CHECK:         wrni %o0, %n18
; CHECK-NEXT:    rdni %n9, %o0
; CHECK-NEXT:    retl
  call void @llvm.xnet.write(i32 18, i32 %value)
  %count = call i32 @llvm.xnet.read(i32 9)
  ret i32 %count
}
