// Wrong programs of Orca: -DMISUSE=N. tests/orca/run expects in the errors of the compiler or of
// the run:
// clang-format off
// misuse 1: orca::fork: no processor 9, there are 2
// misuse 2: orca::single: no processor 9, there are 2
// misuse 3: an operation within an operation: an operation is of one object
// misuse 4: orca: a change before `return orca::blocked`
// misuse 5: orca: a const operation changes its object
// misuse 6: a pointer cannot be marshalled: it means nothing to another process
// misuse 7: an operation has a pointer as parameter: it means nothing to another process
// misuse 8: the operation is of another type than the object
// misuse 9: this class needs `void serialize(auto &a) { a(members...); }`
// misuse 10: a new object: orca::run comes first
// misuse 11: orca: replicas differ on processes
// misuse 12: an operation has a reference to an object as parameter: only processes have them
// misuse 13: orca: the object's place is fixed; only an `automatic` one can be moved
// clang-format on
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
    void reads() const { const_cast<Int *>(this)->x = 3; }
    void list(Node) {}
    void pointer(const int *) {}
    void closed(const Closed &) {}
    void differ() { x = static_cast<int>(orca::here()); }
    void object(orca::shared<Int>) {}
    void nested();
};
static orca::shared<Int> *other;
void Int::nested() {
    if (other) other->call<&Int::inc>(); // on process 0, which has made it
}

void worker() {}

int main() {
#if MISUSE == 10
    orca::shared<Int> early;
#endif
    return orca::run([] {
        orca::shared<Int> object;
        other = &object;
#if MISUSE == 1
        orca::fork<worker>(9);
#elif MISUSE == 2
        orca::shared<Int> far(orca::single(9));
#elif MISUSE == 3
        object.call<&Int::nested>();
#elif MISUSE == 4
        object.call<&Int::early>();
#elif MISUSE == 5
        object.call<&Int::reads>();
#elif MISUSE == 6
        object.call<&Int::list>(Node{});
#elif MISUSE == 7
        object.call<&Int::pointer>(nullptr);
#elif MISUSE == 8
        object.call<&Other::nothing>();
#elif MISUSE == 9
        object.call<&Int::closed>(Closed());
#elif MISUSE == 11
        object.call<&Int::differ>();
#elif MISUSE == 12
        object.call<&Int::object>(object);
#elif MISUSE == 13
        orca::shared<Int>(orca::replicated).place(orca::single(0));
#endif
    });
}
