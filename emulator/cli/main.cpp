#include "command_line.h"

#include <fcntl.h>
#include <unistd.h>

/// A standard stream that the caller has closed (`>&-`) is opened in the wrong direction, so that
/// it fails when it is used: otherwise the next file, such as a trace, would get its number.
static void open_standard_streams() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (fcntl(stream, F_GETFD) < 0) // open() gives the lowest free number
            open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

int main(int count, char **words) {
    open_standard_streams();
    return inlet::cli::main({words + (count > 0), words + count});
}
