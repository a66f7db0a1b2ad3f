#include "gdb/target.h"

#include "gdb/packets.h"
#include "gdb/register_parameters.h"
#include "ni/interrupted.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

namespace inlet::gdb {

namespace {

/// Maximum size of a reply, in bytes. gdb asks for less than PacketSize.
constexpr std::uint64_t most_bytes = 0x8000;
constexpr std::uint32_t longest_watch = 64;

/// Hexadecimal text of a number in the target's byte order. `bytes` has the lowest byte first.
std::string number_text(std::span<const std::uint8_t> bytes, bool little) {
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); ++i)
        text += fmt::format("{:02x}", bytes[little ? i : bytes.size() - 1 - i]);
    return text;
}
std::array<std::uint8_t, 4> bytes_of(std::uint32_t value) {
    return {static_cast<std::uint8_t>(value), static_cast<std::uint8_t>(value >> 8),
            static_cast<std::uint8_t>(value >> 16), static_cast<std::uint8_t>(value >> 24)};
}

std::string error(unsigned number) { return fmt::format("E{:02x}", number); }

int signal_of(FaultKind kind) { return static_cast<int>(row_of(kind).signal); }

} // namespace

Target::Target(Machine &machine, const GdbServer::Session &session,
               std::function<bool()> interrupted)
    : session_(session), timeline_(machine, session.hash, std::move(interrupted)),
      control_(timeline_.control()), registers_(control_, session.second_core),
      unlike_(has_unlike_cores(control_)) {
    // An address that both programs have code at is the first cores'.
    if (unlike_)
        timeline_.second_cores_break_at([image = session_.image](std::uint32_t address) {
            std::uint32_t word = 0;
            return !image || !image->word(address, word);
        });
}

std::string Target::output() { return std::exchange(output_, {}); }

bool Target::thread(Text text, std::optional<std::uint32_t> &node) const {
    node.reset();
    if (text == "-1" || text == "0") return true;
    const auto number = take_number(text);
    if (!number || !text.empty() || *number == 0 || *number > count()) return false;
    node = static_cast<std::uint32_t>(*number - 1);
    return true;
}

std::string Target::answer(std::string_view packet) {
    if (packet.empty()) return "";
    const Text rest = packet.substr(1);
    switch (packet[0]) {
    case '?': return last_;
    case 'g': return read_registers();
    case 'G': return write_registers(rest);
    case 'p': return read_register(rest);
    case 'P': return write_register(rest);
    case 'm': return read_memory(rest);
    case 'M': return write_memory(rest, false);
    case 'X': return write_memory(rest, true);
    case 'Z': return point(rest, true);
    case 'z': return point(rest, false);
    case 'H': {
        std::optional<std::uint32_t> node;
        if (rest.empty() || !thread(rest.substr(1), node)) return error(1);
        if (rest[0] == 'g') node_ = node.value_or(node_);
        if (rest[0] == 'c') steps_ = node;
        return "OK";
    }
    case 'T': {
        std::optional<std::uint32_t> node;
        return thread(rest, node) && node ? "OK" : error(1);
    }
    case 'c':
    case 'C': return resume("c");
    case 's':
    case 'S': return ended_ ? ended() : stopped(timeline_.step(steps_.value_or(node_)));
    case 'b':
        if (rest == "s") {
            ended_ = false;
            return stopped(timeline_.step_back(steps_.value_or(node_),
                                               steps_ ? Timeline::On::alone : Timeline::On::all));
        }
        if (rest == "c") {
            ended_ = false;
            return stopped(timeline_.go_back(steps_));
        }
        return "";
    case 'D': detached_ = true; return "OK";
    case 'k': killed_ = true; return "";
    case 'v':
        if (packet == "vCont?") return "vCont;c;C;s;S";
        if (packet.starts_with("vCont;")) return resume(packet.substr(6));
        if (packet.starts_with("vKill")) {
            killed_ = true;
            return "OK";
        }
        return "";
    case 'q':
    case 'Q': return query(packet);
    default: return "";
    }
}

std::string Target::query(Text packet) {
    if (packet.starts_with("qSupported"))
        return "PacketSize=8000;qXfer:features:read+;vContSupported+;ReverseStep+;ReverseContinue+;"
               "swbreak+;hwbreak+;QStartNoAckMode+;qXfer:threads:read+";
    if (packet == "QStartNoAckMode") {
        no_acknowledgements_ = true;
        return "OK";
    }
    constexpr Text features_of = "qXfer:features:read:target.xml:";
    if (packet.starts_with(features_of)) return features(packet.substr(features_of.size()));
    if (packet.starts_with("qXfer:features:read:")) return "E00";
    constexpr Text threads_of = "qXfer:threads:read::";
    if (packet.starts_with(threads_of))
        return part_of(thread_list(), packet.substr(threads_of.size()));
    if (packet == "qfThreadInfo") return threads();
    if (packet == "qsThreadInfo") return "l";
    constexpr Text extra = "qThreadExtraInfo,";
    if (packet.starts_with(extra)) {
        std::optional<std::uint32_t> node;
        if (!thread(packet.substr(extra.size()), node) || !node) return error(1);
        return to_hex(node_line(control_.state_dump(), *node));
    }
    if (packet == "qC") return fmt::format("QC{:x}", node_ + 1);
    if (packet.starts_with("qAttached")) return "1";
    if (packet.starts_with("qSymbol")) return "OK";
    constexpr Text command = "qRcmd,";
    if (packet.starts_with(command))
        return to_hex(monitor(from_hex(packet.substr(command.size()))));
    return "";
}

std::uint32_t Target::count() const { return control_.cores(); }

std::string Target::threads() const {
    std::string list = "m";
    for (std::uint32_t n = 0; n < count(); ++n) list += fmt::format("{}{:x}", n ? "," : "", n + 1);
    return list;
}

/// Each thread names the core of its node.
std::string Target::thread_list() {
    std::string xml = "<?xml version=\"1.0\"?><threads>";
    const StateDump dump = control_.state_dump();
    for (std::uint32_t n = 0; n < count(); ++n)
        xml += fmt::format("<thread id=\"{:x}\" core=\"{}\">{}</thread>", n + 1,
                           n < control_.nodes() ? 0 : 1, node_line(dump, n));
    return xml + "</threads>";
}

std::string Target::features(Text range) const {
    return part_of(registers_.description(control_), range);
}

std::string Target::part_of(const std::string &all, Text range) {
    std::uint64_t from = 0, bytes = 0;
    if (!take_range(range, from, bytes)) return error(1);
    if (from >= all.size()) return "l";
    bytes = std::min({bytes, std::uint64_t{all.size() - from}, most_bytes / 2});
    return (from + bytes < all.size() ? "m" : "l") + all.substr(from, bytes);
}

// --- registers and memory -------------------------------------------------------------------

std::string Target::register_text(std::uint32_t number) const {
    const auto own = registers_.on(is_second(node_), number);
    if (!own) return std::string(2 * std::size_t{registers_.bytes(number)}, 'x'); // unavailable
    std::vector<std::uint8_t> bytes(registers_.bytes(number));
    if (bytes.size() > sizeof(std::uint32_t))
        control_.read_wide(node_, *own, bytes);
    else
        std::ranges::copy(bytes_of(control_.read(node_, *own)), bytes.begin());
    return number_text(bytes, control_.little(0));
}

bool Target::set_register(std::uint32_t number, Text hex) {
    const std::string text = from_hex(hex);
    const auto own = registers_.on(is_second(node_), number);
    if (!own || text.size() != registers_.bytes(number)) return false;
    std::vector<std::uint8_t> bytes(text.begin(), text.end());
    if (!control_.little(0)) std::ranges::reverse(bytes);
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < sizeof value; ++i) value |= std::uint32_t{bytes[i]} << 8 * i;
    const bool done = bytes.size() > sizeof value ? control_.write_wide(node_, *own, bytes)
                                                  : control_.write(node_, *own, value);
    if (done) changed("a register of " + core_title(node_));
    jumped_ |= done && registers_.name(number) == "eip" && !is_second(node_);
    return done;
}

std::string Target::read_registers() const {
    std::string all;
    for (std::uint32_t r = 0; r < registers_.count(); ++r) all += register_text(r);
    return all;
}

std::string Target::write_registers(Text hex) {
    for (std::uint32_t r = 0; r < registers_.count(); ++r) {
        const std::string before = register_text(r);
        if (hex.size() < before.size()) break;
        const Text part = hex.substr(0, before.size());
        hex.remove_prefix(before.size());
        if (part != before && !set_register(r, part)) return error(2);
    }
    return "OK";
}

std::string Target::read_register(Text number) const {
    const auto r = take_number(number);
    if (!r || *r >= registers_.count()) return error(1);
    return register_text(static_cast<std::uint32_t>(*r));
}

std::string Target::write_register(Text packet) {
    const auto r = take_number(packet);
    if (!r || *r >= registers_.count() || !packet.starts_with('=')) return error(1);
    packet.remove_prefix(1);
    const auto number = static_cast<std::uint32_t>(*r);
    if (set_register(number, packet)) return "OK";
    // i386's gdb restores all registers behind a call of its own, whatever the description says.
    const bool restores = called_ || packet == register_text(number);
    const auto own = registers_.on(is_second(node_), number);
    return restores && (!own || !control_.writable(node_, *own)) ? "OK" : error(2);
}

std::string Target::read_memory(Text packet) const {
    std::uint64_t address = 0, length = 0;
    if (!take_range(packet, address, length) || address > ~std::uint32_t{0}) return error(1);
    if (address >= interrupted::begin && length == sizeof(std::uint32_t)) {
        const auto there = control_.interrupted_word(node_, static_cast<std::uint32_t>(address));
        return there ? number_text(bytes_of(*there), control_.little(node_)) : error(14);
    }
    std::string hex;
    length = std::min({length, most_bytes / 2, (std::uint64_t{1} << 32) - address});
    for (std::uint64_t i = 0; i < length; ++i) { // up to the first unmapped byte
        std::uint8_t byte = 0;
        if (!control_.read(node_, static_cast<std::uint32_t>(address + i), {&byte, 1})) break;
        hex += fmt::format("{:02x}", byte);
    }
    return hex.empty() && length ? error(14) : hex; // EFAULT
}

std::string Target::write_memory(Text packet, bool binary) {
    std::uint64_t address = 0, length = 0;
    if (!take_range(packet, address, length) || !packet.starts_with(':')) return error(1);
    packet.remove_prefix(1);
    const std::string bytes = binary ? std::string(packet) : from_hex(packet);
    if (bytes.size() != length || address + length > std::uint64_t{1} << 32) return error(1);
    if (length == 0) return "OK"; // gdb's probe for packet X
    if (!control_.write(node_, static_cast<std::uint32_t>(address),
                        {reinterpret_cast<const std::uint8_t *>(bytes.data()), bytes.size()}))
        return error(14);
    changed("memory of " + core_title(node_));
    return "OK";
}

void Target::changed(const std::string &what) {
    timeline_.written();
    if (!std::exchange(changed_, true) && session_.tell)
        session_.tell(
            "gdb has written " + what +
            ": from here on this is another run; gdb cannot go back to before the change");
}

std::string Target::point(Text packet, bool insert) {
    if (packet.size() < 2 || packet[1] != ',') return error(1);
    const char kind = packet[0];
    packet.remove_prefix(2);
    std::uint64_t address = 0, length = 0;
    if (!take_range(packet, address, length) || address > ~std::uint32_t{0}) return error(1);
    if (kind == '0' || kind == '1') {
        if (insert)
            timeline_.points.breakpoints.insert(static_cast<std::uint32_t>(address));
        else
            timeline_.points.breakpoints.erase(static_cast<std::uint32_t>(address));
        return "OK";
    }
    constexpr Watch::Kind kinds[] = {Watch::Kind::write, Watch::Kind::read, Watch::Kind::access};
    if (kind < '2' || kind > '4') return "";
    if (length == 0 || length > longest_watch) return error(22); // EINVAL
    const Watch watch{kinds[kind - '2'], static_cast<std::uint32_t>(address),
                      static_cast<std::uint32_t>(length)};
    if (insert)
        timeline_.points.watches.insert(watch);
    else
        timeline_.points.watches.erase(watch);
    return "OK";
}

// --- running --------------------------------------------------------------------------------

/// "s:2;c": thread 2 steps while the others run. "s:2", "c:2": gdb expects the others to stay
/// stopped.
std::string Target::resume(Text actions) {
    std::optional<std::uint32_t> steps, named;
    bool goes = false;
    auto on = Timeline::On::alone;
    while (!actions.empty()) {
        const std::size_t end = std::min(actions.find(';'), actions.size());
        const Text action = actions.substr(0, end);
        actions.remove_prefix(std::min(end + 1, actions.size()));
        if (action.empty()) return error(1);
        const std::size_t colon = action.find(':');
        std::optional<std::uint32_t> node;
        if (colon != Text::npos && !thread(action.substr(colon + 1), node)) return error(1);
        if (!node || (named && named != node)) on = Timeline::On::all;
        if (!named) named = node;
        if (action[0] == 's' || action[0] == 'S') {
            if (!steps) steps = node.value_or(node_);
        } else if (action[0] == 'c' || action[0] == 'C') {
            goes = true;
        } else {
            return error(1);
        }
    }
    if (!steps && !goes) return error(1);
    if (ended_) return ended();
    begin_call();
    const Stopped stop =
        steps ? timeline_.step(*steps, on) : timeline_.go_on(named.value_or(node_), on);
    // gdb expects the report after the access. On MIPS, gdb itself executes the access after the
    // report.
    if (stop.why == Stopped::Why::watch &&
        std::string_view(control_.architecture(stop.node)) != "mips")
        if (const Stopped done = timeline_.step(stop.node, on); done.why == Stopped::Why::end)
            return stopped(done, on);
    return stopped(stop, on);
}

/// gdb calls a function if it has set the pc to the begin of one, and the return address to a
/// breakpoint.
void Target::begin_call() {
    called_ = false;
    if (!std::exchange(jumped_, false) || !session_.image) return;
    const std::uint32_t pc = control_.pc(node_);
    const Symbol *function = session_.image->find(pc);
    std::array<std::uint8_t, 4> there{};
    if (!function || function->address != pc ||
        !control_.read(node_, control_.stack_pointer(node_), there))
        return;
    std::uint32_t back = 0;
    for (std::size_t i = 0; i < there.size(); ++i) back |= std::uint32_t{there.at(i)} << 8 * i;
    called_ = timeline_.points.breakpoints.contains(back);
    if (called_) pass_in_registers(control_, node_, *session_.image);
}

std::string Target::stopped(const Stopped &stop, Timeline::On on) {
    // Where gdb has not asked for a second core of another kind, it gets the first one of its node.
    const bool anywhere = stop.why == Stopped::Why::interrupt || stop.why == Stopped::Why::begin;
    node_ = unlike_ && anywhere && is_second(stop.node) && stop.node != node_
                ? stop.node - control_.nodes()
                : stop.node;
    int signal = 5;
    std::string why;
    switch (stop.why) {
    case Stopped::Why::step: break;
    case Stopped::Why::breakpoint: why = "swbreak:;"; break;
    case Stopped::Why::watch: {
        constexpr const char *names[] = {"watch", "rwatch", "awatch"};
        why = fmt::format("{}:{:x};", names[static_cast<int>(stop.watch.kind)], stop.watch.address);
        break;
    }
    case Stopped::Why::interrupt: signal = 2; break;
    case Stopped::Why::begin: why = "replaylog:begin;"; break;
    case Stopped::Why::end: {
        ended_ = true;
        const Outcome outcome = control_.outcome();
        output_ = ending();
        if (outcome == Outcome::exited) return last_ = ended();
        signal = signal_of_end();
        if (on == Timeline::On::all) {
            if (outcome == Outcome::fault) // alone, gdb expects this node only
                node_ = core_of(*control_.fault());
        } else if (signal != 8 && signal != 10 && signal != 24) {
            signal = 6; // gdb may take SIGSEGV, SIGILL and SIGTRAP for the end of the step
        }
        break;
    }
    case Stopped::Why::end_of_others:
        signal = 2;
        output_ = ending() +
                  fmt::format("inlet: thread {} has not done its step by then, but {} has come "
                              "to a breakpoint or watchpoint: 'thread {}' and 'continue' go back "
                              "to it\n",
                              stop.node + 1, core_title(stop.other), stop.other + 1);
        break;
    }
    return last_ = fmt::format("T{:02x}thread:{:x};{}", signal, node_ + 1, why);
}

std::uint32_t Target::core_of(const Fault &fault) const {
    return fault.core ? control_.nodes() + fault.node : fault.node;
}

int Target::signal_of_end() const {
    switch (control_.outcome()) {
    case Outcome::fault: return signal_of(control_.fault()->kind);
    case Outcome::deadlock:
    case Outcome::stalled: return 6; // SIGABRT
    default: return 24;              // SIGXCPU: --max-cycles
    }
}

std::string Target::ending() const {
    switch (control_.outcome()) {
    case Outcome::fault: {
        const Fault &fault = *control_.fault();
        const std::uint32_t core = core_of(fault);
        return fmt::format("inlet: {}, cycle {}, {}: {}\n", core_title(core), fault.cycle,
                           place(fault.pc, core), describe(fault.kind));
    }
    case Outcome::deadlock: return "inlet: deadlock: no node can make progress\n";
    case Outcome::stalled: return "inlet: stalled: every node only polls, and no message comes\n";
    case Outcome::max_cycles: return "inlet: --max-cycles is reached\n";
    default: return "";
    }
}

/// Reports the end of the process, after gdb has seen the end of the run.
std::string Target::ended() {
    ended_ = true;
    detached_ = true;
    if (control_.outcome() == Outcome::exited)
        return fmt::format("W{:02x}", std::min(control_.status(), 255u));
    return fmt::format("X{:02x}", signal_of_end());
}

// --- texts ----------------------------------------------------------------------------------

std::string Target::core_title(std::uint32_t core) const {
    const std::uint32_t nodes = control_.nodes();
    return core < nodes ? fmt::format("node {}", core)
                        : fmt::format("node {}'s {}", core - nodes, session_.second_core);
}

std::string Target::place(std::uint32_t address, std::uint32_t core) const {
    const Image *image = core < control_.nodes() ? session_.image : session_.firmware;
    const std::string name = image ? image->place(address) : "";
    const std::string number = fmt::format("{:#010x}", address);
    return name.empty() || name == number ? number : fmt::format("{} ({})", number, name);
}

} // namespace inlet::gdb
