// The parts of a machine of one kind.
#pragma once

#include <any>
#include <deque>
#include <stdexcept>
#include <utility>

namespace inlet {

/// Values by their types (SparcConfig, MeshConfig, ...), at most one of a type. A kind of machine
/// has its own; who needs one asks for it by its type.
class MachineParts {
  public:
    /// nullptr: there is none.
    template <class Part> const Part *find() const {
        for (const std::any &part : parts_)
            if (const auto *const found = std::any_cast<Part>(&part)) return found;
        return nullptr;
    }
    template <class Part> Part *find() {
        return const_cast<Part *>(std::as_const(*this).find<Part>());
    }
    /// Throws std::logic_error if there is none.
    template <class Part> const Part &get() const {
        const Part *const part = find<Part>();
        if (!part) throw std::logic_error("a machine lacks a part of its kind");
        return *part;
    }
    template <class Part> Part &get() {
        return const_cast<Part &>(std::as_const(*this).get<Part>());
    }
    /// Returns the part of this type, which is made if there is none.
    template <class Part> Part &make() {
        if (Part *const part = find<Part>()) return *part;
        return parts_.emplace_back().emplace<Part>();
    }

  private:
    std::deque<std::any> parts_; ///< references stay valid
};

} // namespace inlet
