#include "measure/paper_curves.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <inlet/config.h>
#include <sstream>

namespace inlet::measure {

namespace {

using Points = std::vector<CurvePoint>;

const Points &points_of(const Curves &curves, const std::string &name) {
    const auto found = curves.find(name);
    if (found == curves.end() || found->second.empty())
        throw UserError(fmt::format("no program printed the curve '{}'", name));
    return found->second;
}

const CurvePoint &at(const Points &points, double x, const std::string &name) {
    const auto found = std::ranges::find_if(
        points, [=](const CurvePoint &p) { return static_cast<double>(p.x) >= x; });
    if (found == points.end())
        throw UserError(fmt::format("the curve '{}' has no point at {}", name, x));
    return *found;
}

/// The first x at which a rate is reached, by linear interpolation.
double reaches(const Points &points, double rate, double megahertz) {
    for (std::size_t i = 0; i < points.size(); ++i) {
        const double here = rate_of(points[i], megahertz);
        if (here < rate) continue;
        if (i == 0) return static_cast<double>(points[0].x);
        const double before = rate_of(points[i - 1], megahertz);
        const auto x0 = static_cast<double>(points[i - 1].x), x1 = static_cast<double>(points[i].x);
        return x0 + (x1 - x0) * (rate - before) / (here - before);
    }
    return 0;
}

double peak(const Points &points, double megahertz) {
    double most = 0;
    for (const CurvePoint &p : points) most = std::max(most, rate_of(p, megahertz));
    return most;
}

/// The first x behind the peak with a rate below `part` of the peak.
double falls(const Points &points, double part, double megahertz) {
    const double most = peak(points, megahertz);
    bool behind = false;
    for (const CurvePoint &p : points) {
        const double rate = rate_of(p, megahertz);
        behind = behind || rate == most;
        if (behind && rate < part * most) return static_cast<double>(p.x);
    }
    return 0;
}

/// Cycles for each x, from the first point to the last one.
double slope(const Points &points) {
    const CurvePoint &first = points.front(), &last = points.back();
    return (static_cast<double>(last.cycles) - static_cast<double>(first.cycles)) /
           static_cast<double>(last.x - first.x);
}

/// Mean distance of jumps: points at which more than `size` extra cycles are added within three
/// points.
double jumps(const Points &points, double size) {
    const double usual = slope(points);
    std::vector<double> places;
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        const std::size_t before = i < 2 ? 0 : i - 2;
        const double added = static_cast<double>(points[i].cycles) -
                             static_cast<double>(points[before].cycles) -
                             usual * static_cast<double>(i - before);
        if (added > size &&
            (places.empty() || static_cast<double>(points[i].x) > places.back() + 5))
            places.push_back(static_cast<double>(points[i].x));
    }
    return places.empty() ? 0 : places.back() / static_cast<double>(places.size());
}

/// The first x from which on no time of `points` reaches that of `others`; 0: none.
double below(const Points &points, const Points &others, const std::string &name) {
    std::uint64_t from = 0;
    for (const CurvePoint &p : points) {
        const bool less = p.cycles < at(others, static_cast<double>(p.x), name).cycles;
        if (!less) from = 0;
        if (less && from == 0) from = p.x;
    }
    return static_cast<double>(from);
}

} // namespace

void read_point(std::string_view line, Curves &curves) {
    std::istringstream in{std::string(line)};
    std::string word, name;
    CurvePoint point;
    if (in >> word >> name >> point.x >> point.cycles >> point.bytes && word == "curve")
        curves[name].push_back(point);
}

double rate_of(const CurvePoint &point, double megahertz) {
    return point.cycles == 0
               ? 0
               : static_cast<double>(point.bytes) * megahertz / static_cast<double>(point.cycles);
}

double value_on(const Cell &cell, const Curves &curves, double megahertz) {
    const Points &points = points_of(curves, cell.curve);
    const auto other = [&] {
        return at(points_of(curves, cell.with), cell.of != 0 ? cell.of : cell.x, cell.with);
    };
    switch (cell.take) {
    case Cell::Take::rate: return rate_of(at(points, cell.x, cell.curve), megahertz) / cell.per;
    case Cell::Take::time:
        return static_cast<double>(at(points, cell.x, cell.curve).cycles) / megahertz / cell.per;
    case Cell::Take::half:
        return reaches(points, (cell.of != 0 ? cell.of : rate_of(points.back(), megahertz)) / 2,
                       megahertz);
    case Cell::Take::peak: return peak(points, megahertz);
    case Cell::Take::falls: return falls(points, cell.x, megahertz);
    case Cell::Take::slope: return slope(points) / megahertz / cell.per;
    case Cell::Take::jumps: return jumps(points, cell.x);
    case Cell::Take::apart: {
        const double here = rate_of(at(points, cell.x, cell.curve), megahertz);
        const double there =
            rate_of(at(points_of(curves, cell.with), cell.x, cell.with), megahertz);
        return 100 * std::abs(here - there) / here;
    }
    case Cell::Take::ratio:
        return static_cast<double>(at(points, cell.x, cell.curve).cycles) /
               static_cast<double>(other().cycles);
    case Cell::Take::faster:
        return rate_of(at(points, cell.x, cell.curve), megahertz) / rate_of(other(), megahertz);
    case Cell::Take::below: return below(points, points_of(curves, cell.with), cell.with);
    }
    return 0;
}

std::string curves_csv(const PaperCells &paper, const Curves &curves) {
    std::string out = "figure,curve,x,cycles,bytes,MB/s\n";
    for (const PaperCells::Figure &figure : paper.figures)
        for (const std::string &name : figure.curves)
            for (const CurvePoint &p : points_of(curves, name))
                out += fmt::format("{},{},{},{},{},{:.3f}\n", figure.name, name, p.x, p.cycles,
                                   p.bytes, rate_of(p, paper.megahertz));
    return out;
}

namespace {

constexpr double width = 760, height = 320, left = 60, bottom = 40;
constexpr std::array colours = {"#1f6fb4", "#d2691e", "#2e8b57", "#8b2252", "#6a5acd"};

std::string picture(const PaperCells &paper, const PaperCells::Figure &figure,
                    const Curves &curves) {
    const auto value = [&](const CurvePoint &p) {
        return figure.rates ? rate_of(p, paper.megahertz)
                            : static_cast<double>(p.cycles) / paper.megahertz;
    };
    // Rates have a logarithmic axis, times a linear one: a message without data has no rate.
    const auto shown = [&](const CurvePoint &p) { return !figure.rates || p.x > 0; };
    double least = 1e18, most = 1, highest = 0;
    for (const std::string &name : figure.curves)
        for (const CurvePoint &p : points_of(curves, name)) {
            if (!shown(p)) continue;
            least = std::min(least, static_cast<double>(p.x));
            most = std::max(most, static_cast<double>(p.x));
            highest = std::max(highest, value(p));
        }
    highest *= 1.05;
    const auto axis = [&](double x) { return figure.rates ? std::log10(x) : x; };
    const auto across = [&](double x) {
        return left + (axis(x) - axis(least)) / (axis(most) - axis(least)) * (width - left - 10);
    };
    const auto up = [&](double y) { return (height - bottom) * (1 - y / highest); };
    std::string out = fmt::format("<h2>{}: {}</h2>\n<svg viewBox=\"0 0 {} {}\">\n", figure.name,
                                  figure.what, width, height);
    for (int i = 0; i <= 5; ++i) {
        const double y = highest * i / 5;
        out += fmt::format("<line x1=\"{0}\" y1=\"{1:.1f}\" x2=\"{2}\" y2=\"{1:.1f}\" "
                           "class=\"grid\"/><text x=\"{3}\" y=\"{1:.1f}\" "
                           "class=\"y\">{4:.1f}</text>\n",
                           left, up(y), width - 10, left - 6, y);
    }
    for (int i = 0; i <= 6; ++i) {
        const double x = figure.rates
                             ? std::pow(10, axis(least) + (axis(most) - axis(least)) * i / 6)
                             : least + (most - least) * i / 6;
        out += fmt::format("<text x=\"{:.1f}\" y=\"{}\" class=\"x\">{:.0f}</text>\n", across(x),
                           height - bottom + 18, x);
    }
    const double legend = (width - left) / std::max(4.0, static_cast<double>(figure.curves.size()));
    for (std::size_t i = 0; i < figure.curves.size(); ++i) {
        std::string path;
        for (const CurvePoint &p : points_of(curves, figure.curves[i]))
            if (shown(p))
                path +=
                    fmt::format("{:.1f},{:.1f} ", across(static_cast<double>(p.x)), up(value(p)));
        const char *colour = colours[i % colours.size()];
        out += fmt::format("<polyline points=\"{}\" stroke=\"{}\"/><text x=\"{}\" y=\"{}\" "
                           "fill=\"{}\">{}</text>\n",
                           path, colour, left + 10 + legend * static_cast<double>(i), height - 4,
                           colour, figure.curves[i]);
    }
    return out + fmt::format("</svg>\n<p>{}</p>\n",
                             figure.rates ? "MB/s (MB = 10<sup>6</sup> bytes) over " + figure.over
                                          : "microseconds over " + figure.over);
}

} // namespace

std::string curves_page(const PaperCells &paper, const Curves &curves) {
    std::string out = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{0}</title>\n"
        "<style>body{{font:15px sans-serif;max-width:800px;margin:2em auto}}svg{{width:100%}}"
        "polyline{{fill:none;stroke-width:1.5}}.grid{{stroke:#ddd}}text{{font-size:11px}}"
        ".y{{text-anchor:end}}.x{{text-anchor:middle}}</style></head><body>\n<h1>{0}</h1>\n",
        paper.name);
    for (const PaperCells::Figure &figure : paper.figures) out += picture(paper, figure, curves);
    return out + "</body></html>\n";
}

} // namespace inlet::measure
