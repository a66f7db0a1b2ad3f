// Lines of a log by a regular expression: counts, the slowest, and a file of the errors.
#include <algorithm>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <regex>
#include <string>

int main() {
    std::ifstream in("server.log");
    std::ofstream errors("errors.out");
    const std::regex pattern(R"((\d\d):(\d\d) (\w+) /(\S*) (\d{3}) (\d+)ms)");
    std::map<std::string, int> counts;
    int slowest = -1, unknown = 0;
    std::string worst;
    for (std::string line; std::getline(in, line);) {
        std::smatch match;
        if (!std::regex_match(line, match, pattern)) {
            ++unknown;
            continue;
        }
        ++counts[match[3].str() + " " + match[5].str()];
        const int took = std::stoi(match[6]);
        if (took > slowest) slowest = took, worst = match[4];
        if (match[5].str()[0] == '5')
            errors << match[1] << 'h' << match[2] << ' ' << match[4] << '\n';
    }
    errors.close();
    for (const auto &[what, count] : counts) std::cout << what << ": " << count << '\n';
    std::cout << "slowest: /" << worst << ", " << slowest << " ms; not understood: " << unknown
              << '\n';
    std::ifstream again("errors.out");
    std::copy(std::istreambuf_iterator<char>(again), {}, std::ostreambuf_iterator<char>(std::cout));
}
