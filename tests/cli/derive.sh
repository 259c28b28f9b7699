# shellcheck shell=bash
# mapnest explain --derive: proofs replayed; what is wrong with one.

run explain --derive
t "--derive" all 'is 0' quiet 'out "^optimized-map-reduce .promote.rules.:"' \
    'out "^    redomap\[.n\] .op .*ne"' 'out "map-promotion: "' 'out "^7 steps$"'
run explain --derive=optimized-map-reduce
t "--derive=RULE" all 'is 0' quiet 'out "reduce-promotion: "'
run explain --derive=map-map
t "no proof" all 'is 1' silent 'err "the rule map-map has no proof"'
run explain --derive=no-such
t "no such rule" all 'is 2' silent 'err "--derive=no-such: there is no such rule"'

# A lemma with this proof is refused.
proof() {    # NAME LINES MESSAGE
    { cat <<'END_RULES'
set more "More."
given [n] (xs: [n]i32) (f: i32 -> i32)
lemma twice "Two maps of the identity are none." from "a test"
  map (\?x.. -> ?x..) (map (\?y.. -> ?y..) ?xs..)  =>  ?xs..
  yes { t = map (\(y: i32) -> y) xs ; u = map (\(x: i32) -> x) t in u }  gives xs
  proof map (\?x.. -> ?x..) (map (\?y.. -> ?y..) ?xs..)
END_RULES
        printf '%s\n' "$2"; } > p.rules
    run --rules=p.rules explain --derive=twice
    if [ "$3" ]; then t "$1" all 'is 1' silent "err '$3'"; else t "$1" all 'is 0' quiet; fi
}
proof "a proof" '    by map-map gives map (\?z.. -> ?z..) ?xs..
    by map-projection gives { in ?xs.. }' ''
proof "what it gives" '    by map-map gives { in ?xs.. }' 'p.rules:7:8: error: .* map-map does not give this term'
proof "what it does not take" '    by map-map gives map (\?z.. -> ?z..) ?xs..
    by reduce-map gives { in ?xs.. }' 'p.rules:8:8: error: .* reduce-map does not apply'
proof "an end too early" '    by map-map gives map (\?z.. -> ?z..) ?xs..' 'p.rules:7:8: .* not what the lemma says'
proof "no such lemma" '    by map-mop gives { in ?xs.. }' 'p.rules:7:8: .* there is no lemma map-mop'
proof "no equation" '    by map-map <- gives { in ?xs.. }' 'read from right to left'
proof "no term" '    by map-map' 'p.rules:7:15: error: expected .gives. or .<-., found the end'
proof "no steps" '    because' 'p.rules:7:12: error: expected .* found the end'
proof "no term at all" '    by map-map gives map (\?x.. -> ?x..' 'p.rules:7:40'
proof "a name that is none" '    by map-map gives map (\?z.. -> ?z..) ?ws..' 'p.rules:7:8: .*ws'
proof "an instance" '    by map-map gives map (\(z: i32) -> z) xs' 'p.rules:7:'
run --rules=p.rules check-rules --only=twice
t "check-rules replays proofs" all 'is 1' 'err "p.rules:7:"'
