# The example in the README: its program gives its kernel.

sed -n '/^`dot.fut`:/,/^`mapnest dot.fut`/{ s/^    //p; /^$/p }' "$root/README.md" \
    | sed '1d;$d' > dot.fut
sed -n '/^```cuda/,/^```$/{ /^```/!p }' "$root/README.md" > kernel
run -o - dot.fut
grep -qF "$(wc -l < .out) lines in all" "$root/README.md"
t "README: the length of dot.cu" [ $? = 0 ]
[[ "$(< .out)" == *"$(< kernel)"* ]]
t "README: the kernel" [ $? = 0 ]
