// needs: new
// no-qemu: Linux enters main directly, without the start that runs constructors
//
// Objects with constructors outside functions, in the order of the file; priorities; destruction at
// the end.
#include "show.h"

static int order;
struct object {
    explicit object(int n) : id(n), place(++order) { printf("+%d ", id); }
    ~object() { printf("-%d\n", id); }
    int id, place;
};
static object first(10), second(first.id + 1);
__attribute__((init_priority(200))) static object earlier(5);
static object table[2] = {object(20), object(21)};
static const int computed = second.id * 2;
static object &local() {
    static object o(99);
    return o;
}
__attribute__((constructor)) static void before_main() { printf("before main "); }

int main() {
    printf("\n%d %d %d %d %d\n", first.place, second.place, earlier.place, table[1].place,
           computed);
    printf("%d\n", local().place == local().place);
    return 0;
}
