; RUN: %llc_t1 -O2 %s -o - | FileCheck %s
; RUN: %llc_t1 -O1 %s -o - | FileCheck %s
; RUN: %llc_t1 -O3 %s -o - | FileCheck %s

; A retry loop is SEND, slot, BC2F: the flag never becomes a value.

declare i32 @llvm.xnet.send0(i32, ptr)
declare i32 @llvm.xnet.send2(i32, ptr, i32, i32)
declare i32 @llvm.xnet.send4h(i32, ptr, i32, i32, i32, i32)
declare void @sent()

; CHECK-LABEL: retry:
; CHECK:       [[LOOP:\$BB[0-9_]+]]:
; CHECK-DAG:   move $4, $6
; CHECK-DAG:   move $5, $7
; CHECK:       send2 ${{[0-9]+}}, ${{[0-9]+}}
; CHECK-NEXT:  nop
; CHECK-NEXT:  bc2f [[LOOP]]
; CHECK-NEXT:  nop
; CHECK-NOT:   cfc2
; CHECK:       jr $ra
define void @retry(i32 %dest, ptr %handler, i32 %a, i32 %b) {
entry:
  br label %loop
loop:
  %ok = call i32 @llvm.xnet.send2(i32 %dest, ptr %handler, i32 %a, i32 %b)
  %no = icmp eq i32 %ok, 0
  br i1 %no, label %loop, label %done
done:
  ret void
}

; CHECK-LABEL: retry_high:
; CHECK:       [[LOOP:\$BB[0-9_]+]]:
; CHECK:       send4h ${{[0-9]+}}, ${{[0-9]+}}
; CHECK-NEXT:  nop
; CHECK-NEXT:  bc2f [[LOOP]]
define void @retry_high(i32 %dest, ptr %handler, i32 %a, i32 %b) {
entry:
  br label %loop
loop:
  %ok = call i32 @llvm.xnet.send4h(i32 %dest, ptr %handler, i32 %a, i32 %b, i32 %a, i32 1)
  %yes = icmp ne i32 %ok, 0
  br i1 %yes, label %done, label %loop
done:
  ret void
}

; Not a loop: either branch, around either side.
; CHECK-LABEL: if_sent:
; CHECK:       send0
; CHECK-NEXT:  nop
; CHECK-NEXT:  bc2{{[ft]}}
; CHECK-NOT:   cfc2
; CHECK:       jal sent
define void @if_sent(i32 %dest, ptr %handler) {
  %ok = call i32 @llvm.xnet.send0(i32 %dest, ptr %handler)
  %yes = icmp ne i32 %ok, 0
  br i1 %yes, label %then, label %done
then:
  call void @sent()
  br label %done
done:
  ret void
}

; What the source makes of the value on the way to the branch.
; CHECK-LABEL: negated:
; CHECK:       send0
; CHECK:       bc2{{[ft]}}
; CHECK-NOT:   cfc2
; CHECK:       jal sent
define void @negated(i32 %dest, ptr %handler) {
  %ok = call i32 @llvm.xnet.send0(i32 %dest, ptr %handler)
  %not = xor i32 %ok, 1
  %no = icmp ne i32 %not, 0
  br i1 %no, label %then, label %done
then:
  call void @sent()
  br label %done
done:
  ret void
}
