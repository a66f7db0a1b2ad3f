; REQUIRES: ncube2
; RUN: llc -mtriple=i386-ncube2-elf -mcpu=i486 -mattr=+dma-channels -verify-machineinstrs < %s | FileCheck %s
; RUN: llc -mtriple=i386-ncube2-elf -mcpu=i486 -mattr=+dma-channels -O0 -verify-machineinstrs < %s | FileCheck %s --check-prefix=O0
; RUN: not --crash llc -mtriple=i386-ncube2-elf -mcpu=i486 < %s -o /dev/null

; DMA channels and processor registers of an nCUBE/2: one word is the operand, the other where the instruction
; takes it.

declare void @llvm.xnet.ncube2.lptr(i32, i32)
declare void @llvm.xnet.ncube2.lcnt(i32, i32)
declare void @llvm.xnet.ncube2.ldpr(i32, i32)
declare i32 @llvm.xnet.ncube2.stpr(i32)
declare i32 @llvm.xnet.ncube2.stor()
declare i32 @llvm.xnet.ncube2.stir()

; Parameters come in EAX, EDX, ECX.
define void @start(i32 inreg %channel, i32 inreg %address, i32 inreg %count) {
; CHECK-LABEL: start:
; CHECK:         lptr %eax
; CHECK-NEXT:    lcnt %eax
; CHECK-NEXT:    retl
; O0-LABEL: start:
; O0:         lptr %
; O0:         lcnt %
  call void @llvm.xnet.ncube2.lptr(i32 %channel, i32 %address)
  call void @llvm.xnet.ncube2.lcnt(i32 %channel, i32 %count)
  ret void
}

; The number is in EAX, the value is the operand.
define void @write(i32 inreg %number, i32 inreg %value) {
; CHECK-LABEL: write:
; CHECK:         ldpr %edx
; CHECK-NEXT:    retl
; O0-LABEL: write:
; O0:         ldpr %
  call void @llvm.xnet.ncube2.ldpr(i32 %number, i32 %value)
  ret void
}

define i32 @read() {
; CHECK-LABEL: read:
; CHECK:         movl $13, %eax
; CHECK-NEXT:    stpr %eax
; CHECK-NEXT:    retl
; O0-LABEL: read:
; O0:         stpr %
  %value = call i32 @llvm.xnet.ncube2.stpr(i32 13)
  ret i32 %value
}

; Every read is made, in its order.
define i32 @ready() {
; CHECK-LABEL: ready:
; CHECK:         stor %
; CHECK:         stir %
; CHECK:         stor %
; O0-LABEL: ready:
; O0:         stor %
; O0:         stir %
; O0:         stor %
  %out = call i32 @llvm.xnet.ncube2.stor()
  %in = call i32 @llvm.xnet.ncube2.stir()
  %again = call i32 @llvm.xnet.ncube2.stor()
  %both = and i32 %out, %in
  %all = and i32 %both, %again
  ret i32 %all
}

; Accesses of memory stay on their side.
define i32 @order(ptr inreg %message, i32 inreg %channel) {
; CHECK-LABEL: order:
; CHECK:         movl $7, (%[[M:[a-z]+]])
; CHECK:         lcnt %
; CHECK:         movl (%[[M]]), %eax
  store i32 7, ptr %message
  call void @llvm.xnet.ncube2.lcnt(i32 %channel, i32 0)
  %after = load i32, ptr %message
  ret i32 %after
}
