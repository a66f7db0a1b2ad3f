#include "paper_t1.h"

#include <fmt/format.h>

namespace inlet::cli {

const std::vector<Input> &inputs_t1() {
    using From = Input::From;
    static const std::vector<Input> inputs = {
        {"costs.send",
         From::paper,
         "3.10",
         "a message send of up to 37 data words will cost approximately 5 cycles",
         {}},
        {"dispatch",
         From::paper,
         "3.10",
         "message reception and the dispatch to the handler: an overhead of about 5 cycles",
         {}},
        {"vector_words_per_cycle",
         From::paper,
         "3.2",
         "a path of 128 bits to the local memory",
         {}},
        {"costs.ctc2",
         From::bound,
         "3.10",
         "forming a critical section or performing a network poll would cost less than 5 cycles",
         {"critical_section", "figure_8", "hold", "poll"}},
        {"costs.cfc2",
         From::bound,
         "3.10, A.10",
         "performing a network poll: less than 5 cycles, and \"the four required for a poll\"",
         {"available"}},
        {"exception", From::chosen, "", "as dispatch", {}},
        {"send_refused",
         From::chosen,
         "A.10",
         "a failed send and its check: likely more cycles than the four required for a poll",
         {}},
    };
    return inputs;
}

const std::vector<Row> &rows_t1() {
    using Kind = Claim::Kind;
    static const Claim section{Kind::below, 0, 5,
                               "forming a critical section: less than 5; "
                               "3 instructions",
                               "3.10, 3.4"};
    static const Claim cm5{Kind::elsewhere, 0, 100, "CMAM on the CM-5: about 100", "2.2.1"};
    static const std::vector<Row> rows = {
        {.id = "critical_section",
         .what = "critical section: EE cleared and set, in C",
         .claim = section,
         .begin = "critical_begin",
         .end = "critical_end",
         .why = "{nops} of them are the nops that the compiler puts behind each CTC2 (A.10, "
                "\"Hazards\": in effect from the third instruction on); 3.4 says that there may be "
                "such slots to fill. Without them it is {without_nops}."},
        {.id = "figure_8",
         .what = "the same as Figure 8 prints it, in assembly",
         .claim = section,
         .begin = "figure_8_begin",
         .end = "figure_8_end"},
        {.id = "hold",
         .what = "critical section for any code: am_hold, am_release",
         .claim = section,
         .begin = "hold_begin",
         .end = "hold_end",
         .why =
             "EE cannot be cleared around compiled code: by the table of A.10 that shows another "
             "$4-$9 and $29. So the event mask is closed, which is read and written back "
             "twice, and a count lets sections nest. {nops} of the instructions are nops."},
        {.id = "poll",
         .what = "poll: EE set and cleared, in C",
         .claim = {Kind::below, 0, 5, "performing a network poll: less than 5; 3 instructions",
                   "3.10, 3.4"},
         .begin = "poll_begin",
         .end = "poll_end",
         .why =
             "{nops} of them are nops behind CTC2, as above. Without them it is {without_nops}."},
        {.id = "available",
         .what = "is there room for a message? lpa, with its branch",
         .claim = {Kind::about, 0, 4, "the four required for a poll", "A.10"},
         .begin = "available_begin",
         .end = "available_end",
         .why = "The compiler tests the bit with LUI, AND and BEQZ where Figure 18 shifts it to "
                "the sign, and has nothing for the branch's delay slot."},
        {.id = "send",
         .what = "send of one word with its test",
         .claim = {Kind::about, 0, 6,
                   "a send: approximately 5; its test: typically only one "
                   "instruction",
                   "3.10, 3.5"},
         .begin = "send_one_begin",
         .end = "send_one_end",
         .why = "SEND and BC2F are what the paper counts. {nops} more are the nops between them "
                "(A.10) and in the delay slot, the others put the handler's address into a "
                "register."},
        {.id = "short_handler",
         .what = "short handler: dispatch, sum += word, return",
         .claim = {Kind::about, 0, 10, "dispatch, execution and return: only about 10", "3.9"},
         .handler = "short_handler",
         .why = "Half of it is dispatch, which is an input; the rest is what the compiler makes of "
                "an addition to a variable in memory, with a load-use cycle."},
        {.id = "overhead",
         .what = "per message of 5 words: send, reception, dispatch",
         .claim = {Kind::below, 0, 10, "expected to be less than 10", "2.2.1"},
         .begin = "send_four_begin",
         .end = "send_four_end",
         .handler = "take_four",
         .whole_handler = false,
         .why = "The inputs alone, SEND and dispatch, are {inputs}. The test of success and the "
                "handler's address, {rest} more, are not in the paper's sum."},
        {.id = "overhead_cm5",
         .what = "the same beside the CM-5",
         .claim = cm5,
         .begin = "send_four_begin",
         .end = "send_four_end",
         .handler = "take_four",
         .whole_handler = false,
         .why = "The paper's comparison, with software on another machine."},
        {.id = "overhead_am",
         .what = "per message with <am.h>: send, dispatch, handler in C, return",
         .claim = cm5,
         .begin = "am_send",
         .end = "am_send_end",
         .handler = "am_handler",
         .handler_offset = -8,
         .why = "A plain C function as handler: what it may change is saved and restored around "
                "it in software, and that and its own code are in the number."},
        {.id = "vector",
         .what = "per message of 37 words: send with a vector, reception, dispatch",
         .claim = {Kind::below, 0, 10,
                   "expected to be less than 10 for any message size up to 37 words", "2.2.1"},
         .begin = "send_vector_begin",
         .end = "send_vector_end",
         .handler = "take_vector",
         .whole_handler = false,
         .why =
             "As with 5 words; and compiled code has to move its stack pointer out of $29, where "
             "the fifth scalar word goes. The vector costs nothing more: {per_word} cycles for "
             "each of the 37 words."},
        {.id = "exception_tuned",
         .what = "arrival by a tuned exception dispatcher, to the handler",
         .claim = {Kind::between, 15, 20, "a well-tuned kernel dispatch routine: 15-20", "3.8"},
         .exception = "after_tuned",
         .why = "{entry} of it are the exception itself, which the paper does not give. The "
                "dispatcher's instructions are the other {without_entry}: the claim holds where "
                "an exception is {range} cycles.",
         .always_why = true},
        {.id = "exception_generic",
         .what = "arrival by the kernel's generic exception handler",
         .claim = {Kind::at_least, 100, 0, "a more realistic estimate: at least 100", "3.8"},
         .exception = "after_generic",
         .why = "{entry} of it are the exception itself, which the paper does not give. The "
                "handler's instructions, which save and restore all registers, are the other "
                "{without_entry}: the claim holds where an exception is {range} cycles.",
         .always_why = true},
    };
    return rows;
}

std::string number_of(const Claim &claim) {
    switch (claim.kind) {
    case Claim::Kind::below: return fmt::format("< {}", claim.high);
    case Claim::Kind::about:
    case Claim::Kind::elsewhere: return fmt::format("about {}", claim.high);
    case Claim::Kind::between: return fmt::format("{}-{}", claim.low, claim.high);
    case Claim::Kind::at_least: return fmt::format(">= {}", claim.low);
    }
    return "";
}

bool agrees(const Claim &claim, std::uint64_t cycles) {
    switch (claim.kind) {
    case Claim::Kind::below: return cycles < claim.high;
    case Claim::Kind::about: return cycles == claim.high;
    case Claim::Kind::between: return cycles >= claim.low && cycles <= claim.high;
    case Claim::Kind::at_least: return cycles >= claim.low;
    case Claim::Kind::elsewhere: break;
    }
    return false;
}

std::string difference(const Claim &claim, std::uint64_t cycles) {
    if (agrees(claim, cycles)) return claim.kind == Claim::Kind::about ? "0" : "within";
    std::uint32_t nearest = claim.high;
    if (claim.kind == Claim::Kind::elsewhere)
        return fmt::format("{:.1f}x less",
                           static_cast<double>(claim.high) / static_cast<double>(cycles));
    if (claim.kind == Claim::Kind::below) nearest = claim.high - 1;
    if (cycles < claim.low) nearest = claim.low;
    return fmt::format("{:+}", static_cast<std::int64_t>(cycles) - nearest);
}

} // namespace inlet::cli
