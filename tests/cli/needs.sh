# Building without a tool: what is missing, and in which packages it is.
mkdir -p few
for tool in bash awk env dirname cat make; do ln -sf "$(command -v $tool)" few/$tool; done
needs() { PATH=$PWD/few "$root/scripts/needs" "$@" > .out 2> .err; status=$?; }

for tool in gcc g++ flex bison; do ln -sf /bin/true few/$tool; done
needs
t "needs: all there" all 'is 0' silent quiet
rm few/flex few/g++
needs
t "needs: missing tools and their packages" all 'is 1' silent 'err "does not find: g\\+\\+ flex$"' \
    'err "Debian.*apt-get install g\\+\\+ flex$"' 'err "Fedora.*dnf install gcc-c\\+\\+ flex$"' \
    'err "Arch.*pacman -S gcc flex$"' 'err "Homebrew.*brew install gcc flex$"'
PATH=$PWD/few make -C "$root" -n > .out 2> .err
status=$?
t "make: says what is missing" all 'is 2' 'err "does not find: flex$"' 'err "tools are missing"'
"$root/scripts/check" --list > .out 2> .err
status=$?
t "check --list" all 'is 0' quiet 'out "^golden"' '[ "$(wc -l < .out)" -gt 30 ]'
for tool in sh gcc sort tr id; do ln -sf "$(command -v $tool)" few/$tool; done
PATH=$PWD/few "$root/scripts/setup" > .out 2> .err
status=$?
t "setup: without apt-get" all 'is 1' 'out "missing Debian packages: .*flex"' 'err "there is no apt-get here"'
grep -rlE '^[^#]*apt-get (update|install) ' "$root"/{scripts,tests} > .out 2> .err
t "apt-get is called by setup alone" all \
    '[ "$(sed "s|.*/||" .out | grep -vxE "deb|needs|needs.sh|slides.sh" | paste -sd" ")" = setup ]'

# mapnest-cucpu, and run --on=cpu by it, without a compiler.
mkdir -p bare
for tool in sh sed readlink dirname basename; do ln -sf "$(command -v $tool)" bare/$tool; done
echo 'entry main (x: i64): i64 = x + 1' > one.fut
echo 1 | PATH=$PWD/bare "$mapnest" run --on=cpu one.fut > .out 2> .err
status=$?
t "run --on=cpu: the missing compiler is named" all 'is 1' silent \
    'err "^mapnest: error: cucpu: g\\+\\+ is not on the PATH: install it .Debian: g\\+\\+. "' '! err "does not compile"'
