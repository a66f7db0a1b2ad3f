// Converts state to bytes and back. One function serves both directions, so that they cannot
// differ.
//
// A class with state has `void archive(Archive &ar)`, or there is `archive(Archive &, Class &)`. It
// names all members in a structured binding, so that a member that is added later does not compile
// until it is added to the function.
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace inlet {

/// Bytes that are not a valid state. The message is a phrase with the reason.
class BadArchive : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Numbers are little-endian in their own size, a flag is a byte, and containers begin with their
/// number of elements (64 bits).
class Archive {
  public:
    /// Creates an archive that saves.
    Archive() : loads_(false) {}
    /// Creates an archive that loads `from`, which must outlive it. Loading validates the values
    /// that other code relies on and throws BadArchive.
    explicit Archive(std::span<const std::uint8_t> from) : loads_(true), from_(from) {}

    bool loads() const { return loads_; }
    template <typename... Fields> void operator()(Fields &...fields) { (field(fields), ...); }
    void bytes(void *data, std::size_t size);
    /// An enumerator, at most `last`.
    template <typename Enum> void choice(Enum &value, Enum last) {
        field(value);
        require(value <= last, "a choice that there is not");
    }
    /// A time in cycles, less than `last_cycle` or all ones. The limit keeps the scheduler's sums
    /// within 64 bits.
    void cycle(std::uint64_t &cycle) {
        bytes(&cycle, sizeof cycle);
        require(cycle < last_cycle || cycle == ~std::uint64_t{0}, "a cycle out of reach");
    }
    static constexpr std::uint64_t last_cycle = std::uint64_t{1} << 62;
    /// The elements of a container whose size is fixed.
    template <typename Container> void each(Container &elements) {
        for (auto &element : elements) field(element);
    }
    /// The number of the following elements, each of which has at least one byte.
    std::size_t count(std::size_t elements);
    void require(bool holds, const char *what) const {
        if (loads_ && !holds) throw BadArchive(what);
    }
    /// Loading: throws unless all bytes have been read.
    void finish() const { require(from_.empty(), "more than a state"); }
    std::vector<std::uint8_t> take() { return std::move(to_); }

  private:
    static_assert(std::endian::native == std::endian::little);

    template <typename T> void field(T &value) {
        if constexpr (requires { value.archive(*this); }) {
            value.archive(*this);
        } else if constexpr (requires { archive(*this, value); }) {
            archive(*this, value);
        } else if constexpr (std::same_as<T, bool>) {
            auto byte = static_cast<std::uint8_t>(value);
            bytes(&byte, 1);
            require(byte <= 1, "a flag that is neither set nor clear");
            value = byte != 0;
        } else if constexpr (std::is_array_v<T>) {
            each(value);
        } else {
            static_assert(std::integral<T> || std::is_enum_v<T>, "has no archive()");
            bytes(&value, sizeof value);
        }
    }
    template <typename T, std::size_t size> void field(std::array<T, size> &values) {
        each(values);
    }
    template <typename T> void field(std::vector<T> &values) {
        std::size_t left = count(values.size());
        if (!loads_) return each(values);
        for (values.clear(); left; --left) field(values.emplace_back());
    }
    void field(std::string &text) {
        text.resize(count(text.size()));
        bytes(text.data(), text.size());
    }
    template <typename T> void field(std::optional<T> &value) {
        bool there = value.has_value();
        field(there);
        if (loads_) {
            value.reset();
            if (there) value = T{}; // emplace() asks clang about T too early where T is nested
        }
        if (there) field(*value);
    }
    template <typename K, typename V> void field(std::map<K, V> &values) {
        std::size_t left = count(values.size());
        if (!loads_) {
            for (auto &[key, value] : values) {
                K copy = key;
                (*this)(copy, value);
            }
            return;
        }
        for (values.clear(); left; --left) {
            K key{};
            field(key);
            field(values[key]);
        }
    }

    bool loads_;
    std::span<const std::uint8_t> from_; ///< bytes not yet loaded
    std::vector<std::uint8_t> to_;
};

inline void Archive::bytes(void *data, std::size_t size) {
    if (!loads_) {
        const auto *first = static_cast<const std::uint8_t *>(data);
        to_.insert(to_.end(), first, first + size);
        return;
    }
    require(size <= from_.size(), "the state ends early");
    if (size) std::memcpy(data, from_.data(), size);
    from_ = from_.subspan(size);
}

inline std::size_t Archive::count(std::size_t elements) {
    std::uint64_t number = elements;
    bytes(&number, sizeof number);
    require(!loads_ || number <= from_.size(), "the state ends early");
    return number;
}

} // namespace inlet
