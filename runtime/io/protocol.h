// What io.c and server.c say to each other. Requests are low messages; in place of a handler they
// carry one of the tags, since the I/O nodes take messages with ame clear, by dmh (CSD-94-823
// A.2.5, A.2.11). So nobody needs an address of the server's program, nor can make it execute
// anything else. Answers are high messages to handlers that the client has named.
#pragma once

enum {
    IO_TAG_HELLO = 4,    ///< data handler, done handler
    IO_TAG_DATA = 8,     ///< four words: 16 bytes behind those that came before
    IO_TAG_OPEN = 12,    ///< mode, bytes; the bytes are the path
    IO_TAG_CLOSE = 16,   ///< file
    IO_TAG_READ = 20,    ///< file, bytes (at most IO_CHUNK)
    IO_TAG_WRITE = 24,   ///< file, bytes
    IO_TAG_SEEK = 28,    ///< file, offset, from
    IO_TAG_CONSOLE = 32, ///< bytes
};

/// The server keeps so many bytes for each client, and reads so many at once.
#define IO_CHUNK 512
#define IO_MESSAGE 16 ///< bytes in a message
