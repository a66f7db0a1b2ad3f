// Graphs of objects as arguments and results of remote methods (Bhoedjang's thesis, 001, 7.2.2): an
// object that several pointers share arrives as one object, and cycles stay cycles. <rmi.hpp>
// includes this file; docs/rmi.md describes it.
//
//     struct Node : rmi::value {
//         int key = 0;
//         rmi::ptr<Node> next;
//         void serialize(auto &a) { a(key, next); }
//     };
//     rmi::ptr<Node> n = rmi::make<Node>();
#pragma once

#include <cstddef>
#include <cstdlib>
#include <marshal.hpp>
#include <new>

namespace rmi {

class value;
class writer;
class reader;

namespace detail {

/// What messages need of a class or an array type. Its address names the class in messages: all
/// processes run the same program.
struct class_of {
    /// A new object without owners, or an array of `length` elements, in memory for arguments.
    value *(*make)(std::uint32_t length);
    std::uint32_t (*length)(const value &); ///< null: not an array
    void (*write)(const value &, writer &);
    void (*read)(value &, reader &);
    void *(*destroy)(value &); ///< calls the destructor; returns where the object's memory begins
};

/// Memory for an object of the program.
void *allocate(std::size_t bytes);
/// Memory for an argument or result that has arrived: from malloc, or from the region of `fresh`
/// arguments.
void *allocate_argument(std::size_t bytes, bool &from_region);
/// Called when the last owner of `v` has gone.
void destroy(value *v);

} // namespace detail

namespace detail {

/// What a graph's object has besides its members.
struct header {
    const class_of *type = nullptr; ///< null: rmi::make has not made it
    std::uint32_t owners = 0;
    bool from_region = false;
    value *next_destroyed = nullptr;

    // Threads and upcalls of a process may share an object.
    void add_owner() { __atomic_add_fetch(&owners, 1, __ATOMIC_RELAXED); }
    bool remove_owner() { return __atomic_sub_fetch(&owners, 1, __ATOMIC_RELAXED) == 0; }
};
struct access;

} // namespace detail

/// The base of the objects of a graph. Pointers (rmi::ptr) count an object's owners, and the last
/// one deletes it. Cycles keep their objects alive: the program has to cut them.
class value {
  public:
    value() = default;
    value(const value &) {}
    value &operator=(const value &) { return *this; }

  private:
    friend struct detail::access;
    detail::header header_;
};

namespace detail {

struct access {
    static header &of(value &v) { return v.header_; }
    static void add_owner(value *v) {
        if (v) v->header_.add_owner();
    }
    static void remove_owner(value *v) {
        if (v && v->header_.remove_owner()) destroy(v);
    }
};

/// The objects of a message. Object number n is at n - 1. A few need no memory of the heap.
class object_table {
  public:
    object_table() = default;
    object_table(const object_table &) = delete;
    object_table &operator=(const object_table &) = delete;
    ~object_table() {
        if (all_ == own_) return;
        std::free(all_);
        std::free(hash_);
    }
    std::uint32_t size() const { return count_; }
    value *operator[](std::uint32_t i) const { return all_[i]; }
    void add(value *v) {
        if (count_ == capacity_) grow();
        all_[count_++] = v;
    }
    /// The number of an object. If it is new it is added, and `is_new` set.
    std::uint32_t number_of(value *v, bool &is_new);

  private:
    void grow();
    std::uint32_t *find(const value *v);
    void rehash();

    enum { few = 8 };
    value *own_[few];
    value **all_ = own_;
    std::uint32_t *hash_ = nullptr; ///< numbers; 0: empty
    std::uint32_t count_ = 0, capacity_ = few, hash_size_ = 0;
};

} // namespace detail

/// A source of a message's bytes, in their order.
class stream {
  public:
    virtual void consume(void *to, unsigned bytes) = 0;

  protected:
    ~stream() = default;
};

/// Writes arguments into a message. Arrays of plain elements are parts of the message that point to
/// the array; all else is copied into one buffer (001 7.2.2). Short messages need no memory of the
/// heap.
class writer {
  public:
    writer() = default;
    writer(const writer &) = delete;
    writer &operator=(const writer &) = delete;
    ~writer() {
        if (bytes_ != own_bytes_) std::free(bytes_);
        if (parts_ != own_parts_) std::free(parts_);
    }

    template <class T> void scalar(const T *data, unsigned len = sizeof(T)) {
        align<T>();
        if (len > capacity_ - count_) grow(len);
        if constexpr (alignof(T) >= 4)
            std::memcpy(__builtin_assume_aligned(bytes_ + count_, 4), data, len);
        else
            std::memcpy(bytes_ + count_, data, len);
        count_ += len;
    }
    /// The array stays where it is until the message has been sent.
    void array(const void *data, std::size_t len) {
        if (len) add_part(data, static_cast<unsigned>(len));
    }
    /// A pointer to an object of the graph, which may be null.
    void object(value *v);
    /// Writes the arguments, and the objects to which they lead.
    template <class... T> void message(const T &...values) {
        (*this)(values...);
        if (objects_.size()) write_objects();
    }
    template <class... T> void operator()(const T &...values) {
        (marshal::detail::write(*this, values), ...);
    }

    unsigned scalar_bytes() const { return count_; }
    /// Valid until the next change. The first part has the scalars, unless there are none.
    std::span<const marshal::part> parts() {
        parts_[0] = {bytes_, count_};
        return {parts_ + (count_ == 0), part_count_ - (count_ == 0)};
    }

  private:
    template <class T> void align() {
        if constexpr (alignof(T) >= 4)
            while (count_ % 4) {
                if (count_ == capacity_) grow(1);
                bytes_[count_++] = 0;
            }
    }
    void grow(unsigned len);
    void add_part(const void *data, unsigned len);
    void write_objects();

    enum { first_bytes = 256, first_parts = 8 };
    alignas(8) std::uint8_t own_bytes_[first_bytes];
    marshal::part own_parts_[first_parts];
    std::uint8_t *bytes_ = own_bytes_;
    marshal::part *parts_ = own_parts_;
    unsigned count_ = 0, capacity_ = first_bytes;
    unsigned part_count_ = 1, part_capacity_ = first_parts;
    detail::object_table objects_;
};

/// Reads what a writer of the same types has written.
class reader {
  public:
    /// `scalars` is the sender's writer::scalar_bytes().
    reader(stream &from, unsigned scalars) : from_(from) {
        if (scalars > first_bytes) {
            bytes_ = static_cast<std::uint8_t *>(detail::allocate(scalars));
            at_ = bytes_;
        }
        if (scalars) from_.consume(bytes_, scalars);
    }
    reader(const reader &) = delete;
    reader &operator=(const reader &) = delete;
    ~reader() {
        if (bytes_ != own_bytes_) std::free(bytes_);
    }

    template <class T> void scalar(T *data, unsigned len = sizeof(T)) {
        if constexpr (alignof(T) >= 4) {
            at_ += -reinterpret_cast<std::uintptr_t>(at_) & 3;
            std::memcpy(data, __builtin_assume_aligned(at_, 4), len);
        } else
            std::memcpy(data, at_, len);
        at_ += len;
    }
    void array(void *data, std::size_t len) {
        if (len) from_.consume(data, static_cast<unsigned>(len));
    }
    value *object();
    template <class... T> void message(T &...values) {
        (*this)(values...);
        if (objects_.size()) read_objects();
    }
    template <class... T> void operator()(T &...values) {
        (marshal::detail::read(*this, values), ...);
    }

  private:
    void read_objects();

    enum { first_bytes = 256 };
    alignas(8) std::uint8_t own_bytes_[first_bytes];
    std::uint8_t *bytes_ = own_bytes_, *at_ = own_bytes_;
    stream &from_;
    detail::object_table objects_;
};

namespace detail {

template <class T> constexpr bool never = false;

/// The message of a writer, read on the same process.
class copy_of final : public stream {
  public:
    explicit copy_of(writer &w) : parts_(w.parts()), scalars(w.scalar_bytes()) {}
    void consume(void *to, unsigned bytes) override {
        std::memcpy(to, parts_[next_].data, bytes);
        ++next_;
    }

  private:
    std::span<const marshal::part> parts_;
    std::size_t next_ = 0;

  public:
    const unsigned scalars;
};

} // namespace detail

/// A pointer to an object of class T, or of a class derived from T, that counts owners. As an
/// argument or result of a remote method it carries the object and all that it leads to; classes
/// derived from T keep their class.
template <class T> class ptr {
  public:
    ptr() = default;
    ptr(std::nullptr_t) {}
    ptr(const ptr &o) : ptr(o.p_) {}
    ptr(ptr &&o) noexcept : p_(std::exchange(o.p_, nullptr)) {}
    template <class U>
    requires std::is_convertible_v<U *, T *> ptr(const ptr<U> &o) : ptr(o.get()) {}
    ptr &operator=(ptr o) noexcept {
        std::swap(p_, o.p_);
        return *this;
    }
    ~ptr() { detail::access::remove_owner(p_); }

    T *get() const { return p_; }
    T &operator*() const { return *p_; }
    T *operator->() const { return p_; }
    explicit operator bool() const { return p_ != nullptr; }
    bool operator==(const ptr &) const = default;
    bool operator==(std::nullptr_t) const { return !p_; }

    template <class A> void serialize(A &a) {
        static_assert(std::is_base_of_v<value, T>,
                      "rmi::ptr needs a class derived from rmi::value");
        if constexpr (std::is_same_v<A, writer>)
            a.object(p_);
        else if constexpr (std::is_same_v<A, reader>)
            *this = ptr(static_cast<T *>(a.object()));
        else
            static_assert(detail::never<T>, "rmi::ptr is for arguments of remote methods only");
    }

  private:
    template <class U, class... A> friend ptr<U> make(A &&...arguments);
    template <class U, class V> friend ptr<U> cast(const ptr<V> &p);
    explicit ptr(T *p) : p_(p) { detail::access::add_owner(p); }

    T *p_ = nullptr;
};

template <class T> struct class_descriptor {
    static_assert(std::is_default_constructible_v<T>,
                  "a class of a graph needs a constructor without parameters");
    static_assert(marshal::detail::serializable<T, writer>,
                  "a class of a graph needs `void serialize(auto &a) { a(members...); }`");
    static value *make(std::uint32_t) {
        bool from_region = false;
        T *const v = ::new (detail::allocate_argument(sizeof(T), from_region)) T();
        detail::access::of(*v) = {&descriptor, 0, from_region};
        return v;
    }
    static void write(const value &v, writer &to) {
        const_cast<T &>(static_cast<const T &>(v)).serialize(to);
    }
    static void read(value &v, reader &from) { static_cast<T &>(v).serialize(from); }
    static void *destroy(value &v) {
        T *const object = &static_cast<T &>(v);
        object->~T();
        return object;
    }
    static constexpr detail::class_of descriptor{&make, nullptr, &write, &read, &destroy};
};

/// A new object, T(arguments...).
template <class T, class... A> ptr<T> make(A &&...arguments) {
    static_assert(std::is_base_of_v<value, T>, "rmi::make needs a class derived from rmi::value");
    static_assert(alignof(T) <= alignof(std::max_align_t));
    T *const v = ::new (detail::allocate(sizeof(T))) T(std::forward<A>(arguments)...);
    detail::access::of(*v).type = &class_descriptor<T>::descriptor;
    return ptr<T>(v);
}

/// Whether the object is of class T, not of a class derived from T.
template <class T, class U> bool is(const ptr<U> &p) {
    return p && detail::access::of(*p).type == &class_descriptor<T>::descriptor;
}
/// The object as one of class T; null if it is of another class.
template <class T, class U> ptr<T> cast(const ptr<U> &p) {
    return is<T>(p) ? ptr<T>(static_cast<T *>(p.get())) : ptr<T>();
}

template <class T> struct array_body : value {
    std::uint32_t length;
    explicit array_body(std::uint32_t n) : length(n) {}
    static constexpr std::size_t offset() {
        return (sizeof(array_body) + alignof(T) - 1) & ~(alignof(T) - 1);
    }
    T *elements() {
        return reinterpret_cast<T *>(reinterpret_cast<std::uint8_t *>(this) + offset());
    }
    static constexpr bool is_plain = !std::is_same_v<T, bool> && marshal::detail::plain<T>();

    static array_body *place(void *memory, std::uint32_t n, bool from_message, bool from_region) {
        auto *const body = ::new (memory) array_body(n);
        detail::access::of(*body) = {&descriptor, 0, from_region};
        if (!is_plain || !from_message) // else the message fills it
            for (std::uint32_t i = 0; i < n; ++i) ::new (body->elements() + i) T();
        return body;
    }
    static std::size_t bytes(std::uint32_t n) { return offset() + std::size_t{n} * sizeof(T); }

    static value *make(std::uint32_t n) {
        bool from_region = false;
        void *const memory = detail::allocate_argument(bytes(n), from_region);
        return place(memory, n, true, from_region);
    }
    static std::uint32_t length_of(const value &v) {
        return static_cast<const array_body &>(v).length;
    }
    template <class A> void each(A &a) {
        for (std::uint32_t i = 0; i < length; ++i) a(elements()[i]);
    }
    static void write(const value &v, writer &to) {
        auto &body = const_cast<array_body &>(static_cast<const array_body &>(v));
        if constexpr (is_plain)
            to.array(body.elements(), body.length * sizeof(T));
        else
            body.each(to);
    }
    static void read(value &v, reader &from) {
        auto &body = static_cast<array_body &>(v);
        if constexpr (is_plain)
            from.array(body.elements(), body.length * sizeof(T));
        else
            body.each(from);
    }
    static void *destroy(value &v) {
        auto &body = static_cast<array_body &>(v);
        if constexpr (!std::is_trivially_destructible_v<T>)
            for (std::uint32_t i = body.length; i--;) body.elements()[i].~T();
        return &body;
    }
    static constexpr detail::class_of descriptor{&make, &length_of, &write, &read, &destroy};
};

/// An array of a length that does not change, as in Java: copies of this handle share the elements,
/// also within the arguments of a call. A default array is null, and has no elements.
template <class T> class array {
  public:
    using value_type = T;
    array() = default;
    explicit array(std::size_t n)
        : array(of{array_body<T>::place(detail::allocate(array_body<T>::bytes(to_length(n))),
                                        to_length(n), false, false)}) {}
    array(const array &o) : array(of{o.body_}) {}
    array(array &&o) noexcept : body_(std::exchange(o.body_, nullptr)) {}
    array &operator=(array o) noexcept {
        std::swap(body_, o.body_);
        return *this;
    }
    ~array() { detail::access::remove_owner(body_); }

    std::size_t size() const { return body_ ? body_->length : 0; }
    T *data() const { return body_ ? body_->elements() : nullptr; }
    T *begin() const { return data(); }
    T *end() const { return data() + size(); }
    T &operator[](std::size_t i) const { return body_->elements()[i]; }
    explicit operator bool() const { return body_ != nullptr; }
    /// Whether both are the same array.
    bool operator==(const array &) const = default;

    template <class A> void serialize(A &a) {
        if constexpr (std::is_same_v<A, writer>)
            a.object(body_);
        else if constexpr (std::is_same_v<A, reader>)
            *this = array(of{static_cast<array_body<T> *>(a.object())});
        else
            static_assert(detail::never<T>, "rmi::array is for arguments of remote methods only");
    }

  private:
    struct of {
        array_body<T> *body;
    };
    explicit array(of o) : body_(o.body) { detail::access::add_owner(body_); }
    static std::uint32_t to_length(std::size_t n) { return static_cast<std::uint32_t>(n); }

    array_body<T> *body_ = nullptr;
};

/// Memory of `fresh` arguments (rmi::options).
struct region {
    unsigned bytes, used; ///< since the last rmi::collect()
    unsigned objects;     ///< objects and arrays in the region that have owners
};
region fresh_memory();

/// Makes the region of `fresh` arguments empty. Ends the run with an error if an object in it still
/// has an owner.
void collect();

} // namespace rmi
