#!/usr/bin/env bash
# Projects that include generated files, by CMake, make and Meson, from an installation
# that was moved. Ends with 'N passed, N failed'.
#   tests/consumer.sh            installs what make has built
#   tests/consumer.sh PREFIX     tries the one there
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

t() {    # NAME COMMAND...
    local what=$1; shift
    if "$@" > "$work/log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $what"
        tail -15 "$work/log"
    fi
}

prefix=${1-}
if [ -z "$prefix" ]; then
    t "make install" make -s -C "$root" install DESTDIR="$work" PREFIX=/first
    t "make uninstall leaves nothing" bash -c "make -s -C '$root' install uninstall \
        DESTDIR='$work' PREFIX=/gone && [ ! -e '$work/gone' ]"
    mkdir "$work/some where"
    mv "$work/first" "$work/some where/else"
    prefix="$work/some where/else"
fi
# The Debian package has the files of `make install`, where Debian wants them.
files() { sed -n "s|^\./||; s|^$1||; /[^/]$/p" | sed 's|\.1\.gz$|.1|; s|site-functions|vendor-completions|
    s|doc/mapnest/LICENSE|doc/mapnest/copyright|' | sort; }
same_files() {
    (cd "$prefix" && find . -type f) | files '' > "$work/installed"
    dpkg-deb --fsys-tarfile "$(ls "$root"/build/mapnest_*.deb)" | tar -t | files usr/ \
        > "$work/packaged"
    diff "$work/installed" "$work/packaged"
}
if [ -z "${1-}" ] && command -v dpkg-deb dpkg-shlibdeps > "$work/log"; then
    t "the Debian package is made" "$root/scripts/deb"
    t "the Debian package has what is installed" same_files
fi
export PATH="$prefix/bin:$PATH" PKG_CONFIG_PATH="$prefix/share/pkgconfig"
export MAPNEST_CPU_CACHE=${MAPNEST_CPU_CACHE:-$root/build/cpu}
unset MAPNEST_CPU
cp -R "$root/tests/consumer" "$work/project"
cd "$work/project" || exit 1
nvcc=$(command -v nvcc || ls /usr/local/cuda/bin/nvcc 2> /dev/null || true)
nvcc=${nvcc:+$(readlink -f "$nvcc")}
want="0.25 499500"
says() { [ "$("$1")" = "$want" ]; }

t "the tool that is tried is the one installed" [ "$(command -v mapnest)" = "$prefix/bin/mapnest" ]
t "run --on=cpu" bash -c "[ \"\$(echo '[1, 2]' | mapnest run --on=cpu odd-name.fut)\" = '[1i32, 3i32]' ]"
t "nothing is written to the installation" [ ! -e "$prefix/build" ]
eval "told=$(pkg-config --variable=mapnest mapnest)"    # spaces come escaped
t "pkg-config" [ "$told" -ef "$prefix/bin/mapnest" ]

# Each command of `mapnest help`, on an example of the package.
examples=$(dirname "$(find "$prefix" -path '*examples/dot.fut')")
exercises=${examples%/*}/exercises
every_command() {    # NAME PATH
    local what="$1:" PATH=$2 here=$work/commands-$1 tried=0
    mkdir -p "$here" && cp "$examples"/{dot,matmul}.fut "$here"
    cd "$here" || return
    try() { t "$what mapnest $1" bash -c "${*:2}"; tried=$((tried + 1)); }
    try FILE.fut 'mapnest --cxx --python --manifest --harness -o out dot.fut && [ -s out/dot_main.cu ]'
    try run '[ "$(echo "[1f32, 2f32] [3f32, 4f32]" | mapnest run dot.fut)" = 11.0f32 ]'
    try test 'mapnest test --on=cpu dot.fut'
    try bench 'mapnest bench -e main dot.fut | grep -q "^dot.fut: #0"'
    try tune 'mapnest dataset "[40][40]f32" "[40][40]f32" > data && mapnest tune matmul.fut data'
    try eval '[ "$(mapnest eval "1 + 1")" = 2i32 ]'
    try repl '[ "$(echo "1 + 1" | mapnest repl)" = 2i32 ]'
    try literate 'mapnest literate dot.fut && [ -s dot.md ]'
    try dataset 'mapnest dataset "[3]i32" | grep -q i32'
    try check 'mapnest check dot.fut'
    try fmt 'mapnest fmt --check dot.fut'
    try lsp 'printf "Content-Length: 33\r\n\r\n{\"jsonrpc\":\"2.0\",\"method\":\"exit\"}" | mapnest lsp; [ $? = 1 ]'
    try explain 'mapnest explain dot.fut | grep -q reduce-is-redomap'
    try rules 'mapnest rules map-map | grep -q "in set fuse"'
    try check-rules 'mapnest check-rules --only=map-map'
    try check-operators 'mapnest check-operators dot.fut'
    try exercise "cp -R '$exercises/01-fold' . && mapnest exercise 01-fold 2>&1 | grep -q ."
    try render 'printf {{x}} > a && echo {\"x\":3} > b && [ "$(mapnest render a b)" = 3 ]'
    try help 'mapnest help bench | grep -q -- --exclude'
    t "$what no command is left out" [ "$(mapnest help | grep -cE '^(Usage:|      ) mapnest ')" = $tried ]
    t "$what mapnest-cucpu, the C++ wrapper" bash -c 'printf %s "#include \"out/dot.hpp\"
int main() { try { throw 0; } catch (int) { return 0; } return 1; }" > main.cu && mapnest-cucpu -o program out/dot.cu main.cu && ./program'
    cd "$work/project" || exit 1
}
without_nvcc=$(tr : '\n' <<< "$PATH" | while read -r dir; do
    [ -x "$dir/nvcc" ] || echo "$dir"; done | paste -sd:)
every_command "without nvcc" "$without_nvcc"
[ -z "$nvcc" ] || every_command "with nvcc" "$without_nvcc:${nvcc%/*}"

headers() {    # COMPILER LANGUAGE STANDARD: the headers of all golden programs, with no complaint
    local h
    for h in "$work"/headers/*.h; do
        "$1" -std="$3" -Wall -Wextra -pedantic -Werror -fsyntax-only -x "$2" \
            -isystem "$runtime" "$h" || return 1
    done
}
runtime=$(dirname "$(find "$prefix" -name cuda_runtime.h | head -1)")
for f in "$root"/golden/*/*.fut; do
    t "${f##*/}" mapnest -o "$work/headers" "$f"
done
t "headers are C99" headers gcc c c99
t "headers are C++17" headers g++ c++ c++17

by_cmake() {    # NAME GENERATOR FLAGS...
    local dir=$work/$1 generator=$2
    shift 2
    t "cmake, $generator $*: configure" cmake -G "$generator" -S . -B "$dir" \
        -DCMAKE_PREFIX_PATH="$prefix" "$@"
    t "cmake, $generator $*: build" cmake --build "$dir"
}
for generator in Ninja "Unix Makefiles"; do
    dir=$work/cpu-${generator%% *}
    by_cmake "${dir##*/}" "$generator" -DON_CPU=ON
    t "cmake, $generator: the program" says "$dir/consumer"
    t "cmake, $generator: two libraries share their helpers" [ -e "$dir/helpers.cuh" ]
    cp -p "$dir/consumer" "$work/before"
    sleep 1
    t "cmake, $generator: nothing to do" cmake --build "$dir"
    t "cmake, $generator: nothing done" [ ! "$dir/consumer" -nt "$work/before" ]
    sed -i 's/f32.sum xs/f32.sum (map (+ 0) xs)/' lib/sums.fut
    t "cmake, $generator: an import changed" cmake --build "$dir"
    sed -i 's/f32.i64 n/(f32.i64 n + 0.5)/' lib/sums.fut
    t "cmake, $generator: an import changed what it means" cmake --build "$dir"
    t "cmake, $generator: seen" [ "$dir/consumer" -nt "$work/before" ]
    cp "$root/tests/consumer/lib/sums.fut" lib/
    printf 'entry f (x: i32) = y\n' > broken.fut
    t "cmake, $generator: an error ends the build" bash -c \
        "sed 's/odd-name.fut/broken.fut/' CMakeLists.txt > '$work/C' && mkdir -p '$work/broken' &&
         cp '$work/C' '$work/broken/CMakeLists.txt' && cp -R . '$work/broken/' &&
         cp '$work/C' '$work/broken/CMakeLists.txt' &&
         cmake -G '$generator' -S '$work/broken' -B '$dir-broken' -DON_CPU=ON \
             -DCMAKE_PREFIX_PATH='$prefix' && ! cmake --build '$dir-broken'"
    rm broken.fut
done
# Whether CMake can build CUDA with this nvcc at all.
cuda_works() {
    local dir=$work/probe
    mkdir "$dir"
    printf '%s\n' 'cmake_minimum_required(VERSION 3.20)' 'project(probe LANGUAGES C CUDA)' \
        'find_package(CUDAToolkit REQUIRED)' 'add_library(k SHARED k.cu)' \
        'add_executable(p p.c)' 'target_link_libraries(p k CUDA::cudart)' > "$dir/CMakeLists.txt"
    echo '__global__ void k() {}' > "$dir/k.cu"
    echo 'int main(void) { return 0; }' > "$dir/p.c"
    cmake -G Ninja -S "$dir" -B "$dir/build" -DCMAKE_CUDA_COMPILER="$nvcc" \
        -DCMAKE_CUDA_ARCHITECTURES=90 > "$work/log" 2>&1 &&
        cmake --build "$dir/build" > "$work/log" 2>&1
}
if [ "$nvcc" ] && ! cuda_works; then
    echo "consumer: CMake cannot build CUDA with $nvcc, that part is skipped"
elif [ "$nvcc" ]; then
    by_cmake gpu Ninja -DCMAKE_CUDA_COMPILER="$nvcc" -DCMAKE_CUDA_ARCHITECTURES=90
    by_cmake shared Ninja -DCMAKE_CUDA_COMPILER="$nvcc" -DCMAKE_CUDA_ARCHITECTURES=90 \
        -DBUILD_SHARED_LIBS=ON
else
    echo "consumer: nvcc is not on this machine, its part is skipped"
fi

t "make" make NVCC=mapnest-cucpu
t "make: the program" says ./consumer
t "make: nothing to do" make -q NVCC=mapnest-cucpu
sleep 1
touch lib/sums.fut
t "make: an import changed" bash -c '! make -q NVCC=mapnest-cucpu'
rm -f ./*.cu ./*.h ./*.d consumer
t "meson: configure" meson setup "$work/meson"
t "meson: build" meson compile -C "$work/meson"
t "meson: the program" says "$work/meson/consumer"

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
