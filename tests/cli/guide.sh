# The README and the guide: the example, the lengths, the figures, links and names.

fenced() { sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/{ /^\`\`\`/!p }" "$root/README.md"; }
fenced 'futhark dot.fut' > dot.fut
fenced cuda > kernel
run -o - dot.fut
t "README: the length of dot.cu" grep -qF "$(wc -l < .out) lines in all" "$root/README.md"
[[ "$(< .out)" == *"$(< kernel)"* ]]
t "README: the kernel" [ $? = 0 ]
run dot.fut
[[ "$(< dot.h)" == *"$(fenced c)"* ]]
t "README: the call" [ $? = 0 ]
t "README: at most 150 lines" [ "$(wc -l < "$root/README.md")" -le 150 ]
t "README: at most 1,300 words" [ "$(wc -w < "$root/README.md")" -le 1300 ]
t "README: the picture; scripts/picture writes it" "$root/scripts/picture" --check

# A row "| `dot`: .. | .. | launches | asked |" is one of tests/cpu/traffic.txt.
figures() {
    awk -F' *[|] *' '
        FNR == NR && / least / { split($0, word, "[ ]"); name = word[1] }
        FNR == NR && /^  all / { split($0, word, " +"); is[name] = word[3] " " word[7] }
        FNR < NR && /^[|] `[a-z_]*`.*[0-9] [|]$/ {
            split($2, word, "`")
            n++
            if (is[word[2]] != $4 " " $5) { print word[2] ": " is[word[2]]; wrong = 1 }
        }
        END { exit wrong || n < 6 }' "$root/tests/cpu/traffic.txt" "$root/README.md"
}
t "README: its figures" figures

# Each link to a file, from the folder of its document; to a heading of no other page.
dead_links() {
    local file link
    for file in "$root"/{README.md,src/guide/*.md}; do
        for link in $(grep -oE '\]\([^)]*\)' "$file" | sed 's/^](//; s/)$//'); do
            case $link in
            https://*) ;;
            *) [ -e "$(dirname "$file")/$link" ] || echo "${file##*/}: $link" ;;
            esac
        done
    done
}
t "guide: its links" [ -z "$(dead_links)" ]

# `src/plan/block.c`, `tests/rules`: a path from the root of the repository.
dead_paths() {
    local file path
    for file in "$root"/{README.md,src/guide/*.md}; do
        for path in $(grep -oE '`(src|tests|scripts|golden|grammar|templates)/[^` ]*' "$file" \
                      | tr -d '`'); do
            # shellcheck disable=SC2086
            ls -d "$root"/$path > /dev/null 2>&1 || echo "${file##*/}: $path"
        done
    done
}
t "guide: its paths" [ -z "$(dead_paths)" ]

pages() { ls "$root"/src/guide/*.md | sed 's,.*/,,' | grep -v README; }
t "guide: its first page lists all others" \
    [ -z "$(pages | grep -vxFf <(grep -oE '[a-z]+\.md' "$root/src/guide/README.md"))" ]

# In the tables of tiles.md, rules are listed by name.
run rules
sed -n '/^| step | rule/,/^$/s/.*| \([^|]*\) |$/\1/p' "$root/src/guide/tiles.md" \
    | tr ',;' '\n\n' | grep -oE '^ *[a-z]+-[a-z-]+' | tr -d ' ' | sort -u > named
t "guide: rules are named" [ "$(wc -l < named)" -ge 12 ]
t "guide: rules that it names exist" \
    [ -z "$(while read -r rule; do grep -qwF -- "$rule" .out || echo "$rule"; done < named)" ]

# ---- the glossary --------------------------------------------------------------------

terms() { sed -n '1,/^| term/d; s/^| \([^|]*\) |.*/\1/p' "$root/src/guide/glossary.md"; }
t "glossary: 60 terms" [ "$(terms | wc -l)" = 60 ]
t "glossary: in the order of the alphabet" [ "$(terms)" = "$(terms | LC_ALL=C sort -f)" ]
