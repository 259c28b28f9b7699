# Programs of several files.

mkdir -p files/lib/deep
cat > files/lib/sums.fut <<'END'
import "deep/ops"
module type monoid = { type t val zero: t val add: t -> t -> t }
module sum (M: monoid) = { def sum [n] (xs: [n]M.t): M.t = reduce M.add M.zero xs }
def pick [n] (xs: [n]i32) (i: i64): i32 = xs[i]
entry unseen (x: i32) = op x
END
printf 'def op (x: i32): i32 = x * x + 1\n' > files/lib/deep/ops.fut
cat > files/main.fut <<'END'
-- ==
-- entry: total
-- input { [1, 2, 3] } output { 6 }
import "lib/sums"
module ops = import "lib/deep/ops"
module i32_sum = sum { type t = i32 def zero = 0i32 def add (a: i32) (b: i32) = a + b }
entry total (xs: []i32) = i32_sum.sum xs
entry ops_op (xs: []i32) = map ops.op xs
entry picked (xs: []i32) (i: i64) = pick xs i
END

feed '[1, 2]' run -e total files/main.fut
t "import: run" all 'is 0' 'out_is 3i32' quiet
feed '[1, 2]' run --on=cpu -e ops_op files/main.fut
t "import: run on the CPU" all 'is 0' 'out_is "[2i32, 5i32]"'
run test files/main.fut
t "import: test" all 'is 0' 'out "^1 passed, 0 failed"'
run files/main.fut -o -
t "import: places and names" all 'is 0' 'out "^// lib/deep/ops.fut:1: "' \
  'out "^// lib/sums.fut:3: "' 'out "cudaError_t main_ops_op\("' '! out unseen'
run explain files/main.fut
t "import: explain" all 'is 0' 'out "^.*files/lib/sums.fut:3:"'
run check-operators files/main.fut
t "import: check-operators" all 'is 0' 'out "passed, 0 failed"'
feed '[1, 2] 7i64' run -e picked files/main.fut
t "import: a failure names the file" all 'is 1' 'err "^files/lib/sums.fut:4:43: error: "'
feed '[1, 2] 7i64' run --on=cpu -e picked files/main.fut
t "import: a failure on the CPU names the file" all 'is 1' 'err "^files/lib/sums.fut:4:43: error: "'
run files/main.fut -o files -MD
t "import: -MD lists the files" all 'is 0' 'grep -q files/lib/deep/ops.fut files/main.d'
feed 'import "files/lib/sums" def main (x: i32) = op x' --stop-after=check -o - -
t "import: names that a file imports are not passed on" all 'is 1' "err \"unknown name 'op'\""
feed 'import "files/lib/deep/ops" def main (x: i32) = op x' --stop-after=core -o - -
t "import: from standard input" all 'is 0' 'out "fun op|op"'

refused() {    # NAME, TEXT of files/x.fut, a line of the message
    printf '%s\n' "$2" > files/x.fut
    run --stop-after=check files/x.fut
    t "refused: $1" all 'is 1' "err '$3'"
}
refused "a file that is missing" 'import "lib/none"' \
    '^files/x.fut:1:8: error: cannot import files/lib/none.fut: No such file or directory'
refused "a path from the root" 'import "/futlib/math"' '^files/x.fut:1:8: error: only files beside'
refused "a folder" 'import "lib"' 'cannot import files/lib.fut'
refused "itself" 'import "x"' 'error: a file cannot import itself: files/x.fut imports files/x.fut'
printf 'import "b"\ndef a = 1i32\n' > files/lib/a.fut
printf 'import "../lib/c"\ndef b = 1i32\n' > files/lib/b.fut
printf '\nmodule a = import "a"\ndef c = 1i32\n' > files/lib/c.fut
refused "a cycle" 'import "lib/a"' \
    '^files/lib/c.fut:2:12: error: .*a.fut imports files/lib/b.fut imports files/lib/c.fut imports files/lib/a.fut'
printf 'def f (x: i32): i32 =\n  x +\n' > files/lib/syntax.fut
refused "a syntax error in a file" 'import "lib/syntax" def g = f 1' '^files/lib/syntax.fut:3:1: error: expected'
t "refused: what a wrong file defines is not asked for" all '! err "unknown name"'
printf 'def f (x: i32): f32 = x\n' > files/lib/types.fut
refused "a type error in a file" 'import "lib/types" module m = import "lib/types"' \
    '^files/lib/types.fut:1:23: error: the result of .f.: expected f32, found i32'
t "refused: it is said once" all '[ "$(grep -c error: .err)" = 1 ]'
refused "a member that a file lacks" 'module s = import "lib/sums" def f = s.op 1' \
    '^files/x.fut:1:38: error: the module s has no value .op.'
