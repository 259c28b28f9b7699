# futhark.pkg: packages in lib/, from the project's root, and those that are missing.

mkdir -p project/src/deep project/lib/github.com/diku-dk/sorts
cat > project/futhark.pkg <<'EOF'
package github.com/me/project

require {
  github.com/diku-dk/segmented 0.4.0 #aabb
  github.com/diku-dk/sorts 0.4.1
}
EOF
echo 'def twice (x: i32): i32 = 2 * x' > project/lib/github.com/diku-dk/sorts/radix_sort.fut
program() { printf 'import "%s"\nentry main (x: i32): i32 = twice x\n' "$2" > "$1"; }
program project/src/deep/a.fut lib/github.com/diku-dk/sorts/radix_sort
run check project/src/deep/a.fut
t "lib/ of the project's root" all 'is 0' quiet
cd project/src/deep && run check a.fut && mv .out .err ../../.. && cd ../../..
t "lib/ of the root, from inside" all 'is 0' quiet
program project/b.fut lib/github.com/diku-dk/sorts/radix_sort
run check project/b.fut
t "lib/ beside the program" all 'is 0' quiet
program project/src/c.fut lib/github.com/diku-dk/segmented/segmented
run check project/src/c.fut
t "a package that is required and missing" all 'is 1' 'err "^project/src/c.fut:1:[0-9]+: error: cannot import .*segmented.fut: No such file"' \
    'err "the package github.com/diku-dk/segmented 0.4.0 provides it, which futhark.pkg requires: .futhark pkg sync."'
program project/src/d.fut lib/github.com/diku-dk/sort/sort
run check project/src/d.fut
t "a package that is not required" all 'is 1' \
    'err "github.com/diku-dk/sort provides it, which futhark.pkg does not require: .futhark pkg add github.com/diku-dk/sort."'
program e.fut lib/github.com/diku-dk/fft/stockham-radix-2
run check e.fut
t "a package, and no futhark.pkg" all 'is 1' 'err "the package github.com/diku-dk/fft provides it, and there is no futhark.pkg"'
program f.fut nowhere
run check f.fut
t "a file that is missing" all 'is 1' 'err "cannot import nowhere.fut: No such file or directory .import.$"'
