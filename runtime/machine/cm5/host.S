! Host services (docs/cm5-abi.md): ta 0x60 + service.

        .text

        .macro  service name, number
        .globl  \name
        .type   \name, @function
\name:
        ta      0x60 + \number
        retl
        nop
        .size   \name, . - \name
        .endm
        service __host_open, 2
        service __host_close, 3
        service __host_read, 4
        service __host_write_file, 5
        service __host_seek, 6
        service __host_console, 7

! void exit(int status): runs the functions of atexit, if the program has any. The node continues to
! handle messages: the emulator takes it for idle when it is behind TA and nothing has arrived.
        .weak   __xnet_at_exit
        .weak   CMAM_poll
        .globl  exit
        .type   exit, @function
exit:
        sethi   %hi(__xnet_at_exit), %g1
        orcc    %g1, %lo(__xnet_at_exit), %g1
        be      _exit
        nop
        save    %sp, -96, %sp
        call    __xnet_at_exit
        nop
        ba      _exit
        restore
        .size   exit, . - exit

        .globl  _exit
        .type   _exit, @function
_exit:
        sethi   %hi(CMAM_poll), %g1
        orcc    %g1, %lo(CMAM_poll), %g1
        bne     2f
        nop
        ta      0x60
1:      ba      1b
        nop
2:      ta      0x60
3:      call    CMAM_poll
        nop
        ba      3b
        nop
        .size   _exit, . - _exit
