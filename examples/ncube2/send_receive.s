! Send&receive as a kernel offers it that buffers and queues: ours, not nCUBE's Vertex, whose code
! the paper (000 4.2) does not print. It has what 4.2 names: a trap that checks and copies into a buffer of
! the kernel, an output queue with its interrupt, an input interrupt that queues, a trap that looks
! for a message of a type, copies it out, or waits. A kernel of its own, without Active Messages:
!   inlet-ncube-as --no-kernel send_receive.s -o send_receive.elf
!   inlet run --machine ncube2 --nodes 8 send_receive.elf
! Marks: 1, 2 sends in turn to nodes 1 and 2; 3, 4 (node 1) receives; 5, then 6, 7, 8 round trips with
! nodes 1, 3, 7.
SEND    .equ 20                 ! r0 node, r1 type, r2 address, r3 bytes (a multiple of 4)
RECV    .equ 21                 ! r1 type, r2 address: r0 node it came from, r3 bytes
N       .equ 32
kpsw    .equ 0x800000
open    .equ 0x9c0000           ! kernel mode, IE, II, IO
upsw    .equ 0x1c0000
outrdy  .equ 6
outen   .equ 8
inen    .equ 9
kstack  .equ 0x8000
buffers .equ 0x10000            ! of 2048 bytes: link, then the message
buffer_count .equ 120

.kernel
.org 8*SEND
        .word send, kpsw
        .word receive, kpsw
.org 8*32
.repeat p, 0, 12
        .word out{p}, kpsw
.endrepeat
.org 8*64
.repeat p, 0, 12
        .word in{p}, kpsw
.endrepeat
.org 0x400

! --- The trap to send ---
send:   movd    r4, stk
        movd    r6, stk
        cmpw    count, r0               ! a node of the machine?
        ble     s9
        cmpw    #0, r0
        bg      s9
        cmpw    #0x100000, r2           ! memory of the user?
        bg      s9
        cmpw    #1024, r3
        bl      s9
s0:     movw    free, r4
        cmpw    #0, r4
        be      s5
        movw    (r4), free
        movw    #0, (r4)
        movw    r0, 4(r4)               ! header: to, from, type, bytes
        movw    me, 8(r4)
        movw    r1, 12(r4)
        movw    r3, 16(r4)
        movw    r2, r5
        addw3   #20, r4, r6
        sftw3   #-2, r3, r7
        rep     r7
        movw    (r5)+, (r6)+
        xorw3   me, r0, r5
        ffow    r5, r5                  ! port
        sftw3   #4, r5, r6
        cmpw    #0, sending(r6)
        bne     s2
        call    start
        jmp     s9
s2:     cmpw    #0, first(r6)           ! to the end of the port's queue
        bne     s3
        movw    r4, first(r6)
        movw    r4, last(r6)
        jmp     s9
s3:     movw    last(r6), r7
        movw    r4, (r7)
        movw    r4, last(r6)
s9:     movd    stk, r6
        movd    stk, r4
        reti
s5:     ldpr    #open, #1               ! no buffer: until one has been sent
        nop
        ldpr    #kpsw, #1
        jmp     s0
! r4 buffer, r5 port, r6 its record
start:  movw    r4, sending(r6)
        addw3   #32, r5, r7
        addw    #4, r4
        lptr    r4, r7
        addw3   #16, 12(r4), stk
        lcnt    stk, r7
        orw     bit(r6), outs
        ldpr    outs, #outen
        ret

! --- Output interrupt: the buffer is free, the next message goes ---
.repeat p, 0, 12
out{p}: movd    r4, stk
        movw    #{p}, r5
        jmp     out
.endrepeat
out:    movd    r6, stk
        sftw3   #4, r5, r6
        movw    sending(r6), r4
        movw    free, (r4)
        movw    r4, free
        movw    #0, sending(r6)
        movw    first(r6), r4
        cmpw    #0, r4
        be      o1
        movw    (r4), first(r6)
        call    start
        jmp     o2
o1:     xorw    bit(r6), outs
        ldpr    outs, #outen
o2:     movd    stk, r6
        movd    stk, r4
        reti

! --- Input interrupt: another buffer for the channel, the message to the end of the list ---
.repeat p, 0, 12
in{p}:  movd    r4, stk
        movw    #{p}, r5
        jmp     in
.endrepeat
in:     movd    r6, stk
        sftw3   #4, r5, r6
        movw    armed(r6), r4
        movw    free, r7
        cmpw    #0, r7
        be      i2
        movw    (r7), free
        movw    r7, armed(r6)
        addw    #4, r7
        lptr    r7, r5
        lcnt    #0, r5
        movw    #0, (r4)
        cmpw    #0, head
        bne     i0
        movw    r4, head
        jmp     i1
i0:     movw    tail, r7
        movw    r4, (r7)
i1:     movw    r4, tail
        movd    stk, r6
        movd    stk, r4
        reti
i2:     movw    #3, r0
        movw    #full, r1
        movw    #full_end-full, r2
        trap    #31

! --- The trap to receive ---
receive:
        movd    r4, stk
        movd    r6, stk
        cmpw    #0x100000, r2
        bg      s9
v0:     movw    head, r4
        movw    #0, r5                  ! the one before
v1:     cmpw    #0, r4
        be      v9
        cmpw    r1, 12(r4)
        be      v2
        movw    r4, r5
        movw    (r4), r4
        jmp     v1
v2:     cmpw    #0, r5                  ! out of the list
        bne     v3
        movw    (r4), head
        jmp     v4
v3:     movw    (r4), (r5)
v4:     cmpw    r4, tail
        bne     v5
        movw    r5, tail
v5:     movw    8(r4), r0
        movw    16(r4), r3
        addw3   #20, r4, r6
        movw    r2, r5
        sftw3   #-2, r3, r7
        rep     r7
        movw    (r6)+, (r5)+
        movw    free, (r4)
        movw    r4, free
        jmp     s9
v9:     ldpr    #open, #1               ! wait for a message
        nop
        ldpr    #kpsw, #1
        jmp     v0

! --- Beginning ---
_boot:  ldpr    #kstack, #0
        stpr    #4, me
        stpr    #15, count
        movw    #buffers, r2
        movw    #buffer_count, r3
b1:     movw    free, (r2)
        movw    r2, free
        addw    #2048, r2
        subw    #1, r3
        bne     b1
        ffow    count, r3
        movw    #0, r4
        movw    #0, r5
        movw    #1, r6
b2:     cmpw    r4, r3
        bge     b3
        movw    r6, bit(r5)
        movw    free, r7
        movw    (r7), free
        movw    r7, armed(r5)
        addw    #4, r7
        lptr    r7, r4
        lcnt    #0, r4
        addw    r6, r6
        addw    #16, r5
        addw    #1, r4
        jmp     b2
b3:     ldpr    #0x100000, #16
        ldpr    #0x300000, #17
        ldpr    #0x100000, #18
        ldpr    #0x400000, ##28
        ldpr    #0x1fff, #inen
        movw    me, r0
        movw    #upsw, stk
        movw    #_start, stk
        reti
.align 4
me:      .word 0
count:   .word 0
free:    .word 0
head:    .word 0
tail:    .word 0
outs:    .word 0
! Records of the ports.
sending: .word 0
first:   .word 0
last:    .word 0
bit:     .word 0
        .space 16*12
armed:  .space 16*13
full:   .ascii "no buffer for a message that comes in"
full_end:

.text
_start: cmpw    #0, r0
        bne     other
        movw    #N, r8
        movw    #1, r9
        movw    #1, r1
        call    mark
p1:     movw    r9, r0
        movw    #1, r1
        movw    #data, r2
        movw    #8, r3
        trap    #SEND
        xorw    #3, r9
        subw    #1, r8
        bne     p1
        movw    #2, r1
        call    mark
        ! To node 1 alone, which measures.
        movw    #N, r8
p2:     movw    #1, r0
        movw    #1, r1
        movw    #data, r2
        movw    #8, r3
        trap    #SEND
        subw    #1, r8
        bne     p2
        call    trip1                   ! so that all is quiet
        movw    #5, r1
        call    mark
        movw    #1, r9
        movw    #6, r10
p3:     movw    #N, r8
p4:     movw    r9, r0
        call    trip
        subw    #1, r8
        bne     p4
        movw    r10, r1
        call    mark
        addw    #1, r10
        addw    r9, r9
        addw    #1, r9
        cmpw    #8, r9
        bg      p3
        movw    #7, r9                  ! all others end
p5:     movw    r9, r0
        movw    #9, r1
        movw    #data, r2
        movw    #8, r3
        trap    #SEND
        subw    #1, r9
        bne     p5
        jmp     exit

trip1:  movw    #1, r0
trip:   movw    #2, r1
        movw    #data, r2
        movw    #8, r3
        trap    #SEND
        movw    #3, r1
        movw    #data, r2
        trap    #RECV
        ret

! Nodes 1 and 2 take the messages of the first phase, node 1 those of the second; then all answer.
other:  movw    r0, r7
        cmpw    #2, r7
        bl      answers
        movw    #N/2, r8
        call    take
        cmpw    #1, r7
        bne     answers
        movw    #N, r8
        movw    #3, r1
        call    mark
        call    take
        movw    #4, r1
        call    mark
answers: movw   #2, r1                  ! until node 0 asks no more: type 9 ends
        movw    #data, r2
        cmpw    #1, r7
        be      a1
        cmpw    #3, r7
        be      a1
        cmpw    #7, r7
        be      a1
        jmp     a9
a1:     movw    #N, r8
        cmpw    #1, r7
        bne     a2
        addw    #1, r8
a2:     movw    #2, r1
        movw    #data, r2
        trap    #RECV
        movw    #0, r0
        movw    #3, r1
        movw    #8, r3
        trap    #SEND
        subw    #1, r8
        bne     a2
a9:     movw    #9, r1
        movw    #data, r2
        trap    #RECV
exit:   movw    #0, r0
        movw    #0, r1
        trap    #31
e1:     jmp     e1

take:   movw    #1, r1
        movw    #data, r2
        trap    #RECV
        subw    #1, r8
        bne     take
        ret
mark:   movw    #5, r0
        trap    #31
        ret
.data
data:   .space 64
