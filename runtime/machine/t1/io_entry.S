// The default message handler of an I/O node (CSD-94-823 A.2.11): each message goes to io_serve
// (docs/t1-abi.md, "Handlers"). The handler address is a tag, which io_serve reads from inh.
        .set    noreorder
        .text
        .globl  io_entry
        .type   io_entry, @function
io_entry:
        lui     $8, %hi(io_serve - 8)
        j       __xnet_am_entry
        addiu   $8, $8, %lo(io_serve - 8)
        .size   io_entry, . - io_entry
