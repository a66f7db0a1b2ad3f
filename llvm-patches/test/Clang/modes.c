// Each builtin in each mode of each target: code, or a diagnostic; never an error of instruction selection. (not fails
// where the compiler crashes.)

// RUN: %if t1 %{ t1-clang -DOWN -O0 -S %s -o %t && t1-clang -DOWN -O2 -mhard-float -S %s -o %t && t1-clang -DOWN -O2 -march=mips32r2 -S %s -o %t %}
// RUN: %if t1 %{ not t1-clang -DOWN -mips16 -S %s -o %t 2>&1 | FileCheck %s --check-prefix=MODE -DM=-mips16 %}
// RUN: %if t1 %{ not t1-clang -DOWN -mmicromips -S %s -o %t 2>&1 | FileCheck %s --check-prefix=MODE -DM=-mmicromips %}
// RUN: %if t1 %{ not t1-clang -DOWN -march=mips32r6 -S %s -o %t 2>&1 | FileCheck %s --check-prefix=MODE -DM=-march=mips32r6 %}
// RUN: %if t1 %{ not t1-clang -DOWN -ferror-limit=0 -mabi=n32 -march=mips3 -S %s -o %t 2>&1 | FileCheck %s --check-prefixes=NONE,NOT-T1 -DF=xnet -DV=xnet -DM=xnet %}
// RUN: %if t1 %{ not t1-clang -DOWN -ferror-limit=0 --target=mips64-t1-elf -S %s -o %t 2>&1 | FileCheck %s --check-prefixes=NONE,NOT-T1 -DF=xnet -DV=xnet -DM=xnet %}
// RUN: %if t1 %{ not t1-clang -DOWN -fsanitize=kcfi -S %s -o %t 2>&1 | FileCheck %s --check-prefix=OPTION "-DO=-fsanitize=kcfi" %}
// RUN: %if t1 %{ not t1-clang -DOWN -fPIC -S %s -o %t 2>&1 | FileCheck %s --check-prefix=OPTION -DO=-fPIC %}
// RUN: %if t1 %{ not t1-clang -DOWN -mabicalls -fPIC -S %s -o %t 2>&1 | FileCheck %s --check-prefix=OPTION -DO=-fPIC %}
// RUN: %if t1 %{ not t1-clang -DOWN -G8 -mgpopt -S %s -o %t 2>&1 | FileCheck %s --check-prefix=OPTION "-DO=-G 8" %}
// RUN: %if t1 %{ not t1-clang -DOWN -shared %s -o %t 2>&1 | FileCheck %s --check-prefix=OPTION -DO=-shared %}
// RUN: %if t1 %{ not t1-clang -DOWN -fpatchable-function-entry=2 -S %s -o %t 2>&1 | FileCheck %s --check-prefix=OPTION "-DO=-fpatchable-function-entry=2" %}
// RUN: %if t1 %{ not t1-clang -DATTRIBUTE -S %s -o %t 2>&1 | FileCheck %s --check-prefix=ATTRIBUTE %}

// RUN: %if cm5 %{ cm5-clang -D__sparc_xnet -O0 -S %s -o %t && cm5-clang -D__sparc_xnet -O2 -mcpu=v9 -S %s -o %t && cm5-clang -D__sparc_xnet -msoft-float -S %s -o %t %}
// RUN: %if cm5 %{ not cm5-clang -D__sparc_xnet -DOWN -ferror-limit=0 -S %s -o %t 2>&1 | FileCheck %s --check-prefix=FOUR %}
// RUN: %if cm5 %{ not cm5-clang -ferror-limit=0 -S %s -o %t 2>&1 | FileCheck %s --check-prefix=NONE -DF=xnet %}

// RUN: %if sp2 %{ sp2-clang -D__powerpc_xnet -DOWN -O0 -S %s -o %t && sp2-clang -D__powerpc_xnet -DOWN -O2 -mcpu=pwr9 -S %s -o %t && sp2-clang -D__powerpc_xnet -DOWN -msoft-float -S %s -o %t %}
// RUN: %if sp2 %{ not sp2-clang -ferror-limit=0 -S %s -o %t 2>&1 | FileCheck %s --check-prefix=NONE -DF=xnet %}
// RUN: %if sp2 %{ not sp2-clang -D__powerpc_xnet -m64 -ferror-limit=0 -S %s -o %t 2>&1 | FileCheck %s --check-prefix=NONE -DF=xnet %}

// RUN: %if ncube2 %{ ncube2-clang -D__x86_xnet -DOWN -O0 -S %s -o %t && ncube2-clang -D__x86_xnet -DOWN -O2 -msoft-float -S %s -o %t && ncube2-clang -DFIVE -O2 -S %s -o %t %}
// RUN: %if ncube2 %{ not ncube2-clang -DOWN -ferror-limit=0 -S %s -o %t 2>&1 | FileCheck %s --check-prefix=NOT-T1 -DV=xnet -DM=xnet %}
// RUN: %if ncube2 %{ not ncube2-clang -D__x86_xnet --target=x86_64-ncube2-elf -march=x86-64 -ferror-limit=0 -S %s -o %t 2>&1 | FileCheck %s --check-prefix=X64 %}

// MODE: error: option '[[M]]' cannot be specified on this target
// OPTION: error: unsupported option '[[O]]' for target
// X64: error: use of unknown builtin '__builtin_xnet_cfc2'

#ifdef ATTRIBUTE
// ATTRIBUTE: error: 'mips16' code cannot use the network interface
// ATTRIBUTE: error: 'micromips' code cannot use the network interface
__attribute__((mips16)) int compact(void) { return __builtin_xnet_nicond(); }
__attribute__((micromips)) int small(void) { return __builtin_xnet_nicond(); }
#else

// One function: code generation ends behind the first with an error.
unsigned all(unsigned d, void *h, unsigned a, int *p) {
  unsigned sum = 0;
  // NONE-COUNT-13: error: '__builtin_xnet_{{[a-z0-9]*}}' needs target feature [[F]]
  sum += __builtin_xnet_cfc2(19);
  __builtin_xnet_ctc2(19, a);
  sum += __builtin_xnet_nicond();
#define SEND(NAME, ...) sum += __builtin_xnet_##NAME(d, h, ##__VA_ARGS__);
  SEND(send0)
  SEND(send1, a)
  SEND(send2, a, 1)
  SEND(send3, a, 1, 2)
  SEND(send4, a, 1, 2, 3)
  SEND(send0h)
  SEND(send1h, a)
  SEND(send2h, a, 1)
  SEND(send3h, a, 1, 2)
  SEND(send4h, a, 1, 2, 3)
#if defined(FIVE) || defined(OWN)
  // FOUR-COUNT-8: error: '__builtin_xnet_{{send|mcst}}5{{h?v?}}' needs target feature xnet-send5
  SEND(send5, a, 1, 2, 3, 4)
  SEND(send5h, a, 1, 2, 3, 4)
#endif
#ifdef OWN
  // NOT-T1-COUNT-14: error: '__builtin_xnet_{{[a-z0-9]*}}' needs target feature [[V]]
  // NOT-T1-COUNT-24: error: '__builtin_xnet_{{[a-z0-9]*}}' needs target feature [[M]]
  __builtin_xnet_lwv(1, p);
  __builtin_xnet_swv(1, p);
#define WORDS(NAME, SUFFIX, ...)                                               \
  SEND(NAME##0##SUFFIX, ##__VA_ARGS__)                                         \
  SEND(NAME##1##SUFFIX, ##__VA_ARGS__, a)                                      \
  SEND(NAME##2##SUFFIX, ##__VA_ARGS__, a, 1)                                   \
  SEND(NAME##3##SUFFIX, ##__VA_ARGS__, a, 1, 2)                                \
  SEND(NAME##4##SUFFIX, ##__VA_ARGS__, a, 1, 2, 3)                             \
  SEND(NAME##5##SUFFIX, ##__VA_ARGS__, a, 1, 2, 3, 4)
  WORDS(send, v, 7)
  WORDS(send, hv, 7)
  WORDS(mcst, v, 7)
  WORDS(mcst, hv, 7)
  WORDS(mcst, )
  WORDS(mcst, h)
#endif
  if (sum)
    __builtin_xnet_hret();
  return sum;
}
#endif
