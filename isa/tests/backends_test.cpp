#include "backends.h"

#include <gtest/gtest.h>
#include <map>

namespace {

using namespace inlet::isa;

const Model &model() {
    static const Model loaded = Model::load(ISA_DIR);
    return loaded;
}

const X86Set &x86() {
    static const X86Set loaded = X86Set::load(ISA_DIR);
    return loaded;
}

bool has(const std::string &text, const std::string &part) {
    return text.find(part) != std::string::npos;
}

TEST(Backends, same_data_gives_same_text) {
    const Model again = Model::load(ISA_DIR);
    EXPECT_EQ(emulator_header(model()), emulator_header(again));
    EXPECT_EQ(guest_header(model()), guest_header(again));
    EXPECT_EQ(reference_page(model(), x86()), reference_page(again, x86()));
    EXPECT_EQ(llvm_files(model(), x86()).instructions, llvm_files(again, x86()).instructions);
}

TEST(Backends, llvm_builtins) {
    const std::string text = llvm_files(model(), x86()).builtins.at("Mips");
    EXPECT_TRUE(has(text, R"(TARGET_BUILTIN(__builtin_xnet_send2, "iUiv*UiUi", "n", "xnet"))"));
    EXPECT_TRUE(has(text, R"(TARGET_BUILTIN(__builtin_xnet_send0h, "iUiv*", "n", "xnet"))"));
    EXPECT_TRUE(has(text, R"(TARGET_BUILTIN(__builtin_xnet_mcst1hv, "iUiv*IUiUi", "n", "xnet"))"));
    EXPECT_TRUE(has(text, R"(TARGET_BUILTIN(__builtin_xnet_lwv, "vIUivCD*", "n", "xnet"))"));
    EXPECT_TRUE(has(text, R"(TARGET_BUILTIN(__builtin_xnet_swv, "vIUivD*", "n", "xnet"))"));
    EXPECT_TRUE(has(text, R"(TARGET_BUILTIN(__builtin_xnet_hret, "v", "nr", "xnet"))"));
    EXPECT_TRUE(has(text, R"(TARGET_BUILTIN(__builtin_xnet_cfc2, "UiIUi", "n", "xnet"))"));
    EXPECT_TRUE(has(text, R"(TARGET_BUILTIN(__builtin_xnet_ctc2, "vIUiUi", "n", "xnet"))"));
    EXPECT_TRUE(has(text, R"(TARGET_BUILTIN(__builtin_xnet_nicond, "i", "n", "xnet"))"));
}

TEST(Backends, llvm_intrinsics) {
    const std::string text = llvm_files(model(), x86()).intrinsics;
    EXPECT_TRUE(has(text, R"(def int_xnet_send0h : ClangBuiltin<"__builtin_xnet_send0h">)"));
    EXPECT_TRUE(has(text, "[IntrHasSideEffects, IntrNoReturn, IntrNoFree]"));
    EXPECT_TRUE(has(text, "ImmArg<ArgIndex<0>>"));
    EXPECT_FALSE(has(text, "IntrNoMem"));
}

TEST(Backends, llvm_intrinsics_of_some_targets_have_a_second_prefix) {
    const std::string text = llvm_files(model(), x86()).intrinsics;
    for (const char *name : {"read", "write", "flag", "handler_return", "send5", "send0h"})
        EXPECT_TRUE(has(text, std::string("def int_xnet_") + name + " :")) << name;
    for (const char *name : {"lwv", "swv", "send5v", "send0hv"})
        EXPECT_TRUE(has(text, std::string("def int_xnet_vector_") + name + " :")) << name;
    for (const char *name : {"mcst0", "mcst1h", "mcst2v"})
        EXPECT_TRUE(has(text, std::string("def int_xnet_multicast_") + name + " :")) << name;
    for (const char *name : {"cfc2", "ctc2", "nicond", "hret", "lwv", "mcst0", "send0v"})
        EXPECT_FALSE(has(text, std::string("def int_xnet_") + name + " :")) << name;
}

TEST(Backends, llvm_builtins_of_each_target) {
    const auto lists = llvm_files(model(), x86()).builtins;
    for (const auto &[target, feature] : std::map<std::string, std::string>{
             {"Mips", "xnet"}, {"Sparc", "xnet"}, {"PPC", "xnet"}, {"X86", "xnet|xnet-trap"}}) {
        const std::string &text = lists.at(target);
        EXPECT_TRUE(has(text, "(__builtin_xnet_cfc2, \"UiIUi\", \"n\", \"" + feature + "\")"));
        for (const auto &[part, builtin] :
             {std::pair("vector", "lwv, \"vIUivCD*\""), std::pair("multicast", "mcst0h, \"iUiv*\""),
              std::pair("vector", "send0v, \"iUiv*IUi\"")})
            EXPECT_TRUE(has(text, std::string("(__builtin_xnet_") + builtin + ", \"n\", \"xnet\")"))
                << target << part << builtin;
        EXPECT_TRUE(has(text, "(__builtin_xnet_send4h, \"iUiv*UiUiUiUi\", \"n\", \"" + feature));
        EXPECT_TRUE(has(text, "(__builtin_xnet_send5h, \"iUiv*UiUiUiUiUi\", \"n\", \"" +
                                  (target == "Sparc" ? "xnet-send5" : feature) + "\")"));
    }
}

TEST(Backends, channels_of_an_ncube2_are_builtins_of_x86_alone) {
    const LlvmFiles files = llvm_files(model(), x86());
    EXPECT_TRUE(has(files.intrinsics,
                    R"(def int_xnet_ncube2_lptr : ClangBuiltin<"__builtin_ncube2_lptr">)"));
    EXPECT_TRUE(has(files.intrinsics, "Intrinsic<[llvm_i32_ty], [],"));
    EXPECT_TRUE(has(files.builtins.at("X86"),
                    R"(TARGET_BUILTIN(__builtin_ncube2_lptr, "vUiUi", "n", "dma-channels"))"));
    EXPECT_TRUE(has(files.builtins.at("X86"),
                    R"(TARGET_BUILTIN(__builtin_ncube2_stpr, "UiUi", "n", "dma-channels"))"));
    EXPECT_FALSE(has(files.builtins.at("Mips"), "ncube2"));
}

TEST(Backends, llvm_targets) {
    const std::string text = llvm_files(model(), x86()).targets;
    EXPECT_TRUE(has(text, R"(XNET_TARGET(mips, 5, "five", "hret", "nicond", Library, ""))"));
    EXPECT_TRUE(has(text, R"(XNET_TARGET(ppc, 5, "five", "hret", "", Saved, ""))"));
    EXPECT_TRUE(has(text, "XNET_CONSTANT(mips, __builtin_xnet_ctc2, 0, 0, 31)"));
    EXPECT_TRUE(has(text, "XNET_CONSTANT(mips, __builtin_xnet_mcst3hv, 2, 0, 31)"));
    EXPECT_TRUE(has(text, "XNET_CONSTANT(x86, __builtin_xnet_cfc2, 0, 0, 44)"));
    EXPECT_TRUE(has(text, "XNET_CONSTANT(sparc, __builtin_xnet_lwv, 0, 0, 31)"));
    EXPECT_TRUE(has(text, "XNET_CONSTANT(ppc, __builtin_xnet_lwv, 0, 0, 31)"));
    EXPECT_TRUE(has(text, "XNET_CONSTANT(x86, __builtin_xnet_lwv, 0, 0, 31)"));
}

TEST(Backends, forms_of_ud0_and_ud1_on_x86) {
    const std::string text = x86_llvm_instructions(x86());
    EXPECT_TRUE(has(text, R"(def SENDm : XNetSendBlock<0xB9, 0xF3, 0, "send">;)"));
    EXPECT_TRUE(has(text, R"(def SENDH1r : XNetSendWord<0xB9, 0xF3, 1, "sendh1">;)"));
    EXPECT_TRUE(has(text, R"(def LPTRr : XNetTakeRegister<0xB9, 0xF2, 0, "lptr", [EDX]>;)"));
    EXPECT_TRUE(has(text, R"(def HRET : XNetAlone<0xB9, 0xF3, "D0", "hret">;)"));
    EXPECT_TRUE(has(text, R"(def SENDHVm : XNetSendVector<0xFF, 0xF3, 1, "sendhv">;)"));
    EXPECT_TRUE(has(text, R"(def MCSTHm : XNetSendBlock<0xFF, 0xF3, 3, "mcsth">;)"));
    EXPECT_TRUE(has(text, R"(def SWVm : XNetMoveVector<0xFF, 0xF3, 7, "swv">;)"));
}

TEST(Backends, llvm_instructions) {
    const std::string text = llvm_files(model(), x86()).instructions;
    EXPECT_TRUE(has(text, R"(def SEND5 : XNetSend<5, 0x20, "send5">;)"));
    EXPECT_TRUE(has(text, R"(def SEND0H : XNetSend<0, 0x22, "send0h">;)"));
    EXPECT_TRUE(has(text, R"(def SEND5_V : XNetSendV<5, 0x21, "send5.v">;)"));
    EXPECT_TRUE(has(text, R"(def MCST2H_V : XNetSendV<2, 0x27, "mcst2h.v">;)"));
    EXPECT_TRUE(has(text, R"(def LW_V : XNetLoadV<0x32, "lw.v">;)"));
    EXPECT_TRUE(has(text, R"(def HRET : XNetHret<0x1c, "hret">;)"));
    EXPECT_TRUE(has(text, R"(def CTC2 : XNetMove<0x06, "ctc2">;)"));
    EXPECT_TRUE(has(text, R"(def BC2TL : XNetBranch<1, 1, "bc2tl">;)"));
}

TEST(Backends, guest_header_has_no_writer_for_read_only_registers) {
    const std::string text = guest_header(model());
    EXPECT_TRUE(has(text, "xnet_set_nistat(uint32_t value)"));
    EXPECT_TRUE(has(text, "xnet_get_niid(void)"));
    for (const char *name : {"niid", "inh", "count"})
        EXPECT_FALSE(has(text, std::string("xnet_set_") + name)) << name;
}

TEST(Backends, reference_page_has_everything) {
    const std::string text = reference_page(model(), x86());
    for (const Row &row : model().extension()) EXPECT_TRUE(has(text, "`" + row.name + "`"));
    for (const Register &reg : model().registers)
        EXPECT_TRUE(has(text, "### " + std::to_string(reg.number) + " " + reg.name));
    for (const BaseFamily *family : {&model().sparc, &model().ppc})
        for (const Row &row : family->network)
            EXPECT_TRUE(row.name.find_first_of("1234") != std::string::npos || // of a range
                        has(text, "`" + row.name))
                << row.name;
    for (const X86Row &row : x86().rows)
        EXPECT_TRUE(row.cost != "xnet" || has(text, "`" + row.name)) << row.name;
}

TEST(Backends, every_decision_is_linked) {
    const std::string text = reference_page(model(), x86());
    for (const auto &[anchor, heading] : model().decisions)
        EXPECT_TRUE(has(text, "(../isa/decisions.md#" + anchor + ")")) << heading;
}

} // namespace
