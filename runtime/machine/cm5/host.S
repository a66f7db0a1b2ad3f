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

! void exit(int status): the functions of atexit run, where the program has any.
        .weak   __xnet_at_exit
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
        mov     %i0, %o0
        ta      0x60
1:      ba      1b
        nop
        .size   exit, . - exit

        .globl  _exit
        .type   _exit, @function
_exit:
        ta      0x60
1:      ba      1b
        nop
        .size   _exit, . - _exit
