// A program's own operator new and operator delete are what the library's other forms call
// ([new.delete]). Compiled with OBJECT, ARRAY, ALIGNED: what it replaces. With -fno-exceptions
// nothing is thrown.
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>

static int made, freed, made_array, freed_array, made_aligned, freed_aligned;
static int *volatile escaped;
[[maybe_unused]] static bool refuse;

static void *get(std::size_t bytes, int &count) {
#if __cpp_exceptions
    if (refuse) throw std::bad_alloc();
#endif
    ++count;
    return std::malloc(bytes);
}
#ifdef OBJECT
void *operator new(std::size_t bytes) { return get(bytes, made); }
void operator delete(void *p) noexcept { ++freed, std::free(p); }
#endif
#ifdef ARRAY
void *operator new[](std::size_t bytes) { return get(bytes, made_array); }
void operator delete[](void *p) noexcept { ++freed_array, std::free(p); }
#endif
#ifdef ALIGNED
void *operator new(std::size_t bytes, std::align_val_t alignment) {
    ++made_aligned;
    return std::aligned_alloc(static_cast<std::size_t>(alignment), bytes);
}
void operator delete(void *p, std::align_val_t) noexcept { ++freed_aligned, std::free(p); }
#endif

static void show(const char *form) {
    std::printf("%s: new %d, %d freed; arrays %d, %d freed; aligned %d, %d freed\n", form, made,
                freed, made_array, freed_array, made_aligned, freed_aligned);
    made = freed = made_array = freed_array = made_aligned = freed_aligned = 0;
}

int main() {
    const std::align_val_t line{64};
    ::operator delete(::operator new(8));
    show("plain");
    ::operator delete (::operator new(8), std::size_t{8});
    show("size");
    ::operator delete(::operator new(8, std::nothrow), std::nothrow);
    show("nothrow");
    ::operator delete[](::operator new[](8));
    show("array");
    ::operator delete[](::operator new[](8), std::size_t{8});
    show("array, size");
    ::operator delete[](::operator new[](8, std::nothrow), std::nothrow);
    show("array, nothrow");
    ::operator delete(::operator new(64, line), line);
    show("aligned");
    ::operator delete (::operator new(64, line), std::size_t{64}, line);
    show("aligned, size");
    ::operator delete(::operator new(64, line, std::nothrow), line, std::nothrow);
    show("aligned, nothrow");
    ::operator delete[](::operator new[](64, line), line);
    show("aligned array");
    ::operator delete[](::operator new[](64, line), std::size_t{64}, line);
    show("aligned array, size");
    ::operator delete[](::operator new[](64, line, std::nothrow), line, std::nothrow);
    show("aligned array, nothrow");
    {
        auto shared = std::make_shared<int>(3);
        std::unique_ptr<int[]> many(new int[9]());
        escaped = many.get(), escaped = shared.get(); // or a compiler may leave them out
        std::printf("%d %d\n", *shared, many[8]);
    }
    show("of the library");
#if __cpp_exceptions && (defined OBJECT || defined ARRAY)
    refuse = true;
#ifdef OBJECT
    std::printf("refused: %d", ::operator new(8, std::nothrow) == nullptr);
#endif
    std::printf(" %d\n", ::operator new[](8, std::nothrow) == nullptr);
    refuse = false;
#endif
}
