// State of the last exception, which parts/exceptions.S stores.
#pragma once

#include <cop0.h>
#include <stdint.h>

struct exception_record {
    uint32_t count, cause, address, epc, status;
};
extern volatile struct exception_record exceptions;
extern volatile uint32_t exception_resume; ///< where to continue; 0: after the instruction
void exception_entry(void), leave_handler(void);

/// The exception since the last call, by its ExcCode; -1: none, -2: more than one.
static inline int exception_code(void) {
    const uint32_t count = exceptions.count;
    exceptions.count = 0;
    return count == 0 ? -1 : count > 1 ? -2 : (int)COP0_CAUSE_CODE(exceptions.cause);
}
