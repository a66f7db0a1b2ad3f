; REQUIRES: sp2
; RUN: llc -mtriple=powerpc-sp2-elf -mcpu=604 -mattr=+xnet -verify-machineinstrs < %s | FileCheck %s
; RUN: llc -mtriple=powerpc-sp2-elf -mcpu=604 -mattr=+xnet -O0 < %s | FileCheck %s --check-prefix=O0

declare i32 @llvm.xnet.send2(i32, ptr, i32, i32)
declare i32 @llvm.xnet.send5(i32, ptr, i32, i32, i32, i32, i32)
declare i32 @llvm.xnet.send1h(i32, ptr, i32)
declare i32 @llvm.xnet.read(i32 immarg)
declare void @llvm.xnet.write(i32 immarg, i32)
declare void @callee(i32)

; Flat code in the registers of its level: no frame, HRET.
define void @flat(ptr %to, i32 %value) "xnet-handler" {
; CHECK-LABEL: flat:
; CHECK-NOT:     stwu
; CHECK:         lwz [[R:[4-8]]], 0(3)
; CHECK:         stw {{[4-8]}}, 0(3)
; CHECK-NEXT:    hret
; CHECK-NOT:     blr
; O0-LABEL: flat:
; O0-NOT:     blr
; O0:         hret
  %old = load volatile i32, ptr %to
  %new = add i32 %old, %value
  store volatile i32 %new, ptr %to
  ret void
}

; A handler that calls keeps what a callee may change.
define void @calls(i32 %value) "xnet-handler" {
; CHECK-LABEL: calls:
; CHECK:         stwu 1, -{{[0-9]+}}(1)
; CHECK-NEXT:    stw 0, 8(1)
; CHECK-NEXT:    stw 9, 12(1)
; CHECK:         stw 12, 24(1)
; CHECK:         mfctr 8
; CHECK:         mfxer 8
; CHECK:         stfd 0,
; CHECK:         stfd 13,
; CHECK:         mffs 0
; CHECK:         bl callee
; CHECK:         mtfsf 255, 0
; CHECK:         mtctr 8
; CHECK:         mtxer 8
; CHECK:         lwz 12, 24(1)
; CHECK:         addi 1, 1,
; CHECK-NEXT:    hret
  call void @callee(i32 %value)
  ret void
}

; The carry is the interrupted code's.
define void @carries(ptr %to, i64 %value) "xnet-handler" {
; CHECK-LABEL: carries:
; CHECK:         mfxer 8
; CHECK-NEXT:    stw 8,
; CHECK:         addc
; CHECK:         mtxer 8
; CHECK:         hret
  %old = load volatile i64, ptr %to
  %new = add i64 %old, %value
  store volatile i64 %new, ptr %to
  ret void
}

; Both ways out end in HRET: there are no conditional returns.
define void @two_ways(ptr %to, i32 %value) "xnet-handler" {
; CHECK-LABEL: two_ways:
; CHECK-NOT:     {{b[a-z]+lr}}
; CHECK:         hret
  %positive = icmp sgt i32 %value, 0
  br i1 %positive, label %keep, label %done
keep:
  store volatile i32 %value, ptr %to
  br label %done
done:
  ret void
}

; The branch on a send's outcome is one on EQ of CR0.
define void @retry(i32 %dest, i32 %a, i32 %b) {
; CHECK-LABEL: retry:
; CHECK:       [[AGAIN:\.LBB[0-9_]+]]:
; CHECK-NOT:     mfcr
; CHECK:         send2. {{[0-9]+}}, {{[0-9]+}}
; CHECK-NEXT:    bc 4, 2, [[AGAIN]]
; O0-LABEL: retry:
; O0:         send2.
; O0:         mfcr
entry:
  br label %again
again:
  %sent = call i32 @llvm.xnet.send2(i32 %dest, ptr @flat, i32 %a, i32 %b)
  %refused = icmp eq i32 %sent, 0
  br i1 %refused, label %again, label %done
done:
  ret void
}

; Five words.
define i32 @five(i32 %a, i32 %b, i32 %c, i32 %d, i32 %e) {
; CHECK-LABEL: five:
; CHECK:         send5. {{[0-9]+}}, {{[0-9]+}}
; CHECK:         blr
  %sent = call i32 @llvm.xnet.send5(i32 0, ptr @flat, i32 %a, i32 %b, i32 %c, i32 %d, i32 %e)
  ret i32 %sent
}

define i32 @moves(i32 %value) {
; CHECK-LABEL: moves:
; CHECK:         mtxr 23, 3
; CHECK:         mfxr 3, 19
; CHECK:         blr
  call void @llvm.xnet.write(i32 23, i32 %value)
  %status = call i32 @llvm.xnet.read(i32 19)
  ret i32 %status
}
