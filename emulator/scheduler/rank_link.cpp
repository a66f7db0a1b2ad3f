#include "scheduler/rank_link.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace inlet {

void RankLink::begin() {
    begins_ = true;
    finished_ = false;
    end_ = net::Promise::never;
    const std::uint64_t taken = told_.taken;
    told_ = sent_ = {};
    told_.taken = taken;
    sent_.last = 2; // the first promise is sent
}

void RankLink::finish() {
    told_.last = 1;
    send();
}

void RankLink::go_on() {
    told_.last = 0;
    finished_ = false;
}

void RankLink::promise(const net::Promise &promise) {
    told_.border = promise.border;
    told_.beyond = promise.beyond;
    if (told_ != sent_ || out_.size() > sizeof(Head)) send();
}

void RankLink::send() {
    if (out_.empty()) out_.resize(sizeof(Head));
    std::memcpy(out_.data(), &told_, sizeof told_);
    ranks_->send(other_, out_);
    out_.clear();
    sent_ = told_;
}

std::span<std::byte> RankLink::room(std::size_t bytes) {
    if (out_.empty()) out_.resize(sizeof(Head));
    const std::uint64_t size = bytes;
    const std::size_t at = out_.size();
    out_.resize(at + sizeof size + bytes);
    std::memcpy(&out_[at], &size, sizeof size);
    return std::span(out_).subspan(at + sizeof size);
}

bool RankLink::listen(Heard &heard) {
    bool any = std::exchange(begins_, false);
    if (any) heard.promise = {};
    while (!finished_) {
        const auto message = ranks_->receive(other_);
        if (message.empty()) break;
        Head head;
        std::memcpy(&head, message.data(), sizeof head);
        in_.insert(in_.end(), message.begin() + sizeof head, message.end());
        heard = {{head.border, head.beyond}, head.taken};
        end_ = std::min(end_, head.end);
        finished_ = head.last != 0;
        any = true;
    }
    return any;
}

std::span<const std::byte> RankLink::take() {
    if (read_ == in_.size()) {
        in_.clear();
        read_ = 0;
        return {};
    }
    std::uint64_t size = 0;
    std::memcpy(&size, &in_[read_], sizeof size);
    const auto record = std::span<const std::byte>(in_).subspan(read_ + sizeof size, size);
    read_ += sizeof size + size;
    ++told_.taken;
    return record;
}

} // namespace inlet
