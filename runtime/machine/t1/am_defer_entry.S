// The path from a timelet event to the deferred functions (am_defer.c), and back. The handler
// changes the return address of the low level; the code there saves all of main's registers and runs
// __am_run_deferred on main's level, on a stack of its own, since $29 may be data that main was
// about to send. An HRET, which leaves all registers unchanged, returns to main.
#include <am_defer.h>
#include <xnet_asm.h>

        .set    noreorder
        .set    noat

#define STACK 16384
#define AREA 256        /* the registers, by number; then: */
#define NISTAT 0        /* in the places of $0, $26 and $27, which no code changes */
#define LENGTH 104
#define HIGH 108
#define LOW 128         /* followed by $vr1 */
#define VECTOR 132

#define MASKS (XNET_NISTAT_HPMM | XNET_NISTAT_LPMM | XNET_NISTAT_TM)

        .text
        .globl  __am_defer_timelet
        .type   __am_defer_timelet, @function
__am_defer_timelet:                             // $4 to $8 of the low set are free
        lui     $4, %hi(__am_deferred)
        lw      $5, %lo(__am_deferred)($4)
        lui     $6, %hi(__am_defer_running)
        lw      $7, %lo(__am_defer_running)($6)
        beqz    $5, 1f
        cfc2    $8, $XNET_NI_LPEPC
        bnez    $7, 1f
        lui     $4, %hi(enter)
        addiu   $4, $4, %lo(enter)
        ctc2    $4, $XNET_NI_LPEPC
        li      $7, 1
        sw      $7, %lo(__am_defer_running)($6)
        lui     $5, %hi(__am_defer_pc)
        sw      $8, %lo(__am_defer_pc)($5)
        lui     $5, %hi(__am_defer_area)
        addiu   $5, $5, %lo(__am_defer_area)
        sw      $2, 4 * 2($5)                   // main has no other register for the address
        move    $2, $5
1:      nop
        hret
        .size   __am_defer_timelet, . - __am_defer_timelet

        .type   enter, @function
enter:                                          // on main's level; $2 = area
        .irp    n, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 29, 31
        sw      $\n, 4 * \n($2)
        .endr
        cfc2    $3, $XNET_NI_NISTAT             // nicond: main may be about to test it
        mfhi    $4
        mflo    $5
        cfc2    $6, $XNET_NI_VLR
        sw      $3, NISTAT($2)
        sw      $4, HIGH($2)
        li      $7, 32
        sw      $5, LOW($2)
        ctc2    $7, $XNET_NI_VLR
        sw      $6, LENGTH($2)
        lui     $29, %hi(__am_defer_area + AREA + STACK - 16)
        addiu   $29, $29, %lo(__am_defer_area + AREA + STACK - 16)
        sw.v    $vr1, VECTOR($2)                  // bulk transfers use $vr1
        ctc2    $6, $XNET_NI_VLR
        jal     __am_run_deferred
        nop
        // To the low level, with no event in between.
        lui     $2, %hi(__am_defer_area)
        addiu   $2, $2, %lo(__am_defer_area)
        cfc2    $3, $XNET_NI_NISTAT
        li      $4, ~MASKS
        and     $3, $3, $4
        ctc2    $3, $XNET_NI_NISTAT
        li      $7, 32
        lw      $6, LENGTH($2)
        lw      $8, HIGH($2)
        ctc2    $7, $XNET_NI_VLR
        lw      $9, LOW($2)
        mthi    $8
        mtlo    $9
        lw.v    $vr1, VECTOR($2)
        ctc2    $6, $XNET_NI_VLR
        lw      $4, NISTAT($2)
        li      $5, ~(XNET_NISTAT_LPEE | XNET_NISTAT_ONICOND)
        and     $3, $3, $5
        srl     $4, $4, XNET_NISTAT_NICOND_SHIFT
        andi    $4, $4, 1
        sll     $4, $4, XNET_NISTAT_ONICOND_SHIFT
        or      $3, $3, $4
        .irp    n, 1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 29, 31
        lw      $\n, 4 * \n($2)
        .endr
        ctc2    $3, $XNET_NI_NISTAT
        nop
        nop
        // The low set is visible: $4 to $8 are free.
        lui     $4, %hi(__am_defer_pc)
        lw      $5, %lo(__am_defer_pc)($4)
        lw      $6, NISTAT($2)                  // main's mask: it may be in a hold
        lui     $7, %hi(MASKS)
        and     $6, $6, $7
        or      $6, $6, $3
        ctc2    $5, $XNET_NI_LPEPC
        lw      $3, 4 * 3($2)
        lw      $2, 4 * 2($2)
        lui     $4, %hi(__am_defer_running)
        ctc2    $6, $XNET_NI_NISTAT
        sw      $0, %lo(__am_defer_running)($4)
        lui     $4, %hi(__am_deferred)
        lw      $4, %lo(__am_deferred)($4)
        nop
        beqz    $4, 2f
        nop
1:      cfc2    $4, $XNET_NI_COUNT              // retry later
        nop
        addiu   $5, $4, AM_DEFER_LATER
        ctc2    $5, $XNET_NI_TIMEC
        nop
        nop
        cfc2    $4, $XNET_NI_COUNT
        nop
        subu    $4, $5, $4
        blez    $4, 1b                          // high handlers ran longer than that
        nop
2:      hret
        .size   enter, . - enter

        .bss
        .balign 16
        .globl  __am_defer_area                         // threads keep a part of it (am_context.c)
        .type   __am_defer_area, @object
__am_defer_area: .space  AREA + STACK
        .size   __am_defer_area, AREA + STACK
        .balign 4
        .globl  __am_defer_pc
        .type   __am_defer_pc, @object
__am_defer_pc: .space 4
        .size   __am_defer_pc, 4
