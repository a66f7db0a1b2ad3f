// Marshalling by templates (Bhoedjang's thesis, 001, 7.1.3, Figure 7.6): what Orca's compiler
// generates for each parameter type. docs/orca.md lists the types.
//
// A message has one part for all scalars, lengths included, and one more for each array that is not
// empty and whose elements are plain bytes: this part points to the array, so it is not copied
// here. Both ends run the same program, so layouts and byte order agree.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace marshal {

struct part {
    const void *data;
    unsigned len;
};

/// Received bytes: those of scalars, then those of arrays.
struct message {
    std::vector<std::uint8_t> bytes;
    unsigned scalars = 0;
};

class writer {
  public:
    void scalar(const void *data, unsigned len) {
        const auto *from = static_cast<const std::uint8_t *>(data);
        scalars_.insert(scalars_.end(), from, from + len);
    }
    /// The array stays where it is until the message has been sent.
    void array(const void *data, std::size_t len) {
        if (len) arrays_.push_back({data, static_cast<unsigned>(len)});
    }
    unsigned scalar_bytes() const { return static_cast<unsigned>(scalars_.size()); }
    /// Valid until the next call of scalar() or array(). The first one has the scalars, unless
    /// there are none.
    std::vector<part> parts() const {
        std::vector<part> all;
        all.reserve(arrays_.size() + 1);
        if (!scalars_.empty()) all.push_back({scalars_.data(), scalar_bytes()});
        all.insert(all.end(), arrays_.begin(), arrays_.end());
        return all;
    }
    /// The message as it arrives at the other end.
    message copy() const {
        message m{scalars_, scalar_bytes()};
        for (const part &p : arrays_) {
            const auto *from = static_cast<const std::uint8_t *>(p.data);
            m.bytes.insert(m.bytes.end(), from, from + p.len);
        }
        return m;
    }
    template <class... T> void operator()(const T &...values);

  private:
    std::vector<std::uint8_t> scalars_;
    std::vector<part> arrays_;
};

/// Reads what a writer of the same types has written.
class reader {
  public:
    explicit reader(const message &m)
        : scalar_(m.bytes.data()), array_(m.bytes.data() + m.scalars) {}
    void scalar(void *data, unsigned len) {
        std::memcpy(data, scalar_, len);
        scalar_ += len;
    }
    void array(void *data, std::size_t len) {
        if (len) std::memcpy(data, array_, len);
        array_ += len;
    }
    template <class... T> void operator()(T &...values);

  private:
    const std::uint8_t *scalar_, *array_;
};

namespace detail {

struct anything {
    template <class T> operator T() const;
};
template <class T, std::size_t... I> constexpr bool takes(std::index_sequence<I...>) {
    return requires { T{(static_cast<void>(I), anything{})...}; };
}
/// The number of members of an aggregate: the largest number of initializers that it accepts. 17
/// means that it has too many.
template <class T, std::size_t N = 17> constexpr std::size_t members() {
    if constexpr (N == 0 || takes<T>(std::make_index_sequence<N>{}))
        return N;
    else
        return members<T, N - 1>();
}

/// f(member...)
template <class T, class F> constexpr decltype(auto) visit(T &v, F f) {
    constexpr std::size_t n = members<std::remove_const_t<T>>();
    static_assert(n <= 16, "an aggregate of more than 16 members needs `void serialize(auto &a)`");
    // clang-format off
    if constexpr (n == 0) { return f(); }
    else if constexpr (n == 1) { auto &[a] = v; return f(a); }
    else if constexpr (n == 2) { auto &[a, b] = v; return f(a, b); }
    else if constexpr (n == 3) { auto &[a, b, c] = v; return f(a, b, c); }
    else if constexpr (n == 4) { auto &[a, b, c, d] = v; return f(a, b, c, d); }
    else if constexpr (n == 5) { auto &[a, b, c, d, e] = v; return f(a, b, c, d, e); }
    else if constexpr (n == 6) { auto &[a, b, c, d, e, g] = v; return f(a, b, c, d, e, g); }
    else if constexpr (n == 7) { auto &[a, b, c, d, e, g, h] = v; return f(a, b, c, d, e, g, h); }
    else if constexpr (n == 8) { auto &[a, b, c, d, e, g, h, i] = v; return f(a, b, c, d, e, g, h, i); }
    else if constexpr (n == 9) { auto &[a, b, c, d, e, g, h, i, j] = v; return f(a, b, c, d, e, g, h, i, j); }
    else if constexpr (n == 10) { auto &[a, b, c, d, e, g, h, i, j, k] = v; return f(a, b, c, d, e, g, h, i, j, k); }
    else if constexpr (n == 11) { auto &[a, b, c, d, e, g, h, i, j, k, l] = v; return f(a, b, c, d, e, g, h, i, j, k, l); }
    else if constexpr (n == 12) { auto &[a, b, c, d, e, g, h, i, j, k, l, m] = v; return f(a, b, c, d, e, g, h, i, j, k, l, m); }
    else if constexpr (n == 13) { auto &[a, b, c, d, e, g, h, i, j, k, l, m, o] = v; return f(a, b, c, d, e, g, h, i, j, k, l, m, o); }
    else if constexpr (n == 14) { auto &[a, b, c, d, e, g, h, i, j, k, l, m, o, p] = v; return f(a, b, c, d, e, g, h, i, j, k, l, m, o, p); }
    else if constexpr (n == 15) { auto &[a, b, c, d, e, g, h, i, j, k, l, m, o, p, q] = v; return f(a, b, c, d, e, g, h, i, j, k, l, m, o, p, q); }
    else { auto &[a, b, c, d, e, g, h, i, j, k, l, m, o, p, q, r] = v; return f(a, b, c, d, e, g, h, i, j, k, l, m, o, p, q, r); }
    // clang-format on
}

template <class T> constexpr bool is_std = false;
template <class T> constexpr bool is_std<std::vector<T>> = true;
template <> inline constexpr bool is_std<std::string> = true;
template <class T> constexpr bool is_std<std::span<T>> = true;
template <class T, class U> constexpr bool is_std<std::pair<T, U>> = true;
template <class... T> constexpr bool is_std<std::tuple<T...>> = true;
template <class T> constexpr bool is_std<std::optional<T>> = true;
template <class T> constexpr bool is_array = false;
template <class T, std::size_t N> constexpr bool is_array<std::array<T, N>> = true;

template <class T, class Archive>
concept serializable = requires(T &v, Archive &a) {
    v.serialize(a);
};

/// Whether a value is copied byte by byte: scalars, arrays of scalars, aggregates of both.
template <class T> constexpr bool plain() {
    if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>)
        return true;
    else if constexpr (is_array<T>)
        return plain<typename T::value_type>();
    else if constexpr (is_std<T> || serializable<T, writer> || !std::is_aggregate_v<T> ||
                       std::is_array_v<T> || !std::is_trivially_copyable_v<T>)
        return false;
    else {
        using flags = decltype(visit(std::declval<T &>(), [](auto &...m) {
            return std::bool_constant<(plain<std::remove_cvref_t<decltype(m)>>() && ...)>{};
        }));
        return flags::value;
    }
}

template <class To, class T> void write(To &to, const T &v);
template <class From, class T> void read(From &from, T &v);

template <class To, class R> void write_elements(To &to, const R &elements) {
    using T = typename R::value_type;
    const std::uint32_t count = static_cast<std::uint32_t>(elements.size());
    to.scalar(&count, sizeof count);
    if constexpr (!std::is_same_v<T, bool> && plain<T>())
        to.array(elements.data(), elements.size() * sizeof(T));
    else
        for (const T &e : elements) write(to, e);
}
template <class From, class R> void read_elements(From &from, R &elements) {
    using T = typename R::value_type;
    std::uint32_t count = 0;
    from.scalar(&count, sizeof count);
    elements.clear();
    elements.resize(count);
    if constexpr (std::is_same_v<T, bool>) {
        for (std::uint32_t i = 0; i < count; ++i) {
            bool b = false;
            read(from, b);
            elements[i] = b;
        }
    } else if constexpr (plain<T>())
        from.array(elements.data(), count * sizeof(T));
    else
        for (T &e : elements) read(from, e);
}

template <class T> constexpr bool never = false;

template <class T> constexpr void check() {
    static_assert(!std::is_pointer_v<T> && !std::is_member_pointer_v<T>,
                  "a pointer cannot be marshalled: it means nothing to another process");
    static_assert(!std::is_array_v<T>, "a member is an array: use std::array");
}

/// To and From are `writer` and `reader`, or classes with the same functions (<rmi_graph.hpp>).
template <class To, class T> void write(To &to, const T &v) {
    check<T>();
    if constexpr (serializable<T, To>)
        const_cast<T &>(v).serialize(to);
    else if constexpr (is_std<T>) {
        if constexpr (requires { std::tuple_size<T>::value; })
            std::apply([&](const auto &...m) { (write(to, m), ...); }, v);
        else if constexpr (requires { v.has_value(); }) {
            const bool there = v.has_value();
            write(to, there);
            if (there) write(to, *v);
        } else
            write_elements(to, v);
    } else if constexpr (std::is_pointer_v<T> || std::is_array_v<T>) {
    } else if constexpr (plain<T>())
        to.scalar(&v, sizeof v);
    else if constexpr (is_array<T>)
        for (const auto &e : v) write(to, e);
    else if constexpr (std::is_aggregate_v<T>)
        visit(v, [&](const auto &...m) { (write(to, m), ...); });
    else
        static_assert(never<T>, "this class needs `void serialize(auto &a) { a(members...); }`");
}

template <class From, class T> void read(From &from, T &v) {
    check<T>();
    if constexpr (serializable<T, From>)
        v.serialize(from);
    else if constexpr (is_std<T>) {
        if constexpr (requires { std::tuple_size<T>::value; })
            std::apply([&](auto &...m) { (read(from, m), ...); }, v);
        else if constexpr (requires { v.has_value(); }) {
            bool there = false;
            read(from, there);
            if (there)
                read(from, v.emplace());
            else
                v.reset();
        } else
            read_elements(from, v);
    } else if constexpr (std::is_pointer_v<T> || std::is_array_v<T>) {
    } else if constexpr (plain<T>())
        from.scalar(&v, sizeof v);
    else if constexpr (is_array<T>)
        for (auto &e : v) read(from, e);
    else if constexpr (std::is_aggregate_v<T>)
        visit(v, [&](auto &...m) { (read(from, m), ...); });
    else
        static_assert(never<T>, "this class needs `void serialize(auto &a) { a(members...); }`");
}

/// Where a received parameter is kept during an operation.
template <class T> struct kept { using type = T; };
template <class T> struct kept<std::span<const T>> { using type = std::vector<T>; };

} // namespace detail

template <class... T> void writer::operator()(const T &...values) {
    (detail::write(*this, values), ...);
}
template <class... T> void reader::operator()(T &...values) { (detail::read(*this, values), ...); }

template <class T> using kept_t = typename detail::kept<std::remove_cvref_t<T>>::type;

} // namespace marshal
