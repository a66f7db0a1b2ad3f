// The default message handler of an I/O node (CSD-94-823 A.2.11): as if every message named io_serve
// (docs/t1-abi.md, "Handlers"). The handler address in it is a tag, for which io_serve asks inh.
        .set    noreorder
        .text
        .globl  io_entry
        .type   io_entry, @function
io_entry:
        lui     $8, %hi(io_serve - 8)
        j       __xnet_am_entry
        addiu   $8, $8, %lo(io_serve - 8)
        .size   io_entry, . - io_entry
