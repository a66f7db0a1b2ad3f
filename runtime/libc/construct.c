// Constructors of C++ and of __attribute__((constructor)). crt0 calls this only where there are
// any.
extern void (*const __init_array_start[])(int, char **), (*const __init_array_end[])(int, char **);

void __xnet_construct(int argc, char **argv) {
    for (void (*const *f)(int, char **) = __init_array_start; f != __init_array_end; ++f)
        (*f)(argc, argv);
}
