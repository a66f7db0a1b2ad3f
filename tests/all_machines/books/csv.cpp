// A reader of comma-separated values, with quotes; sums by column.
#include <fstream>
#include <iomanip>
#include <iostream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

using Row = std::vector<std::string>;

static Row split(const std::string &line) {
    Row row(1);
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (c == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"')
            row.back() += line[++i];
        else if (c == '"')
            quoted = !quoted;
        else if (c == ',' && !quoted)
            row.emplace_back();
        else
            row.back() += c;
    }
    if (quoted) throw std::runtime_error("quote is not closed: " + line);
    return row;
}

int main() {
    std::ifstream in("people.csv");
    if (!in) {
        std::cerr << "no file\n";
        return 1;
    }
    std::string line;
    std::getline(in, line);
    const Row head = split(line);
    std::map<std::string, std::pair<int, double>> towns;
    int number = 1;
    while (std::getline(in, line)) {
        ++number;
        try {
            const Row row = split(line);
            auto &[count, sum] = towns[row.at(1)];
            ++count;
            sum += std::stod(row.at(2));
        } catch (const std::exception &error) {
            std::cout << "line " << number << ": "
                      << (dynamic_cast<const std::out_of_range *>(&error)       ? "too short"
                          : dynamic_cast<const std::invalid_argument *>(&error) ? "no number"
                                                                                : error.what())
                      << '\n';
        }
    }
    std::cout << std::left << std::setw(16) << head[1] << std::right << std::setw(10) << head[2]
              << '\n';
    for (const auto &[town, value] : towns)
        std::cout << std::left << std::setw(16) << town << std::right << std::setw(10) << std::fixed
                  << std::setprecision(2) << value.second << std::setw(4) << value.first << '\n';
}
