// The network interface of an x86 node of ncube2-xnet (docs/ncube2-xnet.md): definitions that
// <xnet_isa.h> lacks, for C and assembly.
#pragma once

// Registers of the interface: T1's numbers, and this project's.
#define XNET_X86_COUNT 9
#define XNET_X86_NISTAT 19
#define XNET_X86_LPEPC 20
#define XNET_X86_NIID 22
#define XNET_X86_OUTH 24
#define XNET_X86_VLR 26
#define XNET_X86_HANDLER_RETURN 28
#define XNET_X86_LOW_STACK 29
#define XNET_X86_HIGH_STACK 30

#define XNET_X86_NISTAT_OPEN 0x019c0000 /* HPMM, LPMM, LPEE, EE, AME */
