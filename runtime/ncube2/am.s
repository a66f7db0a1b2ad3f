! The user's library of Active Messages: 000 4.2.3.2. Arguments in r0, r1, ...; r0 to r5 are
! caller-saved; a handler gets the buffer's address in r0.
!
!   AMsend:  movw #node, r0; movw #bytes, r1; trap #SEND     bytes: with the 4 of the first word
!   AMreply: the same with #REPLY; r0 = 0: sent
!   AMdisable: orb #inCritical, AMflags
.globl AMsendBuf, AMreplyBuf, AMflags, AMenable, AMrecv, am_exit, am_print, am_number, am_mark
AMsendBuf  .equ 0x80000000
AMreplyBuf .equ 0x80000008
AMflags    .equ 0x80000014

.text
! Ends a critical section: no trap, unless a message is pending.
AMenable:
        andb    #~inCritical, AMflags
        bne     ae1
        ret
ae1:    bitb    #inHandler, AMflags
        bne     ae2
        orb     #inHandler, AMflags
        trap    #RECV
        bitb    #msgPending, AMflags
        be      ae2
        movw    AMreplyBuf, r0
        movw    (r0), r1
        call    (r1)
        andb    #~inHandler, AMflags
        bne     ae1
ae2:    ret

! After a reply has failed: handles the waiting messages, nested on this stack.
AMrecv: trap    #RECV
        bitb    #msgPending, AMflags
        be      ar1
        movw    AMreplyBuf, r0
        movw    (r0), r1
        call    (r1)
        jmp     AMrecv
ar1:    orb     #inHandler, AMflags
        ret

! Ends the program on this node with status r0. Messages are still handled.
am_exit:
        movw    r0, r1
        movw    #0, r0
        trap    #HOST
ax1:    jmp     ax1

! Writes r2 bytes at r1.
am_print:
        movw    #1, r0
        trap    #HOST
        ret
! Writes r1 as a number.
am_number:
        movw    #2, r0
        trap    #HOST
        ret
! Records the cycle as mark r1 of this node, for measurements. Its only cost is the call.
am_mark:
        movw    #5, r0
        trap    #HOST
        ret
