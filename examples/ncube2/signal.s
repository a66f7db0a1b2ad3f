! The micro-benchmarks of 000 4.2.4: a signal's handler increments a counter whose address is in the
! message. Four phases; marks (am_mark) stand where a time is taken.
!   inlet-ncube-as signal.s -o signal.elf && inlet run --machine ncube2 --nodes 1024 signal.elf
! Marks: 1, 2 one isolated signal; 3, 4 phase 1; 5, 6 phase 2; 7 phase 3 begins; 8 + i, i = 0..: round
! trips with node 2^(i+1) - 1 are done; 30, 31 phase 4.
! On 32 nodes and more, two messages over 5 hops follow, of 32 and of 1024 bytes (Table 4-2).
.globl _start
N       .equ 64                 ! messages of a phase
SIGNAL  .equ 12                 ! bytes: destination, handler, address of the counter
LONG    .equ 1028               ! destination and 256 words
SHORT5  .equ 32                 ! 000 Table 4-2: the two lengths, and the first node over 5 hops
LONG5   .equ 1024
NODE5   .equ 31
.text
_start: cmpw    #0, r0
        bne     wait_end
        movw    r1, nodes
        cmpw    #4, r1
        bg      too_few
        movw    #counter, where

        ! One signal by itself, to a node that computes.
        call    pause
        movw    #1, r1
        call    am_mark
        movw    #SIGNAL, length
        movw    #1, r7
        movw    #0, r6
        movw    #1, r8
        call    signals
        call    pause
        movw    #2, r1
        call    am_mark

        ! Phase 1: back-to-back to node 1.
        movw    #3, r1
        call    am_mark
        movw    #1, r7
        movw    #0, r6
        movw    #N, r8
        call    signals
        movw    #4, r1
        call    am_mark
        call    pause

        ! Phase 2: to nodes 1 and 2 in turn.
        movw    #5, r1
        call    am_mark
        movw    #1, r7
        movw    #3, r6
        movw    #N, r8
        call    signals
        movw    #6, r1
        call    am_mark
        call    pause

        ! Phase 3: round trips with node 1, 3, 7 ...
        movw    #7, r1
        call    am_mark
        movw    #1, r9                  ! the node
        movw    #8, r10                 ! the mark
p3:     movw    #N, r8
p3a:    movw    #0, flag
        movw    AMsendBuf, r2
        movw    #ping_h, (r2)
        movw    where, 4(r2)
        movw    r9, r0
        movw    length, r1
        trap    #SEND
p3b:    cmpw    #1, flag
        bne     p3b
        subw    #1, r8
        bne     p3a
        movw    r10, r1
        call    am_mark
        addw    #1, r10
        addw    r9, r9
        addw    #1, r9
        cmpw    r9, nodes
        bl      p3
        call    pause

        ! Phase 4: 256 words back-to-back to node 1.
        movw    #30, r1
        call    am_mark
        movw    #LONG, length
        movw    #1, r7
        movw    #0, r6
        movw    #N, r8
        call    signals
        movw    #31, r1
        call    am_mark
        call    pause

        ! Table 4-2: one message of each length over 5 hops.
        cmpw    #NODE5+1, nodes
        bg      ending
        movw    #SHORT5, length
        movw    #NODE5, r7
        movw    #0, r6
        movw    #1, r8
        call    signals
        call    pause
        movw    #LONG5, length
        movw    #1, r8
        call    signals
        call    pause

        ! All nodes may end.
ending:
        movw    #SIGNAL, length
        movw    #1, r7
e1:     movw    AMsendBuf, r2
        movw    #end_h, (r2)
        movw    r7, r0
        movw    length, r1
        trap    #SEND
        addw    #1, r7
        cmpw    r7, nodes
        bl      e1
        movw    #0, r0
        jmp     am_exit

! r8 signals to node r7, then r7 xor r6, and so on. With the trap: 24 instructions each (000 4.2.5),
! 8 here with 5 accesses and 16 of SEND.
.globl signals, signals_end
signals:
        movw    AMsendBuf, r2           !@ user
        movw    #signal_h, (r2)         !@ user
        movw    where, 4(r2)            !@ user
        movw    r7, r0                  !@ user
        movw    length, r1              !@ user
        trap    #SEND                   !@ trap
        xorw    r6, r7                  !@ user
        subw    #1, r8                  !@ user
        bne     signals                 !@ user
signals_end:
        ret

! Long enough for all that is under way.
pause:  movw    #20000, r2
pa1:    subw    #1, r2
        bne     pa1
        ret

too_few:
        movw    #3, r0
        movw    #few, r1
        movw    #few_end-few, r2
        trap    #HOST

! The others wait in a loop that handlers interrupt.
wait_end:
        movw    #1, r8
we1:    cmpw    #0, over
        be      we1
        movw    #0, r0
        jmp     am_exit

! Two instructions, four accesses.
signal_h:
        addw    #1, @4(r0)              !@ handler
        ret                             !@ handler

! Replies at once; the reply's buffer is the request's.
ping_h: movw    #pong_h, (r0)           !@ handler
        movw    #0, r0                  !@ handler
        movw    #SIGNAL, r1             !@ handler
        trap    #REPLY                  !@ handler
        ret                             !@ handler
pong_h: movw    #1, flag                !@ handler
        ret                             !@ handler
end_h:  movw    #1, over                !@ handler
        ret                             !@ handler

.data
counter: .word 0
where:   .word 0
length:  .word SIGNAL
flag:    .word 0
over:    .word 0
nodes:   .word 0
few:     .ascii "signal: at least 4 nodes"
few_end:
