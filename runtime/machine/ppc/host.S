# Host services (docs/sp2.md): sc with the service's number in r0.

        .text

        .macro  service name, number
        .globl  \name
        .type   \name, @function
\name:
        li      0, \number
        sc
        blr
        .size   \name, . - \name
        .endm
        service __host_open, 2
        service __host_close, 3
        service __host_read, 4
        service __host_write_file, 5
        service __host_seek, 6
        service __host_console, 7

# void exit(int status): runs the functions of atexit, if the program has any. Then waits until all
# messages of this node have arrived, since no other node would resend them. The node continues to
# handle messages: the emulator takes it for idle when it is behind SC and nothing has arrived.
        .weak   __xnet_at_exit
        .weak   __am_finish
        .weak   __am_poll
        .globl  exit
        .type   exit, @function
exit:
        lis     9, __xnet_at_exit@ha
        addi    9, 9, __xnet_at_exit@l
        cmpwi   9, 0
        beq     _exit
        mflr    0
        stw     0, 4(1)
        stwu    1, -16(1)
        stw     3, 8(1)
        bl      __xnet_at_exit
        lwz     3, 8(1)
        addi    1, 1, 16
        .size   exit, . - exit

        .globl  _exit
        .type   _exit, @function
_exit:
        lis     9, __am_poll@ha
        addi    9, 9, __am_poll@l
        cmpwi   9, 0
        beq     2f
        stwu    1, -16(1)
        stw     3, 8(1)
        bl      __am_finish
        lwz     3, 8(1)
        li      0, 0
        sc
1:      bl      __am_poll
        b       1b
2:      li      0, 0
        sc
3:      b       3b
        .size   _exit, . - _exit
