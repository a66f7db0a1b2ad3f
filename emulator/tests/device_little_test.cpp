// A device on the bus of a little-endian node: its words are numbers, independent of the byte
// order.
#include "cpu/x86/instruction_set.h"
#include "net/mesh.h"
#include "node/node_core.h"
#include "scheduler/setup.h"
#include "tests/network_numbers.h"

#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace inlet::test {
namespace {

constexpr std::uint32_t device_at = 0x20000000, code_at = 0x10000;

/// Keeps stored words; a load returns bytes that differ from each other.
class Recorder final : public Device {
  public:
    Answer access(std::uint64_t, const Access &access) override {
        if (!access.store) return {.value = 0x81828384u & (~0u >> (32 - 8 * access.bytes))};
        stored.emplace_back(access.address - device_at, access.value);
        return {};
    }
    std::uint64_t next(std::uint64_t) const override { return never; }
    void advance(std::uint64_t, Bus &) override {}
    void archive(Archive &) override {}
    std::vector<Named> named_state() const override { return {}; }
    const char *fault_text(std::uint64_t) const override { return ""; }

    std::vector<std::pair<std::uint32_t, std::uint64_t>> stored;
};

TEST(Devices, ALittleEndianNodeSeesNumbers) {
    Image image;
    image.processor = Processor::x86;
    image.entry = code_at;
    const std::vector<std::uint8_t> code = {
        0xA1, 0x00, 0x00, 0x00, 0x20,       // mov eax, (device)
        0xA3, 0x04, 0x00, 0x00, 0x20,       // mov (device + 4), eax
        0x66, 0xA3, 0x08, 0x00, 0x00, 0x20, // mov (device + 8), ax
        0x66, 0xA1, 0x00, 0x00, 0x00, 0x20, // mov ax, (device)
        0xA3, 0x0C, 0x00, 0x00, 0x20,       // mov (device + 12), eax
        0xFF, 0x05, 0x10, 0x00, 0x00, 0x20, // incl (device + 16): it loads and stores
        0x80, 0x0D, 0x14, 0x00, 0x00, 0x20,
        0x11,                               // orb 0x11, (device + 20)
        0x31, 0xC9,                         // xor ecx, ecx
        0x87, 0x0D, 0x18, 0x00, 0x00, 0x20, // xchg ecx, (device + 24)
        0x89, 0x0D, 0x1C, 0x00, 0x00, 0x20, // mov (device + 28), ecx
        0x31, 0xDB, 0x31, 0xC0, 0xCD, 0x80, // exit(0)
    };
    image.segments.push_back({.address = code_at,
                              .memory_size = static_cast<std::uint32_t>(code.size()),
                              .executable = true,
                              .bytes = code});
    const SharedPages pages = shared_pages(image, 1 << 20);
    Text text = text_of(pages);
    engine::CodeCache cache(std::make_shared<x86::Set>(x86::Timing{}), text.base,
                            std::move(text.bytes), std::move(text.gaps));
    net::Mesh mesh(test::plain_mesh(), 1);
    NodeOutput output;
    Recorder *recorder = nullptr;
    const DeviceMaker maker = [&](std::uint32_t) {
        auto one = std::make_unique<Recorder>();
        recorder = one.get();
        std::vector<PlacedDevice> all;
        all.push_back({device_at, 0x100, 0, std::move(one)});
        return all;
    };
    NodeContext context;
    context.code = &cache;
    context.pages = &pages;
    context.network = &mesh;
    context.output = &output;
    context.devices = &maker;
    std::vector<NodeCore> nodes;
    nodes.reserve(1);
    nodes.emplace_back(context, 0, std::make_unique<NoInterface>()).start(image.entry, {"test"}, 1);
    NodeCore &node = nodes.back();
    while (node.clock() < 1000 && !node.exited() && !node.faulted()) {
        mesh.advance(node.clock());
        node.run(node.clock() + 1, node.clock() + 1);
    }
    ASSERT_TRUE(node.exited());
    const std::vector<std::pair<std::uint32_t, std::uint64_t>> expected = {
        {4, 0x81828384}, {8, 0x8384}, {12, 0x81828384}, {16, 0x81828385},
        {20, 0x95},      {24, 0},     {28, 0x81828384}};
    EXPECT_EQ(recorder->stored, expected);
}

} // namespace
} // namespace inlet::test
