// The functions that libc++'s <memory> and its hash tables expect in a library.
#include <memory>
#include <typeinfo>

_LIBCPP_BEGIN_NAMESPACE_STD

__shared_count::~__shared_count() {}
__shared_weak_count::~__shared_weak_count() {}

void __shared_weak_count::__release_weak() noexcept {
    if (__shared_weak_owners_-- == 0) __on_zero_shared_weak();
}

__shared_weak_count *__shared_weak_count::lock() noexcept {
    if (use_count() == 0) return nullptr;
    __add_shared();
    return this;
}

const void *__shared_weak_count::__get_deleter(const type_info &) const noexcept { return nullptr; }

/// The smallest prime that is at least `n`.
size_t __next_prime(size_t n) {
    if (n <= 2) return n ? 2 : 0;
    for (n |= 1;; n += 2) {
        size_t divisor = 3;
        while (divisor * divisor <= n && n % divisor) divisor += 2;
        if (divisor * divisor > n) return n;
    }
}

_LIBCPP_END_NAMESPACE_STD
