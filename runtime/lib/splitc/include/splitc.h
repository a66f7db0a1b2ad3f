// Split-C (Culler et al., "Parallel Programming in Split-C", Supercomputing 1993; CSD-94-823 2.2.1)
// as a library: a global address space of (processor, address), with operations that wait to
// different degrees. docs/split-c.md has language, costs and memory model; C++: <splitc.hpp>.
//
//     global(int) there = toglobal(3, &x);       // x of processor 3
//     int v = read(there);                       // waits for the value
//     write(there, 5);                           // waits until it is there
//     get(&v, there); put(there, 6); sync();     // begins both; sync waits until both are complete
//     store(there, 7);                           // begins; nobody answers. There: store_sync(4)
//
// Global pointers have local arithmetic: ptr_add(there, 1) is the next int of processor 3. Spread
// pointers cycle through the processors: ptr_add(p, 1) is on the next one, and after the last one
// comes the next element of processor 0.
//
//     spread(double) a = spread_cast(double, all_spread_malloc(n, sizeof(double)));
//     write(ptr_add(a, i), 0.5); // element i is on processor i % PROCS
//     double d = read(ptr_add(a, i));
//
// The language's types whose names are one word are available, and those of <stdint.h>. A type of
// the program needs such a name and SPLITC_TYPE(name), once, after the type:
//
//     typedef struct { int row, column; double value; } entry;
//     SPLITC_TYPE(entry);
//
// The source of put, write and store is a value. The source of bulk_write, bulk_put and bulk_store
// may be changed as soon as the call returns. The target of get and bulk_get is written by sync()
// at the earliest.
#pragma once

#include <splitc_by_type.h>
#include <splitc_core.h>
#include <splitc_names.h>

#define SPLITC_OVERLOAD_ SPLITC_INLINE __attribute__((overloadable))

/// The types of pointers to a T on any processor.
#define global(T) splitc_global_##T
#define spread(T) splitc_spread_##T

/// The processor, and the address on that processor.
#define toproc(p) ((p).proc)
#define tolocal(p) ((p).addr)

// clang-format off
#define SPLITC_POINTERS_(T)                                                                        \
    typedef struct { int proc; T *addr; } global(T);                                               \
    typedef struct { int proc; T *addr; } spread(T);                                               \
    SPLITC_OVERLOAD_ global(T) toglobal(int proc, T *addr) { return (global(T)){proc, addr}; }     \
    SPLITC_OVERLOAD_ global(T) toglobal(spread(T) p) { return (global(T)){p.proc, p.addr}; }       \
    SPLITC_OVERLOAD_ spread(T) tospread(int proc, T *addr) { return (spread(T)){proc, addr}; }     \
    SPLITC_OVERLOAD_ spread(T) tospread(global(T) p) { return (spread(T)){p.proc, p.addr}; }       \
    SPLITC_OVERLOAD_ global(T) ptr_add(global(T) p, int n) {                                       \
        return (global(T)){p.proc, p.addr + n};                                                    \
    }                                                                                              \
    SPLITC_OVERLOAD_ spread(T) ptr_add(spread(T) p, int n) {                                       \
        const struct splitc_place to = splitc_at(p.proc, n);                                   \
        return (spread(T)){to.proc, p.addr + to.elements};                                         \
    }                                                                                              \
    SPLITC_OVERLOAD_ int ptr_diff(global(T) a, global(T) b) { return (int)(a.addr - b.addr); }     \
    SPLITC_OVERLOAD_ int ptr_diff(spread(T) a, spread(T) b) {                                      \
        return (int)(a.addr - b.addr) * PROCS + (a.proc - b.proc);                                 \
    }                                                                                              \
    SPLITC_OVERLOAD_ int ptr_equal(global(T) a, global(T) b) {                                     \
        return a.proc == b.proc && a.addr == b.addr;                                               \
    }                                                                                              \
    SPLITC_OVERLOAD_ int ptr_equal(spread(T) a, spread(T) b) {                                     \
        return a.proc == b.proc && a.addr == b.addr;                                               \
    }                                                                                              \
    SPLITC_OVERLOAD_ int ptr_equal(global(T) a, const void *null) { return a.addr == null; }       \
    SPLITC_OVERLOAD_ int ptr_equal(spread(T) a, const void *null) { return a.addr == null; }

#define SPLITC_ACCESS_(T, pointer)                                                                 \
    SPLITC_OVERLOAD_ T read(pointer p) {                                                           \
        if (p.proc == MYPROC) return *(volatile T *)p.addr;                                        \
        T value;                                                                                   \
        splitc_remote_read(&value, p.proc, p.addr, sizeof(T), _Alignof(T));                        \
        return value;                                                                              \
    }                                                                                              \
    SPLITC_OVERLOAD_ void get(T *to, pointer from) {                                               \
        if (from.proc == MYPROC)                                                                   \
            *to = *(volatile T *)from.addr;                                                        \
        else                                                                                       \
            splitc_remote_get(to, from.proc, from.addr, sizeof(T), _Alignof(T));                   \
    }                                                                                              \
    SPLITC_OVERLOAD_ void write(pointer to, T value) {                                             \
        if (to.proc == MYPROC)                                                                     \
            *(volatile T *)to.addr = value;                                                        \
        else                                                                                       \
            splitc_remote_write(to.proc, to.addr, &value, sizeof(T), _Alignof(T));                 \
    }                                                                                              \
    SPLITC_OVERLOAD_ void put(pointer to, T value) {                                               \
        if (to.proc == MYPROC)                                                                     \
            *(volatile T *)to.addr = value;                                                        \
        else                                                                                       \
            splitc_remote_put(to.proc, to.addr, &value, sizeof(T), _Alignof(T));                   \
    }                                                                                              \
    SPLITC_OVERLOAD_ void store(pointer to, T value) {                                             \
        if (to.proc == MYPROC) {                                                                   \
            *(volatile T *)to.addr = value;                                                        \
            splitc_store_here += sizeof(T);                                                        \
        } else {                                                                                   \
            splitc_remote_store(to.proc, to.addr, &value, sizeof(T), _Alignof(T));                 \
        }                                                                                          \
    }

/// Makes global(T), spread(T) and their operations:
///   pointers   toglobal(proc, T *), toglobal(spread), tospread(proc, T *), tospread(global),
///              ptr_add, ptr_diff, ptr_equal; ptr_diff of global pointers: on the same processor;
///              ptr_equal(p, NULL): on whatever processor
///   waiting    T read(p); write(p, value)
///   beginning  get(T *to, p); put(p, value): complete after sync()
///   one-way    store(p, value): after store_sync there, or all_store_sync
#define SPLITC_TYPE(T)                                                                             \
    _Static_assert(!SPLITC_HAS_(T), #T " has global pointers already; another name for a type "    \
                                       "that has: SPLITC_ALIAS(" #T ", the other name)");          \
    SPLITC_TYPE_(T)
#define SPLITC_TYPE_(T)                                                                            \
    SPLITC_POINTERS_(T)                                                                            \
    SPLITC_ACCESS_(T, global(T))                                                                   \
    SPLITC_ACCESS_(T, spread(T))                                                                   \
    typedef global(T) global(T) // requires the semicolon

/// A typedef `name` of a type T that has global pointers: global(name) is global(T).
#define SPLITC_ALIAS(name, T)                                                                      \
    _Static_assert(_Generic((name *)0, T *: 1, default: 0), #name " is not " #T);                  \
    typedef global(T) global(name);                                                                \
    typedef spread(T) spread(name)

// Whether a type of the language is another name for one of those below.
#define SPLITC_HAS_(T)                                                                             \
    _Generic((T *)0, char *: 1, signed char *: 1, unsigned char *: 1, short *: 1,                  \
             unsigned short *: 1, int *: 1, unsigned *: 1, long *: 1, unsigned long *: 1,          \
             long long *: 1, unsigned long long *: 1, float *: 1, double *: 1, default: 0)

typedef signed char splitc_schar;
typedef unsigned char splitc_uchar;
typedef unsigned short splitc_ushort;
typedef unsigned long splitc_ulong;
typedef long long splitc_llong;
typedef unsigned long long splitc_ullong;

SPLITC_POINTERS_(void)
SPLITC_TYPE_(char);
SPLITC_TYPE_(splitc_schar);
SPLITC_TYPE_(splitc_uchar);
SPLITC_TYPE_(short);
SPLITC_TYPE_(splitc_ushort);
SPLITC_TYPE_(int);
SPLITC_TYPE_(unsigned);
SPLITC_TYPE_(long);
SPLITC_TYPE_(splitc_ulong);
SPLITC_TYPE_(splitc_llong);
SPLITC_TYPE_(splitc_ullong);
SPLITC_TYPE_(float);
SPLITC_TYPE_(double);

// The types of <stdint.h>.
#define SPLITC_STDINT_(name, kind, A, B)                                                           \
    typedef __typeof__(_Generic((name)0, A: (kind(A)){0, 0}, B: (kind(B)){0, 0})) kind(name)
#define SPLITC_STDINTS_(name, A, B)                                                                \
    SPLITC_STDINT_(name, global, A, B);                                                            \
    SPLITC_STDINT_(name, spread, A, B)
SPLITC_ALIAS(int8_t, splitc_schar);
SPLITC_ALIAS(uint8_t, splitc_uchar);
SPLITC_ALIAS(int16_t, short);
SPLITC_ALIAS(uint16_t, splitc_ushort);
SPLITC_STDINTS_(int32_t, int, long);
SPLITC_STDINTS_(uint32_t, unsigned, splitc_ulong);
SPLITC_ALIAS(int64_t, splitc_llong);
SPLITC_ALIAS(uint64_t, splitc_ullong);
#undef SPLITC_STDINTS_
#undef SPLITC_STDINT_
// clang-format on

/// At file scope: an array of PROCS * count elements, `count` on each processor, where all are 0 at
/// the start. `name` is a spread pointer to the first, which is processor 0's.
#define spread_array(T, name, count)                                                               \
    static T name##_here_[count];                                                                  \
    static const spread(T) name = {0, name##_here_}

/// Blocks of `bytes` bytes; `there` is a global or spread pointer of any type; all bytes are on its
/// processor. read and write wait, get and put are complete after sync(), store after store_sync
/// there or all_store_sync.
#define bulk_read(to, there, bytes)                                                                \
    ({                                                                                             \
        const __auto_type splitc_p_ = (there);                                                     \
        splitc_bulk_read((to), splitc_p_.proc, splitc_p_.addr, (bytes));                           \
    })
#define bulk_get(to, there, bytes)                                                                 \
    ({                                                                                             \
        const __auto_type splitc_p_ = (there);                                                     \
        splitc_bulk_get((to), splitc_p_.proc, splitc_p_.addr, (bytes));                            \
    })
#define bulk_write(there, from, bytes)                                                             \
    ({                                                                                             \
        const __auto_type splitc_p_ = (there);                                                     \
        splitc_bulk_write(splitc_p_.proc, splitc_p_.addr, (from), (bytes));                        \
    })
#define bulk_put(there, from, bytes)                                                               \
    ({                                                                                             \
        const __auto_type splitc_p_ = (there);                                                     \
        splitc_bulk_put(splitc_p_.proc, splitc_p_.addr, (from), (bytes));                          \
    })
#define bulk_store(there, from, bytes)                                                             \
    ({                                                                                             \
        const __auto_type splitc_p_ = (there);                                                     \
        splitc_bulk_store(splitc_p_.proc, splitc_p_.addr, (from), (bytes));                        \
    })

/// The same place, viewed as another type.
#define global_cast(T, p)                                                                          \
    ({                                                                                             \
        const __auto_type splitc_p_ = (p);                                                         \
        toglobal(splitc_p_.proc, (T *)splitc_p_.addr);                                             \
    })
#define spread_cast(T, p)                                                                          \
    ({                                                                                             \
        const __auto_type splitc_p_ = (p);                                                         \
        tospread(splitc_p_.proc, (T *)splitc_p_.addr);                                             \
    })

/// Collective; all processors pass the same numbers. Memory for `count` elements of `bytes` bytes
/// that cycle through the processors, the first on processor 0: every processor has room for count
/// / PROCS of them, rounded up, at one address, aligned to 16 bytes and not initialized.
SPLITC_INLINE spread(void) all_spread_malloc(size_t count, size_t bytes) {
    return tospread(0, splitc_all_spread_malloc(count, bytes));
}
/// As above, called by one processor for all.
SPLITC_INLINE spread(void) spread_malloc(size_t count, size_t bytes) {
    return tospread(0, splitc_spread_malloc(count, bytes));
}

/// Frees memory of either function, collectively or by one processor. No processor may use it
/// afterwards; all_spread_free waits until all processors have called it.
#define all_spread_free(p) splitc_all_spread_free((p).addr)
#define spread_free(p) splitc_spread_free((p).addr)

/// Collective. Returns processor 0's value, a number or pointer of at most 8 bytes.
#define all_bcast(value)                                                                           \
    ({                                                                                             \
        __auto_type splitc_v_ = (value);                                                           \
        _Static_assert(sizeof splitc_v_ <= 8, "all_bcast_buffer");                                 \
        splitc_bcast(&splitc_v_, sizeof splitc_v_);                                                \
        splitc_v_;                                                                                 \
    })
