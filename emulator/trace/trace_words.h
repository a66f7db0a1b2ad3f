// Table of the encodings that a trace has stated. Writer and reader keep the same table, so that
// the trace states an encoding once and not in every record.
#pragma once

#include "inlet/observer.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace inlet {

class TraceWords {
  public:
    struct Encoded {
        std::uint32_t word = 0;
        std::uint8_t length = 4;
        InstructionTail tail{};
        bool operator==(const Encoded &) const = default;
    };

    /// Notes that `pc` holds `encoded`. False: the table has it already.
    bool tell(std::uint32_t pc, const Encoded &encoded) {
        const std::uint32_t index = (pc - first_pc) / 4;
        // Encodings of other addresses are in every record: the table must stay small, also for a
        // damaged file with arbitrary addresses.
        if (pc < first_pc || index >= most_words) return true;
        if (index >= words_.size()) {
            words_.resize(std::max<std::size_t>(
                index + 1, std::min<std::size_t>(words_.size() * 2, most_words)));
            told_.resize(words_.size());
        }
        if (told_[index] && words_[index] == encoded) return false;
        words_[index] = encoded;
        told_[index] = true;
        return true;
    }

    /// False: the encoding at `pc` is not known.
    bool find(std::uint32_t pc, Encoded &encoded) const {
        const std::uint32_t index = (pc - first_pc) / 4;
        if (pc < first_pc || index >= words_.size() || !told_[index]) return false;
        encoded = words_[index];
        return true;
    }

  private:
    static constexpr std::uint32_t first_pc =
        0x00010000; ///< docs/t1-abi.md: no instruction lies below
    static constexpr std::uint32_t most_words = 4u << 20;

    std::vector<Encoded> words_; ///< by (pc - first_pc) / 4
    std::vector<bool> told_;
};

} // namespace inlet
