// RUN: t1-clang++ -fsyntax-only -Xclang -verify -Wno-vla-extension %s
// RUN: t1-clang++ -std=c++20 -O1 -c -Xclang -verify -Wno-vla-extension %s -o %t.o

// What a message handler should not do, at its place: floating point of the library, stack that nothing bounds. Also in what it calls.

#define HANDLER __attribute__((xnet_handler))
void use(void *);

float level, other;
double sum;
int count;
_Complex float turn;

HANDLER void arithmetic(int a) { level = level * 2; } // expected-warning {{floating point in message handler 'arithmetic' is done by the library, in hundreds of cycles}}
HANDLER void compare(int a) { if (level < other) count = a; } // expected-warning {{floating point}}
HANDLER void convert(int a) { level = a; } // expected-warning {{floating point}}
HANDLER void back() { count = level; } // expected-warning {{floating point}}
HANDLER void longer() { sum = level; } // expected-warning {{floating point}}
HANDLER void truth() { if (level) count = 1; } // expected-warning {{floating point}}
HANDLER void step() { level++; } // expected-warning {{floating point}}
HANDLER void compound() { count += level; } // expected-warning {{floating point}}
HANDLER void complex() { turn = turn * turn; } // expected-warning {{floating point}}
// Once for each function.
HANDLER void once() {
  level = other + 1; // expected-warning {{floating point}}
  level = other + 2;
}

// Moving a value, what is a constant and what is not evaluated costs nothing.
HANDLER void moves(float a) {
  level = a;
  other = -level;
  count = (int)(2.5 * 2);
  level = 1;
  count = sizeof(level * 2);
  using result = decltype(level * 2);
  static_assert(1.5 * 2 == 3);
}
void main_may() { level = level * 2; }

static float half(float x) { return x / 2; } // expected-warning {{floating point in 'half', which message handler 'calls' calls, is done by the library}}
static void middle() { level = half(level); } // expected-note {{'half' is called here}}
HANDLER void calls() { middle(); } // expected-note {{'middle' is called here}}
// Told once.
HANDLER void calls_too() { middle(); }

struct counter {
  int value;
  counter(int v) : value(v) { level = v * level; } // expected-warning {{floating point in 'counter', which message handler 'constructs' calls,}}
};
HANDLER void constructs(int v) { counter c(v); count = c.value; } // expected-note {{'counter' is called here}}

template <typename T> T twice(T x) { return x * 2; } // expected-warning {{floating point in 'twice<float>', which message handler 'instance' calls,}}
HANDLER void instance() { count = twice(count); level = twice(level); } // expected-note {{'twice<float>' is called here}}

int odd(int n);
int even(int n) { return n ? odd(n - 1) : 1; }
int odd(int n) { return n ? even(n - 1) : 0; } // expected-warning {{message handler 'mutual' calls a function that calls itself: nothing bounds how much it takes of the handler's stack}}
HANDLER void mutual(int n) { count = even(n); } // expected-note {{'even' is called here}}
// expected-note@-3 {{'odd' is called here}}

void variable(int n) { char x[n]; use(x); } // expected-warning {{variable-sized object in 'variable', which message handler 'objects' calls: nothing bounds how much it takes of the handler's stack}}
void stack(int n) { use(__builtin_alloca(n)); } // expected-warning {{variable-sized object in 'stack'}}
void fixed() { char x[100]; use(x); use(__builtin_alloca(8)); }
HANDLER void objects(int n) { variable(n); stack(n); fixed(); } // expected-note {{'variable' is called here}} expected-note {{'stack' is called here}}
