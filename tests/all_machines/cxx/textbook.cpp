// Programs of textbooks: words of a text, an expression parser, a table with commas, a matrix.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <complex>
#include <deque>
#include <fstream>
#include <functional>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <regex>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>
using namespace std;

static void count_words() {
    istringstream text(
        "the quick brown fox jumps over the lazy dog; the dog sleeps, the fox does not.");
    map<string, int> count;
    for (string word; text >> word;) {
        word.erase(remove_if(word.begin(), word.end(), [](unsigned char c) { return ispunct(c); }),
                   word.end());
        ++count[word];
    }
    vector<pair<string, int>> sorted(count.begin(), count.end());
    stable_sort(sorted.begin(), sorted.end(), [](auto &a, auto &b) { return a.second > b.second; });
    for (size_t i = 0; i < 4; ++i)
        cout << left << setw(8) << setfill('.') << sorted[i].first << right << setw(4)
             << setfill(' ') << sorted[i].second << '\n';
}

class syntax_error : public runtime_error {
  public:
    syntax_error(const string &what, size_t at) : runtime_error(what), at(at) {}
    size_t at;
};

/// A recursive descent over a stream of characters.
class Parser {
  public:
    explicit Parser(const string &text) : in(text) {}
    double parse() {
        const double value = sum();
        if ((in >> ws).peek() != EOF) fail("end expected");
        return value;
    }

  private:
    istringstream in;
    [[noreturn]] void fail(const string &what) {
        in.clear();
        throw syntax_error(what, static_cast<size_t>(in.tellg()));
    }
    char next() { return static_cast<char>((in >> ws).peek()); }
    double sum() {
        double value = product();
        for (char c; (c = next()) == '+' || c == '-';) {
            in.get();
            value += c == '+' ? product() : -product();
        }
        return value;
    }
    double product() {
        double value = factor();
        for (char c; (c = next()) == '*' || c == '/';) {
            in.get();
            const double by = factor();
            if (c == '/' && by == 0) throw domain_error("division by zero");
            value = c == '*' ? value * by : value / by;
        }
        return value;
    }
    double factor() {
        if (next() == '(') {
            in.get();
            const double value = sum();
            if (next() != ')') fail("')' expected");
            in.get();
            return value;
        }
        double value;
        if (!(in >> value)) fail("number expected");
        return value;
    }
};

static void calculate() {
    for (const char *text :
         {"1 + 2 * 3", "(1.5 - 4) * -2 / 8", "2 * (3 + 4", "1 / (2 - 2)", "7 8", ""}) {
        cout << '"' << text << "\": ";
        try {
            cout << Parser(text).parse() << '\n';
        } catch (const syntax_error &e) {
            cout << e.what() << (e.at == string::npos ? "" : " at " + to_string(e.at)) << '\n';
        } catch (const exception &e) {
            cout << e.what() << '\n';
        }
    }
}

static void read_table() {
    istringstream table("name,age,height\nAda,36,1.65\n\"Hopper, Grace\",85,1.68\nNobody,x,1\n");
    string line;
    getline(table, line);
    double heights = 0;
    for (int number = 2; getline(table, line); ++number) {
        static const regex field("\"([^\"]*)\"|([^,]+)");
        vector<string> fields;
        for (sregex_iterator i(line.begin(), line.end(), field), end; i != end; ++i)
            fields.push_back((*i)[1].matched ? (*i)[1].str() : i->str());
        try {
            cout << setw(14) << fields.at(0) << setw(4) << stoi(fields.at(1)) << '\n';
            heights += stod(fields.at(2));
        } catch (const invalid_argument &) {
            cout << "line " << number << ": no number\n";
        }
    }
    cout << fixed << setprecision(3) << heights << defaultfloat << setprecision(6) << '\n';
    cout << regex_replace(string("2024-11-26"), regex("(\\d+)-(\\d+)-(\\d+)"), "$3.$2.$1") << '\n';
    try {
        regex wrong("(unclosed");
    } catch (const regex_error &e) {
        cout << "regex_error " << (e.code() == regex_constants::error_paren) << '\n';
    }
}

template <class T> class Matrix {
  public:
    Matrix(size_t rows, size_t columns) : rows(rows), columns(columns), cells(rows * columns) {}
    T &at(size_t r, size_t c) { return cells.at(r * columns + c); }
    friend Matrix operator*(Matrix a, Matrix b) {
        if (a.columns != b.rows) throw invalid_argument("shapes");
        Matrix result(a.rows, b.columns);
        for (size_t i = 0; i < a.rows; ++i)
            for (size_t j = 0; j < b.columns; ++j)
                for (size_t k = 0; k < a.columns; ++k) result.at(i, j) += a.at(i, k) * b.at(k, j);
        return result;
    }
    friend istream &operator>>(istream &in, Matrix &m) {
        for (T &cell : m.cells) in >> cell;
        return in;
    }
    friend ostream &operator<<(ostream &out, const Matrix &m) {
        for (size_t i = 0; i < m.cells.size(); ++i)
            out << setw(6) << m.cells[i] << ((i + 1) % m.columns ? "" : "\n");
        return out;
    }

  private:
    size_t rows, columns;
    vector<T> cells;
};

static void multiply() {
    Matrix<double> a(2, 3), b(3, 2);
    istringstream("1 2 3 4 5 6") >> a;
    istringstream("0.5 0 -1 2 1e1 .25") >> b;
    cout << a * b;
    try {
        cout << a * a;
    } catch (const invalid_argument &e) {
        cout << e.what() << '\n';
    }
    try {
        a.at(5, 5) = 1;
    } catch (const out_of_range &) {
        cout << "out of range\n";
    }
}

static void format() {
    cout << hex << showbase << 255 << ' ' << oct << 8 << dec << noshowbase << ' ' << boolalpha
         << true << noboolalpha << ' ' << showpos << 7 << noshowpos << '\n';
    cout << scientific << setprecision(3) << 12345.678 << ' ' << fixed << 0.1 + 0.2 << ' '
         << hexfloat << 1.5 << defaultfloat << setprecision(6) << '\n';
    cout << 1e-5 << ' ' << 123456789.0 << ' ' << 0.1f << ' ' << 1e100 << ' '
         << numeric_limits<double>::infinity() << ' ' << -0.0 << '\n';
    cout << setw(10) << internal << -42 << '|' << left << setw(6) << 'c' << '|' << right << setw(8)
         << "text"
         << "|\n";
    cout << complex<double>(1, -2) * complex<double>(0, 1) << ' '
         << numeric_limits<long long>::min() << ' ' << numeric_limits<unsigned long long>::max()
         << '\n';
    ostringstream out;
    copy(istream_iterator<int>(*make_unique<istringstream>("5 3 9 1")), istream_iterator<int>(),
         ostream_iterator<int>(out, ";"));
    cout << out.str() << ' ' << out.tellp() << '\n';
    istringstream in("12abc 0x1f -7 99999999999");
    int number = 0;
    string rest;
    in >> number >> rest;
    cout << number << rest;
    in >> hex >> number;
    cout << ' ' << number;
    in >> dec >> number;
    cout << ' ' << number;
    in >> number;
    cout << ' ' << number << ' ' << in.fail() << in.eof() << '\n';
    stringstream both;
    both << "one\ttwo\n" << 3;
    both.ignore(numeric_limits<streamsize>::max(), '\t');
    getline(both, rest);
    cout << rest << (both.unget(), both.get() == '\n') << both.rdbuf() << '\n';
    wostringstream wide;
    wide << L"wide " << 2.5;
    cout << wide.str().size() << '\n';
    const locale classic("C");
    cout << use_facet<ctype<char>>(classic).toupper('x')
         << use_facet<numpunct<char>>(classic).decimal_point() << ' ' << quoted("a \"b\"") << '\n';
}

static void files() {
    ifstream missing("/no/such/file");
    cout << missing.is_open() << missing.fail();
    try {
        missing.exceptions(ios::failbit);
    } catch (const ios_base::failure &) {
        cout << " failure";
    }
    string word;
    cout << ' ' << static_cast<bool>(cin >> word) << cin.eof() << '\n';
}

int main() {
    count_words();
    calculate();
    read_table();
    multiply();
    format();
    files();
    deque<int> queue;
    generate_n(back_inserter(queue), 10, [n = 0]() mutable { return n += 3; });
    const set<int> odd = [&] {
        set<int> s;
        copy_if(queue.begin(), queue.end(), inserter(s, s.end()), [](int i) { return i % 2; });
        return s;
    }();
    cout << accumulate(odd.begin(), odd.end(), 0) << endl;
    cerr << "to cerr\n";
    try {
        function<void()> empty;
        empty();
    } catch (const bad_function_call &) {
        clog << "to clog" << endl;
    }
    return 3;
}
