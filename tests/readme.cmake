# The first kernel in the README is exactly examples/first_kernel.c.
file(READ ${ROOT}/README.md readme)
file(READ ${ROOT}/examples/first_kernel.c kernel)
string(FIND "${readme}" "```c\n${kernel}```" at)
if(at EQUAL -1)
  message(FATAL_ERROR "README.md and examples/first_kernel.c differ: copy the file into the README")
endif()
