// One differential test: a program that can be placed anywhere, and its initial state.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace inlet::oracle {

/// The end of a program that nothing stops earlier: the first word of the text region.
inline constexpr std::uint32_t text_base = 0x01000000;
/// When the region is full a new Unicorn starts: one with very many translations is slow (a third
/// of the speed after 16 MiB of programs).
inline constexpr std::uint32_t text_bytes = 2 << 20;
inline constexpr std::uint32_t stop_pc = text_base;
/// Programs are after the memory that Unicorn needs for itself (cpus.cpp).
inline constexpr std::uint32_t first_text = 0x200;

/// Two pages of data; programs stay around the border between them.
inline constexpr std::uint32_t data_base = 0x20000;
inline constexpr std::uint32_t data_bytes = 0x2000;
inline constexpr std::uint32_t data_middle = data_base + data_bytes / 2;

/// Initial memory is a part of one pool of random bytes.
inline constexpr std::uint32_t pool_bytes = 0x10000;

struct Input {
    std::array<std::uint32_t, 32> r{};
    std::uint32_t hi = 0, lo = 0;
    std::array<std::uint32_t, 32> f{}; ///< coprocessor 1
    std::uint32_t fcsr = 0;
    std::uint32_t memory = 0; ///< offset in the pool
    std::uint32_t cut = 0;    ///< cycles after which the engine is left and entered again; 0: never
    bool trace = false;       ///< run Unicorn instruction by instruction, too
};

/// A word that depends on the address of the program or of another word.
struct Link {
    enum class Kind : std::uint8_t { branch, jump, high, low };
    static constexpr std::uint32_t stop = ~0u;

    Kind kind;
    std::uint32_t word;
    std::uint32_t target; ///< index of a word, or `stop`
};

struct Test {
    std::vector<std::uint32_t> words;
    /// By word: words of one unit are dropped together when the test is shrunk.
    std::vector<std::uint32_t> unit;
    std::vector<Link> links;
    std::vector<Input> inputs;
    bool floating = false;  ///< it uses coprocessor 1
    std::uint32_t keep = 0; ///< registers that are not zeroed when the test is shrunk

    /// The words for the address `base`.
    std::vector<std::uint32_t> placed(std::uint32_t base) const {
        std::vector<std::uint32_t> out = words;
        for (const Link &link : links) {
            const std::uint32_t target =
                link.target == Link::stop ? stop_pc : base + 4 * link.target;
            std::uint32_t &w = out[link.word];
            switch (link.kind) {
            case Link::Kind::branch:
                w |= (target - (base + 4 * link.word + 4)) >> 2 & 0xFFFF;
                break;
            case Link::Kind::jump: w |= target >> 2 & 0x03FFFFFF; break;
            case Link::Kind::high: w |= target >> 16; break;
            case Link::Kind::low: w |= target & 0xFFFF; break;
            }
        }
        return out;
    }
};

/// splitmix64: small, and good enough to choose instructions.
class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    std::uint64_t next() {
        std::uint64_t z = state_ += 0x9E3779B97F4A7C15u;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
        z = (z ^ z >> 27) * 0x94D049BB133111EBu;
        return z ^ z >> 31;
    }
    std::uint32_t bits() { return static_cast<std::uint32_t>(next() >> 32); }
    std::uint32_t below(std::uint32_t n) {
        return static_cast<std::uint32_t>(std::uint64_t{bits()} * n >> 32);
    }
    bool one_in(std::uint32_t n) { return below(n) == 0; }
    /// A word: arbitrary, or near a border of arithmetic.
    std::uint32_t value() {
        static constexpr std::uint32_t edges[] = {
            0,      1,          0xFFFFFFFF, 0x80000000, 0x7FFFFFFF, 0x80000001, 0x8000, 0x7FFF,
            0xFFFF, 0xFFFF8000, 0x80,       0xFF,       0xFFFFFF80, 0x10000,    31,     32};
        switch (below(4)) {
        case 0: return edges[below(std::size(edges))];
        case 1: return below(17) - 8;
        default: return bits();
        }
    }

  private:
    std::uint64_t state_;
};

} // namespace inlet::oracle
