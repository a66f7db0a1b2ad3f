// Ranks over MPI's C interface. A message goes in frames of one size, so that each receive is
// posted before its message comes.
#include "mpi_ranks.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <memory>
#include <mpi.h>
#include <span>
#include <vector>

namespace inlet::ranks {

namespace {

constexpr std::size_t frame_bytes = 1 << 15;
/// In front of each frame: how much of its message comes behind it.
using Left = std::uint64_t;
constexpr std::size_t most_in_frame = frame_bytes - sizeof(Left);

/// What a rank sends to another one. MPI reads a frame until its request is done.
class Outgoing {
  public:
    void send(int to, std::span<const std::byte> message) {
        do {
            const std::size_t bytes = std::min(message.size(), most_in_frame);
            const Left left = message.size() - bytes;
            Frame &frame = free_frame();
            frame.bytes.resize(sizeof left + bytes);
            std::memcpy(frame.bytes.data(), &left, sizeof left);
            std::memcpy(frame.bytes.data() + sizeof left, message.data(), bytes);
            MPI_Isend(frame.bytes.data(), static_cast<int>(frame.bytes.size()), MPI_BYTE, to, 0,
                      MPI_COMM_WORLD, &frame.request);
            message = message.subspan(bytes);
        } while (!message.empty());
    }
    void finish() {
        for (Frame &frame : frames_) MPI_Wait(&frame.request, MPI_STATUS_IGNORE);
    }

  private:
    struct Frame {
        std::vector<std::byte> bytes;
        MPI_Request request = MPI_REQUEST_NULL;
    };

    /// The oldest one if it is done; they are done in order.
    Frame &free_frame() {
        constexpr std::size_t most = 1 << 12; // then it waits, so that memory stays bounded
        int done = 0;
        if (!frames_.empty()) {
            MPI_Request &oldest = frames_.front().request;
            if (frames_.size() < most)
                MPI_Test(&oldest, &done, MPI_STATUS_IGNORE);
            else
                done = MPI_Wait(&oldest, MPI_STATUS_IGNORE) == MPI_SUCCESS;
        }
        if (done) {
            frames_.push_back(std::move(frames_.front()));
            frames_.pop_front();
            return frames_.back();
        }
        return frames_.emplace_back();
    }

    std::deque<Frame> frames_;
};

/// What comes from another rank.
class Incoming {
  public:
    void post(int from) {
        from_ = from;
        MPI_Irecv(frame_.data(), static_cast<int>(frame_.size()), MPI_BYTE, from_, 0,
                  MPI_COMM_WORLD, &request_);
    }
    std::span<const std::byte> receive() {
        if (whole_) {
            message_.clear();
            whole_ = false;
        }
        for (;;) {
            int done = 0;
            MPI_Status status;
            MPI_Test(&request_, &done, &status);
            if (!done) return {};
            int bytes = 0;
            MPI_Get_count(&status, MPI_BYTE, &bytes);
            Left left = 0;
            std::memcpy(&left, frame_.data(), sizeof left);
            message_.insert(message_.end(), frame_.begin() + sizeof left, frame_.begin() + bytes);
            if (left) message_.reserve(message_.size() + left);
            post(from_);
            whole_ = !left;
            if (whole_) return message_;
        }
    }
    void cancel() {
        MPI_Cancel(&request_);
        MPI_Request_free(&request_);
    }

  private:
    int from_ = 0;
    MPI_Request request_ = MPI_REQUEST_NULL;
    std::vector<std::byte> message_;
    bool whole_ = false; ///< it has been given
    std::array<std::byte, frame_bytes> frame_;
};

class MpiRanks final : public Joined {
  public:
    MpiRanks() {
        int provided = 0, number = 0, count = 0;
        MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
        MPI_Comm_rank(MPI_COMM_WORLD, &number);
        MPI_Comm_size(MPI_COMM_WORLD, &count);
        number_ = static_cast<std::uint32_t>(number);
        count_ = static_cast<std::uint32_t>(count);
        MPI_Comm host = MPI_COMM_NULL;
        MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
        MPI_Comm_size(host, &count);
        MPI_Comm_free(&host);
        on_this_host_ = static_cast<std::uint32_t>(count);
        out_.resize(count_);
        in_.resize(count_);
    }
    ~MpiRanks() override {
        for (Outgoing &out : out_) out.finish();
        for (const auto &in : in_)
            if (in) in->cancel();
        MPI_Finalize();
    }

    std::uint32_t count() const override { return count_; }
    std::uint32_t number() const override { return number_; }
    std::uint32_t on_this_host() const override { return on_this_host_; }
    void send(std::uint32_t to, std::span<const std::byte> message) override {
        out_[to].send(static_cast<int>(to), message);
    }
    std::span<const std::byte> receive(std::uint32_t from) override {
        if (!in_[from]) { // most ranks are no neighbours
            in_[from] = std::make_unique<Incoming>();
            in_[from]->post(static_cast<int>(from));
        }
        return in_[from]->receive();
    }
    void least(std::span<std::uint64_t> numbers) override { reduce(numbers, MPI_MIN); }
    void sum(std::span<std::uint64_t> numbers) override { reduce(numbers, MPI_SUM); }
    void abort(int status) override {
        MPI_Abort(MPI_COMM_WORLD, status);
        std::abort(); // it does not come back
    }

  private:
    static void reduce(std::span<std::uint64_t> numbers, MPI_Op operation) {
        MPI_Allreduce(MPI_IN_PLACE, numbers.data(), static_cast<int>(numbers.size()), MPI_UINT64_T,
                      operation, MPI_COMM_WORLD);
    }

    std::uint32_t number_ = 0, count_ = 1, on_this_host_ = 1;
    std::vector<Outgoing> out_;
    std::vector<std::unique_ptr<Incoming>> in_;
};

} // namespace

} // namespace inlet::ranks

extern "C" inlet::ranks::Joined *inlet_join_ranks() { return new inlet::ranks::MpiRanks; }
