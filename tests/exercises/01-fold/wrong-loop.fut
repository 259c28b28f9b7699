-- says: structure: FAILED: 1 loop after core, expected 0
def twice [n] (xs: [n]i32): i32 = loop s = 0 for x in xs do s + 2 * x
