// The part of a vector unit that messages need: registers, event copies of the one that arrives,
// and vlr (isa/decisions.md, "Vector registers"), on any processor. A node that uses no vector has
// no memory for them.
#pragma once

#include "inlet/context.h"
#include "inlet/fault.h"
#include "memory/caches.h"
#include "memory/memory.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

namespace inlet {

class Archive;

class Vectors {
  public:
    static constexpr std::uint32_t longest = 32; ///< words of a register (CSD-94-823 3.3)
    static constexpr unsigned arriving = 1;      ///< $vr1: receives a message's vector (A.1)
    using Register = std::array<std::uint32_t, longest>;

    std::uint32_t length = longest; ///< vlr: words that an instruction moves

    Vectors() = default;
    Vectors(const Vectors &other)
        : length(other.length),
          file_(other.file_ ? std::make_unique<File>(*other.file_) : nullptr) {}
    Vectors(Vectors &&) noexcept = default;
    Vectors &operator=(Vectors other) noexcept {
        length = other.length;
        file_ = std::move(other.file_);
        return *this;
    }

    void archive(Archive &ar);

    /// The register of that number in `level`.
    const Register &read(unsigned number, Context level) const {
        static constexpr Register zero{};
        return file_ ? file_->at(number, level) : zero;
    }
    Register &write(unsigned number, Context level) {
        if (!file_) file_ = std::make_unique<File>();
        return file_->at(number, level);
    }

    /// What a message has of a register: its first `length` words, as the network keeps them.
    std::span<const std::uint8_t> payload(unsigned number, Context level) const {
        return {reinterpret_cast<const std::uint8_t *>(read(number, level).data()), 4 * length};
    }
    /// A message's vector arrives in `level`. The other words keep what they have.
    void arrive(std::span<const std::uint8_t> payload, Context level);

    /// A load or store of a register: which one, and its time.
    struct Access {
        bool load;
        unsigned number;
        std::uint32_t address;
        std::uint32_t start;           ///< cycles of the instruction without a word
        std::uint32_t words_per_cycle; ///< at least 1
        bool little = false;           ///< the processor's order of bytes
    };
    struct Moved {
        FaultKind fault = FaultKind::none; ///< nothing has moved
        std::uint32_t value = 0;           ///< of the fault
        std::uint32_t cycles = 0;          ///< with `memory`
        CacheStall memory{};               ///< the share of caches and write buffer
    };
    /// All `length` words, or none: faults are found before the first word moves. A store into
    /// decoded code is text_write: the caller unprotects the page and repeats the call.
    Moved move(const Access &access, Context level, std::uint64_t now, Memory &memory,
               Caches *caches);

    bool operator==(const Vectors &other) const {
        static const File zero{};
        return length == other.length &&
               (file_ ? *file_ : zero) == (other.file_ ? *other.file_ : zero);
    }

  private:
    struct File {
        std::array<Register, 32> shared{};
        std::array<Register, 2> events{}; ///< copies of $vr1: low, high

        Register &at(unsigned number, Context level) {
            if (number != arriving || level == Context::main) return shared[number];
            return events[level == Context::high];
        }
        bool operator==(const File &) const = default;
    };
    std::unique_ptr<File> file_;
};

} // namespace inlet
