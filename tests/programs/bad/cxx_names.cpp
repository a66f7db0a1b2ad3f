// run: --nodes 1
// flags: -g
// expect-error: (heap::Node::grow(int)+
// expect-error: to an unmapped address 0x00000008
// Names of C++ in source form.
namespace heap {
struct Node {
    int size[3];
    __attribute__((noinline)) void grow(int by) { static_cast<volatile int *>(size)[2] = by; }
};
} // namespace heap

int main(int argc, char **) {
    static heap::Node node;
    heap::Node *const null = argc > 7 ? &node : nullptr;
    null->grow(argc);
}
