#include "gdb/packets.h"
#include "gdb/target.h"
#include "inlet/gdb_server.h"

#include <cerrno>
#include <cstring>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace inlet {

using gdb::Packets;

namespace {

[[noreturn]] void fail(const std::string &what) {
    throw UserError("--gdb: " + what + ": " + std::generic_category().message(errno));
}

bool readable(int file, int milliseconds) {
    pollfd wait{file, POLLIN, 0};
    return ::poll(&wait, 1, milliseconds) > 0;
}

/// A connection. Its destructor closes it.
class Line {
  public:
    explicit Line(int file) : file_(file) {}
    ~Line() { ::close(file_); }
    Line(const Line &) = delete;
    Line &operator=(const Line &) = delete;

    int file() const { return file_; }
    /// False: gdb has closed the connection.
    bool receive(Packets &to) const {
        char part[4096];
        const ssize_t bytes = ::recv(file_, part, sizeof part, 0);
        if (bytes < 0 && errno == EINTR) return true;
        if (bytes <= 0) return false;
        to.add({part, static_cast<std::size_t>(bytes)});
        return true;
    }
    void send(std::string_view bytes) const {
        while (!bytes.empty()) {
            const ssize_t part = ::send(file_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (part < 0 && errno == EINTR) continue;
            if (part <= 0) return; // receive() reports it
            bytes.remove_prefix(static_cast<std::size_t>(part));
        }
    }

  private:
    int file_;
};

} // namespace

GdbServer::GdbServer(std::uint16_t port) {
    listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (listener_ < 0) fail("no socket");
    const int on = 1;
    ::setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK); // local connections only
    auto *plain = reinterpret_cast<sockaddr *>(&address);
    if (::bind(listener_, plain, sizeof address) < 0 || ::listen(listener_, 1) < 0) {
        const int error = errno;
        ::close(listener_);
        errno = error;
        fail("port " + std::to_string(port));
    }
    socklen_t size = sizeof address;
    ::getsockname(listener_, plain, &size);
    port_ = ntohs(address.sin_port);
}

GdbServer::~GdbServer() { ::close(listener_); }

bool GdbServer::serve(Machine &machine, const Session &session) {
    const auto stop = [&] { return session.stop && session.stop->load(std::memory_order_relaxed); };
    while (!readable(listener_, 100))
        if (stop()) return false;
    const Line line(::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC));
    if (line.file() < 0) fail("no connection");
    Packets packets;
    std::optional<Packets::Item> ahead; // received while the machine ran
    bool gone = false;
    const auto interrupted = [&] {
        if (stop()) return true;
        if (readable(line.file(), 0) && !line.receive(packets)) gone = true;
        if (gone) return true;
        if (!ahead) ahead = packets.next();
        if (!ahead || ahead->kind != Packets::Kind::interrupt) return false;
        ahead.reset();
        return true;
    };
    gdb::Target target(machine, session, interrupted);
    std::string reply;
    while (!stop() && !gone) {
        const auto item = ahead ? std::exchange(ahead, std::nullopt) : packets.next();
        if (!item) {
            if (readable(line.file(), 100) && !line.receive(packets)) gone = true;
            continue;
        }
        const bool acknowledges = !target.no_acknowledgements();
        switch (item->kind) {
        case Packets::Kind::interrupt: break; // the machine is stopped already
        case Packets::Kind::damaged: line.send("-"); break;
        case Packets::Kind::refused: line.send(reply); break;
        case Packets::Kind::packet:
            if (acknowledges) line.send("+");
            reply = gdb::framed(target.answer(item->data));
            if (target.killed()) return false;
            if (const std::string text = target.output(); !text.empty())
                line.send(gdb::framed("O" + gdb::to_hex(text)));
            line.send(reply);
            if (target.detached()) return true;
        }
    }
    return !stop();
}

} // namespace inlet
