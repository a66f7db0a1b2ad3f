// State that parts/interrupts.S stores.
#pragma once

#include <cop0.h>
#include <stdint.h>

extern volatile struct { uint32_t count, epc, cause; } interrupt;
void interrupt_entry(void), interrupt_careful(void), interrupt_careless(void);
void interrupt_message(void);
