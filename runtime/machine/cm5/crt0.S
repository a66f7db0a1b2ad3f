! Start of a program on one node (docs/cm5-abi.md, "Start"): traps are off, in any window; %o0 to
! %o3 are argc, argv, the number of nodes and of I/O nodes, %sp is the end of the stack.
#include "cm5_ni.h"
#include "psr.h"
#ifdef __sparc_xnet
#include "xnet/xnet_sparc.h"
#define UNITS PSR_EF | PSR_EC
#define OPEN 0x019c0000         /* nistat: HPMM, LPMM, LPEE, EE, AME */
#else
#define UNITS PSR_EF
#endif

        .text
        .globl  _start
        .type   _start, @function
_start:
        sethi   %hi(__cm5_traps), %g1
        wr      %g1, %tbr
        rd      %psr, %g1
        ! The window above this one is the end of the ring: an overflow spills from it, and no code
        ! returns into it.
        add     %g1, 1, %g2
        and     %g2, WINDOWS - 1, %g2
        mov     1, %g3
        sll     %g3, %g2, %g3
        wr      %g3, %wim
        sethi   %hi(UNITS), %g2
        or      %g1, %g2, %g1
        wr      %g1, PSR_ET, %psr               ! ET was 0: WRPSR writes the exclusive or
        mov     0, %fp                          ! the end of all chains of calls
        mov     0, %i7
        sub     %sp, FRAME, %sp

#ifdef __sparc_xnet
        sethi   %hi(__xnet_am_entry), %g1
        or      %g1, %lo(__xnet_am_entry), %g1
        XNET_WRNI(1, XNET_NI_DMH)
        XNET_RDNI(XNET_NI_NIID, 2)
#else
        cmp     %o2, 1                          ! one node has number 0
        be      1f
        mov     0, %g2
        sethi   %hi(NI_BASE), %g1
        ld      [%g1 + NI_SELF_O], %g2
1:
#endif
        sethi   %hi(__xnet_node), %g1
        st      %g2, [%g1 + %lo(__xnet_node)]
        sethi   %hi(__xnet_nodes), %g1
        st      %o2, [%g1 + %lo(__xnet_nodes)]
        sethi   %hi(__xnet_io_nodes), %g1
        st      %o3, [%g1 + %lo(__xnet_io_nodes)]

        sethi   %hi(__init_bytes), %g1
        orcc    %g1, %lo(__init_bytes), %g1
        be      1f
        mov     %o0, %l0
        mov     %o1, %l1
        call    __xnet_construct                ! (argc, argv)
        nop
        mov     %l0, %o0
        mov     %l1, %o1
1:
#ifdef __sparc_xnet
        ! The state of handlers is ready: messages may arrive.
        .weak   __am_defer_mask                 ! TM, where am_defer is linked (am_defer.c)
        sethi   %hi(OPEN + __am_defer_mask), %g1
        XNET_WRNI(1, XNET_NI_NISTAT)
#endif
        call    main
        nop
        call    exit
        nop
        .size   _start, . - _start

        .bss
        .align  4
        .globl  __xnet_node, __xnet_nodes, __xnet_io_nodes
        .type   __xnet_node, @object
        .type   __xnet_nodes, @object
        .type   __xnet_io_nodes, @object
__xnet_node:    .space  4       ! this node's number
        .size   __xnet_node, 4
__xnet_nodes:   .space  4       ! the number of nodes
        .size   __xnet_nodes, 4
__xnet_io_nodes: .space 4       ! I/O nodes, whose numbers follow those
        .size   __xnet_io_nodes, 4
