// Callers by call frame information.
#include "elf_builder.h"
#include "inlet/call_frames.h"

#include <gtest/gtest.h>
#include <map>

namespace inlet {
namespace {

using Bytes = std::vector<std::uint8_t>;
enum : std::uint8_t { eax, ecx, edx, ebx, esp, ebp };

class Frames {
  public:
    /// Adds an entry, behind a common one whose row is that behind a call.
    Frames &entry(std::uint32_t begin, std::uint32_t bytes, const Bytes &program,
                  const std::string &augmentation = "") {
        const auto common = static_cast<std::uint32_t>(section_.size());
        Bytes body = {1};
        for (const char c : augmentation) body.push_back(static_cast<std::uint8_t>(c));
        // no more augmentation; code and data alignment 1 and -4, return address in 8;
        // DW_CFA_def_cfa esp, 4; DW_CFA_offset eip, 1
        const Bytes usual = {0, 1, 0x7C, 8, 0x0C, esp, 4, 0x88, 1};
        body.insert(body.end(), usual.begin(), usual.end());
        add(0xFFFFFFFF, body);
        Bytes own = words({begin, bytes});
        own.insert(own.end(), program.begin(), program.end());
        add(common, own);
        return *this;
    }
    CallFrames frames() const {
        test::ElfBuilder builder;
        builder.sections = {{".debug_frame", section_}};
        return CallFrames(std::make_shared<const Bytes>(builder.bytes()));
    }
    Bytes &section() { return section_; }

    static Bytes words(std::initializer_list<std::uint32_t> values) {
        Bytes bytes;
        for (const std::uint32_t value : values)
            for (unsigned i = 0; i < 4; ++i)
                bytes.push_back(static_cast<std::uint8_t>(value >> 8 * i));
        return bytes;
    }

  private:
    void add(std::uint32_t id, const Bytes &body) {
        for (const Bytes &part : {words({static_cast<std::uint32_t>(body.size()) + 4, id}), body})
            section_.insert(section_.end(), part.begin(), part.end());
    }

    Bytes section_;
};

/// Memory of a few words.
struct Words {
    std::map<std::uint32_t, std::uint32_t> at;
    std::optional<std::uint32_t> operator()(std::uint32_t address) const {
        const auto found = at.find(address);
        return found == at.end() ? std::nullopt : std::optional(found->second);
    }
};

CallFrames::Registers registers(std::uint32_t pc, std::uint32_t stack) {
    CallFrames::Registers here;
    here.fill(7);
    here[CallFrames::stack] = stack;
    here[CallFrames::return_address] = pc;
    return here;
}

TEST(CallFrames, FollowThePrologue) {
    // push %ebp; mov %esp, %ebp; sub $16, %esp
    const CallFrames frames =
        Frames()
            .entry(0x10000, 0x20, {0x41, 0x0E, 8, 0x85, 2, 0x42, 0x0D, ebp}) // advance 1, 2
            .frames();
    const Words memory{{{0x8000, 0x10105}, {0x7FFC, 0x9000}}};
    const auto first = frames.caller(0x10000, registers(0x10000, 0x8000), memory);
    ASSERT_TRUE(first);
    EXPECT_EQ((*first)[CallFrames::return_address], 0x10105u);
    EXPECT_EQ((*first)[CallFrames::stack], 0x8004u);
    EXPECT_EQ((*first)[ebp], 7u);
    const auto second = frames.caller(0x10001, registers(0x10001, 0x7FFC), memory);
    ASSERT_TRUE(second);
    EXPECT_EQ((*second)[CallFrames::return_address], 0x10105u);
    EXPECT_EQ((*second)[ebp], 0x9000u);
    auto here = registers(0x10010, 0x7000); // by %ebp
    here[ebp] = 0x7FFC;
    const auto third = frames.caller(0x10010, here, memory);
    ASSERT_TRUE(third);
    EXPECT_EQ((*third)[CallFrames::return_address], 0x10105u);
    EXPECT_EQ((*third)[CallFrames::stack], 0x8004u);
    EXPECT_FALSE(frames.caller(0x10020, here, memory)); // behind it
    EXPECT_FALSE(frames.caller(0xFFFF, here, memory));
}

TEST(CallFrames, RememberAndRestoreRows) {
    // A push; an epilogue in the middle of the function, and code behind it.
    const CallFrames frames =
        Frames().entry(0x10000, 0x20, {0x41, 0x0E, 8, 0x41, 0x0A, 0x0E, 4, 0x41, 0x0B}).frames();
    const Words memory{{{0x8000, 1}, {0x8004, 2}}};
    const auto back = [&](std::uint32_t pc) {
        return (*frames.caller(pc, registers(pc, 0x8000), memory))[CallFrames::return_address];
    };
    EXPECT_EQ(back(0x10001), 2u);
    EXPECT_EQ(back(0x10002), 1u);
    EXPECT_EQ(back(0x10003), 2u);
}

TEST(CallFrames, ExpressionsNameWordsOfMemory) {
    Bytes program = {0x10, 8, 5, 0x03}; // DW_CFA_expression eip: DW_OP_addr
    const Bytes address = Frames::words({0x20000});
    program.insert(program.end(), address.begin(), address.end());
    const CallFrames frames = Frames().entry(0x10000, 8, program).frames();
    const Words memory{{{0x20000, 0x10044}}};
    const auto caller = frames.caller(0x10000, registers(0x10000, 0x8000), memory);
    ASSERT_TRUE(caller);
    EXPECT_EQ((*caller)[CallFrames::return_address], 0x10044u);
}

TEST(CallFrames, InterruptedCodeHasNotCalled) {
    const CallFrames frames = Frames().entry(0x10000, 8, {}, "S").frames();
    EXPECT_FALSE(frames.caller(0x10000, registers(0x10000, 0x8000), Words{{{0x8000, 1}}}));
}

TEST(CallFrames, DamagedOnesAreNone) {
    const auto here = registers(0x10000, 0x8000);
    const Words memory{{{0x8000, 1}}};
    EXPECT_FALSE(CallFrames().caller(0x10000, here, memory));
    EXPECT_FALSE(
        CallFrames(std::make_shared<const Bytes>(Bytes{1, 2, 3})).caller(0x10000, here, memory));
    Frames whole;
    whole.entry(0x10000, 8, {0x0A, 0x0B, 0x12, esp, 0x7F});
    const Bytes section = whole.section();
    for (std::size_t size = 0; size < section.size(); ++size) { // cut off
        Frames cut;
        cut.section().assign(section.begin(), section.begin() + static_cast<std::ptrdiff_t>(size));
        EXPECT_FALSE(cut.frames().caller(0x10000, here, memory)) << size;
    }
    for (std::size_t i = 0; i < section.size(); ++i) // one wrong byte: anything but a crash
        for (const unsigned wrong : {0u, 0x7Fu, 0xFFu}) {
            Frames other;
            other.section() = section;
            other.section()[i] = static_cast<std::uint8_t>(wrong);
            other.frames().caller(0x10000, here, memory);
        }
}

} // namespace
} // namespace inlet
