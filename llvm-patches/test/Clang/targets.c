// What isa/targets.json says of each target: which builtins it has, the limits of constants, what diagnostics say of it.

// RUN: %if t1 %{ not t1-clang -fsyntax-only %s 2>&1 | FileCheck %s --check-prefixes=CHECK,T1,LOW --implicit-check-not=error: --implicit-check-not=warning: %}
// RUN: %if cm5 %{ not cm5-clang %xnet -fsyntax-only %s 2>&1 | FileCheck %s --check-prefixes=CHECK,CM5,LOW --implicit-check-not=error: --implicit-check-not=warning: %}
// RUN: %if sp2 %{ not sp2-clang %xnet -fsyntax-only %s 2>&1 | FileCheck %s --check-prefixes=CHECK,LOW --implicit-check-not=error: --implicit-check-not=warning: %}
// RUN: %if ncube2 %{ not ncube2-clang %xnet -fsyntax-only %s 2>&1 | FileCheck %s --check-prefixes=CHECK,NCUBE2 --implicit-check-not=error: --implicit-check-not=warning: %}

// RUN: %if t1 %{ t1-clang -DOWN -c %s -o %t.o %}
// RUN: %if cm5 %{ cm5-clang %xnet -DOWN -c %s -o %t.o %}
// RUN: %if sp2 %{ sp2-clang %xnet -DOWN -c %s -o %t.o %}
// RUN: %if ncube2 %{ ncube2-clang %xnet -DOWN -c %s -o %t.o %}
// RUN: %if ncube2 %{ not ncube2-clang -DOWN -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=OWN %}

#define HANDLER __attribute__((xnet_handler))
#ifdef OWN
// OWN: error: '__builtin_xnet_mcst1' needs target feature xnet
// OWN: error: '__builtin_xnet_send0v' needs target feature xnet
// OWN: error: '__builtin_xnet_lwv' needs target feature xnet
void own(void *h, int *p) {
  (void)__builtin_xnet_mcst1(1, h, 2);
  (void)__builtin_xnet_send0v(1, h, 3);
  __builtin_xnet_lwv(1, p);
}
#else
// CHECK-DAG: [[#@LINE+1]]:1: error: a message handler takes at most five one-word arguments and returns void
HANDLER int value(int a);
HANDLER void plain(int a);

unsigned wrong(void) {
  // CHECK-DAG: [[#@LINE+1]]:3: error: 'plain' is a message handler, which only messages can reach: it returns by hret;
  plain(1);
  // LOW-DAG:    [[#@LINE+2]]:23: error: argument value 45 is outside the valid range [0, 31]
  // NCUBE2-DAG: [[#@LINE+1]]:23: error: argument value 45 is outside the valid range [0, 44]
  __builtin_xnet_ctc2(45, 1);
  // LOW-DAG: [[#@LINE+1]]:30: error: argument value 44 is outside the valid range [0, 31]
  return __builtin_xnet_cfc2(44);
}

// On T1 a handler of high level has to keep the flag; elsewhere dispatch or HRET does.
// T1-DAG: warning: message handler 'high' sends at high priority: if it runs at high level it has to keep nicond
HANDLER void high(int a) { (void)__builtin_xnet_send1h(a, (void *)0, 1); }

// A PowerPC handler saves the registers that it uses.
float level;
// T1-DAG:     warning: floating point in message handler 'compute' is done by the library, in hundreds of cycles
// CM5-DAG:    warning: floating point in message handler 'compute' is in registers of the interrupted code
// NCUBE2-DAG: warning: floating point in message handler 'compute' is on the x87 stack of the interrupted code
HANDLER void compute(int a) { level = level * a; }
#endif
