// The part of T1's vector unit that messages need: registers, event copies of $vr1, and vlr
// (isa/decisions.md, "Vector registers"). A node that uses no vector has no memory for them.
#pragma once

#include "inlet/context.h"

#include <array>
#include <cstdint>
#include <memory>
#include <utility>

namespace inlet::t1 {

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

} // namespace inlet::t1
