# Settings of runtime/build for this library.
# -lNAME of other projects' builds: empty archives. `apart`, OBJECT:NAME: an archive of its own, whose object takes precedence over
# that of the library: the device over LFC. Where there are no Active Messages it is the only one.
if [ -f "$objects/mpi_am.o" ]; then links=mpi apart=mpi_lfc:mpi-lfc; else links='mpi mpi-lfc'; fi
