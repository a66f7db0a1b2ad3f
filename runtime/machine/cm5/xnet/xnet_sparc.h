// Assembly for the network interface's instructions on a SPARC, with any assembler (isa/base/
// sparc_xnet.json). Registers are numbers: %g0 is 0, %o0 8, %l0 16, %i0 24.
#define XNET_RDNI(number, rd) .word 0x81B00020 | (number) << 14 | (rd) << 25
#define XNET_WRNI(rs1, number) .word 0x81B00040 | (rs1) << 14 | (number) << 25
#define XNET_HRET .word 0x81B00060
#define XNET_LDC(vector, rs1) .word 0xC1802000 | (vector) << 25 | (rs1) << 14
#define XNET_STC(vector, rs1) .word 0xC1A02000 | (vector) << 25 | (rs1) << 14

#define XNET_NI_TIMEC 7
#define XNET_NI_COUNT 9
#define XNET_NI_NISTAT 19
#define XNET_NI_NIID 22
#define XNET_NI_DMH 23
#define XNET_NI_INH 25
#define XNET_NI_VLR 26
#define XNET_NISTAT_EE_SHIFT 19
