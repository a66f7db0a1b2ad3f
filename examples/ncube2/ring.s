! A token goes once round all nodes: the handler of each sends it on. Node 0 prints how many have
! seen it.
!   inlet-ncube-as ring.s -o ring.elf && inlet run --machine ncube2 --nodes 16 ring.elf
! Message: handler, count.
.globl _start
.text
_start: movw    r0, me
        addw3   #1, r0, r2
        subw3   #1, r1, r3
        andw    r3, r2
        movw    r2, next
        cmpw    #0, r0
        bne     stay
        movw    AMsendBuf, r2
        movw    #token_h, (r2)
        movw    #0, 4(r2)
        movw    next, r0
        movw    #12, r1
        trap    #SEND
stay:   cmpw    #0, seen
        be      stay
        cmpw    #0, me
        bne     out
        movw    #text, r1
        movw    #text_end-text, r2
        call    am_print
        movw    seen, r1
        call    am_number
        movw    #newline, r1
        movw    #7, r2
        call    am_print
out:    movw    #0, r0
        jmp     am_exit

! A request of its own, not a reply: the reply's buffer is free while it waits for nothing.
token_h:
        addw3   #1, 4(r0), seen
        cmpw    #0, me
        be      t1
        movw    AMsendBuf, r2
        movw    #token_h, (r2)
        movw    seen, 4(r2)
        movw    next, r0
        movw    #12, r1
        trap    #SEND
t1:     ret

.data
me:      .word 0
next:    .word 0
seen:    .word 0
text:    .ascii "the token was seen by "
text_end:
newline: .ascii " nodes\n"
