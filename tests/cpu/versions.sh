# Sourced: how the tests force one of the versions between which sizes choose.

versions="threads blocks flat"

# The thresholds that force a version, NAME=VALUE.
forced() {    # VERSION
    local huge=1000000000
    case $1 in
        threads) printf '%s\n' max_thread_row=$huge min_thread_rows=0 min_tiled_dim=0 min_tiled_sm_percent=0 ;;
        blocks) printf '%s\n' max_thread_row=-1 min_thread_rows=$huge min_block_row=0 max_block_row=$huge \
                    min_tiled_dim=0 min_tiled_sm_percent=0 ;;
        flat) printf '%s\n' max_thread_row=-1 min_thread_rows=$huge max_block_row=-1 \
                  min_tiled_dim=$huge ;;
    esac
}
