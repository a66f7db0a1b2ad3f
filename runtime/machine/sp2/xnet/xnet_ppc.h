/* Numbers of the network interface for assembly (docs/extension.md). */
#define XNET_NI_TIMEC 7
#define XNET_NI_COUNT 9
#define XNET_NI_NISTAT 19
#define XNET_NI_LPEPC 20
#define XNET_NI_NIID 22
#define XNET_NI_DMH 23
#define XNET_NI_INH 25
#define XNET_NI_VLR 26

/* nistat's upper half: with AME, the enables that make the set of a level visible; main's with
 * both masks open. */
#define XNET_LOW_SET 0x000C
#define XNET_HIGH_SET 0x0014
#define XNET_MAIN_SET 0x001C
#define XNET_OPEN 0x019C
