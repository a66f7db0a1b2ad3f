; REQUIRES: sp2
; RUN: llc -mtriple=powerpc-sp2-elf -mcpu=604 -verify-machineinstrs < %s | FileCheck %s

; The rotation is none: the stored word is the address, the second result of LWZU and LFSU.
define i32 @word(ptr %out, ptr %in) {
; CHECK-LABEL: word:
; CHECK:         lwzu [[VALUE:[0-9]+]], 28([[AT:[0-9]+]])
; CHECK:         stw [[AT]], 0
  %p = getelementptr i8, ptr %in, i32 28
  %r = load i32, ptr %p
  %n = ptrtoint ptr %p to i32
  %z = zext i32 %n to i48
  %s = shl nuw i48 %z, 16
  store i48 %s, ptr %out, align 1
  ret i32 %r
}

define float @real(ptr %out, ptr %in) {
; CHECK-LABEL: real:
; CHECK:         lfsu {{[0-9]+}}, 20([[AT:[0-9]+]])
; CHECK:         stw [[AT]], 0
  %p = getelementptr i8, ptr %in, i32 20
  %r = load float, ptr %p
  %n = ptrtoint ptr %p to i32
  %z = zext i32 %n to i48
  %s = shl nuw i48 %z, 16
  store i48 %s, ptr %out, align 1
  ret float %r
}
