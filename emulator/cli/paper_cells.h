// A paper's tables, cell by cell: examples/reproduce/PAPER.json where it has `cells`
// (docs/reproduce.md). Each is beside what compiled code does here, with the inputs that are in it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace inlet::cli {

/// Part of a program's text: "CMAM_4+8" to just before "CMAM_4+20", or names of constants that hold
/// an address; "&table+256": the address of the constant itself.
struct CodeRange {
    std::string from, to;
};

/// A cell of a paper's table, and what shows it.
struct Cell {
    enum class Kind : std::uint8_t {
        input,      ///< a number of the machine file is the paper's
        calibrated, ///< one was chosen so that this comes out
        prediction, ///< it follows
        definition, ///< it is so by definition
        not_modelled
    } kind = Kind::prediction;
    enum class Unit : std::uint8_t {
        cycles,
        microseconds,
        megabytes, ///< a second, with `bytes` each time
        count,     ///< of a curve: bytes, messages
        per_cent,  ///< of a curve; `firmware`
        seconds,
        megaflops ///< of a curve whose bytes are floating-point operations
    } unit = Unit::cycles;
    /// What is read off a curve.
    enum class Take : std::uint8_t {
        rate,  ///< at x
        time,  ///< at x
        half,  ///< where half of the last rate, or of `of`, is reached
        peak,  ///< the highest rate
        falls, ///< where the rate falls below x of the highest
        slope, ///< what each x adds
        jumps, ///< the distance of jumps of x cycles
        apart, ///< at x: how far the rate of the curve `with` is away
        ratio  ///< at x: the time of this curve over that of the curve `with`
    } take = Take::rate;

    std::string id, what, section;
    std::string words;           ///< as the paper has it
    std::optional<double> value; ///< the number of it; none: it is there for other cells
    std::string why;             ///< why there is a difference, or no measurement
    // What is measured: on node 0, the last time from one label to another; empty: nothing.
    std::string program, begin, end;
    std::vector<CodeRange> only; ///< of that the instructions here; empty: all
    /// Or how many per cent of these cycles the firmware of node 0's adapter worked.
    bool firmware = false;
    std::string at;           ///< or the cycle of this instruction, from the first of `only` on
    bool last_cycle = false;  ///< its last cycle instead of its first
    double per = 1, plus = 0; ///< divided by `per`; `plus` is in the cell's unit
    double bytes = 0;         ///< Unit::megabytes
    /// Or made of other cells' cycles: id and factor.
    std::vector<std::pair<std::string, double>> sum;
    // Or taken from a curve that a program prints.
    std::string curve, with;
    double x = 0, of = 0;
    bool starred = false; ///< numbers that the paper does not give were chosen with it in view

    bool measured() const { return !begin.empty() || !sum.empty() || !curve.empty(); }
};

struct PaperCells {
    struct Program {
        std::string name;
        std::uint32_t nodes = 0;
        bool inputs = true;  ///< it is run again with each input one greater
        std::string machine; ///< of its own; empty: the paper's
    };
    /// A picture of curves.
    struct Figure {
        std::string name, what;
        std::vector<std::string> curves;
        bool rates = true; ///< else times
    };
    /// What the paper says that cannot all be true, and what is done.
    struct Contradiction {
        std::string section, what, decision;
    };
    /// A number of the machine file that is the paper's or was calibrated with a cell of it.
    struct Input {
        std::string key;     ///< dotted path
        std::string from;    ///< "input" or "calibrated"
        std::string section; ///< with the paper's words
    };
    std::string name, machine;
    double megahertz = 0; ///< of the machine
    std::vector<Program> programs;
    std::vector<Input> inputs;
    std::vector<Cell> cells;
    std::vector<Figure> figures;
    std::vector<Contradiction> contradictions;

    /// Whether the file is one of cells.
    static bool is_one(const std::filesystem::path &file);
    /// Throws UserError: it is not there, or what is wrong with it.
    static PaperCells load(const std::filesystem::path &file);
};

const char *name_of(Cell::Kind kind);

} // namespace inlet::cli
