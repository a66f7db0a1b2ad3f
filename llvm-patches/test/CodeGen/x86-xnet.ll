; REQUIRES: ncube2
; RUN: llc -mtriple=i386-ncube2-elf -mcpu=i486 -mattr=+xnet -verify-machineinstrs < %s | FileCheck %s
; RUN: llc -mtriple=i386-ncube2-elf -mcpu=i486 -mattr=+xnet -O0 -verify-machineinstrs < %s | FileCheck %s --check-prefix=O0
; RUN: llc -mtriple=i386-ncube2-elf -mcpu=i486 -mattr=+xnet-trap -verify-machineinstrs < %s | FileCheck %s --check-prefix=TRAP

declare i32 @llvm.xnet.send0(i32, ptr)
declare i32 @llvm.xnet.send0h(i32, ptr)
declare i32 @llvm.xnet.send1(i32, ptr, i32)
declare i32 @llvm.xnet.send1h(i32, ptr, i32)
declare i32 @llvm.xnet.send2(i32, ptr, i32, i32)
declare i32 @llvm.xnet.send2h(i32, ptr, i32, i32)
declare i32 @llvm.xnet.send3(i32, ptr, i32, i32, i32)
declare i32 @llvm.xnet.send3h(i32, ptr, i32, i32, i32)
declare i32 @llvm.xnet.send4(i32, ptr, i32, i32, i32, i32)
declare i32 @llvm.xnet.send4h(i32, ptr, i32, i32, i32, i32)
declare i32 @llvm.xnet.send5(i32, ptr, i32, i32, i32, i32, i32)
declare i32 @llvm.xnet.send5h(i32, ptr, i32, i32, i32, i32, i32)
declare i32 @llvm.xnet.read(i32 immarg)
declare void @llvm.xnet.write(i32 immarg, i32)
declare i32 @llvm.xnet.flag()
declare void @llvm.xnet.handler.return()
declare void @callee()

; Destination and handler are where parameters are; the branch is on CF.
define void @retry(i32 inreg %dest, ptr inreg %handler, i32 inreg %a) {
; CHECK-LABEL: retry:
; CHECK:       [[AGAIN:\.LBB[0-9_]+]]:
; CHECK:         send1 %ecx
; CHECK-NEXT:    jb [[AGAIN]]
; O0-LABEL: retry:
; O0:         send1
; O0:         setae
; TRAP-LABEL: retry:
; TRAP:         calll __xnet_trap_send1
entry:
  br label %again
again:
  %sent = call i32 @llvm.xnet.send1(i32 %dest, ptr %handler, i32 %a)
  %refused = icmp eq i32 %sent, 0
  br i1 %refused, label %again, label %done
done:
  ret void
}

; The outcome as a value.
define i32 @outcome(i32 inreg %dest, ptr inreg %handler, i32 inreg %a) {
; CHECK-LABEL: outcome:
; CHECK:         send1 %ecx
; CHECK:         setae
  %sent = call i32 @llvm.xnet.send1(i32 %dest, ptr %handler, i32 %a)
  ret i32 %sent
}

; All sends of a function have one block for their words.
define i32 @all(i32 inreg %d, ptr inreg %h, i32 inreg %a) {
; CHECK-LABEL: all:
; CHECK:         subl $20, %esp
; CHECK:         xorl %ecx, %ecx
; CHECK:         send (%esp)
; CHECK:         sendh (%esp)
; CHECK:         send1
; CHECK:         sendh1
; CHECK:         movl $2, %ecx
; CHECK:         send [[BLOCK:[0-9]*]](%esp)
; CHECK:         sendh [[BLOCK]](%esp)
; CHECK:         movl $3, %ecx
; CHECK:         send [[BLOCK]](%esp)
; CHECK:         sendh [[BLOCK]](%esp)
; CHECK:         movl $4, %ecx
; CHECK:         send [[BLOCK]](%esp)
; CHECK:         sendh [[BLOCK]](%esp)
; CHECK:         movl $5, %ecx
; CHECK:         send [[BLOCK]](%esp)
; CHECK:         sendh [[BLOCK]](%esp)
; TRAP-LABEL: all:
; TRAP:         calll __xnet_trap_send0{{$}}
; TRAP:         calll __xnet_trap_send0h
; TRAP:         calll __xnet_trap_send5{{$}}
; TRAP:         calll __xnet_trap_send5h
  %r0 = call i32 @llvm.xnet.send0(i32 %d, ptr %h)
  %r1 = call i32 @llvm.xnet.send0h(i32 %d, ptr %h)
  %r2 = call i32 @llvm.xnet.send1(i32 %d, ptr %h, i32 %a)
  %r3 = call i32 @llvm.xnet.send1h(i32 %d, ptr %h, i32 %a)
  %r4 = call i32 @llvm.xnet.send2(i32 %d, ptr %h, i32 %a, i32 2)
  %r5 = call i32 @llvm.xnet.send2h(i32 %d, ptr %h, i32 %a, i32 2)
  %r6 = call i32 @llvm.xnet.send3(i32 %d, ptr %h, i32 %a, i32 2, i32 3)
  %r7 = call i32 @llvm.xnet.send3h(i32 %d, ptr %h, i32 %a, i32 2, i32 3)
  %r8 = call i32 @llvm.xnet.send4(i32 %d, ptr %h, i32 %a, i32 2, i32 3, i32 4)
  %r9 = call i32 @llvm.xnet.send4h(i32 %d, ptr %h, i32 %a, i32 2, i32 3, i32 4)
  %r10 = call i32 @llvm.xnet.send5(i32 %d, ptr %h, i32 %a, i32 2, i32 3, i32 4, i32 5)
  %r11 = call i32 @llvm.xnet.send5h(i32 %d, ptr %h, i32 %a, i32 2, i32 3, i32 4, i32 5)
  ret i32 0
}

; A word in memory is loaded: no form of SEND has it there.
define i32 @from_memory(i32 inreg %d, ptr inreg %h, ptr inreg %from) {
; CHECK-LABEL: from_memory:
; CHECK:         movl (%ecx), [[R:%e[a-z]+]]
; CHECK:         send1 [[R]]
  %word = load i32, ptr %from
  %sent = call i32 @llvm.xnet.send1(i32 %d, ptr %h, i32 %word)
  ret i32 %sent
}

define i32 @registers(i32 inreg %value) {
; CHECK-LABEL: registers:
; CHECK:         movl $19, %eax
; CHECK-NEXT:    ctc [[V:%e[a-z]+]]
; CHECK:         movl $9, %eax
; CHECK-NEXT:    cfc %eax
; TRAP-LABEL: registers:
; TRAP:         calll __xnet_trap_write_19
; TRAP:         calll __xnet_trap_read_9
  call void @llvm.xnet.write(i32 19, i32 %value)
  %count = call i32 @llvm.xnet.read(i32 9)
  ret i32 %count
}

; On the kernel's machine the linker says which register does not exist.
define void @no_counterpart(i32 inreg %value) {
; TRAP-LABEL: no_counterpart:
; TRAP:         calll __ncube2_x86_cannot_write_network_register_24
  call void @llvm.xnet.write(i32 24, i32 %value)
  ret void
}

define i32 @condition() {
; CHECK-LABEL: condition:
; CHECK:         movl $19, %eax
; CHECK-NEXT:    cfc %eax
; CHECK-NEXT:    shrl $30, %eax
; CHECK-NEXT:    andl $1, %eax
  %flag = call i32 @llvm.xnet.flag()
  ret i32 %flag
}

; A handler's early exit is its return, with what it has saved.
define void @early(i32 inreg %a) "xnet-handler" noreturn nounwind {
; CHECK-LABEL: early:
; CHECK:         pushl %ebx
; CHECK:         popl %ebx
; CHECK:         retl
; CHECK-NOT:     hret
; TRAP-LABEL: early:
; TRAP:         retl
  call void asm sideeffect "", "~{ebx}"()
  call void @llvm.xnet.handler.return()
  unreachable
}

; Elsewhere it is the instruction.
define void @exit() noreturn {
; CHECK-LABEL: exit:
; CHECK:         hret
; CHECK-NOT:     ret
  call void @llvm.xnet.handler.return()
  unreachable
}
