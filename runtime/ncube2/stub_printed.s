! The user's side of the handshake: 000 Figure 4-9 with its six register moves, as printed. As a
! 64-bit move here moves two registers, each register is saved twice; stub.s has three moves.
.globl _AM_hstub, _AM_hstub_end, outbuf, inbuf, flags, inHandler, msgPending, inCritical
outbuf  .equ 0x80000000         ! output buffer pointer
inbuf   .equ outbuf+8           ! input buffer pointer
iret    .equ outbuf+12          ! interrupted PC
ipsw    .equ outbuf+16          ! interrupted PSW
flags   .equ outbuf+20          ! handshake flags
inHandler  .equ 1
msgPending .equ 2
inCritical .equ 4

.text
_AM_hstub:
        movw    iret, stk               !@ return   push the interrupted PC
        movd    r0, stk                 !@ save
        movd    r1, stk                 !@ save
        movd    r2, stk                 !@ save
        movd    r3, stk                 !@ save
        movd    r4, stk                 !@ save
        movd    r5, stk                 !@ save
        rotw3   #2, ipsw, stk           !@ return   interrupted PSW, ready for restore
        movw    inbuf, r0               !@ dispatch input buffer
        movw    (r0), r1                !@ dispatch handler
        call    (r1)                    !@ dispatch
        andb    #~inHandler, flags      !@ handshake clear, and look for more
        bne     stub_more               !@ handshake
stub_m2: movw   stk, r0                 !@ return   interrupted PSW
        bitw    #0x0c000003, r0         !@ return   rounding or repeat mode?
        bne     stub_special            !@ return
        ldflg   r0                      !@ return   flags, RC = 0
        movd    stk, r5                 !@ save
        movd    stk, r4                 !@ save
        movd    stk, r3                 !@ save
        movd    stk, r2                 !@ save
        movd    stk, r1                 !@ save
        movd    stk, r0                 !@ save
        ret                             !@ return   to the interrupted computation
! More messages came meanwhile (elided in the figure).
stub_more:
        orb     #inHandler, flags       !@ more
        trap    #RECV                   !@ more
        bitb    #msgPending, flags      !@ more
        be      stub_m2                 !@ more     none
        movw    inbuf, r0               !@ more
        movw    (r0), r1                !@ more
        call    (r1)                    !@ more
        andb    #~inHandler, flags      !@ more
        bne     stub_more               !@ more
        jmp     stub_m2                 !@ more
! A repeat mode cannot be restored here: the kernel's reti can (ours).
stub_special:
        rotw    #-2, r0                 !@ special
        movw    r0, 20(sp)              !@ special  seven words below the PC, over what is there twice
        movd    stk, r5                 !@ special
        movd    stk, r4                 !@ special
        movw    stk, r3                 !@ special
        movd    4(sp), r2               !@ special
        movd    20(sp), r0              !@ special
        trap    #RETI                   !@ special
_AM_hstub_end:
