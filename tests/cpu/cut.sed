# Cuts the constants of a generated program, so that small inputs get many blocks, tiles of
# several rounds, and arrays in scratch memory with hardly a gap between.
s/^static const int BLOCK_SIZE = [0-9]*;/static const int BLOCK_SIZE = 64;/
s/^static const int MAX_BLOCKS = [0-9]*;/static const int MAX_BLOCKS = 80;/
s,(bytes + 255) / 256 \* 256,(bytes + 15) / 16 * 16,
