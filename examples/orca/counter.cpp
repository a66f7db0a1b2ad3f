// run: --nodes 16
// flags: -O2 -lpanda
// Bhoedjang's thesis (001), Figures 7.1 and 7.2: processes share a counter. await waits in all
// replicas without a thread until the counter has reached its parameter.
#include <orca.hpp>
#include <stdio.h>

struct Int {
    int x = 0;
    void inc() { ++x; }
    orca::guarded<> await(int v) const {
        if (x < v) return orca::blocked;
        return {};
    }
    int value() const { return x; }
};

void worker(orca::shared<Int> counter) { counter.call<&Int::inc>(); }

int main() {
    return orca::run([] {
        orca::shared<Int> counter;
        for (unsigned i = 1; i < orca::processors(); ++i) orca::fork<worker>(i, counter);
        counter.call<&Int::await>(static_cast<int>(orca::processors() - 1));
        printf("%d workers have counted\n", counter.call<&Int::value>());
    });
}
