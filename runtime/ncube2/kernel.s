! Active Messages in the kernel of the nCUBE/2: von Eicken's thesis (000), 4.2.5. SEND and the input
! interrupt are Figures 4-7 and 4-8 as printed; parts marked "ours" implement the text where the
! paper prints no code. "!@" names the category of Tables 4-4 and 4-5. docs/ncube2.md has the memory
! map and the differences.

! Traps
SEND    .equ 20
REPLY   .equ 21
RECV    .equ 22
RETI    .equ 23
HOST    .equ 31                 ! the emulator's: exit, output, failure
TOSELF  .equ 6                  ! its service that counts a message of the node to itself
.globl SEND, REPLY, RECV, RETI, HOST

! Processor registers
psw     .equ 1
id      .equ 4
timer   .equ 5
outrdy  .equ 6
inrdy   .equ 7
inen    .equ 9
timlo   .equ 13
nodes   .equ 15
segs    .equ 16
usersp  .equ 28

! Program status: kernel mode 0x800000, IE 0x100000, IO 0x80000, II 0x40000, TO 0x20000
kpsw    .equ 0x800000
upsw    .equ 0x160000
mskin   .equ 0x980000           ! kernel mode, output interrupts on (Vertex's), input off
allin   .equ 0x80001fff         ! every input channel
ticks   .equ 10                 ! of 100 us: a handler has a millisecond (4.2.3.1)
polls   .equ 16                 ! of a reply, then it fails (assumed)

! Flags of the handshake (4.2.2.5)
inHandler  .equ 1
msgPending .equ 2
inCritical .equ 4

! Memory map, physical
kstack  .equ 0x6000             ! kernel's stack ends here
vars    .equ 0x4000             ! variables, in a page without code
table   .equ 0x6000             ! 8192 bytes: 16 * port by node
shared  .equ 0x20000            ! user's segment at 0x80000000: handshake words and buffers
buffers .equ 0x20040            ! 31 of 2048 bytes
bufsize .equ 2048
memory  .equ 0x400000           ! 4 MiB
program .equ 0x100000           ! the user's: 2 MiB
stack   .equ 0x380000           ! and the user's stack, up to the end of memory

! What user and kernel share
send_usrbuf .equ shared+0
recv_usrbuf .equ shared+8
usrret      .equ shared+12      ! PC and PSW of the interrupted computation
flags       .equ shared+20

! Constants of the fast paths
cumask  .equ 0x40001fff         ! node numbers, and bit 30: an Active Message
lenmask .equ 0x7ff
out_port .equ table-0x40000000  ! indexed by node with bit 30

.kernel
! --- Vectors: PC, PSW ---
.org 0
.org 8*11
        .word address_error, kpsw
.org 8*13
        .word time_out, kpsw
.org 8*SEND
        .word send, kpsw
        .word reply, kpsw
        .word recv, kpsw
        .word real_reti, kpsw
.org 8*64
.repeat p, 0, 12
        .word intr{p}, kpsw
.endrepeat

! --- Send: 000 Figure 4-7. r0 node, r1 bytes with the first word ---
.org 0x400
send:   addw3   cubase, r0, r2          !@ check   destination in the machine
        andw    #cumask, r2             !@ check   limit destinations to machine size
        movw    send_buf, r3            !@ buffers buffer to be sent
        movw    r2, (r3)                !@ check   store dest in message
send5:  mvub    out_port(r2), r2        !@ port    node to offset of its port's record
        andw    #lenmask, r1            !@ check   limit message length
        stpr    #outrdy, r4             !@ ready   output DMA status
        bitw    bitmsk(r2), r4          !@ ready   test for channel ready
        be      s1                      !@ ready   not: busy-wait
s0:     lptr    r3, out_reg(r2)         !@ dma     load pointer
        lcnt    r1, out_reg(r2)         !@ dma     load count: the message leaves
        movw    out_buf(r2), send_buf   !@ buffers new user output buffer
        addw3   segoff, send_buf, send_usrbuf !@ buffers its virtual address
        movw    r3, out_buf(r2)         !@ buffers new channel buffer
s4:     reti                            !@ trap
s1:     cmph    nodeid, (r3)            !@ slow    send to self?
        be      snd_self                !@ slow
        cmph    culimit, (r3)           !@ slow    beyond the sub-cube?
        ble     s4                      !@ slow    error: drop the message
        ldpr    #mskin, #psw            !@ slow    Vertex's output interrupts
s2:     stpr    #inrdy, r4              !@ slow    a message has come?
        bne     snd_recv                !@ slow    service it
s3:     stpr    #outrdy, r4             !@ slow
        bitw    bitmsk(r2), r4          !@ slow    the previous message is out?
        bne     s0                      !@ slow    ready: send
        jmp     s2                      !@ slow

! A message arrived while SEND waits (ours): its handler runs on the user's stack, and the trap is
! executed again after it. Not in a handler or a critical section.
snd_recv:
        bitb    #inHandler+inCritical, flags !@ slow
        bne     s3                      !@ slow
        ffow    r4, r5                  !@ slow
        sftw3   #4, r5, r4              !@ slow
        movw    in_buf(r4), r3          !@ slow
        lptr    recv_buf, r5            !@ slow
        lcnt    #0, r5                  !@ slow
        movw    recv_buf, in_buf(r4)    !@ slow
        movw    r3, recv_buf            !@ slow
        addw3   segoff, r3, recv_usrbuf !@ slow
        movw    usrstk, r3              !@ slow
        subw    #2, (r3)                !@ slow    back to the trap, which has two bytes
        jmp     start                   !@ slow

! A message to the node itself (ours): its buffer becomes the one that the handler reads.
snd_self:
        bitb    #inHandler+inCritical, flags !@ slow
        bne     self_later              !@ slow
        movw    send_buf, r3            !@ slow
        movw    r1, r2                  !@ slow    counts it: a service without cycles
        movw    r3, r1                  !@ slow
        movw    #TOSELF, r0             !@ slow
        trap    #HOST                   !@ slow
        movw    recv_buf, send_buf      !@ slow
        movw    r3, recv_buf            !@ slow
        addw3   segoff, send_buf, send_usrbuf !@ slow
        addw3   segoff, r3, recv_usrbuf !@ slow
        movw    usrstk, r3              !@ slow
start:  orb     #inHandler, flags       !@ slow
        movd    (r3), usrret            !@ slow
        movd    usrint, (r3)            !@ slow
        reti                            !@ slow
! In a handler or a critical section it waits in a buffer of its own; there is one.
self_later:
        cmpw    #0, self_full           !@ slow
        bne     self_twice              !@ slow
        movw    send_buf, r3            !@ slow
        movw    r1, r2                  !@ slow
        movw    r3, r1                  !@ slow
        movw    #TOSELF, r0             !@ slow
        trap    #HOST                   !@ slow
        movw    self_buf, send_buf      !@ slow
        addw3   segoff, send_buf, send_usrbuf !@ slow
self_waits:
        movw    r3, self_buf            !@ slow
        movw    #1, self_full           !@ slow
        orb     #msgPending, flags      !@ slow
        stpr    #timlo, tstamp          !@ slow
        ldpr    #ticks, #timer          !@ slow
        movw    #0, r0                  !@ slow
        reti                            !@ slow

! --- Reply (ours, to 4.2.2.4): the handler's buffer; accepts no messages; r0 = 0: sent ---
reply:  addw3   cubase, r0, r2          !@ reply
        andw    #cumask, r2             !@ reply
        movw    recv_buf, r3            !@ reply
        movw    r2, (r3)                !@ reply
reply5: mvub    out_port(r2), r2        !@ reply
        andw    #lenmask, r1            !@ reply
        movw    #polls, r5              !@ reply
r1_:    stpr    #outrdy, r4             !@ reply
        bitw    bitmsk(r2), r4          !@ reply
        bne     r0_                     !@ reply
        cmph    nodeid, (r3)            !@ reply
        be      reply_self              !@ reply
        cmph    culimit, (r3)           !@ reply
        ble     r2_                     !@ reply
        subw    #1, r5                  !@ reply
        bne     r1_                     !@ reply
        movw    #1, r0                  !@ reply   failed
        reti                            !@ reply
r0_:    lptr    r3, out_reg(r2)         !@ reply
        lcnt    r1, out_reg(r2)         !@ reply
        movw    out_buf(r2), recv_buf   !@ reply
        addw3   segoff, recv_buf, recv_usrbuf !@ reply
        movw    r3, out_buf(r2)         !@ reply
r2_:    movw    #0, r0                  !@ reply
        reti                            !@ reply
reply_self:
        movw    #1, r0                  !@ reply
        cmpw    #0, self_full           !@ reply
        bne     r3_                     !@ reply
        movw    r1, r2                  !@ reply
        movw    r3, r1                  !@ reply
        movw    #TOSELF, r0             !@ reply
        trap    #HOST                   !@ reply
        movw    self_buf, recv_buf      !@ reply
        addw3   segoff, recv_buf, recv_usrbuf !@ reply
        jmp     self_waits              !@ reply
r3_:    reti                            !@ reply

! --- The next message (ours): msgPending stays set if there was one, else all is as at rest ---
recv:   cmpw    #0, self_full           !@ recv
        bne     recv_self               !@ recv
        stpr    #inrdy, r4              !@ recv
        be      recv_none               !@ recv
        ffow    r4, r5                  !@ recv
        sftw3   #4, r5, r4              !@ recv
        movw    in_buf(r4), r3          !@ recv
        lptr    recv_buf, r5            !@ recv
        lcnt    #0, r5                  !@ recv
        movw    recv_buf, in_buf(r4)    !@ recv
recv1:  movw    r3, recv_buf            !@ recv
        addw3   segoff, r3, recv_usrbuf !@ recv
        orb     #msgPending, flags      !@ recv
        stpr    #timlo, tstamp          !@ recv    it made progress
        ldpr    #ticks, #timer          !@ recv
        reti                            !@ recv
recv_self:
        movw    self_buf, r3            !@ recv
        movw    recv_buf, self_buf      !@ recv
        movw    #0, self_full           !@ recv
        jmp     recv1                   !@ recv
recv_none:
        andb    #inCritical, flags      !@ recv
        ldpr    #0, #timer              !@ recv
        ldpr    #allin, #inen           !@ recv
        reti                            !@ recv

! --- A reti for the stub (ours): PSW on top of the user's stack, six registers, PC ---
real_reti:
        movw    r15, stk                !@ special
        stpr    #usersp, r15            !@ special
        movw    28(r15), 4(sp)          !@ special
        movw    (r15), 8(sp)            !@ special
        andw    #~0x00be0000, 8(sp)     !@ special no modes and masks of the user's own
        orw     #upsw, 8(sp)            !@ special
        addw    #32, r15                !@ special
        ldpr    r15, #usersp            !@ special
        movw    stk, r15                !@ special
        reti                            !@ special

! --- Input interrupts: 000 Figure 4-8, one for each channel ---
.repeat p, 0, 12
intr{p}: movd   r15, stk                !@ save    push user register
        movw    in_buf+{p}*16, r15      !@ buffers DMA buffer
        xorb    flags, 3(r15)           !@ handshake
        cmpb    #0x40, 3(r15)           !@ vertex  message type and handshake flags
        bne     bsy{p}                  !@ handshake user busy or Vertex's message
        lptr    recv_buf, #{p}          !@ dma     new DMA input buffer
        lcnt    #0, #{p}                !@ dma     start DMA (count is ignored)
        orb     #inHandler, flags       !@ handshake
        movw    recv_buf, in_buf+{p}*16 !@ buffers swap buffers
        movw    r15, recv_buf           !@ buffers
        addw3   segoff, r15, recv_usrbuf !@ buffers user's pointer
        movw    usrstk, r15             !@ start   where to find user's PC
        movd    (r15), usrret           !@ start   save user's interrupted PC and PSW
        movd    usrint, (r15)           !@ start   the stub's PC and PSW instead
        movd    stk, r15                !@ save    restore user register
        reti                            !@ interrupt to the stub
bsy{p}: bg      vtx{p}                  !@ busy    Vertex's message
        xorb    flags, 3(r15)           !@ busy    as it was
        ldpr    #0x80000000, #inen      !@ busy    disable input interrupts
        stpr    #timlo, tstamp          !@ busy    take time-stamp
        orb     #msgPending, flags      !@ busy
        movd    stk, r15                !@ busy    restore user register
        jmp     busy                    !@ busy    (printed: reti)
vtx{p}: movw    #{p}, r15               !@ vertex_message
        jmp     vertex                  !@ vertex_message
.endrepeat
! The short timer of 4.2.2.5 (ours: the figure has no instruction for it).
busy:   ldpr    #ticks, #timer          !@ busy
        reti                            !@ busy

! No message for Vertex can arrive (ours): no node sends one.
vertex: movw    #3, r0
        movw    #vertex_text, r1
        movw    #vertex_end-vertex_text, r2
        trap    #HOST

! --- Ends of a program (ours) ---
time_out:
        bitb    #msgPending, flags
        be      t1
        movw    #3, r0
        movw    #late_text, r1
        movw    #late_end-late_text, r2
        trap    #HOST
t1:     reti
address_error:
        cmpw    #send5, 0(sp)
        be      bad_node
        cmpw    #reply5, 0(sp)
        be      bad_node
        movw    #4, r0                  ! any trap, at the PC on the stack
        movw    #11, r1
        trap    #HOST
bad_node:
        movw    #3, r0
        movw    #node_text, r1
        movw    #node_end-node_text, r2
        trap    #HOST
self_twice:
        movw    #3, r0
        movw    #self_text, r1
        movw    #self_end-self_text, r2
        trap    #HOST
late_text: .ascii "a handler or critical section did not end within 1 ms"
late_end:
node_text: .ascii "node number out of range"
node_end:
self_text: .ascii "a second message to oneself within one handler or critical section"
self_end:
vertex_text: .ascii "a message of Vertex (bit 30 of its first word is clear), which is not there"
vertex_end:

! --- Beginning (ours) ---
.globl _boot
_boot:  ldpr    #kstack, #0
        stpr    #id, r0
        stpr    #nodes, r1
        movw    r0, nodeid
        movw    r1, culimit
        ! Buffers: one to send, one received, one for the node itself; then two for each channel.
        movw    #buffers, r2
        movw    r2, send_buf
        addw    #bufsize, r2
        movw    r2, recv_buf
        addw    #bufsize, r2
        movw    r2, self_buf
        addw3   segoff, send_buf, send_usrbuf
        addw3   segoff, recv_buf, recv_usrbuf
        ffow    r1, r3                  ! dimensions
        movw    #0, r4                  ! channel
        movw    #0, r5                  ! its record
        movw    #1, r6                  ! its bit
b1:     cmpw    r4, r3
        bge     b2
        movw    r6, bitmsk(r5)
        addw3   #32, r4, out_reg(r5)
        addw    #bufsize, r2
        movw    r2, out_buf(r5)
        addw    #bufsize, r2
        movw    r2, in_buf(r5)
        lptr    r2, r4
        lcnt    #0, r4
        addw    r6, r6
        addw    #16, r5
        addw    #1, r4
        jmp     b1
        ! Ports by node: twice the table for each dimension. The lowest dimension in which a node
        ! differs is its port; the node itself keeps 16 * 13, whose bit mask is 0.
b2:     movw    #table, r6
        movw    #1, r7
        movw    #0, r8
b3:     cmpw    r7, r1
        bge     b8
        movw    r6, r9
        addw3   r7, r6, r10
        cmpw    #4, r7
        bg      b4
        sftw3   #-2, r7, r11
        rep     r11
        movw    (r9)+, (r10)+
        jmp     b5
b4:     movw    r7, r11
        rep     r11
        movb    (r9)+, (r10)+
b5:     subw3   #1, r7, r12
        andw    r0, r12
        addw    r6, r12
        bitw    r7, r0
        bne     b6
        addw    r7, r12
b6:     movb    r8, (r12)
        addw    #16, r8
        addw    r7, r7
        jmp     b3
        ! The user's segments: program, and the memory that it shares with the kernel.
b8:     ldpr    #program, #segs
        ldpr    #0x200000, #segs+1      ! a gap of 512 KiB, then the stack
        ldpr    #program, #segs+2
        ldpr    #0x80000000, #segs+3
        ldpr    #0x10000, #segs+4
        ldpr    #shared, #segs+5
        ldpr    #stack, #segs+6
        ldpr    #memory-stack, #segs+7
        ldpr    #stack, #segs+8
        ldpr    #memory, #usersp
        ldpr    #allin, #inen
        movw    #upsw, stk
        movw    #_start, stk
        reti

! --- Variables: 000 Table 4-3 ---
.org vars
cubase:   .word 0x40000000              ! origin of the sub-cube, and bit 30
culimit:  .word 0                       ! origin + nodes
nodeid:   .word 0
segoff:   .word 0x80000000-shared+4     ! to the user's addresses, behind the first word
usrstk:   .word kstack-8                ! address of the user's PC and PSW
usrint:   .word _AM_hstub, upsw
tstamp:   .word 0
send_buf: .word 0
recv_buf: .word 0
self_buf: .word 0
self_full: .word 0
! Records of the channels, and one that is never ready.
bitmsk:   .word 0
in_buf:   .word 0
out_reg:  .word 0
out_buf:  .word 0
        .space 16*13
.org table
        .space 8192, 16*13
