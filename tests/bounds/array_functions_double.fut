def f0 [n] (xs: [n]i32): []i32 = filter (>1) xs
def f1 [n] (xs: [n]i32): []i32 = let a = f0 xs let b = f0 (map (*2) xs) in map (\x -> x + i32.sum b) a
def f2 [n] (xs: [n]i32): []i32 = let a = f1 xs let b = f1 (map (*2) xs) in map (\x -> x + i32.sum b) a
def f3 [n] (xs: [n]i32): []i32 = let a = f2 xs let b = f2 (map (*2) xs) in map (\x -> x + i32.sum b) a
def f4 [n] (xs: [n]i32): []i32 = let a = f3 xs let b = f3 (map (*2) xs) in map (\x -> x + i32.sum b) a
def f5 [n] (xs: [n]i32): []i32 = let a = f4 xs let b = f4 (map (*2) xs) in map (\x -> x + i32.sum b) a
def f6 [n] (xs: [n]i32): []i32 = let a = f5 xs let b = f5 (map (*2) xs) in map (\x -> x + i32.sum b) a
def f7 [n] (xs: [n]i32): []i32 = let a = f6 xs let b = f6 (map (*2) xs) in map (\x -> x + i32.sum b) a
def f8 [n] (xs: [n]i32): []i32 = let a = f7 xs let b = f7 (map (*2) xs) in map (\x -> x + i32.sum b) a
def f9 [n] (xs: [n]i32): []i32 = let a = f8 xs let b = f8 (map (*2) xs) in map (\x -> x + i32.sum b) a
def f10 [n] (xs: [n]i32): []i32 = let a = f9 xs let b = f9 (map (*2) xs) in map (\x -> x + i32.sum b) a
def f11 [n] (xs: [n]i32): []i32 = let a = f10 xs let b = f10 (map (*2) xs) in map (\x -> x + i32.sum b) a
def f12 [n] (xs: [n]i32): []i32 = let a = f11 xs let b = f11 (map (*2) xs) in map (\x -> x + i32.sum b) a
def f13 [n] (xs: [n]i32): []i32 = let a = f12 xs let b = f12 (map (*2) xs) in map (\x -> x + i32.sum b) a
def f14 [n] (xs: [n]i32): []i32 = let a = f13 xs let b = f13 (map (*2) xs) in map (\x -> x + i32.sum b) a
entry main [n] (xs: [n]i32): []i32 = f14 xs
