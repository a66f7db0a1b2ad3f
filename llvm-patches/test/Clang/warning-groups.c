// RUN: t1-clang -fsyntax-only %s 2>&1 | FileCheck %s --check-prefixes=SEND,FLOAT,STACK
// RUN: t1-clang -fsyntax-only -w -Wxnet %s 2>&1 | count 0
// RUN: t1-clang -fsyntax-only -Wno-everything -Wxnet %s 2>&1 | FileCheck %s --check-prefixes=SEND,FLOAT,STACK
// RUN: t1-clang -fsyntax-only -Wall -Wno-xnet %s 2>&1 | count 0
// RUN: t1-clang -fsyntax-only -Wno-xnet -Wxnet-ignored-send %s 2>&1 | FileCheck %s --check-prefix=SEND --implicit-check-not=warning:
// RUN: t1-clang -fsyntax-only -Wno-xnet -Wunused-result %s 2>&1 | FileCheck %s --check-prefix=SEND --implicit-check-not=warning:
// RUN: t1-clang -fsyntax-only -Wno-xnet -Wxnet-handler-float %s 2>&1 | FileCheck %s --check-prefix=FLOAT --implicit-check-not=warning:
// RUN: t1-clang -fsyntax-only -Wno-xnet -Wxnet-handler-stack %s 2>&1 | FileCheck %s --check-prefix=STACK --implicit-check-not=warning:
// RUN: t1-clang -fsyntax-only -Wno-unused %s 2>&1 | FileCheck %s --check-prefixes=FLOAT,STACK --implicit-check-not=warning:
// RUN: not t1-clang -fsyntax-only -Werror=xnet %s 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not t1-clang -fsyntax-only -Werror -Wno-error=xnet-handler-float %s 2>&1 | FileCheck %s --check-prefix=SOME
// RUN: t1-clang -fsyntax-only -Werror=xnet-wrong %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: t1-clang -fsyntax-only -DPRAGMA %s 2>&1 | FileCheck %s --check-prefix=PRAGMA --implicit-check-not=warning:
// RUN: not t1-clang -fsyntax-only -DPRAGMA_ERROR %s 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: t1-clang -O2 -c -Wno-xnet %s -o %t.o 2>&1 | count 0

// -Wxnet and its groups are groups like others, though clang's libraries were compiled without them. All are on.

#define HANDLER __attribute__((xnet_handler))
float level;

#ifdef PRAGMA
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wxnet"
#endif
#ifdef PRAGMA_ERROR
#pragma clang diagnostic error "-Wxnet"
#endif

// ERROR-DAG: :[[#@LINE+3]]:{{.*}}: error: floating point {{.*}} [-Werror,-Wxnet-handler-float]
// SOME-DAG: :[[#@LINE+2]]:{{.*}}: warning: floating point {{.*}} [-Wxnet-handler-float]
// FLOAT-DAG: :[[#@LINE+1]]:{{.*}}: warning: floating point in message handler 'tell' is done by the library, in hundreds of cycles [-Wxnet-handler-float]
HANDLER void tell(int d) { level += 1; }

int endless(int n) { return n ? endless(n - 1) + 1 : 0; }
// ERROR-DAG: :[[#@LINE-1]]:{{.*}}: error: message handler 'go' {{.*}} [-Werror,-Wxnet-handler-stack]
// SOME-DAG: :[[#@LINE-2]]:{{.*}}: error: message handler 'go' {{.*}} [-Werror,-Wxnet-handler-stack]
// STACK-DAG: :[[#@LINE-3]]:{{.*}}: warning: message handler 'go' calls a function that calls itself: nothing bounds how much it takes of the handler's stack [-Wxnet-handler-stack]
HANDLER void go(int n) { level = endless(n) ? level : 0; }

#ifdef PRAGMA
#pragma clang diagnostic pop
#endif

// PRAGMA: :[[#@LINE+4]]:{{.*}}: warning: the outcome of a send is ignored
// ERROR-DAG: :[[#@LINE+3]]:{{.*}}: error: the outcome of a send is ignored: {{.*}} [-Werror,-Wxnet-ignored-send]
// SOME-DAG: :[[#@LINE+2]]:{{.*}}: error: the outcome of a send is ignored: {{.*}} [-Werror,-Wxnet-ignored-send]
// SEND-DAG: :[[#@LINE+1]]:{{.*}}: warning: the outcome of a send is ignored: the network may have refused the message [-Wxnet-ignored-send]
void lose(int d) { __builtin_xnet_send1(d, (void *)tell, 1); }

// UNKNOWN: unknown warning option '-Werror=xnet-wrong'
