# Settings of runtime/build for this library.
# -lNAME of other projects' builds: empty archives.
links='rmi'
