#include "net/link.h"

#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>

namespace inlet::net {

namespace {

/// One direction of a link: one thread writes, another one reads. No locks. Records stand in a list
/// of chunks; one that has been read goes back to the writer.
class OneWay {
  public:
    OneWay() : first_(new Chunk), last_(first_) {}
    ~OneWay() {
        while (first_) delete std::exchange(first_, first_->next.load(std::memory_order_relaxed));
        delete spare_.load();
    }
    OneWay(const OneWay &) = delete;
    OneWay &operator=(const OneWay &) = delete;

    // The writer's.

    std::span<std::byte> room(std::size_t bytes) {
        const std::size_t needed = sizeof(Size) + rounded(bytes);
        if (written_ + needed > last_->bytes.size()) {
            Chunk *next = spare_.exchange(nullptr, std::memory_order_acquire);
            if (!next) next = new Chunk;
            next->next.store(nullptr, std::memory_order_relaxed);
            if (needed > next->bytes.size()) std::abort(); // no record is as large
            if (written_ < last_->bytes.size()) write_size(written_, chunk_ends);
            last_->next.store(next, std::memory_order_relaxed); // before put_
            last_ = next;
            written_ = 0;
        }
        write_size(written_, bytes);
        const std::span<std::byte> record(&last_->bytes[written_ + sizeof(Size)], bytes);
        written_ += needed;
        return record;
    }
    /// `put`, `taken`: records so far, in this and in the other direction.
    void promise(const Promise &promise, std::uint64_t put, std::uint64_t taken) {
        // The reader takes what is put after it has heard the promise, and hears it after `taken`.
        store(put_, written_numbers_.put, put);
        store(border_, written_numbers_.promise.border, promise.border);
        store(beyond_, written_numbers_.promise.beyond, promise.beyond);
        store(counted_, written_numbers_.counted, taken);
    }

    // The reader's.

    struct Numbers {
        Promise promise;
        std::uint64_t put = 0, counted = 0;
        bool operator==(const Numbers &other) const {
            return promise.border == other.promise.border &&
                   promise.beyond == other.promise.beyond && put == other.put &&
                   counted == other.counted;
        }
    };
    Numbers numbers() const {
        Numbers now;
        now.counted = counted_.load(std::memory_order_acquire);
        now.promise.border = border_.load(std::memory_order_acquire);
        now.promise.beyond = beyond_.load(std::memory_order_acquire);
        now.put = put_.load(std::memory_order_acquire);
        return now;
    }
    /// There is one.
    std::span<const std::byte> take() {
        if (read_ >= first_->bytes.size() || read_size() == chunk_ends) {
            Chunk *const done = first_;
            first_ = first_->next.load(std::memory_order_relaxed);
            delete spare_.exchange(done, std::memory_order_acq_rel);
            read_ = 0;
        }
        const std::size_t bytes = read_size();
        const std::span<const std::byte> record(&first_->bytes[read_ + sizeof(Size)], bytes);
        read_ += sizeof(Size) + rounded(bytes);
        return record;
    }

  private:
    using Size = std::uint64_t;
    static constexpr Size chunk_ends = ~Size{0};
    static constexpr std::size_t rounded(std::size_t bytes) {
        return (bytes + sizeof(Size) - 1) / sizeof(Size) * sizeof(Size);
    }
    struct Chunk {
        std::atomic<Chunk *> next{nullptr};
        alignas(64) std::array<std::byte, 1 << 17> bytes;
    };

    void write_size(std::size_t at, Size size) {
        std::memcpy(&last_->bytes[at], &size, sizeof size);
    }
    Size read_size() const {
        Size size = 0;
        std::memcpy(&size, &first_->bytes[read_], sizeof size);
        return size;
    }
    static void store(std::atomic<std::uint64_t> &to, std::uint64_t &last, std::uint64_t number) {
        if (std::exchange(last, number) != number) to.store(number, std::memory_order_release);
    }

    // The line that goes from core to core:
    alignas(64) std::atomic<std::uint64_t> border_{0};
    std::atomic<std::uint64_t> beyond_{0}, put_{0}, counted_{0};
    // The reader's:
    alignas(64) Chunk *first_;
    std::size_t read_ = 0;
    // The writer's:
    alignas(64) Chunk *last_;
    std::size_t written_ = 0;
    Numbers written_numbers_;
    alignas(64) std::atomic<Chunk *> spare_{nullptr};
};

struct BothWays {
    OneWay ways[2];
};

class ThreadsLink final : public Link {
  public:
    ThreadsLink(const std::shared_ptr<BothWays> &both, unsigned end)
        : both_(both), out_(&both->ways[end]), in_(&both->ways[1 - end]) {}

    void promise(const Promise &promise) override { out_->promise(promise, put(), taken_); }
    std::span<const std::byte> take() override {
        if (taken_ == numbers_.put) return {};
        ++taken_;
        return in_->take();
    }

  private:
    std::span<std::byte> room(std::size_t bytes) override { return out_->room(bytes); }
    bool listen(Heard &heard) override {
        const OneWay::Numbers now = in_->numbers();
        if (now == numbers_) return false;
        numbers_ = now;
        heard = {now.promise, now.counted};
        return true;
    }

    std::shared_ptr<BothWays> both_;
    OneWay *out_, *in_;
    std::uint64_t taken_ = 0; ///< records
    OneWay::Numbers numbers_;
};

} // namespace

std::pair<std::unique_ptr<Link>, std::unique_ptr<Link>> link_of_threads() {
    const auto both = std::make_shared<BothWays>();
    return {std::make_unique<ThreadsLink>(both, 0), std::make_unique<ThreadsLink>(both, 1)};
}

} // namespace inlet::net
