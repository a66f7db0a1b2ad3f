// The resident kernel of a T1 node (docs/kernel.md): its services for programs, for C and for
// assembly. Programs link it with `t1-clang -T t1-kernel.ld`.
#pragma once

// SYSCALL codes.
#define KERNEL_WRITE 1   // $4: text, $5: bytes; both are consumed
#define KERNEL_REFUSED 2 // $2: messages to this node that named the kernel's code

// The exit status of a program that made an error.
#define KERNEL_STATUS 139

#ifndef __ASSEMBLER__

/// Where the kernel's memory begins: code in user mode cannot store to or execute anything from
/// here on. 0 in programs without the resident kernel.
extern char __kernel_base[] __attribute__((weak));

/// Text for the console of node 0's kernel, which prints whole lines.
static inline void kernel_write(const char *text, unsigned bytes) {
    register const char *at __asm__("$4") = text;
    register unsigned left __asm__("$5") = bytes;
    __asm__ volatile("syscall %2" : "+r"(at), "+r"(left) : "i"(KERNEL_WRITE) : "memory");
}

/// The number of messages that named the kernel's code as their handler and were dropped here.
static inline unsigned kernel_refused(void) {
    register unsigned count __asm__("$2");
    __asm__ volatile("syscall %1" : "=r"(count) : "i"(KERNEL_REFUSED) : "memory");
    return count;
}

// Exception dispatchers, for the register Vector. Both also take arrivals that interrupt
// (docs/exceptions.md, "Arrivals as interrupts") and enter the handler that the message names.
void kernel_entry(void);       ///< saves all registers and calls C
void kernel_entry_tuned(void); ///< low messages in few instructions; else the other

#endif
