// Dijkstra's shortest paths in a graph that a file names.
#include <algorithm>
#include <fstream>
#include <functional>
#include <iostream>
#include <limits>
#include <map>
#include <queue>
#include <sstream>
#include <string>
#include <vector>

int main() {
    std::map<std::string, std::vector<std::pair<std::string, int>>> roads;
    std::ifstream in("roads.txt");
    for (std::string line; std::getline(in, line);) {
        if (line.empty() || line[0] == '#') continue;
        std::istringstream words(line);
        std::string a, b;
        int length = 0;
        if (!(words >> a >> b >> length)) {
            std::cout << "not understood: " << line << '\n';
            continue;
        }
        roads[a].emplace_back(b, length);
        roads[b].emplace_back(a, length);
    }
    std::map<std::string, int> distance;
    std::map<std::string, std::string> before;
    using Entry = std::pair<int, std::string>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    open.emplace(0, "Aachen");
    distance["Aachen"] = 0;
    while (!open.empty()) {
        const auto [d, town] = open.top();
        open.pop();
        if (d > distance[town]) continue;
        for (const auto &[next, length] : roads[town]) {
            const auto known = distance.find(next);
            if (known != distance.end() && known->second <= d + length) continue;
            distance[next] = d + length;
            before[next] = town;
            open.emplace(d + length, next);
        }
    }
    for (const auto &[town, d] : distance) {
        std::string path = town;
        for (std::string t = town; before.count(t);) path = (t = before[t]) + " " + path;
        std::cout << d << '\t' << path << std::endl;
    }
}
