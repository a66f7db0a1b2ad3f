; RUN: split-file %s %t
; RUN: not %llc_t1 %t/alloca.ll -o /dev/null 2>&1 | FileCheck %t/alloca.ll
; RUN: not %llc_t1 %t/large.ll -o /dev/null 2>&1 | FileCheck %t/large.ll
; RUN: not %llc_t1 %t/many.ll -o /dev/null 2>&1 | FileCheck %t/many.ll
; RUN: not %llc_t1 %t/wide.ll -o /dev/null 2>&1 | FileCheck %t/wide.ll
; RUN: not %llc_t1 %t/value.ll -o /dev/null 2>&1 | FileCheck %t/value.ll
; RUN: not %llc_t1 %t/varargs.ll -o /dev/null 2>&1 | FileCheck %t/varargs.ll
; RUN: not llc -mtriple=mips-t1-elf -mcpu=mips2 -mattr=+xnet,+noabicalls %t/fine.ll -o /dev/null 2>&1 | FileCheck %s --check-prefix=FLOAT
; RUN: not llc -mtriple=mips-t1-elf -mcpu=mips2 -mattr=+soft-float,+noabicalls %t/fine.ll -o /dev/null 2>&1 | FileCheck %s --check-prefix=FEATURE

; What a handler cannot be is an error, not a crash.

; FLOAT: error: {{.*}}a message handler needs soft float
; FEATURE: error: {{.*}}a message handler needs the feature xnet

;--- alloca.ll
; CHECK: error: {{.*}}cannot have variable-sized objects on its stack
@g = global i64 0
declare void @use(ptr)
define void @f(i32 %n) "xnet-handler" {
  %x = alloca i8, i32 %n
  call void @use(ptr %x)
  ret void
}

;--- large.ll
; CHECK: error: {{.*}}the frame of a message handler is larger than 32 KiB
@g = global i64 0
declare void @use(ptr)
define void @f() "xnet-handler" {
  %x = alloca [40000 x i8]
  call void @use(ptr %x)
  ret void
}

;--- many.ll
; CHECK: error: {{.*}}takes at most five one-word arguments and returns void
@g = global i64 0
declare void @use(ptr)
define void @f(i32 %a, i32 %b, i32 %c, i32 %d, i32 %e, i32 %f) "xnet-handler" {
  store i32 %f, ptr @g
  ret void
}

;--- wide.ll
; CHECK: error: {{.*}}takes at most five one-word arguments and returns void
@g = global i64 0
declare void @use(ptr)
define void @f(i64 %a) "xnet-handler" {
  store i64 %a, ptr @g
  ret void
}

;--- value.ll
; CHECK: error: {{.*}}takes at most five one-word arguments and returns void
@g = global i64 0
declare void @use(ptr)
define i32 @f() "xnet-handler" {
  ret i32 1
}

;--- varargs.ll
; CHECK: error: {{.*}}takes at most five one-word arguments and returns void
@g = global i64 0
declare void @use(ptr)
define void @f(i32 %a, ...) "xnet-handler" {
  store i32 %a, ptr @g
  ret void
}

;--- fine.ll
define void @f() "xnet-handler" {
  ret void
}
