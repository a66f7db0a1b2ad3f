// Accounts that commands of standard input change, read by std::cin and std::getline; wrong
// commands are exceptions.
#include <iomanip>
#include <iostream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>

class Accounts {
    std::map<std::string, double> balances;

    double &balance(const std::string &name) {
        const auto found = balances.find(name);
        if (found == balances.end()) throw std::out_of_range("no account " + name);
        return found->second;
    }

  public:
    void execute(std::istream &command) {
        std::string verb, name, other;
        double amount = 0;
        if (!(command >> verb >> name)) throw std::invalid_argument("half a command");
        if (verb == "open") {
            if (!balances.emplace(name, 0).second) throw std::invalid_argument(name + " exists");
        } else if (verb == "pay" && command >> amount) {
            balance(name) += amount;
        } else if (verb == "move" && command >> other >> amount) {
            if (balance(name) < amount) throw std::domain_error(name + " has too little");
            balance(other) += amount;
            balance(name) -= amount;
        } else {
            throw std::invalid_argument("unknown command " + verb);
        }
    }
    void print() const {
        for (const auto &[name, amount] : balances)
            std::cout << std::left << std::setw(8) << name << std::right << std::setw(10)
                      << std::fixed << std::setprecision(2) << amount << '\n';
    }
};

int main() {
    int commands = 0;
    std::cout << "how many accounts? ";
    std::cin >> commands;
    std::cin.ignore(100, '\n');
    std::cout << commands << '\n';
    Accounts accounts;
    int number = 1;
    for (std::string line; std::getline(std::cin, line); ++number) {
        if (line.empty() || line[0] == '#') continue;
        try {
            std::istringstream command(line);
            accounts.execute(command);
        } catch (const std::out_of_range &e) {
            std::cout << "line " << number << ": " << e.what() << '\n';
        } catch (const std::exception &e) {
            std::cout << "line " << number << ": refused, " << e.what() << '\n';
        }
    }
    accounts.print();
    std::cout << (std::cin.eof() ? "end\n" : "not the end\n");
}
