# shellcheck shell=bash
# mapnest explain: costs, formats, options.

cat > nested.fut <<'END'
def main [n][m] (xss: [n][m]f32): [n]f32 = map (\xs -> reduce (+) 0 xs) xss
END
run explain --cost nested.fut
t "--cost" all 'is 0' quiet 'out "work O\(m\*n\) +depth O\(log m\)"' 'out "kept work and depth"'
run explain --cost --flatten=moderate nested.fut
t "--cost names the rule" all 'is 0' 'out "^stop +flatten.rules:[0-9]+ "' \
    'out "depth O\(log m\) => O\(m\)"'
