// Split-C for C++20: what <splitc.h> offers, with pointers that are types of their own
// (docs/split-c.md).
//
//     global_ptr<int> there{3, &x};              // x of processor 3
//     int v = *there;                            // read: waits for the value
//     *there = 5;                                // write: waits until it is there
//     get(&v, there); put(there, 6); sync();     // begins both; sync waits until both are complete
//     store(there, 7);                           // begins; nobody answers. There: store_sync(4)
//
//     auto a = all_spread_malloc<double>(n);     // spread_ptr: a[i] is on processor i % PROCS
//     a[i] = 2 * a[i + 1];
//
// T is any trivially copyable type. The rules of <splitc.h> for sources and targets hold here.
#pragma once

#include <splitc_core.h>
#include <splitc_names.h>

namespace splitc {

#define SPLITC_MEMBER inline __attribute__((always_inline, nodebug))

template <typename T> inline constexpr bool is_class = __is_class(T) || __is_union(T);
template <typename T> using value = __remove_cv(T);
template <typename T> struct identity { using type = T; };
template <typename T> using same = typename identity<T>::type; // T is known from the pointer

// A load or store that happens at this point, as handlers do it. Classes have no volatile copies.
template <typename T> SPLITC_INLINE value<T> load(T *from) {
    static_assert(__is_trivially_copyable(T));
    if constexpr (is_class<T>) {
        __asm__ volatile("" ::: "memory");
        return *from;
    } else {
        return *const_cast<const volatile T *>(from);
    }
}
template <typename T> SPLITC_INLINE void keep(T *to, const T &v) {
    static_assert(__is_trivially_copyable(T));
    if constexpr (is_class<T>) {
        *to = v;
        __asm__ volatile("" ::: "memory");
    } else {
        *const_cast<volatile T *>(to) = v;
    }
}

/// The type of *p for a pointer p: a read when used as a value, a write when assigned to.
template <typename T> class reference {
  public:
    constexpr reference(int proc, T *addr) : proc_(proc), addr_(addr) {}
    constexpr reference(const reference &) = default;

    SPLITC_MEMBER operator value<T>() const {
        if (proc_ == MYPROC) return load(addr_);
        union room { // a T without constructor call: it arrives as bytes
            SPLITC_MEMBER room() {}
            value<T> v;
        } r;
        splitc_remote_read(&r.v, proc_, addr_, sizeof r.v, alignof(T));
        return r.v;
    }
    SPLITC_MEMBER const reference &operator=(const value<T> &v) const {
        if (proc_ == MYPROC)
            keep(addr_, v);
        else
            splitc_remote_write(proc_, addr_, &v, sizeof v, alignof(T));
        return *this;
    }
    SPLITC_MEMBER const reference &operator=(const reference &other) const {
        return *this = static_cast<value<T>>(other);
    }
    // Not atomic: a read, then a write.
    template <typename U> SPLITC_MEMBER const reference &operator+=(const U &v) const {
        return *this = static_cast<value<T>>(*this) + v;
    }
    template <typename U> SPLITC_MEMBER const reference &operator-=(const U &v) const {
        return *this = static_cast<value<T>>(*this) - v;
    }
    template <typename U> SPLITC_MEMBER const reference &operator*=(const U &v) const {
        return *this = static_cast<value<T>>(*this) * v;
    }

  private:
    int proc_;
    T *addr_;
};

// The common part of both kinds of pointers; P is the kind.
template <typename P, typename T> class pointer {
  public:
    constexpr pointer() = default;
    constexpr pointer(int proc, T *addr) : proc_(proc), addr_(addr) {}
    constexpr pointer(decltype(nullptr)) {}

    /// The processor, and the address on that processor.
    constexpr int proc() const { return proc_; }
    constexpr T *local() const { return addr_; }
    constexpr bool is_local() const { return proc_ == MYPROC; }
    constexpr explicit operator bool() const { return addr_ != nullptr; }

    constexpr auto operator*() const { return reference<T>(proc_, addr_); }
    constexpr auto operator[](int n) const { return *(self() + n); }

    constexpr P &operator+=(int n) { return self() = self() + n; }
    constexpr P &operator-=(int n) { return self() = self() + -n; }
    constexpr P &operator++() { return *this += 1; }
    constexpr P &operator--() { return *this += -1; }
    constexpr P operator++(int) {
        const P before = self();
        *this += 1;
        return before;
    }
    constexpr P operator--(int) {
        const P before = self();
        *this += -1;
        return before;
    }
    friend constexpr P operator-(const P &p, int n) { return p + -n; }
    friend constexpr P operator+(int n, const P &p) { return p + n; }
    friend constexpr bool operator==(const P &a, const P &b) {
        return a.proc() == b.proc() && a.local() == b.local();
    }
    friend constexpr bool operator!=(const P &a, const P &b) { return !(a == b); } // for C++17
    /// Null, whatever the processor.
    friend constexpr bool operator==(const P &a, decltype(nullptr)) { return !a.local(); }
    friend constexpr bool operator!=(const P &a, decltype(nullptr)) { return a.local(); }

  private:
    constexpr P &self() { return static_cast<P &>(*this); }
    constexpr const P &self() const { return static_cast<const P &>(*this); }

    int proc_ = 0;
    T *addr_ = nullptr;
};

/// A pointer to a T on any processor, with local arithmetic: p + 1 is the next T of the same one.
template <typename T> class global_ptr : public pointer<global_ptr<T>, T> {
  public:
    using pointer<global_ptr<T>, T>::pointer;
    friend constexpr global_ptr operator+(const global_ptr &p, int n) {
        return global_ptr(p.proc(), p.local() + n);
    }
    /// For pointers to one processor.
    friend constexpr int operator-(const global_ptr &a, const global_ptr &b) {
        return static_cast<int>(a.local() - b.local());
    }
    friend constexpr bool operator<(const global_ptr &a, const global_ptr &b) {
        return a.local() < b.local();
    }
    constexpr operator global_ptr<const T>() const { return {this->proc(), this->local()}; }

    /// A member of the object that this points to.
    template <typename M, typename C> constexpr global_ptr<M> member(M C::*m) const {
        return {this->proc(), &(this->local()->*m)};
    }
};

/// A pointer that cycles through the processors: p + 1 is on the next one, and after the last one
/// comes the next element of processor 0.
template <typename T> class spread_ptr : public pointer<spread_ptr<T>, T> {
  public:
    using pointer<spread_ptr<T>, T>::pointer;
    friend spread_ptr operator+(const spread_ptr &p, int n) {
        const splitc_place to = splitc_at(p.proc(), n);
        return spread_ptr(to.proc, p.local() + to.elements);
    }
    friend int operator-(const spread_ptr &a, const spread_ptr &b) {
        return static_cast<int>(a.local() - b.local()) * PROCS + (a.proc() - b.proc());
    }
    friend bool operator<(const spread_ptr &a, const spread_ptr &b) { return a - b < 0; }

    /// The same place, with local arithmetic.
    constexpr operator global_ptr<T>() const { return {this->proc(), this->local()}; }

    /// A member of the object that this points to, with local arithmetic.
    template <typename M, typename C> constexpr global_ptr<M> member(M C::*m) const {
        return global_ptr<T>(*this).member(m);
    }
};

template <typename T> SPLITC_INLINE global_ptr<T> toglobal(int proc, T *addr) {
    return {proc, addr};
}
template <typename T> SPLITC_INLINE global_ptr<T> toglobal(const spread_ptr<T> &p) { return p; }
template <typename T> SPLITC_INLINE spread_ptr<T> tospread(int proc, T *addr) {
    return {proc, addr};
}
template <typename T> SPLITC_INLINE spread_ptr<T> tospread(const global_ptr<T> &p) {
    return {p.proc(), p.local()};
}
template <typename P, typename T> SPLITC_INLINE int toproc(const pointer<P, T> &p) {
    return p.proc();
}
template <typename P, typename T> SPLITC_INLINE T *tolocal(const pointer<P, T> &p) {
    return p.local();
}

/// At file scope: an array of PROCS * count elements, `count` on each processor, where all are 0 at
/// the start. `name` is a spread_ptr to the first, which is processor 0's.
#define spread_array(T, name, count)                                                               \
    static T name##_here_[count];                                                                  \
    static constexpr splitc::spread_ptr<T> name { 0, name##_here_ }

// --- access --------------------------------------------------------------------------------------

/// Waits for the value.
template <typename P, typename T> SPLITC_INLINE value<T> read(const pointer<P, T> &p) { return *p; }

/// Waits until the value is there.
template <typename P, typename T>
SPLITC_INLINE void write(const pointer<P, T> &p, const same<T> &v) {
    *p = v;
}

/// Begins; *to has the value after sync().
template <typename P, typename T> SPLITC_INLINE void get(value<T> *to, const pointer<P, T> &from) {
    if (from.is_local())
        *to = load(from.local());
    else
        splitc_remote_get(to, from.proc(), from.local(), sizeof(T), alignof(T));
}

/// Begins; the value is there after sync().
template <typename P, typename T>
SPLITC_INLINE void put(const pointer<P, T> &to, const same<T> &v) {
    if (to.is_local())
        keep(to.local(), v);
    else
        splitc_remote_put(to.proc(), to.local(), &v, sizeof(T), alignof(T));
}

/// Begins; the value is there after store_sync there, or all_store_sync.
template <typename P, typename T>
SPLITC_INLINE void store(const pointer<P, T> &to, const same<T> &v) {
    if (to.is_local()) {
        keep(to.local(), v);
        splitc_store_here += sizeof(T);
    } else {
        splitc_remote_store(to.proc(), to.local(), &v, sizeof(T), alignof(T));
    }
}

/// Blocks of `bytes` bytes, all on one processor.
template <typename P, typename T>
SPLITC_INLINE void bulk_read(void *to, const pointer<P, T> &from, size_t bytes) {
    splitc_bulk_read(to, from.proc(), from.local(), bytes);
}
template <typename P, typename T>
SPLITC_INLINE void bulk_get(void *to, const pointer<P, T> &from, size_t bytes) {
    splitc_bulk_get(to, from.proc(), from.local(), bytes);
}
template <typename P, typename T>
SPLITC_INLINE void bulk_write(const pointer<P, T> &to, const void *from, size_t bytes) {
    splitc_bulk_write(to.proc(), to.local(), from, bytes);
}
template <typename P, typename T>
SPLITC_INLINE void bulk_put(const pointer<P, T> &to, const void *from, size_t bytes) {
    splitc_bulk_put(to.proc(), to.local(), from, bytes);
}
template <typename P, typename T>
SPLITC_INLINE void bulk_store(const pointer<P, T> &to, const void *from, size_t bytes) {
    splitc_bulk_store(to.proc(), to.local(), from, bytes);
}

// --- spread memory and collectives ---------------------------------------------------------------

/// Collective: `count` blocks of `elements` T each that cycle through the processors, the first on
/// processor 0, at one address on every processor. Not initialized.
template <typename T>
SPLITC_INLINE spread_ptr<T> all_spread_malloc(size_t count, size_t elements = 1) {
    return {0, static_cast<T *>(splitc_all_spread_malloc(count, elements * sizeof(T)))};
}
/// As above, called by one processor for all.
template <typename T> SPLITC_INLINE spread_ptr<T> spread_malloc(size_t count, size_t elements = 1) {
    return {0, static_cast<T *>(splitc_spread_malloc(count, elements * sizeof(T)))};
}
template <typename T> SPLITC_INLINE void all_spread_free(const spread_ptr<T> &p) {
    splitc_all_spread_free(p.local());
}
template <typename T> SPLITC_INLINE void spread_free(const spread_ptr<T> &p) {
    splitc_spread_free(p.local());
}

/// Collective: returns processor 0's value.
template <typename T> SPLITC_INLINE T all_bcast(T v) {
    static_assert(__is_trivially_copyable(T));
    if constexpr (sizeof v <= 8)
        splitc_bcast(&v, sizeof v);
    else
        all_bcast_buffer(&v, sizeof v);
    return v;
}

// clang-format off
#define SPLITC_OVERLOAD_(letter, type, op)                                                         \
    SPLITC_INLINE type all_reduce_to_one_##op(type v) { return all_reduce_to_one_##letter##op(v); } \
    SPLITC_INLINE type all_reduce_to_all_##op(type v) { return all_reduce_to_all_##letter##op(v); } \
    SPLITC_INLINE type all_scan_##op(type v) { return all_scan_##letter##op(v); }
#define SPLITC_OVERLOADS_(op)                                                                      \
    SPLITC_OVERLOAD_(i, int, op)                                                                   \
    SPLITC_OVERLOAD_(u, unsigned, op)                                                              \
    SPLITC_OVERLOAD_(l, long, op)                                                                  \
    SPLITC_OVERLOAD_(ul, unsigned long, op)                                                        \
    SPLITC_OVERLOAD_(ll, long long, op)                                                            \
    SPLITC_OVERLOAD_(ull, unsigned long long, op)
// clang-format on
SPLITC_OVERLOADS_(add)
SPLITC_OVERLOADS_(max)
SPLITC_OVERLOADS_(min)
SPLITC_OVERLOADS_(or)
SPLITC_OVERLOADS_(and)
SPLITC_OVERLOAD_(f, float, add)
SPLITC_OVERLOAD_(f, float, max)
SPLITC_OVERLOAD_(f, float, min)
SPLITC_OVERLOAD_(d, double, add)
SPLITC_OVERLOAD_(d, double, max)
SPLITC_OVERLOAD_(d, double, min)
#undef SPLITC_OVERLOADS_
#undef SPLITC_OVERLOAD_

#undef SPLITC_MEMBER

} // namespace splitc

using splitc::all_bcast;
using splitc::all_reduce_to_all_add;
using splitc::all_reduce_to_all_and;
using splitc::all_reduce_to_all_max;
using splitc::all_reduce_to_all_min;
using splitc::all_reduce_to_all_or;
using splitc::all_reduce_to_one_add;
using splitc::all_reduce_to_one_and;
using splitc::all_reduce_to_one_max;
using splitc::all_reduce_to_one_min;
using splitc::all_reduce_to_one_or;
using splitc::all_scan_add;
using splitc::all_scan_and;
using splitc::all_scan_max;
using splitc::all_scan_min;
using splitc::all_scan_or;
using splitc::all_spread_free;
using splitc::all_spread_malloc;
using splitc::bulk_get;
using splitc::bulk_put;
using splitc::bulk_read;
using splitc::bulk_store;
using splitc::bulk_write;
using splitc::get;
using splitc::global_ptr;
using splitc::put;
using splitc::read;
using splitc::spread_free;
using splitc::spread_malloc;
using splitc::spread_ptr;
using splitc::store;
using splitc::toglobal;
using splitc::tolocal;
using splitc::toproc;
using splitc::tospread;
using splitc::write;
