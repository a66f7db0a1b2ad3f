// A library of guest programs, for tests/additions: what all nodes know of each other.
#pragma once

/// The node that follows this one in a ring of all nodes.
unsigned toy_next(void);
