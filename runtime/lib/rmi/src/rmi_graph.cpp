// Graphs in messages (001 7.2.2): objects have numbers in the order in which they are first
// referred to. A message has the arguments first and then the contents of the objects by number, so
// no function calls itself and lists may have any length. Also the memory of arguments.
#include <fail.h>
#include <rmi_graph.hpp>

namespace rmi {

namespace {

struct {
    std::uint8_t *memory;
    unsigned bytes, used, objects;
} fresh_region;

value *destroyed;   ///< objects without owners, whose destructors have not run
bool is_destroying; ///< whether a thread runs their destructors

} // namespace

namespace detail {

void *allocate(std::size_t bytes) {
    void *const memory = std::malloc(bytes ? bytes : 1);
    if (!memory) xnet_fail("rmi: no memory for %u bytes", static_cast<unsigned>(bytes));
    return memory;
}

void *allocate_argument(std::size_t bytes, bool &from_region) {
    if (!fresh_region.memory) return allocate(bytes);
    const unsigned size = static_cast<unsigned>(bytes + 7) & ~7u;
    const unsigned end = __atomic_add_fetch(&fresh_region.used, size, __ATOMIC_RELAXED);
    if (end < size || end > fresh_region.bytes)
        xnet_fail(
            "rmi: the region of %u bytes for fresh arguments is full: call rmi::collect(), or "
            "give rmi::run a larger one",
            fresh_region.bytes);
    __atomic_add_fetch(&fresh_region.objects, 1, __ATOMIC_RELAXED);
    from_region = true;
    return fresh_region.memory + (end - size);
}

void make_region(unsigned bytes) {
    fresh_region.memory = static_cast<std::uint8_t *>(allocate(bytes));
    fresh_region.bytes = bytes;
}

/// A destructor may release other objects. They are added to the list and destroyed afterwards, so
/// long lists need no deep stack. Another thread may run between any two instructions.
void destroy(value *v) {
    value *first = __atomic_load_n(&destroyed, __ATOMIC_RELAXED);
    do {
        access::of(*v).next_destroyed = first;
    } while (!__atomic_compare_exchange_n(&destroyed, &first, v, false, __ATOMIC_RELAXED,
                                          __ATOMIC_RELAXED));
    while (__atomic_load_n(&destroyed, __ATOMIC_RELAXED)) {
        if (__atomic_exchange_n(&is_destroying, true, __ATOMIC_RELAXED)) return;
        value *list = __atomic_exchange_n(&destroyed, nullptr, __ATOMIC_RELAXED);
        while (list) {
            const header h = access::of(*list);
            void *const memory = h.type->destroy(*list);
            if (h.from_region)
                __atomic_sub_fetch(&fresh_region.objects, 1, __ATOMIC_RELAXED);
            else
                std::free(memory);
            list = h.next_destroyed;
        }
        __atomic_store_n(&is_destroying, false, __ATOMIC_RELAXED);
    }
}

} // namespace detail

region fresh_memory() { return {fresh_region.bytes, fresh_region.used, fresh_region.objects}; }

void collect() {
    if (fresh_region.objects)
        xnet_fail_at(__builtin_return_address(0),
                     "rmi::collect: %u arguments are still in use; the program has to release them",
                     fresh_region.objects);
    fresh_region.used = 0;
}

// --- objects of a message ------------------------------------------------------------------------

namespace detail {

void object_table::grow() {
    auto **const all = static_cast<value **>(allocate(2 * capacity_ * sizeof(void *)));
    std::memcpy(all, all_, count_ * sizeof(void *));
    if (all_ != own_) std::free(all_);
    all_ = all;
    capacity_ *= 2;
}

/// The place of an object's number in the hash table, which is never full.
std::uint32_t *object_table::find(const value *v) {
    const auto key = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(v) >> 3);
    for (std::uint32_t i = key * 2654435769u >> 7;; ++i) {
        std::uint32_t &number = hash_[i & (hash_size_ - 1)];
        if (!number || all_[number - 1] == v) return &number;
    }
}

void object_table::rehash() {
    std::free(hash_);
    hash_size_ = 4 * capacity_;
    hash_ = static_cast<std::uint32_t *>(allocate(hash_size_ * sizeof *hash_));
    std::memset(hash_, 0, hash_size_ * sizeof *hash_);
    for (std::uint32_t i = 0; i < count_; ++i) *find(all_[i]) = i + 1;
}

std::uint32_t object_table::number_of(value *v, bool &is_new) {
    is_new = false;
    if (count_ < few) {
        for (std::uint32_t i = 0; i < count_; ++i)
            if (all_[i] == v) return i + 1;
    } else {
        if (count_ == capacity_) grow();
        if (hash_size_ != 4 * capacity_) rehash();
        std::uint32_t *const number = find(v);
        if (*number) return *number;
        *number = count_ + 1;
    }
    is_new = true;
    add(v);
    return count_;
}

} // namespace detail

// --- writing -------------------------------------------------------------------------------------

void writer::grow(unsigned len) {
    unsigned capacity = capacity_ * 2;
    while (capacity - count_ < len) capacity *= 2;
    auto *const bytes = static_cast<std::uint8_t *>(detail::allocate(capacity));
    std::memcpy(bytes, bytes_, count_);
    if (bytes_ != own_bytes_) std::free(bytes_);
    bytes_ = bytes;
    capacity_ = capacity;
}

void writer::add_part(const void *data, unsigned len) {
    if (part_count_ == part_capacity_) {
        auto *const parts = static_cast<marshal::part *>(
            detail::allocate(2 * part_capacity_ * sizeof(marshal::part)));
        std::memcpy(parts, parts_, part_count_ * sizeof(marshal::part));
        if (parts_ != own_parts_) std::free(parts_);
        parts_ = parts;
        part_capacity_ *= 2;
    }
    parts_[part_count_++] = {data, len};
}

void writer::object(value *v) {
    std::uint32_t number = 0;
    if (!v) {
        scalar(&number, sizeof number);
        return;
    }
    bool is_new = false;
    number = objects_.number_of(v, is_new);
    scalar(&number, sizeof number);
    if (!is_new) return;
    const detail::class_of *const c = detail::access::of(*v).type;
    if (!c) xnet_fail("rmi: an object of a graph that rmi::make has not made");
    scalar(&c);
    if (!c->length) return;
    const std::uint32_t length = c->length(*v);
    scalar(&length, sizeof length);
}

void writer::write_objects() {
    for (std::uint32_t i = 0; i < objects_.size(); ++i) // the list grows
        detail::access::of(*objects_[i]).type->write(*objects_[i], *this);
}

// --- reading -------------------------------------------------------------------------------------

value *reader::object() {
    std::uint32_t number = 0, length = 0;
    scalar(&number, sizeof number);
    if (!number) return nullptr;
    if (number <= objects_.size()) return objects_[number - 1];
    const detail::class_of *c = nullptr;
    scalar(&c);
    if (c->length) scalar(&length, sizeof length);
    value *const v = c->make(length);
    detail::access::of(*v).owners = 1; // the reader
    objects_.add(v);
    return v;
}

void reader::read_objects() {
    for (std::uint32_t i = 0; i < objects_.size(); ++i) // the list grows
        detail::access::of(*objects_[i]).type->read(*objects_[i], *this);
    for (std::uint32_t i = 0; i < objects_.size(); ++i) detail::access::remove_owner(objects_[i]);
}

} // namespace rmi
