// Bits of the SPARC's processor state register (The SPARC Architecture Manual, Version 8, 4.2).
#define PSR_CWP 0x1f
#define PSR_ET 0x20
#define PSR_EF 0x1000
#define PSR_EC 0x2000

// Register windows of a CY7C601.
#define WINDOWS 8
// Words of a window, and space for arguments that a callee may store, below each frame (ABI, 3-9).
#define FRAME 96
