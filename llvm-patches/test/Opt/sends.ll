; RUN: opt -O2 -S -mtriple=mips-t1-elf -mattr=+xnet < %s | FileCheck %s

; To the optimizers a send is done each time, in its place, and whoever gets the message may have changed any memory.

declare i32 @llvm.xnet.send1(i32, ptr, i32)
declare void @llvm.xnet.vector.lwv(i32 immarg, ptr)
declare i32 @llvm.xnet.read(i32 immarg)

@shared = global i32 0

; CHECK-LABEL: @twice(
; CHECK:       store i32 1, ptr @shared
; CHECK:       call i32 @llvm.xnet.send1(i32 %d, ptr %h, i32 1)
; CHECK:       call i32 @llvm.xnet.send1(i32 %d, ptr %h, i32 1)
; CHECK:       load i32, ptr @shared
define i32 @twice(i32 %d, ptr %h) {
  store i32 1, ptr @shared
  %a = call i32 @llvm.xnet.send1(i32 %d, ptr %h, i32 1)
  %b = call i32 @llvm.xnet.send1(i32 %d, ptr %h, i32 1)
  %v = load i32, ptr @shared
  ret i32 %v
}

; CHECK-LABEL: @unused(
; CHECK:       call i32 @llvm.xnet.read(i32 7)
; CHECK:       call i32 @llvm.xnet.read(i32 7)
; CHECK:       call void @llvm.xnet.vector.lwv(i32 2, ptr %p)
define i32 @unused(ptr %p) {
  %a = call i32 @llvm.xnet.read(i32 7)
  %b = call i32 @llvm.xnet.read(i32 7)
  call void @llvm.xnet.vector.lwv(i32 2, ptr %p)
  %x = sub i32 %a, %b
  ret i32 %x
}
