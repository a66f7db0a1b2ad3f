// needs: new
//
// Constructors and destructors in blocks: order, arrays, temporaries, members, early exits, copies
// and moves counted.
#include "show.h"

static int made, copied, moved, gone;
struct noisy {
    explicit noisy(int n) : id(n) { ++made, printf("+%d ", id); }
    noisy(const noisy &o) : id(o.id * 10) { ++copied, printf("c%d ", id); }
    noisy(noisy &&o) noexcept : id(o.id) { ++moved, o.id = -o.id, printf("m%d ", id); }
    noisy &operator=(const noisy &o) {
        id = o.id;
        printf("=%d ", id);
        return *this;
    }
    ~noisy() { ++gone, printf("-%d ", id); }
    int id;
};
struct holder {
    noisy a{1}, b;
    explicit holder(int n) : b(n) {}
};
static noisy make(int n) { return noisy(n); }
static noisy pass(noisy n) { return static_cast<noisy &&>(n); }
static int early(int n) {
    noisy a(40);
    for (int i = 0; i < 3; ++i) {
        noisy b(50 + i);
        if (i == n) return i;
        if (i == 1) continue;
    }
    return -1;
}

int main() {
    {
        noisy a(7);
        noisy list[3] = {noisy(11), noisy(12), noisy(13)};
        list[1] = a;
    }
    printf("\n");
    { holder h(2); }
    printf("\n");
    {
        noisy m = make(20);
        noisy p = pass(m);
        noisy q = pass(static_cast<noisy &&>(m));
        const noisy &kept = make(21);
        printf("kept %d ", kept.id);
        printf("temporary %d ", make(22).id);
        (void)p, (void)q;
    }
    printf("\n");
    for (int i = 0; i < 4; ++i) printf("early %d ", early(i));
    printf("\n%d made, %d copied, %d moved, %d gone\n", made, copied, moved, gone);
    return made + copied + moved - gone;
}
