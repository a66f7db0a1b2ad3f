// Wrong programs of Orca. tests/orca/run expects these texts, some after `misuse N` of a program
// that is compiled with -DORCA_CHECK, and some from the compiler with -DMISUSE=N.
// clang-format off
// misuse 1: orca::fork: no processor 9, there are 2
// misuse 2: orca::single: no processor 9, there are 2
// misuse 3: an operation within an operation: an operation is of one object
// misuse 4: orca: a change before `return orca::blocked`: Int::early
// misuse 5: orca: a const operation changes its object: Int::reads
// misuse 10: a new object: orca::run comes first
// misuse 11: orca: replicas differ on processes
// misuse 13: orca: the object's place is fixed; only an `automatic` one can be moved
// All processes are blocked: the object, the operation and the line of each call.
// misuse 14: thread 0 (main) waits for Int::await or Int::closed on object 2 (made by process 0) at
// misuse 14: misuse.cpp:LINE-OF-MAIN)
// misuse 14: (worker(orca::shared<Int>, orca::shared<Int>)) waits for Int::await on object 1 (made by process 0) at
// misuse 14: misuse.cpp:LINE-OF-WORKER)
// misuse 14: thread 0 (main) waits for the end of all processes at
// compile 6: a pointer cannot be marshalled: it means nothing to another process
// compile 7: an operation has a pointer as parameter: it means nothing to another process
// compile 8: the operation is of another type than the object
// compile 9: this class needs `void serialize(auto &a) { a(members...); }`
// compile 12: an operation has a reference to an object as parameter: only processes have them
// clang-format on
#include <cstdlib>
#include <orca.hpp>

struct Other {
    void nothing() {}
};
struct Node {
    int value;
    Node *next;
};
class Closed {
  public:
    Closed() : value_(1) {}
    int value() const { return value_; }

  private:
    int value_;
};
struct Int {
    int x = 0;
    void inc() { ++x; }
    orca::guarded<> early() {
        ++x;
        return orca::blocked;
    }
    orca::guarded<> closed() {
        if (x < 9) return orca::blocked;
        return {};
    }
    void reads() const { const_cast<Int *>(this)->x = 3; }
    void list(Node) {}
    void pointer(const int *) {}
    void closes(const Closed &) {}
    void differ() { x = static_cast<int>(orca::here()); }
    void object(orca::shared<Int>) {}
    void nested();
    orca::guarded<> await() const {
        if (x < 9) return orca::blocked;
        return {};
    }
};
static orca::shared<Int> *other;
void Int::nested() {
    if (other) other->call<&Int::inc>(); // on process 0, which has made it
}

void nothing() {}
void worker(orca::shared<Int> single, orca::shared<Int>) {
    single.call<&Int::await>(); // LINE-OF-WORKER
}

static int which;

static void program() {
    orca::shared<Int> object;
    other = &object;
    switch (which) {
    case 1: orca::fork<nothing>(9); break;
    case 2: orca::shared<Int>(orca::single(9)); break;
    case 3: object.call<&Int::nested>(); break;
    case 4: object.call<&Int::early>(); break;
    case 5: object.call<&Int::reads>(); break;
    case 11: object.call<&Int::differ>(); break;
    case 13: orca::shared<Int>(orca::replicated).place(orca::single(0)); break;
    default: break;
    }
#if MISUSE == 6
    object.call<&Int::list>(Node{});
#elif MISUSE == 7
    object.call<&Int::pointer>(nullptr);
#elif MISUSE == 8
    object.call<&Other::nothing>();
#elif MISUSE == 9
    object.call<&Int::closes>(Closed());
#elif MISUSE == 12
    object.call<&Int::object>(object);
#endif
}

static void deadlock() {
    orca::shared<Int> single(orca::single(0)), everywhere(orca::replicated);
    orca::fork<worker>(1, single, everywhere);
    everywhere.call<orca::alternatives<&Int::await, &Int::closed>>(); // LINE-OF-MAIN
}

int main(int argc, char **argv) {
    which = argc > 1 ? std::atoi(argv[1]) : 0;
    if (which == 10) orca::shared<Int> early;
    return orca::run(which == 14 ? deadlock : program);
}
