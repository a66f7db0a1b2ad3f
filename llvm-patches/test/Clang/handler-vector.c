// A handler's own vector register is 1. Another one is the interrupted code's: a handler that loads it stores it before.

// RUN: %if t1 %{ t1-clang -fsyntax-only %s 2>&1 | FileCheck %s --implicit-check-not=warning: %}
// RUN: %if cm5 %{ cm5-clang %xnet -fsyntax-only %s 2>&1 | FileCheck %s --implicit-check-not=warning: %}
// RUN: %if sp2 %{ sp2-clang %xnet -fsyntax-only %s 2>&1 | FileCheck %s --implicit-check-not=warning: %}
// RUN: %if ncube2 %{ ncube2-clang %xnet -fsyntax-only %s 2>&1 | FileCheck %s --implicit-check-not=warning: %}
// RUN: %if t1 %{ t1-clang -Wno-xnet-handler-vector -Werror -fsyntax-only %s %}
// RUN: %if t1 %{ not t1-clang -Werror=xnet -fsyntax-only %s %}

#define HANDLER __attribute__((xnet_handler))
static int words[32], kept[32];

HANDLER void own(int *from) {
  __builtin_xnet_lwv(1, from);
  __builtin_xnet_swv(1, words);
}

// CHECK: [[#@LINE+2]]:3: warning: vector register 4 in message handler 'other' is the interrupted code's: a handler's own is 1, or store another one before, and load it again [-Wxnet-handler-vector]
HANDLER void other(int *from) {
  __builtin_xnet_lwv(4, from);
}

HANDLER void stored(int *from) {
  __builtin_xnet_swv(4, kept);
  __builtin_xnet_lwv(4, from);
  __builtin_xnet_lwv(4, kept);
}

static void helper(int *from) {
  // CHECK: [[#@LINE+1]]:3: warning: vector register 31 in 'helper', which message handler 'calls' calls, is the interrupted code's
  __builtin_xnet_lwv(31, from);
}
// CHECK: [[#@LINE+1]]:33: note: 'helper' is called here
HANDLER void calls(int *from) { helper(from); }

// What is no handler may use all of them.
void plain(int *from) {
  __builtin_xnet_lwv(7, from);
  helper(from);
}
