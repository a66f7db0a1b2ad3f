# Settings of runtime/build for the hosts of a Myrinet. $prefix has the compiler, $work gets lib/, $objects those of one library.

# Folders of runtime/lib/. LFC's interface without its implementation over Active Messages: here a control program on the network
# interface and lfc/ implement it, and Active Messages are over LFC.
rooms=$common
scripts='machine/myrinet/myrinet.ld'
# LFC's host libraries (runtime/machine/lanai/lfc/lfc_choice.h): lib/ is for interfaces that forward multicast packets, lib/hmc and
# lib/hrx are for hosts that forward them, and that retransmit (myrinet-clang --config=hmc.cfg).
libraries='default hmc hrx'
# The x86's host services, contexts, setjmp and its debugging rules are those of the nCUBE/2's.
more_sources='machine/ncube2/am_context_switch.S machine/ncube2/host.S machine/ncube2/host_write.S machine/ncube2/setjmp.S'
more_headers='machine/ncube2 machine/lanai/include machine/lanai/lfc'
# What programs() below is made from.
more_folders=machine/lanai
# newlib's build knows the processor i386 by the machine that had it first.
newlib_machine=ncube2

flags() {
    echo '-fforce-dwarf-frame -DPAN_FAR_PACKETS=1'
    case $1 in
    hmc) echo '-DLFC_FORWARDS=LFC_HOST' ;;
    hrx) echo '-DLFC_FORWARDS=LFC_HOST -DLFC_RETRANSMITS=LFC_HOST' ;;
    esac
}
without() {
    echo 'lib/am/src/portable/|lib/lfc/src/.*\.c|mpi/src/mpi_am'
    [ $1 = hrx ] || echo 'myrinet/lfc/hrx\.c'
}

check_objects() {
    ! "$prefix/bin/llvm-objdump" -d "$objects"/*.o | grep -wE 'xmm[0-7]|mm[0-7]|cmov[a-z]+|sysenter|cpuid' ||
        fail "the library has instructions that the processor does not"
}

# The network interface's side: a library for control programs, and LFC's control program, which inlet loads by default.
programs() {
    cp machine/lanai/include/myrinet_registers.h "$work/include"
    for name in xnet.h xnet_isa.h; do
        echo "#error \"<$name> is for programs with network instructions, which a Myrinet's hosts do not have\"" > "$work/include/$name"
    done
    rm "$work/include/am_core_words.h" "$work/include/am_core_polled.h" "$work/include/am_core_holds.h"
    to=$prefix/lanai options='-std=c11 -O2 -g0 -Wall -Wextra -Werror'
    mkdir -p "$to/include" "$to/lib" "$work/lanai"
    for source in crt0.S arithmetic.c; do
        "$prefix/bin/lanai-clang" $options -c "machine/lanai/$source" -o "$work/lanai/${source%.*}.o"
    done
    "$ar" rcsD "$work/lanai/liblanai.a" "$work/lanai/crt0.o" "$work/lanai/arithmetic.o"
    cp machine/lanai/lanai.ld "$work/lanai"
    for file in liblanai.a lanai.ld; do cp --remove-destination "$work/lanai/$file" "$to/lib/$file"; done
    for file in machine/lanai/include/*.h; do cp --remove-destination "$file" "$to/include/"; done
    # The five of 001 Table 8.1; NrxImc is the default.
    while read -r name retransmits forwards; do
        "$prefix/bin/lanai-clang" $options -Imachine/lanai/lfc -DLFC_RETRANSMITS=LFC_$retransmits -DLFC_FORWARDS=LFC_$forwards \
            -DLFC_NAME="\"$name\"" machine/lanai/lfc/main.c -o "$work/lib/$name.elf" || fail "LFC's control program $name does not link"
    done <<EOF
nrx_imc NOBODY INTERFACE
nrx_hmc NOBODY HOST
irx_imc INTERFACE INTERFACE
irx_hmc INTERFACE HOST
hrx_hmc HOST HOST
EOF
    cp "$work/lib/nrx_imc.elf" "$work/lib/firmware.elf"
}
