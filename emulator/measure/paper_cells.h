// The cells of a paper's tables: examples/reproduce/PAPER.json with `cells` (docs/reproduce.md).
// Each cell is compared with a measurement of compiled code, and lists the inputs that it depends
// on.
#pragma once

#include <cstdint>
#include <filesystem>
#include <inlet/config.h>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace inlet::measure {

/// A range of a program's text, such as "CMAM_4+8" up to "CMAM_4+20", exclusive. The name of a
/// constant stands for the address in it, "&table+256" for the address of the constant itself.
struct CodeRange {
    std::string from, to;
};

/// A cell of a paper's table, and its measurement.
struct Cell {
    enum class Kind : std::uint8_t {
        input,      ///< the number is an input of the machine file
        calibrated, ///< a number of the machine file was chosen to meet it
        prediction, ///< it follows from the inputs
        definition, ///< it holds by definition
        not_modelled
    } kind = Kind::prediction;
    enum class Unit : std::uint8_t {
        cycles,
        microseconds,
        megabytes, ///< per second, with `bytes` for each execution
        count,     ///< of a curve: bytes, messages; of a way: routers; a ratio
        per_cent,  ///< of a curve; `firmware`; `link`
        seconds,
        megaflops ///< of a curve whose bytes are floating-point operations
    } unit = Unit::cycles;
    /// The value to take from a curve.
    enum class Take : std::uint8_t {
        rate,   ///< rate at x
        time,   ///< time at x
        half,   ///< x at which half of the last rate, or of `of`, is reached
        peak,   ///< the highest rate
        falls,  ///< first point behind the peak with a rate below x times the peak
        slope,  ///< time for each unit of x
        jumps,  ///< mean distance of jumps of more than x cycles
        apart,  ///< at x: difference to the rate of the curve `with`, per cent
        ratio,  ///< at x: time of this curve over that of the curve `with`, there or at `of`
        faster, ///< the same with rates
        below   ///< first x from which on the time is less than that of the curve `with`; 0: none
    } take = Take::rate;

    std::string id, what, section;
    std::string words;           ///< the paper's wording
    std::optional<double> value; ///< its number; empty: a part of other cells only
    std::string why;             ///< reason for a difference, or for a missing measurement
    // The measurement: the last execution on node 0 from label `begin` to label `end`; empty: none.
    std::string program, begin, end;
    std::vector<CodeRange> only; ///< only the instructions in these ranges; empty: all
    /// Or: the per cent of these cycles in which the firmware of node 0 works, its adapter's or its
    /// second processor's.
    bool firmware = false;
    /// Or: the per cent in which the link from the network to node 0 is busy.
    bool link = false;
    /// Or: a message from label `begin` on node 0 to label `end` on this node, or a part of its
    /// way (OneWay): "sender", "send", "links", "receive", "receiver", "routers".
    std::optional<std::uint32_t> to_node;
    std::string part;        ///< empty: the whole
    std::string at;          ///< or: the cycle of this instruction, relative to the first of `only`
    bool last_cycle = false; ///< `at`: the last cycle of the instruction instead of the first
    double per = 1, plus = 0; ///< the result is divided by `per`; `plus` is in the cell's unit
    /// Cycles to add that no instruction shows: numbers of the machine file, by key and factor.
    std::vector<std::pair<std::string, double>> plus_of;
    double bytes = 0; ///< Unit::megabytes
    /// Or: a sum of other cells' cycles, by id and factor.
    std::vector<std::pair<std::string, double>> sum;
    std::string over; ///< Unit::per_cent, Unit::count: of this cell
    // Or: a value of a curve that a program prints.
    std::string curve, with;
    double x = 0, of = 0;
    bool starred = false; ///< numbers that the paper lacks were chosen with regard to this cell
    int decimals = 1;     ///< of the emulated value

    bool measured() const { return !begin.empty() || !sum.empty() || !curve.empty(); }
};

struct PaperCells {
    struct Program {
        std::string name;
        std::uint32_t nodes = 0;
        bool inputs = true;   ///< run again for each input, increased by one
        std::string machine;  ///< empty: the paper's
        std::string elf;      ///< its file without .elf; `name` unless given
        std::string firmware; ///< the same, of second processors; empty: the runtime's
        std::vector<std::string> arguments{};
        /// Numbers of the machine file that are others than the machine's.
        std::vector<MachineSetting> set{};
    };
    /// A figure with curves.
    struct Figure {
        std::string name, what;
        std::vector<std::string> curves;
        bool rates = true;          ///< else times
        std::string over = "bytes"; ///< what x is
    };
    /// A contradiction in the paper, and its resolution here.
    struct Contradiction {
        std::string section, what, decision;
    };
    /// A number of the machine file whose source names the paper.
    struct Input {
        std::string key;     ///< dotted path
        std::string from;    ///< "input", "calibrated", or "related": of another source that agrees
        std::string section; ///< with the paper's wording
        /// The cells that it was chosen by. They are no predictions: load() makes them `input` or
        /// `calibrated`, and stars those of "related".
        std::vector<std::string> cells;
        bool varied = true;  ///< measured again with the number one greater
        std::string machine; ///< whose file has it; empty: the paper's
    };
    std::string name, machine;
    double megahertz = 0; ///< of the machine
    std::vector<Program> programs;
    std::vector<Input> inputs;
    std::vector<Cell> cells;
    std::vector<Figure> figures;
    std::vector<Contradiction> contradictions;

    /// Whether the file has cells.
    static bool is_one(const std::filesystem::path &file);
    /// Throws UserError if the file does not exist or is not valid.
    static PaperCells load(const std::filesystem::path &file);
};

const char *name_of(Cell::Kind kind);

} // namespace inlet::measure
