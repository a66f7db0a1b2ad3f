// REQUIRES: runtime
// RUN: t1-clang -fsyntax-only -Xclang -verify -ferror-limit=0 %s
// RUN: t1-clang -fsyntax-only -g -Xclang -verify -ferror-limit=0 %s
// RUN: not t1-clang -fsyntax-only -ferror-limit=0 -fdiagnostics-parseable-fixits %s 2>&1 | FileCheck %s --check-prefix=FIX
// RUN: not t1-clang -fsyntax-only %s 2>&1 | not grep address_space

// Wrong code is told in the words of the language.

#include <split-c/split-c.h>
#include <stdio.h>
#include <string.h>

int x, n;
struct { int b : 3; double d; int m; } *global bf;
int N[n]::; // expected-error {{the extent of a static spread array is a constant, or a constant times PROCS}}
int M[PROCS * PROCS]::; // expected-error {{the extent of a static spread array}}
struct s { int A[3]::[4]; }; // expected-error {{member 'A' is on other processors than its struct}}
int y::; // expected-error {{'::' follows once the brackets of the dimensions over processors}}
int z[3]::[2]::; // expected-error {{'::' follows once the brackets}}
int six[1][1][1][1][1][1]::; // expected-error {{a spread array of 6 dimensions over processors, of at most 5}}
int (*global to_function)(); // expected-error {{a global pointer to a function; functions have one address on all processors}}
int fine[PROCS]::, I[PROCS]:: = {1}; // expected-error {{spread array 'I' has an initializer}}
int *global null = 0, *global null2 = (void *)0, *spread null3[2] = {0, 0};
int *spread wrong = fine; // expected-error {{a pointer to another processor is known in the run only}}
int *global here = (int *global)&x; // expected-error {{a pointer to another processor is known in the run only}}

struct in;
void f(int *global g, /* expected-note {{passing argument to parameter 'g' here}} */
       int *spread s, int *l, struct in *p)
{
    int Z[PROCS]::[2] = {{1, 2}}; // expected-error {{spread array 'Z' has an initializer}}
    int D[PROCS]::[2], E[3][4]::[5], *global *global gg;
    double d;
    short sh;
    int global *q; // expected-error {{'global' belongs behind the '*' of a pointer, as in 'int *global p'}}
    int spread *r; // expected-error {{'spread' belongs behind the '*' of a pointer}}
    typeof(*g) copy; // expected-error {{'copy' has the type of an object on another processor, 'global'}}
    __typeof_unqual__(*g) copy2;
    g = &x; // expected-error {{'int *' is not 'int *global'; 'toglobal(MYPROC, p)' points to this processor}}
    // FIX: fix-it:{{.*}}:"toglobal(MYPROC, "
    s = l;  // expected-error {{'int *' is not 'int *spread'; 'tospread(MYPROC, p)' points to this processor}}
    g = s;  // expected-error {{'int *spread' is not 'int *global'; 'toglobal(p)' has the arithmetic of one processor}}
    s = g;  // expected-error {{'int *global' is not 'int *spread'; 'tospread(p)' has the arithmetic over processors}}
    l = g;  // expected-error {{'int *global' is not 'int *'; 'tolocal(p)' is the address on its processor}}
    // FIX: fix-it:{{.*}}:"tolocal("
    l = D[1]; // expected-error {{'int *global' is not 'int *'}}
    f(l, s, l, p); // expected-error {{'int *' is not 'int *global'}}
    l :- 3; // expected-error {{the left side of ':-' is on this processor; use '='}}
    // FIX: fix-it:{{.*}}:"="
    x :- 3; // expected-error {{the left side of ':-' is on this processor}}
    d := *g; // expected-error {{both sides of a get have the same type ('double' and 'int')}}
    sh := *g; // expected-error {{both sides of a get have the same type ('short' and 'int')}}
    bf->b := 1; // expected-error {{':=' of a bit-field, whose word is read and written; use '='}}
    bf->b :- 1; // expected-error {{':-' of a bit-field}}
    x := bf->b; // expected-error {{':=' of a bit-field}}
    bf->m := x;
    x := 3; // expected-warning {{no side of ':=' is on another processor; this is '='}}
    // FIX: fix-it:{{.*}}:"="
    5 := x; // expected-error {{the left side of ':=' is not an object}}
    D[1] := x; // expected-error {{the left side of ':=' is not an object}}
    x = sizeof D; // expected-error {{'sizeof' of a spread array, whose blocks are on all processors}}
    x = sizeof(D[1]) + sizeof(D[1][1]) + sizeof(E[1][2]) + sizeof(g);
    x = sizeof(E[1]); // expected-error {{'sizeof' of a spread array}}
    memset(g, 0, 4); // expected-error {{'memset' works on memory of this processor, not on 'int *global'; use bulk_read, bulk_write or their kin}}
    memcpy(l, &D[1], 8); // expected-error {{'memcpy' works on memory of this processor}}
    __sync_fetch_and_add(g, 1); // expected-error {{'__sync_fetch_and_add' works on memory of this processor, not on 'int *global'; use '*p' and '*p = v', or the operations of <split-c/atomic.h>}}
    __atomic_load_n(g, 0); // expected-error {{'__atomic_load_n' works on memory of this processor}}
    printf("%p", g); // expected-error {{'int *global' as a variable argument, of which 'printf' does not know the kind; pass 'toproc(p)' and 'tolocal(p)'}}
    printf("%p", D); // expected-error {{as a variable argument}}
    x = g == l && l == g && g > l && s == l;
    x = s - g; // expected-error {{difference of 'int *spread' and 'int *global'}}
    x = g - l; // expected-error {{difference of 'int *global' and 'int *'}}
    x = toproc(l); // expected-error {{'toproc' of 'int *', which points to this processor, MYPROC}}
    x = tolocal(3); // expected-error {{'tolocal' takes a pointer, or an element of a spread array}}
    x = toglobal(1); // expected-error {{'toglobal' takes a pointer, or an element}}
    g = toglobal(1, 2, 3); // expected-error {{'toglobal' takes a pointer, or a processor and a pointer}}
    l = tolocal(g, 1); // expected-error {{'tolocal' takes a pointer}}
    g = toglobal(2.5, l); // expected-error {{the number of a processor is an integer, not 'double'}}
    *gg = l; // expected-error {{'int *' is not 'int *global'}}
    D = 0; // expected-error {{array type 'int[am_procs()]::[2]' is not assignable}}
    E[1] = 0; // expected-error {{array type 'int[4]::[5]' is not assignable}}
    E[1][2] = 0; // expected-error {{array type 'spread int[5]' is not assignable}}
    g(3); // expected-error {{called object type 'int *global' is not a function}}
}
void jumps(int n)
{
    switch (n) {
    case 1:;
        int W[3]::; // expected-note {{jump enters the scope of a spread array}}
        W[0] = 1;
    case 2: // expected-error {{cannot jump from switch statement to this case label}}
        ;
    }
    goto in; // expected-error {{cannot jump from this goto statement to its label}}
    int V[2]::; // expected-note {{jump enters the scope of a spread array}}
in:
    V[0] = 2;
}
