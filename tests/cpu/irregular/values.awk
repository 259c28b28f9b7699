# awk -v program=NAME -v shape=SHAPE -f values.awk: arguments in Futhark's text format, of about
# 131 072 elements: 'small', rows of 0 to 16; 'mid', of 0 to 1024; 'huge', one row of nearly all;
# 'empty', nine rows of ten are; 'skew', 500 rows of 100 with one round each, but one of 100
# rounds; 'even', with ten each; 'one', where the program has but one shape.
function random(n) {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return int(seed / 65536) % n
}
function length_of(i) {
    if (shape == "small") return random(17)
    if (shape == "mid") return random(1025) + (i % 8 == 0)
    if (shape == "huge") return i == 1000 ? 126892 : random(3)
    if (shape == "empty") return random(10) ? 0 : 1 + random(16)
    if (shape == "one") return !i ? 8 : random(10) ? random(8) : 0      # neighbours of nodes
    return 100
}
function value(i, kind) {
    if (kind == "length") return len[i]
    if (kind == "rounds") return shape == "even" ? 10 : i == 7 ? 100 : 1
    if (kind == "limit") return int(len[i] * len[i] / 3)
    return random(kind)
}
function list(n, kind, type,   i) {
    printf "["
    for (i = 0; i < n; i++)
        printf "%s%d%s", (i ? ", " : ""), value(i, kind), type
    printf "]"
}
function rows(kind, type,   i) {
    printf "["
    for (i = 0; i < m; i++) {
        printf i ? ", " : ""
        list(len[i], kind, type)
    }
    print "]"
}
function numbers(kind) { list(m, kind, "i64"); print "" }
function triangles(n, width, height,   i, k) {
    print height "i64 " width "i64 ["
    for (i = 0; i < n; i++) {
        printf i ? ", [" : "["
        for (k = 0; k < 6; k++)
            printf "%s%di64", (k ? ", " : ""), random(k % 2 ? height : width)
        printf "]"
    }
    print "]"
    list(n, n, "i64")
}
BEGIN {
    seed = 7
    many["small"] = 16368; many["mid"] = 227; many["huge"] = 4096; many["empty"] = 154285
    many["skew"] = many["even"] = 500; many["one"] = 20000
    m = many[shape]
    for (i = 0; i < m && program !~ /^(nested_primes|scanlines)$/; i++)
        len[i] = length_of(i)
    if (program ~ /^(sums|rows|filters|branches|loops|whiles)$/) numbers("length")
    if (program == "rows") numbers(100)
    if (program == "loops") numbers("rounds")
    if (program == "whiles") numbers("limit")
    if (program ~ /^(scans|quicksort)$/) rows(1000, "i32")
    if (program == "spmv") { rows(4096, "i64"); rows(10, "f32"); list(4096, 10, "f32") }
    if (program == "nested_primes") print "100000i64"
    if (program == "bfs") { rows(m, "i64"); print "0i64" }
    if (program == "scanlines") triangles(100, 300, 200)
}
