! Fetch&add with Active Messages: 000 Figure 4-6, in assembly. Every node but 0 adds its own number
! to a counter of node 0; the reply has the new value, as in the figure. Node 0 prints the sum.
!   inlet-ncube-as fetch_add.s -o fetch_add.elf && inlet run --machine ncube2 --nodes 64 fetch_add.elf
!
! Request: handler, sync, address, increment, node to reply to. Reply: handler, sync, value.
.text
.globl _start
_start: movw    r0, me
        movw    r1, count
        cmpw    #0, r0
        be      wait_all
        movw    r0, r2
        movw    #0, r0                  ! node
        movw    #counter, r1            ! address
        call    fetch_add
        movw    r0, result
        ! Node 0 is told that this node is done.
        movw    AMsendBuf, r2
        movw    #done_h, (r2)
        movw    #0, r0
        movw    #8, r1
        trap    #SEND
        movw    #0, r0
        jmp     am_exit

wait_all:
        subw3   #1, count, r3
w1:     cmpw    done, r3
        bne     w1
        movw    #text_end-text, r2
        movw    #text, r1
        call    am_print
        movw    counter, r1
        call    am_number
        movw    #1, r2
        movw    #newline, r1
        call    am_print
        movw    #0, r0
        jmp     am_exit

! r0 node, r1 address, r2 increment: the new value in r0
fetch_add:
        movw    AMsendBuf, r3
        movw    #fetch_add_h, (r3)
        movw    #sync, 4(r3)
        movw    r1, 8(r3)
        movw    r2, 12(r3)
        movw    me, 16(r3)
        movw    #0, sync
        movw    #24, r1
        trap    #SEND
f1:     cmpw    #1, sync                ! busy-wait for completion
        bne     f1
        movw    sync+4, r0
        ret

! Request: adds and replies. A reply that fails is saved on the stack and tried again behind the
! messages that wait. (Figure 4-6 saves it, but never copies it back; this does.)
fetch_add_h:
        movw    16(r0), r5              ! node to reply to
        movw    8(r0), r2
        addw    12(r0), (r2)
        movw    (r2), r3
        movw    #fetch_add_rh, (r0)
        movw    r3, 8(r0)               ! the value; the sync word is where it was
h1:     movw    r5, stk
        movw    4(r0), stk
        movw    8(r0), stk              ! value, sync, node: 0(sp), 4(sp), 8(sp)
        movw    r5, r0
        movw    #16, r1
        trap    #REPLY
        cmpw    #0, r0
        be      h2
        call    AMrecv                  ! failed: handle what comes, nested
        movw    AMreplyBuf, r0
        movw    #fetch_add_rh, (r0)
        movw    stk, 8(r0)
        movw    stk, 4(r0)
        movw    stk, r5
        jmp     h1
h2:
        movw    stk, r1
        movw    stk, r1
        movw    stk, r1
        ret

fetch_add_rh:
        movw    4(r0), r1
        movw    8(r0), 4(r1)
        movw    #1, (r1)
        ret

done_h: addw    #1, done
        ret

.data
me:      .word 0
count:   .word 0
result:  .word 0
sync:    .word 0, 0
counter: .word 0
done:    .word 0
text:    .ascii "the sum of all numbers is "
text_end:
newline: .ascii "\n"
