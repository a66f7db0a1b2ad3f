// run: --nodes 2
// flags: -fexceptions -frtti
// expect: ~0 ~1 ~2 ~3 bottom 33.75
// expect: out_of_range basic_string
// expect: invalid_argument stoi
// expect: length_error vector
// expect: 42 again
// expect: circle 3
// expect: bad_cast
// expect: failure
// expect: main is handled
// expect: handler caught 7
// Exceptions and run-time type information of libc++abi: through frames with destructors and
// callee-saved registers in use, out of functions of the library, and in a handler while main
// handles an exception.
#include <am.h>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>
using namespace std;

struct Loud {
    int n;
    ~Loud() { cout << '~' << n << ' '; }
};

__attribute__((noinline)) double deep(int n, double x, volatile int *p) {
    const Loud loud{n};
    const int a = p[0], b = p[1], c = p[2], d = p[3];
    if (n == 0) {
        ostringstream text;
        text << "bottom " << x;
        throw runtime_error(text.str());
    }
    const double y = deep(n - 1, x * 1.5, p);
    return y + a + b * c + d;
}

struct Shape {
    virtual ~Shape() = default;
};
struct Circle : Shape {
    int radius = 3;
};
struct Square : Shape {};

volatile int done;
void handler(int, int value) {
    try {
        throw value;
    } catch (int caught) { cout << "handler caught " << caught; }
    done = 1;
}

int main() {
    if (am_my_proc()) return 0;
    volatile int numbers[] = {1, 2, 3, 4};
    try {
        deep(3, 10, numbers);
    } catch (const exception &e) { cout << e.what() << endl; }
    try {
        string("abc").at(7);
    } catch (const out_of_range &e) { cout << "out_of_range " << e.what() << endl; }
    try {
        (void)stoi("x");
    } catch (const invalid_argument &e) { cout << "invalid_argument " << e.what() << endl; }
    try {
        vector<int> v;
        v.reserve(v.max_size() + 1);
    } catch (const length_error &e) { cout << "length_error " << e.what() << endl; }
    try {
        try {
            throw 42;
        } catch (int i) {
            cout << i << ' ';
            throw string("again");
        }
    } catch (const string &s) { cout << s << endl; }
    Circle circle;
    Shape *shape = &circle;
    if (auto *c = dynamic_cast<Circle *>(shape)) cout << "circle " << c->radius << endl;
    try {
        (void)dynamic_cast<Square &>(*shape);
    } catch (const bad_cast &) { cout << "bad_cast" << endl; }
    try {
        istringstream in("word");
        in.exceptions(ios::failbit);
        int i;
        in >> i;
    } catch (const ios::failure &) { cout << "failure" << endl; }
    try {
        throw string("main");
    } catch (const string &s) {
        am_request_1(am_my_proc(), handler, 7);
        while (!done) am_poll();
        cout << s << " is handled" << endl; // before the deferred line of the handler
    }
}
