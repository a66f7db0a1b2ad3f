// Each branch on the condition flag, in each position. unsigned NAME(void): bit 0 the branch was taken,
// bit 1 the code after it was executed, bit 2 the slot was. The flag has its value at the call.
        .set    noreorder
        .set    noat
        .text

        .macro  begin name
        .globl  \name
        .type   \name, @function
\name:
        .endm

// Forward, the next instruction but one.
        .macro  forward op
        .balign 32
        begin   \op\()_forward
        li      $2, 0
        \op     1f
        ori     $2, $2, 4
        jr      $31
        ori     $2, $2, 2
1:      jr      $31
        ori     $2, $2, 1
        .endm

// Backward.
        .macro  backward op
        begin   \op\()_backward
        b       2f
        li      $2, 0
1:      jr      $31
        ori     $2, $2, 1
2:      \op     1b
        ori     $2, $2, 4
        jr      $31
        ori     $2, $2, 2
        .endm

// To its own slot: offset 0.
        .macro  self op
        begin   \op\()_slot
        li      $2, 0
        \op     1f
1:      addiu   $2, $2, 4       // twice if taken, once or (likely) never if not
        jr      $31
        nop
        .endm

// The farthest offsets in both directions.
        .macro  far op
        begin   \op\()_far
        li      $2, 0
        \op     1f
        ori     $2, $2, 4
        jr      $31
        ori     $2, $2, 2
2:      jr      $31
        ori     $2, $2, 1
        .space  (0x7FFF - 5) * 4 // offsets 0x7FFF and -0x8000
1:      nop
        nop
        nop
        \op     2b
        nop
        jr      $31
        ori     $2, $2, 8
        .endm

// The branch and its slot are the last two words of a page.
        .macro  page_end op
        .balign 4096
        .space  4096 - 12
        begin   \op\()_page_end
        li      $2, 0
        \op     1f
        ori     $2, $2, 4
        jr      $31
        ori     $2, $2, 2
1:      jr      $31
        ori     $2, $2, 1
        .endm

// The branch is the last word of a page, its slot the first of the next.
        .macro  page_split op
        .balign 4096
        .space  4096 - 8
        begin   \op\()_page_split
        li      $2, 0
        \op     1f
        ori     $2, $2, 4
        jr      $31
        ori     $2, $2, 2
1:      jr      $31
        ori     $2, $2, 1
        .endm

// A SEND in the slot: $4 handler, $5 destination.
        .macro  sending op
        begin   \op\()_sending
        li      $2, 0
        \op     1f
        send0   $4, $5
        jr      $31
        ori     $2, $2, 2
1:      jr      $31
        ori     $2, $2, 1
        .endm

// At the end of straight-line code, directly after a write of the flag.
        .macro  after_write op
        begin   \op\()_after_write
        li      $2, 0
        ctc2    $4, $19
        \op     1f
        ori     $2, $2, 4
        jr      $31
        ori     $2, $2, 2
1:      jr      $31
        ori     $2, $2, 1
        .endm

// In a loop, where the code has been executed before.
        .macro  looping op
        begin   \op\()_looping
        li      $2, 0
        li      $3, 5000
2:      \op     1f
        addiu   $2, $2, 1
        b       3f
        nop
1:      addiu   $2, $2, 0x10
        addiu   $2, $2, -0x10
3:      addiu   $3, $3, -1
        bgtz    $3, 2b
        nop
        jr      $31
        nop
        .endm

        forward     bc2t
        forward     bc2f
        forward     bc2tl
        forward     bc2fl
        backward    bc2t
        backward    bc2f
        backward    bc2tl
        backward    bc2fl
        self        bc2t
        self        bc2f
        self        bc2tl
        self        bc2fl
        far         bc2t
        far         bc2f
        far         bc2tl
        far         bc2fl
        page_end    bc2t
        page_end    bc2f
        page_end    bc2tl
        page_end    bc2fl
        page_split  bc2t
        page_split  bc2f
        page_split  bc2tl
        page_split  bc2fl
        sending     bc2t
        sending     bc2f
        sending     bc2tl
        sending     bc2fl
        after_write bc2t
        after_write bc2f
        after_write bc2tl
        after_write bc2fl
        looping     bc2t
        looping     bc2f
        looping     bc2tl
        looping     bc2fl
