#!/usr/bin/env bash
# The steps of src/guide/contributing.md to add a kernel skeleton, done on a copy: what they make is compiled,
# its maps of one level have the new kernel, and programs still give what they should.
# Ends with 'N passed, N failed'.
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0
t() { if "${@:2}"; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "FAILED: $1"; fi; }

cp -a "$root"/{Makefile,src,templates,scripts,grammar,tests,golden} "$work" || exit 1
mkdir "$work/build"    # what make makes: in its other folders other tests are at work
find "$root/build" -maxdepth 1 -type f -exec cp -p -t "$work/build" {} + || exit 1
for folder in "$root"/src/*/ embed/; do
    made=$root/build/$(basename "$folder")
    [ ! -d "$made" ] || cp -a "$made" "$work/build" || exit 1
done
cd "$work" || exit 1

# The lines of FILE that the block's - lines are become its + lines.
edited() {    # FILE BLOCK
    local old new text
    old=$(sed -n 's/^-//p' "$2"; echo .)
    new=$(sed -n 's/^+//p' "$2"; echo .)
    text=$(cat "$1"; echo .)
    case $text in *"${old%.}"*) ;; *) return 1 ;; esac
    printf %s "${text/"${old%.}"/"${new%.}"}" | sed '$d' > "$1"
}

into=
while IFS= read -r line; do
    case $line in
    '```')
        case $into in block:*) t "the page's change of ${into#*:}" edited "${into#*:}" block ;; esac
        into= ;;
    '```mustache '*) into=${line##* }; : > "$into" ;;
    '```diff '*) into=block:${line##* }; : > block ;;
    *)
        case $into in
        '') ;;
        block:*) printf '%s\n' "$line" >> block ;;
        *) printf '%s\n' "$line" >> "$into" ;;
        esac ;;
    esac
done < <(sed -n '/^## To add a kernel skeleton/,/^## The tests/p' "$root/src/guide/contributing.md")

t "there are two changes" [ "$passed" = 2 ]
t "it builds" make -s CC="${CC:-gcc}" build/mapnest
build/mapnest -o - golden/blackscholes/blackscholes.fut > out.cu
t "the kernel is there" grep -q '^         i += stride)' out.cu
t "its launch is there" grep -q '<<<grid_stride_blocks(n), BLOCK_SIZE, 0, stream>>>' out.cu
for name in filter blackscholes histograms; do
    t "$name runs" build/mapnest test --on=cpu "golden/$name/$name.fut" > out 2>&1
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
