# Settings of runtime/build for the hosts of a Myrinet. $prefix has the compiler, $work gets lib/, $objects those of one library.

# Folders of runtime/lib/. LFC's interface without its implementation over Active Messages: here a control program on the network
# interface and lfc/ implement it. Split-C, TAM, fetch&add, Panda-MT and Orca need Active Messages.
rooms='host am lfc panda mpi crl libc cxx'
scripts='machine/myrinet/myrinet.ld'
libraries=default
# The x86's host services, its setjmp and its debugging rules are those of the nCUBE/2's.
more_sources='machine/ncube2/host.S machine/ncube2/host_write.S machine/ncube2/setjmp.S'
more_headers='machine/ncube2 machine/lanai/include machine/lanai/lfc'
# newlib's build knows the processor i386 by the machine that had it first.
newlib_machine=ncube2
libcxx=

flags() { echo '-fforce-dwarf-frame'; }
without() { echo 'lib/am/src/|lib/lfc/src/.*\.c|panda/src/pan_mt'; }

check_objects() {
    ! "$prefix/bin/llvm-objdump" -d "$objects"/*.o | grep -wE 'xmm[0-7]|mm[0-7]|cmov[a-z]+|sysenter|cpuid' ||
        fail "the library has instructions that the processor does not"
}

# The network interface's side: a library for control programs, and LFC's control program, which inlet loads by default.
programs() {
    cp machine/lanai/include/myrinet_registers.h "$work/include"
    for header in am am_words am_core_words am_core_names am_core_bulk am_core_polled am_core_holds; do
        rm "$work/include/$header.h"
    done
    to=$prefix/lanai options='-std=c11 -O2 -g0 -Wall -Wextra -Werror'
    mkdir -p "$to/include" "$to/lib" "$work/lanai"
    for source in crt0.S arithmetic.c; do
        "$prefix/bin/lanai-clang" $options -c "machine/lanai/$source" -o "$work/lanai/${source%.*}.o"
    done
    "$ar" rcsD "$work/lanai/liblanai.a" "$work/lanai/crt0.o" "$work/lanai/arithmetic.o"
    cp machine/lanai/lanai.ld "$work/lanai"
    for file in liblanai.a lanai.ld; do cp --remove-destination "$work/lanai/$file" "$to/lib/$file"; done
    for file in machine/lanai/include/*.h; do cp --remove-destination "$file" "$to/include/"; done
    "$prefix/bin/lanai-clang" $options -Imachine/lanai/lfc machine/lanai/lfc/main.c -o "$work/lib/firmware.elf" ||
        fail "LFC's control program does not link"
}
