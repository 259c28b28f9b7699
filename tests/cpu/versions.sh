# Sourced: how the tests force one of the versions between which sizes choose.

versions="threads blocks flat"

# The thresholds that force a version, NAME=VALUE.
forced() {    # VERSION
    local huge=1000000000
    case $1 in
        threads) printf '%s\n' short_row=$huge tiny_row=$huge many_rows=0 \
                     many_threads=0 many_tiles=0 narrow=0 shared_rows=0 ;;
        blocks) printf '%s\n' short_row=-1 tiny_row=-1 thread_row=-1 block_row=0 many_threads=$huge \
                    thin=0 many_sums=0 narrow=$huge row_blocks=0 shared_rows=$huge ;;
        flat) printf '%s\n' short_row=-1 tiny_row=-1 thread_row=-1 shared_bytes=-1 \
                  many_blocks=-1 block_row=$huge many_threads=$huge narrow=$huge shared_rows=$huge \
                  thin=$huge slim=$huge short_sums=$huge launch_row=-1 row_blocks=$huge ;;
    esac
}
