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
