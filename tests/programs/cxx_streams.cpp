// run: --nodes 1
// expect: 12|34.5|word|255
// expect: page 17
// expect: 0.1 1e+300 2.5
// expect: [   1.50][2     ][true  ][0x1f]
// expect: a,b;c
// expect: first line|second|no more
// expect: input at its end
// expect: wide 7
// libc++'s streams of strings, input, regular expressions and floating-point text, without
// exceptions.
#include <charconv>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <regex>
#include <sstream>
#include <string>
using namespace std;

int main() {
    stringstream s("12 34.5 word ff");
    int a = 0, h = 0;
    double b = 0;
    string word;
    s >> a >> b >> word >> hex >> h;
    cout << a << '|' << b << '|' << word << '|' << h << '\n';

    const regex page("(\\w+)-(\\d+)");
    smatch match;
    const string text = "see page-17.";
    if (regex_search(text, match, page)) cout << match[1] << ' ' << match[2] << '\n';

    char digits[40];
    for (double d : {0.1, 1e300}) {
        const auto end = to_chars(digits, digits + sizeof digits, d).ptr;
        cout << string(digits, end) << ' ';
    }
    istringstream("2.5") >> b;
    cout << b << '\n';

    cout << fixed << setprecision(2) << '[' << setw(7) << 1.5 << "][" << left << setw(6) << 2
         << "][" << boolalpha << setw(6) << true << "][" << hex << showbase << 31 << "]\n";

    istringstream words("a b;c");
    string one;
    words >> one;
    cout << one << ',';
    words >> one;
    cout << one << '\n';

    istringstream lines("first line\nsecond");
    while (getline(lines, one)) cout << one << '|';
    cout << "no more\n";

    if (!(cin >> a)) cout << "input at its end\n";
    wostringstream wide;
    wide << L"wide " << dec << 7;
    for (const wchar_t c : wide.str()) cout << static_cast<char>(c);
    cout << '\n';
}
