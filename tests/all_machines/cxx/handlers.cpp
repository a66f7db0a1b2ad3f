// Exceptions in handlers while main throws, catches and handles exceptions: each level has its own
// state. On two nodes, each of which sends to the other.
#include <am.h>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>
using namespace std;

constexpr int MESSAGES = 60;
static volatile int arrived, sum, wrong;

struct Guard {
    ~Guard() { sum = sum + 1000; }
};

__attribute__((noinline)) static void refuse(int n, int depth) {
    const Guard guard;
    if (depth) refuse(n, depth - 1);
    if (n % 3 == 0) throw n;
    throw out_of_range(string(n % 7, 'x'));
}

static void handler(int, int n) {
    const exception_ptr mains =
        current_exception(); // of main too, where handlers run inside am_poll
    try {
        refuse(n, n % 5);
    } catch (int caught) {
        sum = sum + caught;
    } catch (const exception &e) {
        const string text = e.what();
        sum = sum + static_cast<int>(text.size());
    }
    if (uncaught_exceptions() != 0 || current_exception() != mains) wrong = wrong + 1;
    arrived = arrived + 1;
}

__attribute__((noinline)) static int mains(int depth, int n) {
    if (depth == 0) throw runtime_error(to_string(n));
    vector<int> numbers(8, n);
    const int below = mains(depth - 1, n);
    return below + numbers[3];
}

int main() {
    const int other = 1 - am_my_proc();
    int total = 0;
    for (int n = 0; n < MESSAGES; ++n) {
        am_request_1(other, handler, n);
        try {
            mains(n % 12, n);
        } catch (const runtime_error &e) {
            am_poll();
            total += stoi(e.what());
            try {
                throw;
            } catch (const exception &again) {
                total += again.what()[0];
            }
        }
    }
    am_wait(&arrived, MESSAGES);
    ostringstream text;
    text << "main " << total << ", handlers " << sum << ", wrong " << wrong << '\n';
    cout << text.str();
}
