// operator new and operator delete on the heap of C; without memory the run ends.
//
// A program that replaces one form replaces with it those that call it by default ([new.delete]):
// forms for arrays call the one for an object, forms with nothrow or a size call those without.
// Eight forms have a name of their own here, so that the others can tell whether the program
// replaced them. If not, a form calls the heap itself, and messages name it and its caller.
#include <heap.h>

namespace std {
struct nothrow_t {
    explicit nothrow_t() = default;
};
extern const nothrow_t nothrow;
const nothrow_t nothrow{};
enum class align_val_t : size_t {};
} // namespace std

using std::align_val_t;
using std::nothrow_t;

#define CALLER __builtin_return_address(0)
// The linker prefers a program's own function, so only a linked program knows if two are the same.
#define DEFAULT(function) __attribute__((weak, alias(#function)))

extern "C" {
void *__cxx_new(size_t bytes);
void *__cxx_new_array(size_t bytes);
void *__cxx_new_aligned(size_t bytes, align_val_t alignment);
void *__cxx_new_array_aligned(size_t bytes, align_val_t alignment);
void __cxx_delete(void *p) noexcept;
void __cxx_delete_array(void *p) noexcept;
void __cxx_delete_aligned(void *p, align_val_t alignment) noexcept;
void __cxx_delete_array_aligned(void *p, align_val_t alignment) noexcept;

/// In programs that throw or catch (libcxx/throw.cpp): calls `allocate`; null if it throws.
__attribute__((weak)) void *__cxx_try_new(void *(*allocate)(size_t), size_t bytes);
__attribute__((weak)) void *__cxx_try_new_aligned(void *(*allocate)(size_t, align_val_t),
                                                  size_t bytes, align_val_t alignment);
}

DEFAULT(__cxx_new) void *operator new(size_t);
DEFAULT(__cxx_new_array) void *operator new[](size_t);
DEFAULT(__cxx_new_aligned) void *operator new(size_t, align_val_t);
DEFAULT(__cxx_new_array_aligned) void *operator new[](size_t, align_val_t);
DEFAULT(__cxx_delete) void operator delete(void *) noexcept;
DEFAULT(__cxx_delete_array) void operator delete[](void *) noexcept;
DEFAULT(__cxx_delete_aligned) void operator delete(void *, align_val_t) noexcept;
DEFAULT(__cxx_delete_array_aligned) void operator delete[](void *, align_val_t) noexcept;

static void *(*const used_new)(size_t) = ::operator new;
static void *(*const used_new_array)(size_t) = ::operator new[];
static void *(*const used_new_aligned)(size_t, align_val_t) = ::operator new;
static void *(*const used_new_array_aligned)(size_t, align_val_t) = ::operator new[];
static void (*const used_delete)(void *) noexcept = ::operator delete;
static void (*const used_delete_array)(void *) noexcept = ::operator delete[];
static void (*const used_delete_aligned)(void *, align_val_t) noexcept = ::operator delete;
static void (*const used_delete_array_aligned)(void *, align_val_t) noexcept = ::operator delete[];

void *__cxx_new(size_t bytes) { return __heap_allocate(bytes, CALLER); }
void *__cxx_new_array(size_t bytes) {
    return used_new == __cxx_new ? __heap_allocate(bytes, CALLER) : used_new(bytes);
}
void *__cxx_new_aligned(size_t bytes, align_val_t alignment) {
    return __heap_align(static_cast<size_t>(alignment), bytes, CALLER);
}
void *__cxx_new_array_aligned(size_t bytes, align_val_t alignment) {
    return used_new_aligned == __cxx_new_aligned
               ? __heap_align(static_cast<size_t>(alignment), bytes, CALLER)
               : used_new_aligned(bytes, alignment);
}

static void *try_new(void *(*allocate)(size_t), size_t bytes) {
    return __cxx_try_new ? __cxx_try_new(allocate, bytes) : allocate(bytes);
}
static void *try_new(void *(*allocate)(size_t, align_val_t), size_t bytes, align_val_t alignment) {
    return __cxx_try_new_aligned ? __cxx_try_new_aligned(allocate, bytes, alignment)
                                 : allocate(bytes, alignment);
}
void *operator new(size_t bytes, const nothrow_t &) noexcept {
    return used_new == __cxx_new ? __heap_try(bytes) : try_new(used_new, bytes);
}
void *operator new[](size_t bytes, const nothrow_t &) noexcept {
    return used_new_array == __cxx_new_array && used_new == __cxx_new
               ? __heap_try(bytes)
               : try_new(used_new_array, bytes);
}
void *operator new(size_t bytes, align_val_t alignment, const nothrow_t &) noexcept {
    return used_new_aligned == __cxx_new_aligned
               ? __heap_try_align(static_cast<size_t>(alignment), bytes)
               : try_new(used_new_aligned, bytes, alignment);
}
void *operator new[](size_t bytes, align_val_t alignment, const nothrow_t &) noexcept {
    return used_new_array_aligned == __cxx_new_array_aligned &&
                   used_new_aligned == __cxx_new_aligned
               ? __heap_try_align(static_cast<size_t>(alignment), bytes)
               : try_new(used_new_array_aligned, bytes, alignment);
}

// `caller` is the one that a message names.
#define INLINE static inline __attribute__((always_inline))
INLINE void free_one(void *p, const char *form, void *caller) {
    used_delete == __cxx_delete ? __heap_free(p, form, caller) : used_delete(p);
}
INLINE void free_array(void *p, void *caller) {
    used_delete_array == __cxx_delete_array ? free_one(p, "delete[]", caller)
                                            : used_delete_array(p);
}
INLINE void free_one(void *p, align_val_t alignment, const char *form, void *caller) {
    used_delete_aligned == __cxx_delete_aligned ? __heap_free(p, form, caller)
                                                : used_delete_aligned(p, alignment);
}
INLINE void free_array(void *p, align_val_t alignment, void *caller) {
    used_delete_array_aligned == __cxx_delete_array_aligned
        ? free_one(p, alignment, "delete[]", caller)
        : used_delete_array_aligned(p, alignment);
}

void __cxx_delete(void *p) noexcept { __heap_free(p, "delete", CALLER); }
void __cxx_delete_array(void *p) noexcept { free_one(p, "delete[]", CALLER); }
void __cxx_delete_aligned(void *p, align_val_t) noexcept { __heap_free(p, "delete", CALLER); }
void __cxx_delete_array_aligned(void *p, align_val_t alignment) noexcept {
    free_one(p, alignment, "delete[]", CALLER);
}
void operator delete(void *p, size_t) noexcept { free_one(p, "delete", CALLER); }
void operator delete(void *p, const nothrow_t &) noexcept { free_one(p, "delete", CALLER); }
void operator delete[](void *p, size_t) noexcept { free_array(p, CALLER); }
void operator delete[](void *p, const nothrow_t &) noexcept { free_array(p, CALLER); }
void operator delete(void *p, size_t, align_val_t alignment) noexcept {
    free_one(p, alignment, "delete", CALLER);
}
void operator delete(void *p, align_val_t alignment, const nothrow_t &) noexcept {
    free_one(p, alignment, "delete", CALLER);
}
void operator delete[](void *p, size_t, align_val_t alignment) noexcept {
    free_array(p, alignment, CALLER);
}
void operator delete[](void *p, align_val_t alignment, const nothrow_t &) noexcept {
    free_array(p, alignment, CALLER);
}
