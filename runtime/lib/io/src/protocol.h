// The protocol between io.c and io_server.c. Requests are low messages; instead of a handler they
// carry one of the tags, since the I/O nodes take messages with ame clear, by dmh (CSD-94-823
// A.2.5, A.2.11). So no client needs an address in the server's program, nor can it make the server
// execute anything else. Answers are high messages to handlers that the client names.
#pragma once

enum {
    IO_TAG_HELLO = 4,    ///< data handler, done handler
    IO_TAG_DATA = 8,     ///< four words: 16 bytes after the previous ones
    IO_TAG_OPEN = 12,    ///< mode, bytes; the bytes are the path
    IO_TAG_CLOSE = 16,   ///< file
    IO_TAG_READ = 20,    ///< file, bytes (at most IO_CHUNK)
    IO_TAG_WRITE = 24,   ///< file, bytes
    IO_TAG_SEEK = 28,    ///< file, offset, from
    IO_TAG_CONSOLE = 32, ///< bytes
};

/// Bytes that the server keeps for each client, and reads at a time.
#define IO_CHUNK 512
#define IO_MESSAGE 16 ///< bytes in a message
