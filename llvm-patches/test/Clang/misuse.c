// RUN: not t1-clang -fsyntax-only %s 2>&1 | FileCheck %s
// RUN: not t1-clang -fsyntax-only -Wno-unused-result %s 2>&1 | FileCheck %s --check-prefix=OFF
// RUN: not t1-clang++ -fsyntax-only -x c++ -DTEMPLATE %s 2>&1 | FileCheck %s --check-prefixes=CHECK,TEMPLATE
// OFF-NOT: refused
// RUN: not t1-clang -fsyntax-only -Wno-xnet %s 2>&1 | FileCheck %s --check-prefix=OFF

__attribute__((xnet_handler)) void handler(int a);
void plain(int a);
int condition(void);

void calls(void (*pointer)(int)) {
  // CHECK: [[#@LINE+2]]:3: error: 'handler' is a message handler, which only messages can reach: it returns by hret; call a function that both share
  // CHECK: [[#@LINE-6]]:36: note: 'handler' declared here
  handler(1);
  // CHECK-NOT: error
  plain(1);
  pointer = handler;
  pointer(2);
}

static inline int wrapper(int d) { return __builtin_xnet_send1(d, (void *)handler, 1); }

void ignored(int d) {
  // CHECK: [[#@LINE+1]]:3: warning: the outcome of a send is ignored: the network may have refused the message [-Wxnet-ignored-send]
  __builtin_xnet_send1(d, (void *)handler, 1);
  // CHECK: [[#@LINE+1]]:3: warning: the outcome of a send is ignored: {{.*}} refused
  wrapper(d);
  // CHECK: [[#@LINE+1]]:22: warning: the outcome of a send is ignored: {{.*}} refused
  if (condition()) { __builtin_xnet_send0h(d, (void *)handler); }
  // CHECK: [[#@LINE+1]]:20: warning: the outcome of a send is ignored: {{.*}} refused
  if (condition()) __builtin_xnet_mcst0(d, (void *)handler); else plain(1);
  // CHECK: [[#@LINE+1]]:8: warning: the outcome of a send is ignored: {{.*}} refused
  for (__builtin_xnet_send0(d, (void *)handler); condition();) plain(2);
  // CHECK: [[#@LINE+1]]:4: warning: the outcome of a send is ignored: {{.*}} refused
  (__builtin_xnet_send0v(d, (void *)handler, 2)), plain(3);
}

// CHECK-NOT: refused
int looked_at(int d) {
  (void)__builtin_xnet_send1(d, (void *)handler, 1);
  while (!__builtin_xnet_send1(d, (void *)handler, 1)) {}
  if (__builtin_xnet_send1(d, (void *)handler, 1)) plain(1);
  int r = ({ plain(1); __builtin_xnet_send1(d, (void *)handler, 1); });
  return r + (plain(2), __builtin_xnet_send0(d, (void *)handler));
}

#ifdef TEMPLATE
template <typename T> void call(T f) { f(1); handler(3); }
// TEMPLATE: error: 'handler' is a message handler
void instance() { call(plain); }
#endif
