; RUN: %llc_t1 -O2 %s -o - | FileCheck %s
; RUN: %llc_t1 -O2 -stop-after=finalize-isel %s -o - | FileCheck %s --check-prefix=MIR

; A send uses the first n of $4-$7, in order, and no other.

declare i32 @llvm.xnet.send0(i32, ptr)
declare i32 @llvm.xnet.send1(i32, ptr, i32)
declare i32 @llvm.xnet.send2(i32, ptr, i32, i32)
declare i32 @llvm.xnet.send3(i32, ptr, i32, i32, i32)
declare i32 @llvm.xnet.send4(i32, ptr, i32, i32, i32, i32)
declare i32 @llvm.xnet.send5(i32, ptr, i32, i32, i32, i32, i32)
declare i32 @llvm.xnet.send0h(i32, ptr)
declare i32 @llvm.xnet.send1h(i32, ptr, i32)
declare i32 @llvm.xnet.send2h(i32, ptr, i32, i32)
declare i32 @llvm.xnet.send3h(i32, ptr, i32, i32, i32)
declare i32 @llvm.xnet.send4h(i32, ptr, i32, i32, i32, i32)
declare i32 @llvm.xnet.send5h(i32, ptr, i32, i32, i32, i32, i32)

; CHECK-LABEL: words:
; CHECK-DAG:   addiu $[[D:[0-9]+]], $zero, 77
; CHECK:       send0 $[[H:[0-9]+]], $[[D]]
; CHECK:       addiu $4, $zero, 11
; CHECK:       send1 ${{[0-9]+}}, $[[D]]
; CHECK:       addiu $5, $zero, 12
; CHECK:       send2 ${{[0-9]+}}, $[[D]]
; CHECK:       addiu $6, $zero, 13
; CHECK:       send3 ${{[0-9]+}}, $[[D]]
; CHECK:       addiu $7, $zero, 14
; CHECK:       send4 ${{[0-9]+}}, $[[D]]
; CHECK:       send5 ${{[0-9]+}}, $[[D]]

; MIR-LABEL: name: words
; MIR:      SEND0 %{{[0-9]+}}, %{{[0-9]+}}, implicit-def
; MIR:      SEND1 %{{[0-9]+}}, %{{[0-9]+}}, implicit-def {{.*}}$nicond, implicit $a0
; MIR-NOT:  implicit $a1
; MIR:      SEND2 {{.*}}implicit $a0, implicit $a1
; MIR-NOT:  implicit $a2
; MIR:      SEND3 {{.*}}implicit $a0, implicit $a1, implicit $a2
; MIR-NOT:  implicit $a3
; MIR:      SEND4 {{.*}}implicit $a0, implicit $a1, implicit $a2, implicit $a3
; MIR-NOT:  implicit $sp
; MIR:      XNetSEND5_POSTRA {{.*}}implicit $a0, implicit $a1, implicit $a2, implicit $a3, implicit $sp
define void @words(ptr %handler) {
  call i32 @llvm.xnet.send0(i32 77, ptr %handler)
  call i32 @llvm.xnet.send1(i32 77, ptr %handler, i32 11)
  call i32 @llvm.xnet.send2(i32 77, ptr %handler, i32 11, i32 12)
  call i32 @llvm.xnet.send3(i32 77, ptr %handler, i32 11, i32 12, i32 13)
  call i32 @llvm.xnet.send4(i32 77, ptr %handler, i32 11, i32 12, i32 13, i32 14)
  call i32 @llvm.xnet.send5(i32 77, ptr %handler, i32 11, i32 12, i32 13, i32 14, i32 15)
  ret void
}

; CHECK-LABEL: words_high:
; CHECK:       send0h $[[H:[0-9]+]], $[[D:[0-9]+]]
; CHECK:       send1h ${{[0-9]+}}, $[[D]]
; CHECK:       send2h ${{[0-9]+}}, $[[D]]
; CHECK:       send3h ${{[0-9]+}}, $[[D]]
; CHECK:       send4h ${{[0-9]+}}, $[[D]]
; CHECK:       send5h ${{[0-9]+}}, $[[D]]
define void @words_high(ptr %handler) {
  call i32 @llvm.xnet.send0h(i32 77, ptr %handler)
  call i32 @llvm.xnet.send1h(i32 77, ptr %handler, i32 11)
  call i32 @llvm.xnet.send2h(i32 77, ptr %handler, i32 11, i32 12)
  call i32 @llvm.xnet.send3h(i32 77, ptr %handler, i32 11, i32 12, i32 13)
  call i32 @llvm.xnet.send4h(i32 77, ptr %handler, i32 11, i32 12, i32 13, i32 14)
  call i32 @llvm.xnet.send5h(i32 77, ptr %handler, i32 11, i32 12, i32 13, i32 14, i32 15)
  ret void
}
