// run: --nodes 1
// expect: -5 fffb 0xfffb 0177773 -5|          -5|-5          |-**********5|
// expect: 65000 fde8 0xfde8 0176750 65000|       65000|65000       |*******65000|
// expect: 0 0 0 0 +0|           0|0           |***********0|
// expect: -7 fffffff9 0xfffffff9 037777777771 -7|          -7|-7          |-**********7|
// expect: 123456 1e240 0x1e240 0361100 123456|      123456|123456      |******123456|
// expect: -1234567890123 fffffee08e04fb35 0xfffffee08e04fb35 01777777756021601175465 -1234567890123|-1234567890123|-1234567890123|-1234567890123|
// expect: 12345678901234567890 ab54a98ceb1f0ad2 0xab54a98ceb1f0ad2 01255245230635307605322 12345678901234567890|12345678901234567890|12345678901234567890|12345678901234567890|
// expect: 0 0.000000 0.000000e+00 0 0.00000 0.000000E+00|             0|0             |00000000000000
// expect: 1 1.000000 1.000000e+00 1 1.00000 1.000000E+00|             1|1             |00000000000001
// expect: -2.5 -2.500000 -2.500000e+00 -2.5 -2.50000 -2.500000E+00|          -2.5|-2.5          |-00000000002.5
// expect: 1e+10 10000000000.000000 1.000000e+10 1e+10 1.00000e+10 1.000000E+10|         1e+10|1e+10         |0000000001e+10
// expect: 0.333333 0.333333 3.333333e-01 0.333 0.333333 3.333333E-01|      0.333333|0.333333      |0000000.333333
// expect: 1.23457e+08 123456789.000000 1.234568e+08 1.23e+08 1.23457e+08 1.234568E+08|   1.23457e+08|1.23457e+08   |0001.23457e+08
// expect: 1e-07 0.000000 1.000000e-07 1e-07 1.00000e-07 1.000000E-07|         1e-07|1e-07         |0000000001e-07
// expect: 0x1p+0 2.5
// expect: textviewcd    text  xview  |1false   true
// expect: ff109
// expect: good
// expect: su0x1234
// expect: BEEF0XBEEF
// expect: 1117
// expect: handler 5
// <iostream> and <iomanip>: the same output as the computer's own library for the same lines.
#include <am.h>
#include <iomanip>
#include <iostream>
#include <string>
using namespace std;

template <class T> void all(T v) {
    cout << v << ' ' << hex << v << ' ' << showbase << v << ' ' << oct << v << noshowbase << ' '
         << dec << showpos << v << noshowpos << '|' << setw(12) << v << '|' << left << setw(12) << v
         << '|' << internal << setw(12) << setfill('*') << v << '|' << right << setfill(' ')
         << endl;
}

// In a handler, deferred like printf's.
volatile int done;
void told(int, int value) {
    cout << "handler " << value << endl;
    done = 1;
}

int main() {
    all<short>(-5);
    all<unsigned short>(65000);
    all(0);
    all(-7);
    all(123456u);
    all(-1234567890123LL);
    all(12345678901234567890ull);
    for (double d : {0.0, 1.0, -2.5, 1e10, 1.0 / 3, 123456789.0, 1e-7}) {
        cout << d << ' ' << fixed << d << ' ' << scientific << d << ' ' << defaultfloat
             << setprecision(3) << d << setprecision(6) << ' ' << showpoint << d << noshowpoint
             << ' ' << uppercase << scientific << d << nouppercase << defaultfloat << '|'
             << setw(14) << d << '|' << left << setw(14) << d << right << '|' << internal
             << setfill('0') << setw(14) << d << right << setfill(' ') << '\n';
    }
    cout << hexfloat << 1.0f << defaultfloat << ' ' << 2.5f << '\n';
    string s = "text";
    string_view v = "view";
    cout << s << v << "c" << 'd' << setw(8) << s << setw(3) << 'x' << left << setw(6) << v << '|'
         << right << true << boolalpha << false << setw(7) << true << noboolalpha << endl;
    cout << setbase(16) << 255 << setbase(8) << 8 << setbase(10) << 9 << endl;
    if (cout) cout.put('g').write("ood", 3) << flush << '\n';
    cout << (signed char)'s' << (unsigned char)'u' << reinterpret_cast<const void *>(0x1234)
         << '\n';
    cout << uppercase << hex << 48879 << showbase << 48879 << dec << nouppercase << noshowbase
         << '\n';
    auto f = cout.setf(ios_base::hex, ios_base::basefield);
    cout << 17;
    cout.flags(f);
    cout << 17 << '\n';
    am_request_1(am_my_proc(), told, 5);
    while (!done) am_poll();
}
