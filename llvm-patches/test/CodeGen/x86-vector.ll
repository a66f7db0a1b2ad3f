; REQUIRES: ncube2
; RUN: llc -mtriple=i386-ncube2-elf -mcpu=i486 -mattr=+xnet -verify-machineinstrs < %s | FileCheck %s
; RUN: llc -mtriple=i386-ncube2-elf -mcpu=i486 -mattr=+xnet -O0 -verify-machineinstrs < %s | FileCheck %s --check-prefix=ANY

; Vectors and multicasts on an x86: every form, and the loads and stores of vector registers.

declare void @llvm.xnet.vector.lwv(i32 immarg, ptr)
declare void @llvm.xnet.vector.swv(i32 immarg, ptr)
declare void @use(ptr)
declare i32 @llvm.xnet.vector.send0v(i32, ptr, i32 immarg)
declare i32 @llvm.xnet.vector.send1v(i32, ptr, i32 immarg, i32)
declare i32 @llvm.xnet.vector.send2v(i32, ptr, i32 immarg, i32, i32)
declare i32 @llvm.xnet.vector.send3v(i32, ptr, i32 immarg, i32, i32, i32)
declare i32 @llvm.xnet.vector.send4v(i32, ptr, i32 immarg, i32, i32, i32, i32)
declare i32 @llvm.xnet.vector.send5v(i32, ptr, i32 immarg, i32, i32, i32, i32, i32)
declare i32 @llvm.xnet.vector.send0hv(i32, ptr, i32 immarg)
declare i32 @llvm.xnet.vector.send1hv(i32, ptr, i32 immarg, i32)
declare i32 @llvm.xnet.vector.send2hv(i32, ptr, i32 immarg, i32, i32)
declare i32 @llvm.xnet.vector.send3hv(i32, ptr, i32 immarg, i32, i32, i32)
declare i32 @llvm.xnet.vector.send4hv(i32, ptr, i32 immarg, i32, i32, i32, i32)
declare i32 @llvm.xnet.vector.send5hv(i32, ptr, i32 immarg, i32, i32, i32, i32, i32)
declare i32 @llvm.xnet.multicast.mcst0(i32, ptr)
declare i32 @llvm.xnet.multicast.mcst1(i32, ptr, i32)
declare i32 @llvm.xnet.multicast.mcst2(i32, ptr, i32, i32)
declare i32 @llvm.xnet.multicast.mcst3(i32, ptr, i32, i32, i32)
declare i32 @llvm.xnet.multicast.mcst4(i32, ptr, i32, i32, i32, i32)
declare i32 @llvm.xnet.multicast.mcst5(i32, ptr, i32, i32, i32, i32, i32)
declare i32 @llvm.xnet.multicast.mcst0h(i32, ptr)
declare i32 @llvm.xnet.multicast.mcst1h(i32, ptr, i32)
declare i32 @llvm.xnet.multicast.mcst2h(i32, ptr, i32, i32)
declare i32 @llvm.xnet.multicast.mcst3h(i32, ptr, i32, i32, i32)
declare i32 @llvm.xnet.multicast.mcst4h(i32, ptr, i32, i32, i32, i32)
declare i32 @llvm.xnet.multicast.mcst5h(i32, ptr, i32, i32, i32, i32, i32)
declare i32 @llvm.xnet.multicast.mcst0v(i32, ptr, i32 immarg)
declare i32 @llvm.xnet.multicast.mcst1v(i32, ptr, i32 immarg, i32)
declare i32 @llvm.xnet.multicast.mcst2v(i32, ptr, i32 immarg, i32, i32)
declare i32 @llvm.xnet.multicast.mcst3v(i32, ptr, i32 immarg, i32, i32, i32)
declare i32 @llvm.xnet.multicast.mcst4v(i32, ptr, i32 immarg, i32, i32, i32, i32)
declare i32 @llvm.xnet.multicast.mcst5v(i32, ptr, i32 immarg, i32, i32, i32, i32, i32)
declare i32 @llvm.xnet.multicast.mcst0hv(i32, ptr, i32 immarg)
declare i32 @llvm.xnet.multicast.mcst1hv(i32, ptr, i32 immarg, i32)
declare i32 @llvm.xnet.multicast.mcst2hv(i32, ptr, i32 immarg, i32, i32)
declare i32 @llvm.xnet.multicast.mcst3hv(i32, ptr, i32 immarg, i32, i32, i32)
declare i32 @llvm.xnet.multicast.mcst4hv(i32, ptr, i32 immarg, i32, i32, i32, i32)
declare i32 @llvm.xnet.multicast.mcst5hv(i32, ptr, i32 immarg, i32, i32, i32, i32, i32)

; CHECK-LABEL: sendv:
; ANY-LABEL: sendv:
; CHECK:         xorl %ecx, %ecx
; CHECK-NEXT:    sendv $26, {{[0-9]*}}(%esp)
; ANY:           sendv $26, {{-?[0-9]*}}(%{{esp|ebp}})
; CHECK:         movl $1, %ecx
; CHECK-NEXT:    sendv $27, {{[0-9]*}}(%esp)
; ANY:           sendv $27, {{-?[0-9]*}}(%{{esp|ebp}})
; CHECK:         movl $2, %ecx
; CHECK-NEXT:    sendv $28, {{[0-9]*}}(%esp)
; ANY:           sendv $28, {{-?[0-9]*}}(%{{esp|ebp}})
; CHECK:         movl $3, %ecx
; CHECK-NEXT:    sendv $29, {{[0-9]*}}(%esp)
; ANY:           sendv $29, {{-?[0-9]*}}(%{{esp|ebp}})
; CHECK:         movl $4, %ecx
; CHECK-NEXT:    sendv $30, {{[0-9]*}}(%esp)
; ANY:           sendv $30, {{-?[0-9]*}}(%{{esp|ebp}})
; CHECK:         movl $5, %ecx
; CHECK-NEXT:    sendv $31, {{[0-9]*}}(%esp)
; ANY:           sendv $31, {{-?[0-9]*}}(%{{esp|ebp}})
define void @sendv(i32 inreg %d, ptr inreg %h, i32 inreg %a) {
  %r0 = call i32 @llvm.xnet.vector.send0v(i32 %d, ptr %h, i32 26)
  %r1 = call i32 @llvm.xnet.vector.send1v(i32 %d, ptr %h, i32 27, i32 %a)
  %r2 = call i32 @llvm.xnet.vector.send2v(i32 %d, ptr %h, i32 28, i32 %a, i32 %a)
  %r3 = call i32 @llvm.xnet.vector.send3v(i32 %d, ptr %h, i32 29, i32 %a, i32 %a, i32 %a)
  %r4 = call i32 @llvm.xnet.vector.send4v(i32 %d, ptr %h, i32 30, i32 %a, i32 %a, i32 %a, i32 %a)
  %r5 = call i32 @llvm.xnet.vector.send5v(i32 %d, ptr %h, i32 31, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a)
  ret void
}

; CHECK-LABEL: sendhv:
; ANY-LABEL: sendhv:
; CHECK:         xorl %ecx, %ecx
; CHECK-NEXT:    sendhv $26, {{[0-9]*}}(%esp)
; ANY:           sendhv $26, {{-?[0-9]*}}(%{{esp|ebp}})
; CHECK:         movl $1, %ecx
; CHECK-NEXT:    sendhv $27, {{[0-9]*}}(%esp)
; ANY:           sendhv $27, {{-?[0-9]*}}(%{{esp|ebp}})
; CHECK:         movl $2, %ecx
; CHECK-NEXT:    sendhv $28, {{[0-9]*}}(%esp)
; ANY:           sendhv $28, {{-?[0-9]*}}(%{{esp|ebp}})
; CHECK:         movl $3, %ecx
; CHECK-NEXT:    sendhv $29, {{[0-9]*}}(%esp)
; ANY:           sendhv $29, {{-?[0-9]*}}(%{{esp|ebp}})
; CHECK:         movl $4, %ecx
; CHECK-NEXT:    sendhv $30, {{[0-9]*}}(%esp)
; ANY:           sendhv $30, {{-?[0-9]*}}(%{{esp|ebp}})
; CHECK:         movl $5, %ecx
; CHECK-NEXT:    sendhv $31, {{[0-9]*}}(%esp)
; ANY:           sendhv $31, {{-?[0-9]*}}(%{{esp|ebp}})
define void @sendhv(i32 inreg %d, ptr inreg %h, i32 inreg %a) {
  %r0 = call i32 @llvm.xnet.vector.send0hv(i32 %d, ptr %h, i32 26)
  %r1 = call i32 @llvm.xnet.vector.send1hv(i32 %d, ptr %h, i32 27, i32 %a)
  %r2 = call i32 @llvm.xnet.vector.send2hv(i32 %d, ptr %h, i32 28, i32 %a, i32 %a)
  %r3 = call i32 @llvm.xnet.vector.send3hv(i32 %d, ptr %h, i32 29, i32 %a, i32 %a, i32 %a)
  %r4 = call i32 @llvm.xnet.vector.send4hv(i32 %d, ptr %h, i32 30, i32 %a, i32 %a, i32 %a, i32 %a)
  %r5 = call i32 @llvm.xnet.vector.send5hv(i32 %d, ptr %h, i32 31, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a)
  ret void
}

; CHECK-LABEL: mcst:
; ANY-LABEL: mcst:
; CHECK:         xorl %ecx, %ecx
; CHECK-NEXT:    mcst {{[0-9]*}}(%esp)
; ANY:           mcst {{-?[0-9]*}}(%{{esp|ebp}})
; CHECK:         movl $1, %ecx
; CHECK-NEXT:    mcst {{[0-9]*}}(%esp)
; ANY:           mcst {{-?[0-9]*}}(%{{esp|ebp}})
; CHECK:         movl $2, %ecx
; CHECK-NEXT:    mcst {{[0-9]*}}(%esp)
; ANY:           mcst {{-?[0-9]*}}(%{{esp|ebp}})
; CHECK:         movl $3, %ecx
; CHECK-NEXT:    mcst {{[0-9]*}}(%esp)
; ANY:           mcst {{-?[0-9]*}}(%{{esp|ebp}})
; CHECK:         movl $4, %ecx
; CHECK-NEXT:    mcst {{[0-9]*}}(%esp)
; ANY:           mcst {{-?[0-9]*}}(%{{esp|ebp}})
; CHECK:         movl $5, %ecx
; CHECK-NEXT:    mcst {{[0-9]*}}(%esp)
; ANY:           mcst {{-?[0-9]*}}(%{{esp|ebp}})
define void @mcst(i32 inreg %d, ptr inreg %h, i32 inreg %a) {
  %r0 = call i32 @llvm.xnet.multicast.mcst0(i32 %d, ptr %h)
  %r1 = call i32 @llvm.xnet.multicast.mcst1(i32 %d, ptr %h, i32 %a)
  %r2 = call i32 @llvm.xnet.multicast.mcst2(i32 %d, ptr %h, i32 %a, i32 %a)
  %r3 = call i32 @llvm.xnet.multicast.mcst3(i32 %d, ptr %h, i32 %a, i32 %a, i32 %a)
  %r4 = call i32 @llvm.xnet.multicast.mcst4(i32 %d, ptr %h, i32 %a, i32 %a, i32 %a, i32 %a)
  %r5 = call i32 @llvm.xnet.multicast.mcst5(i32 %d, ptr %h, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a)
  ret void
}

; CHECK-LABEL: mcsth:
; ANY-LABEL: mcsth:
; CHECK:         xorl %ecx, %ecx
; CHECK-NEXT:    mcsth {{[0-9]*}}(%esp)
; ANY:           mcsth {{-?[0-9]*}}(%{{esp|ebp}})
; CHECK:         movl $1, %ecx
; CHECK-NEXT:    mcsth {{[0-9]*}}(%esp)
; ANY:           mcsth {{-?[0-9]*}}(%{{esp|ebp}})
; CHECK:         movl $2, %ecx
; CHECK-NEXT:    mcsth {{[0-9]*}}(%esp)
; ANY:           mcsth {{-?[0-9]*}}(%{{esp|ebp}})
; CHECK:         movl $3, %ecx
; CHECK-NEXT:    mcsth {{[0-9]*}}(%esp)
; ANY:           mcsth {{-?[0-9]*}}(%{{esp|ebp}})
; CHECK:         movl $4, %ecx
; CHECK-NEXT:    mcsth {{[0-9]*}}(%esp)
; ANY:           mcsth {{-?[0-9]*}}(%{{esp|ebp}})
; CHECK:         movl $5, %ecx
; CHECK-NEXT:    mcsth {{[0-9]*}}(%esp)
; ANY:           mcsth {{-?[0-9]*}}(%{{esp|ebp}})
define void @mcsth(i32 inreg %d, ptr inreg %h, i32 inreg %a) {
  %r0 = call i32 @llvm.xnet.multicast.mcst0h(i32 %d, ptr %h)
  %r1 = call i32 @llvm.xnet.multicast.mcst1h(i32 %d, ptr %h, i32 %a)
  %r2 = call i32 @llvm.xnet.multicast.mcst2h(i32 %d, ptr %h, i32 %a, i32 %a)
  %r3 = call i32 @llvm.xnet.multicast.mcst3h(i32 %d, ptr %h, i32 %a, i32 %a, i32 %a)
  %r4 = call i32 @llvm.xnet.multicast.mcst4h(i32 %d, ptr %h, i32 %a, i32 %a, i32 %a, i32 %a)
  %r5 = call i32 @llvm.xnet.multicast.mcst5h(i32 %d, ptr %h, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a)
  ret void
}

; CHECK-LABEL: mcstv:
; ANY-LABEL: mcstv:
; CHECK:         xorl %ecx, %ecx
; CHECK-NEXT:    mcstv $26, {{[0-9]*}}(%esp)
; ANY:           mcstv $26, {{-?[0-9]*}}(%{{esp|ebp}})
; CHECK:         movl $1, %ecx
; CHECK-NEXT:    mcstv $27, {{[0-9]*}}(%esp)
; ANY:           mcstv $27, {{-?[0-9]*}}(%{{esp|ebp}})
; CHECK:         movl $2, %ecx
; CHECK-NEXT:    mcstv $28, {{[0-9]*}}(%esp)
; ANY:           mcstv $28, {{-?[0-9]*}}(%{{esp|ebp}})
; CHECK:         movl $3, %ecx
; CHECK-NEXT:    mcstv $29, {{[0-9]*}}(%esp)
; ANY:           mcstv $29, {{-?[0-9]*}}(%{{esp|ebp}})
; CHECK:         movl $4, %ecx
; CHECK-NEXT:    mcstv $30, {{[0-9]*}}(%esp)
; ANY:           mcstv $30, {{-?[0-9]*}}(%{{esp|ebp}})
; CHECK:         movl $5, %ecx
; CHECK-NEXT:    mcstv $31, {{[0-9]*}}(%esp)
; ANY:           mcstv $31, {{-?[0-9]*}}(%{{esp|ebp}})
define void @mcstv(i32 inreg %d, ptr inreg %h, i32 inreg %a) {
  %r0 = call i32 @llvm.xnet.multicast.mcst0v(i32 %d, ptr %h, i32 26)
  %r1 = call i32 @llvm.xnet.multicast.mcst1v(i32 %d, ptr %h, i32 27, i32 %a)
  %r2 = call i32 @llvm.xnet.multicast.mcst2v(i32 %d, ptr %h, i32 28, i32 %a, i32 %a)
  %r3 = call i32 @llvm.xnet.multicast.mcst3v(i32 %d, ptr %h, i32 29, i32 %a, i32 %a, i32 %a)
  %r4 = call i32 @llvm.xnet.multicast.mcst4v(i32 %d, ptr %h, i32 30, i32 %a, i32 %a, i32 %a, i32 %a)
  %r5 = call i32 @llvm.xnet.multicast.mcst5v(i32 %d, ptr %h, i32 31, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a)
  ret void
}

; CHECK-LABEL: mcsthv:
; ANY-LABEL: mcsthv:
; CHECK:         xorl %ecx, %ecx
; CHECK-NEXT:    mcsthv $26, {{[0-9]*}}(%esp)
; ANY:           mcsthv $26, {{-?[0-9]*}}(%{{esp|ebp}})
; CHECK:         movl $1, %ecx
; CHECK-NEXT:    mcsthv $27, {{[0-9]*}}(%esp)
; ANY:           mcsthv $27, {{-?[0-9]*}}(%{{esp|ebp}})
; CHECK:         movl $2, %ecx
; CHECK-NEXT:    mcsthv $28, {{[0-9]*}}(%esp)
; ANY:           mcsthv $28, {{-?[0-9]*}}(%{{esp|ebp}})
; CHECK:         movl $3, %ecx
; CHECK-NEXT:    mcsthv $29, {{[0-9]*}}(%esp)
; ANY:           mcsthv $29, {{-?[0-9]*}}(%{{esp|ebp}})
; CHECK:         movl $4, %ecx
; CHECK-NEXT:    mcsthv $30, {{[0-9]*}}(%esp)
; ANY:           mcsthv $30, {{-?[0-9]*}}(%{{esp|ebp}})
; CHECK:         movl $5, %ecx
; CHECK-NEXT:    mcsthv $31, {{[0-9]*}}(%esp)
; ANY:           mcsthv $31, {{-?[0-9]*}}(%{{esp|ebp}})
define void @mcsthv(i32 inreg %d, ptr inreg %h, i32 inreg %a) {
  %r0 = call i32 @llvm.xnet.multicast.mcst0hv(i32 %d, ptr %h, i32 26)
  %r1 = call i32 @llvm.xnet.multicast.mcst1hv(i32 %d, ptr %h, i32 27, i32 %a)
  %r2 = call i32 @llvm.xnet.multicast.mcst2hv(i32 %d, ptr %h, i32 28, i32 %a, i32 %a)
  %r3 = call i32 @llvm.xnet.multicast.mcst3hv(i32 %d, ptr %h, i32 29, i32 %a, i32 %a, i32 %a)
  %r4 = call i32 @llvm.xnet.multicast.mcst4hv(i32 %d, ptr %h, i32 30, i32 %a, i32 %a, i32 %a, i32 %a)
  %r5 = call i32 @llvm.xnet.multicast.mcst5hv(i32 %d, ptr %h, i32 31, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a)
  ret void
}

; A branch on the outcome is one on CF.
; CHECK-LABEL: retry:
; CHECK:       [[AGAIN:\.LBB[0-9_]+]]:
; CHECK:         sendhv $1, {{[0-9]*}}(%esp)
; CHECK-NEXT:    jb [[AGAIN]]
define void @retry(i32 inreg %dest, ptr inreg %handler, i32 inreg %a) {
entry:
  br label %again
again:
  %sent = call i32 @llvm.xnet.vector.send1hv(i32 %dest, ptr %handler, i32 1, i32 %a)
  %refused = icmp eq i32 %sent, 0
  br i1 %refused, label %again, label %done
done:
  ret void
}

; The address is in a register.
; CHECK-LABEL: addresses:
; CHECK:         lwv $4, (%eax)
; CHECK:         swv $31, (%{{e[a-z]+}})
; CHECK:         lwv $0, (%{{e[a-z]+}})
; ANY-LABEL: addresses:
; ANY:         lwv $4, (%eax)
; ANY:         swv $31, (%{{e[a-z]+}})
define void @addresses(ptr inreg %p, i32 inreg %i) {
  call void @llvm.xnet.vector.lwv(i32 4, ptr %p)
  %next = getelementptr i32, ptr %p, i32 32
  call void @llvm.xnet.vector.swv(i32 31, ptr %next)
  %other = getelementptr i8, ptr %p, i32 %i
  call void @llvm.xnet.vector.lwv(i32 0, ptr %other)
  ret void
}

; In the frame. None moves over an access of memory.
; CHECK-LABEL: frame:
; CHECK:       calll use
; CHECK:       lwv $2, (%{{e[a-z]+}})
; CHECK-NOT:   call
; CHECK:       swv $3, (%{{e[a-z]+}})
; CHECK:       calll use
; ANY-LABEL: frame:
; ANY:         lwv $2, (%{{e[a-z]+}})
define void @frame() {
  %x = alloca [32 x i32]
  %y = alloca [32 x i32]
  call void @use(ptr %x)
  call void @llvm.xnet.vector.lwv(i32 2, ptr %x)
  call void @llvm.xnet.vector.swv(i32 3, ptr %y)
  call void @use(ptr %y)
  ret void
}

; A store behind the load of its memory, and a load behind the store to it, stay there.
; CHECK-LABEL: order:
; CHECK:         movl $7, (%eax)
; CHECK:         lwv $5, (%eax)
; CHECK:         movl $8, (%eax)
define void @order(ptr inreg %p) {
  store i32 7, ptr %p
  call void @llvm.xnet.vector.lwv(i32 5, ptr %p)
  store i32 8, ptr %p
  ret void
}
