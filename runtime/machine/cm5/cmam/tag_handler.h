// The beginning and the end of a tag handler, which CMAM_start copies into its table.
// clang-format off
#include "cm5_ni.h"

        .macro  tag_handler name, binding=globl
        .\binding \name, \name\()_end
        .type   \name, @function
\name:
        .endm
        .macro  end_tag_handler name
\name\()_end:
        .size   \name, . - \name
        .if     . - \name > 1 << NI_TAB_SHIFT
        .error  "a tag handler has more than 64 instructions"
        .endif
        .endm
