! The path from a timelet event to the deferred functions (am_defer.c), and back. The handler changes
! pc and npc of the code it interrupted, which continues in a window below main's. The code there
! saves main's registers that a function may change, and calls __am_run_deferred on main's level. An
! HRET from that window returns to main; its locals then hold what a dispatch would have saved there.
#include <am_defer.h>
#include "../psr.h"
#include "xnet_sparc.h"

#define NICOND_SHIFT 30
#define ONICOND 0x20000000
#define LPEE 0x00100000

/* A frame, above the part that every frame has: */
#define DOUBLES 96
#define FSR 224
#define Y 228
#define GLOBALS 232     /* %g1 to %g4 */
#define NISTAT 248
#define LENGTH 252
#define VECTOR 256      /* %c1: bulk transfers use it */
#define ENTER_FRAME 384

        .macro  address symbol, register
        sethi   %hi(\symbol), \register
        or      \register, %lo(\symbol), \register
        .endm

        .text
        .globl  __am_defer_timelet
        .type   __am_defer_timelet, @function
__am_defer_timelet:                     ! %l0 to %l2: PSR, pc and npc
        address __am_deferred, %o0
        ld      [%o0], %o0
        address __am_defer_running, %o1
        ld      [%o1], %o2
        cmp     %o0, 0
        be      1f
        cmp     %o2, 0
        bne     1f
        mov     1, %o2
        st      %o2, [%o1]
        address __am_defer_pc, %o3
        st      %l1, [%o3]
        st      %l2, [%o3 + 4]
        st      %l0, [%o3 + 8]
        address enter, %l1
        add     %l1, 4, %l2
1:      XNET_HRET
        .size   __am_defer_timelet, . - __am_defer_timelet

        .type   enter, @function
enter:  save    %sp, -ENTER_FRAME, %sp
        .irp    n, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30
        std     %f\n, [%sp + DOUBLES + 4 * \n]
        .endr
        st      %fsr, [%sp + FSR]
        rd      %y, %l3
        st      %l3, [%sp + Y]
        .irp    n, 1, 2, 3, 4
        st      %g\n, [%sp + GLOBALS + 4 * \n - 4]
        .endr
        XNET_RDNI(XNET_NI_NISTAT, 19)           ! %l3
        XNET_RDNI(XNET_NI_VLR, 20)              ! %l4
        mov     32, %l5
        XNET_WRNI(21, XNET_NI_VLR)
        add     %sp, VECTOR, %l5
        XNET_STC(1, 21)
        XNET_WRNI(20, XNET_NI_VLR)
        st      %l4, [%sp + LENGTH]
        call    __am_run_deferred
        st      %l3, [%sp + NISTAT]
        mov     32, %l5
        XNET_WRNI(21, XNET_NI_VLR)
        add     %sp, VECTOR, %l5
        XNET_LDC(1, 21)
        ld      [%sp + LENGTH], %l4
        XNET_WRNI(20, XNET_NI_VLR)
        .irp    n, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30
        ldd     [%sp + DOUBLES + 4 * \n], %f\n
        .endr
        ld      [%sp + FSR], %fsr
        ld      [%sp + Y], %l3
        wr      %l3, %y
        .irp    n, 1, 2, 3, 4
        ld      [%sp + GLOBALS + 4 * \n - 4], %g\n
        .endr
        address __am_defer_pc, %l4
        ld      [%l4], %l1
        ld      [%l4 + 4], %l2
        ld      [%l4 + 8], %l0
        rd      %psr, %l4                       ! HRET has floating point off, and brings PSR.EF back
        sethi   %hi(PSR_EF), %l5
        andn    %l4, %l5, %l4
        wr      %l4, %psr
        nop
        nop
        nop
        ld      [%sp + NISTAT], %l4             ! ccc: the outcome of the preceding SEND
        srl     %l4, NICOND_SHIFT, %l4
        and     %l4, 1, %l4
        sll     %l4, NICOND_SHIFT - 1, %l4
        XNET_RDNI(XNET_NI_NISTAT, 19)
        sethi   %hi(LPEE | ONICOND), %l5
        andn    %l3, %l5, %l3
        or      %l3, %l4, %l3
        XNET_WRNI(19, XNET_NI_NISTAT)           ! low level
        address __am_defer_running, %l3
        st      %g0, [%l3]
        address __am_deferred, %l3
        ld      [%l3], %l3
        cmp     %l3, 0
        be      2f
        nop
1:      XNET_RDNI(XNET_NI_COUNT, 19)            ! retry later
        add     %l3, AM_DEFER_LATER, %l4
        XNET_WRNI(20, XNET_NI_TIMEC)
        XNET_RDNI(XNET_NI_COUNT, 19)
        subcc   %l4, %l3, %g0
        ble     1b                              ! high handlers ran longer than that
        nop
2:      XNET_HRET
        .size   enter, . - enter

        .bss
        .align  4
        .globl  __am_defer_pc
        .type   __am_defer_pc, @object
__am_defer_pc:  .space 12                       ! and npc, PSR
        .size   __am_defer_pc, 12
