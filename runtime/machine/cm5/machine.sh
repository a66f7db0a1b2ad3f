# What runtime/build takes for a CM-5. $prefix has the compiler, $work gets lib/, $objects those of one library.

# Of runtime/, beside this folder. No io: the nodes for input and output are T1's.
rooms='host am fetch_add splitc tam lfc panda mpi crl libc cxx'
# Scripts of the linker, in lib/.
scripts='machine/cm5/cm5.ld'

libraries='default'
flags() { :; }
# Bulk transfers have segments of CMAM's own.
without() { echo 'am/portable/am_bulk'; }

check_objects() { :; }

programs() {
    # The network interface's instructions are T1's.
    rm "$work/include/xnet_isa.h" "$work/include/xnet_asm.h"
}
