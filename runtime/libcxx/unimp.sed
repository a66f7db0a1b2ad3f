# SPARC: behind a call that returns a structure is UNIMP with the structure's size, which is not 0.
# Words of 0 align what follows a text that ends in a call; a frame 4 bytes on is not there.
s/^        if ((addressSpace\.get32(returnAddress) & 0xC1C00000) == 0)$/        const uint32_t behind = addressSpace.get32(returnAddress);\
        if (behind != 0 \&\& (behind \& 0xC1C00000) == 0)/
