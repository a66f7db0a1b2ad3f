; RUN: %llc_t1 -O2 %s -o - | FileCheck %s
; RUN: %llc_t1 -O0 %s -o - | FileCheck %s --check-prefix=O0

; Where the value is needed it is read from nistat: bit 30 of register 19, two
; instructions after CFC2 (A.2.5, A.10).

declare i32 @llvm.xnet.send0(i32, ptr)
declare i32 @llvm.xnet.send1h(i32, ptr, i32)
declare void @other()

; CHECK-LABEL: value:
; CHECK:       send0 $5, $4
; CHECK-NEXT:  cfc2 $[[R:[0-9]+]], $19
; CHECK-NEXT:  nop
; CHECK-NEXT:  srl $[[R]], $[[R]], 30
; CHECK-NEXT:  jr $ra
; CHECK-NEXT:  andi $2, $[[R]], 1
; O0-LABEL:    value:
; O0:          send0
; O0:          cfc2 $[[R:[0-9]+]], $19
; O0:          srl $[[R]], $[[R]], 30
; O0:          andi $[[R]], $[[R]], 1
define i32 @value(i32 %dest, ptr %handler) {
  %ok = call i32 @llvm.xnet.send0(i32 %dest, ptr %handler)
  ret i32 %ok
}

; An unused result costs nothing.
; CHECK-LABEL: unused:
; CHECK-NOT:   cfc2
; CHECK-NOT:   bc2
; CHECK:       jr $ra
define void @unused(i32 %dest, ptr %handler, i32 %a) {
  %ok = call i32 @llvm.xnet.send1h(i32 %dest, ptr %handler, i32 %a)
  ret void
}

; The second send overwrites the flag of the first, a call may.
; CHECK-LABEL: two:
; CHECK:       send0
; CHECK:       cfc2 $[[R:[0-9]+]], $19
; CHECK:       send0
; CHECK-NOT:   bc2
; CHECK:       jr $ra
define void @two(i32 %dest, ptr %handler) {
  %first = call i32 @llvm.xnet.send0(i32 %dest, ptr %handler)
  %second = call i32 @llvm.xnet.send0(i32 %dest, ptr %handler)
  %yes = icmp ne i32 %first, 0
  br i1 %yes, label %then, label %done
then:
  call void @other()
  br label %done
done:
  ret void
}

; CHECK-LABEL: over_call:
; CHECK:       send0
; CHECK:       cfc2
; CHECK:       jal other
; CHECK-NOT:   bc2
; CHECK:       jr $ra
define void @over_call(i32 %dest, ptr %handler) {
  %ok = call i32 @llvm.xnet.send0(i32 %dest, ptr %handler)
  call void @other()
  %yes = icmp ne i32 %ok, 0
  br i1 %yes, label %then, label %done
then:
  call void @other()
  br label %done
done:
  ret void
}

; Inline assembly may send.
; CHECK-LABEL: over_asm:
; CHECK:       send0
; CHECK:       cfc2
; CHECK:       #APP
; CHECK-NOT:   bc2
; CHECK:       jr $ra
define void @over_asm(i32 %dest, ptr %handler) {
  %ok = call i32 @llvm.xnet.send0(i32 %dest, ptr %handler)
  call void asm sideeffect "send0 $$8, $$9", ""()
  %yes = icmp ne i32 %ok, 0
  br i1 %yes, label %then, label %done
then:
  call void @other()
  br label %done
done:
  ret void
}
