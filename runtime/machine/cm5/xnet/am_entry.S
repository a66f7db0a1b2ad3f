! The entry of the handlers of <am.h>, which are plain C functions, and of handlers that get the source
! of a message of four words. Such a message has one of the two low bits of its handler's word set, so
! the network interface passes it to dmh, which is this code (docs/cm5-xnet.md):
!
!       handler | 2                     a C function gets the words
!       source << 22 | handler | 3      the same, with the source first
!       source << 22 | handler | 1      a raw handler, with the source first
!
! This runs in the window of the dispatch: %l0 to %l2 are the interrupted PSR, pc and npc, the ins are
! the interrupted outs, the words are in %o0 to %o3. Of the interrupted code's registers a C function
! may change %g1 to %g4, %y and, once PSR.EF is on, floating point.
#include "../psr.h"
#include "xnet_sparc.h"

#define SOURCE_SHIFT 22
#define AREA 256                        /* floating point of a level: 32 registers, FSR */

        .text
        .globl  __xnet_am_entry
        .type   __xnet_am_entry, @function
__xnet_am_entry:
        XNET_RDNI(XNET_NI_INH, 13)      ! %o5
        mov     %g1, %l3
        mov     %g2, %l4
        mov     %g3, %l5
        andcc   %o5, 1, %g0
        bne     packed
        mov     %g4, %l6
        jmpl    %o5 - 2, %o7
        rd      %y, %l7

back:   rd      %psr, %o5
        sethi   %hi(PSR_EF), %o4
        andcc   %o5, %o4, %g0
        bne     float_back
        wr      %l7, %y
1:      mov     %l3, %g1
        mov     %l4, %g2
        mov     %l5, %g3
        mov     %l6, %g4
        XNET_HRET

packed: andcc   %o5, 2, %g0
        mov     %o3, %o4
        mov     %o2, %o3
        mov     %o1, %o2
        mov     %o0, %o1
        srl     %o5, SOURCE_SHIFT, %o0
        sll     %o5, 32 - SOURCE_SHIFT, %o5
        be      raw
        srl     %o5, 32 - SOURCE_SHIFT, %o5
        jmpl    %o5 - 3, %o7
        rd      %y, %l7
        ba      back
        nop
raw:    jmp     %o5 - 1
        nop

! The handler has used floating point: the interrupted code gets its registers back, and EF is off
! again, as HRET requires.
float_back:
        XNET_RDNI(XNET_NI_NISTAT, 13)
        srl     %o5, XNET_NISTAT_EE_SHIFT, %o5
        and     %o5, 1, %o5             ! 0: high level
        sll     %o5, 8, %o5
        sethi   %hi(float_areas), %o4
        or      %o4, %lo(float_areas), %o4
        add     %o4, %o5, %o4
        .irp    n, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30
        ldd     [%o4 + 4 * \n], %f\n
        .endr
        ld      [%o4 + 128], %fsr
        rd      %psr, %o5
        sethi   %hi(PSR_EF), %o4
        wr      %o5, %o4, %psr          ! EF was 1: WRPSR writes the exclusive or
        nop
        nop
        ba      1b
        nop
        .size   __xnet_am_entry, . - __xnet_am_entry

! Trap fp_disabled: the first floating-point instruction of a handler. The registers of the interrupted
! code are saved, once for each level, and EF is on until the level ends. %l0 PSR, %l1 pc, %l2 npc, %l3
! nistat.
        .globl  __xnet_float
        .type   __xnet_float, @function
__xnet_float:
        sethi   %hi(PSR_EF), %l5
        wr      %l0, %l5, %psr
        srl     %l3, XNET_NISTAT_EE_SHIFT, %l3
        and     %l3, 1, %l3
        sll     %l3, 8, %l3
        sethi   %hi(float_areas), %l4
        or      %l4, %lo(float_areas), %l4
        add     %l4, %l3, %l4
        .irp    n, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30
        std     %f\n, [%l4 + 4 * \n]
        .endr
        st      %fsr, [%l4 + 128]
        jmp     %l1
        rett    %l2
        .size   __xnet_float, . - __xnet_float

        .bss
        .align  8
        .type   float_areas, @object
float_areas:    .space  2 * AREA
        .size   float_areas, 2 * AREA
