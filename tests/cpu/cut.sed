# Cuts the constants of a generated program, so that small inputs get many blocks and tiles
# of several rounds. Between the arrays in scratch memory there are gaps.
s/^static const int BLOCK_SIZE = [0-9]*;/static const int BLOCK_SIZE = 64;/
s/^static const int HISTOGRAM_BYTES = [0-9]*;/static const int HISTOGRAM_BYTES = 1024;/
s/^static const int MIN_BLOCK_ELEMENTS = [0-9]*;/static const int MIN_BLOCK_ELEMENTS = 15;/
s/^static const int MAX_WARP_ROW = .*;/static const int MAX_WARP_ROW = 34;/
s/^static const int MIN_BLOCK_SCAN_ROW = .*;/static const int MIN_BLOCK_SCAN_ROW = 34;/
s/^static const int MAX_REDUCE_BLOCKS = [0-9]*;/static const int MAX_REDUCE_BLOCKS = 6;/
s/^static const int THREAD_SHARED_BYTES = [0-9]*;/static const int THREAD_SHARED_BYTES = 12;/
s/blocks < INT32_MAX ? blocks : INT32_MAX/blocks < 5 ? blocks : 5/
s/^static const int MAX_BLOCKS = [0-9]*;/static const int MAX_BLOCKS = 66;/
s/^static const int ITEMS_\([0-9]*\) = [0-9]*;/static const int ITEMS_\1 = 3;/
s/ <= 4096)/ <= 40)/
s,(bytes + 255) / 256 \* 256,(bytes + 255) / 256 * 256 + 256,
s,^    \*memory += align_up(count \* sizeof(T));,& cuda_cpu::part(array\, count * sizeof(T)\, align_up(count * sizeof(T)) - count * sizeof(T));,
