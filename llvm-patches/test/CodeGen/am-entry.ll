; RUN: %llc_t1 -O2 %s -o - | FileCheck %s
; RUN: %llc_t1 -O2 -filetype=obj -function-sections %s -o %t
; RUN: llvm-objdump -dr %t | FileCheck %s --check-prefix=OBJ
; RUN: llvm-readelf -sS %t | FileCheck %s --check-prefix=ELF

; The entry of an active message handler: two instructions before its label. The
; symbol, its size and its alignment are those of the function.

@acc = global i32 0
@pointer = global ptr @taken

; CHECK-LABEL: .globl h
; CHECK:       .weak __xnet_am_entry
; CHECK:       .globl h.xnet_entry
; CHECK:       .type h.xnet_entry,@function
; CHECK:       h.xnet_entry:
; CHECK:       .set noreorder
; CHECK-NEXT:  j __xnet_am_entry
; CHECK-NEXT:  cfc2 $8, $25
; CHECK-NEXT:  .set reorder
; CHECK-NEXT:  .ent h
; CHECK-NEXT:  h:

; OBJ-LABEL: Disassembly of section .text.h:
; OBJ:       00000000 <h.xnet_entry>:
; OBJ-NEXT:  0: 08 00 00 00 j
; OBJ-NEXT:  R_MIPS_26 __xnet_am_entry
; OBJ-NEXT:  4: 48 48 c8 00 cfc2 $8, $25
; OBJ:       00000008 <h>:

; ELF:     .text.h PROGBITS {{[0-9a-f]+}} {{[0-9a-f]+}} {{[0-9a-f]+}} 00 AX 0 0 4
; ELF:     .text.aligned PROGBITS {{.*}} AX 0 0 32
; ELF-DAG: 00000008 {{[0-9]+}} FUNC GLOBAL DEFAULT {{[0-9]+}} h
; ELF-DAG: 00000020 {{[0-9]+}} FUNC GLOBAL DEFAULT {{[0-9]+}} aligned
; ELF-DAG: 00000000 8 FUNC GLOBAL DEFAULT {{[0-9]+}} h.xnet_entry
; ELF-DAG: 8 FUNC LOCAL DEFAULT {{[0-9]+}} taken.xnet_entry
; ELF-DAG: NOTYPE WEAK DEFAULT UND __xnet_am_entry
define void @h(i32 %src, i32 %a) "xnet-am-entry" {
  store i32 %a, ptr @acc
  ret void
}

; CHECK-LABEL: .globl aligned
; CHECK:       .p2align 5
; CHECK-COUNT-6: nop
; CHECK-NOT:   nop
; CHECK:       j __xnet_am_entry
; CHECK:       aligned:
define void @aligned(i32 %src) align 32 "xnet-am-entry" {
  store i32 %src, ptr @acc
  ret void
}

; A local function is reached by its address alone.
; CHECK-LABEL: .type taken,
; CHECK:       j __xnet_am_entry
; CHECK:       taken:
define internal void @taken(i32 %src) "xnet-am-entry" {
  store i32 %src, ptr @acc
  ret void
}

; CHECK-LABEL: .type called_only,
; CHECK-NOT:   __xnet_am_entry
; CHECK:       called_only:
define internal void @called_only(i32 %src) noinline "xnet-am-entry" {
  store i32 %src, ptr @acc
  ret void
}

; CHECK-LABEL: .globl caller
; CHECK-NOT:   __xnet_am_entry
; CHECK:       caller:
define void @caller() {
  call void @called_only(i32 1)
  ret void
}

; Eight bytes before a function is its entry, by name: one that has none is an
; undefined symbol.
; CHECK-LABEL: .globl addresses
; CHECK-DAG:   lui ${{[0-9]+}}, %hi(h.xnet_entry)
; CHECK-DAG:   addiu $4, ${{[0-9]+}}, %lo(h.xnet_entry)
; CHECK-DAG:   %lo(elsewhere.xnet_entry)
; CHECK-DAG:   %lo(named_only.xnet_entry)
declare void @elsewhere(i32)
declare void @use(ptr, ptr, ptr)
define void @addresses() {
  call void @use(ptr getelementptr (i8, ptr @h, i32 -8),
                 ptr getelementptr (i8, ptr @elsewhere, i32 -8),
                 ptr getelementptr (i8, ptr @named_only, i32 -8))
  ret void
}

; CHECK-LABEL: .type named_only,
; CHECK:       named_only.xnet_entry:
; CHECK:       j __xnet_am_entry
; CHECK:       named_only:
define internal void @named_only(i32 %src) "xnet-am-entry" {
  store i32 %src, ptr @acc
  ret void
}

; A raw handler is its own entry.
; CHECK-LABEL: .globl raw
; CHECK-NOT:   __xnet_am_entry
; CHECK:       raw:
define void @raw(i32 %a) "xnet-handler" "xnet-am-entry" {
  store i32 %a, ptr @acc
  ret void
}

; CHECK:      in_data:
; CHECK-NEXT: .4byte taken.xnet_entry
@in_data = global ptr getelementptr (i8, ptr @taken, i32 -8)
