-- Arrays whose size depends on data, at host level: results, what lies between,
-- what loops and branches give.

-- ==
-- entry: filt
-- input { [3i32,-1i32,5i32,0i32,7i32,2i32,-8i32] }
-- output { [-1i32, 5i32, 7i32, 2i32, -8i32] }
-- input { empty([0]i32) }
-- output { empty([0]i32) }
-- input { [3i32,3i32] }
-- output { empty([0]i32) }
-- input { [1i32] }
-- output { [1i32] }
-- random input { [31]i32 }
-- random input { [33]i32 }
-- random input { [1000]i32 }
entry filt [n] (xs: [n]i32): []i32 = filter (\x -> x % 3 != 0) xs

-- ==
-- entry: filt2
-- input { [1i32,2i32,3i32] [3i32,2i32,4i32] }
-- output { [1i32, 3i32] [3i32, 4i32] }
-- input { empty([0]i32) empty([0]i32) }
-- output { empty([0]i32) empty([0]i32) }
entry filt2 [n] (xs: [n]i32) (ys: [n]i32) = filter (\(x, y) -> x < y) (zip xs ys) |> unzip

-- ==
-- entry: part
-- input { [3i32,-1i32,5i32,0i32,7i32,2i32,-8i32] }
-- output { [3i32, 5i32, 7i32, 2i32] [-1i32, 0i32, -8i32] }
-- input { empty([0]i32) }
-- output { empty([0]i32) empty([0]i32) }
-- input { [1i32] }
-- output { [1i32] empty([0]i32) }
-- input { [-1i32] }
-- output { empty([0]i32) [-1i32] }
-- random input { [31]i32 }
-- random input { [33]i32 }
-- random input { [1000]i32 }
entry part [n] (xs: [n]i32) = partition (> 0) xs

-- ==
-- entry: part2
-- input { [3i32,-1i32,5i32,0i32,7i32,2i32,-8i32] }
-- output { [5i32, 7i32] [-1i32, -8i32] [3i32, 0i32, 2i32] }
-- input { empty([0]i32) }
-- output { empty([0]i32) empty([0]i32) empty([0]i32) }
-- random input { [31]i32 }
-- random input { [33]i32 }
-- random input { [1000]i32 }
entry part2 [n] (xs: [n]i32) = partition2 (> 3) (< 0) xs

-- ==
-- entry: filtmap
-- input { [3i32,-1i32,5i32,0i32,7i32,2i32,-8i32] }
-- output { [6i32, 10i32, 14i32, 4i32] }
-- input { empty([0]i32) }
-- output { empty([0]i32) }
-- random input { [31]i32 }
-- random input { [33]i32 }
-- random input { [1000]i32 }
entry filtmap [n] (xs: [n]i32) = map (* 2) (filter (> 0) xs)

-- ==
-- entry: mapfilt
-- input { [3i32,-1i32,5i32,0i32,7i32,2i32,-8i32] }
-- output { [6i32, 10i32, 14i32] }
-- random input { [31]i32 }
-- random input { [33]i32 }
-- random input { [1000]i32 }
entry mapfilt [n] (xs: [n]i32) = filter (> 5) (map (* 2) xs)

-- ==
-- entry: filtfilt
-- input { [3i32,-1i32,5i32,0i32,7i32,200i32,-8i32] }
-- output { [3i32, 5i32, 7i32] }
-- random input { [31]i32 }
-- random input { [33]i32 }
-- random input { [1000]i32 }
entry filtfilt [n] (xs: [n]i32) = filter (< 100) (filter (> 0) xs)

-- ==
-- entry: cat
-- input { [3i32,-1i32,5i32,0i32,7i32,2i32,-8i32] }
-- output { [3i32, 5i32, 7i32, 2i32, -1i32, 0i32, -8i32] }
-- input { empty([0]i32) }
-- output { empty([0]i32) }
-- random input { [31]i32 }
-- random input { [33]i32 }
-- random input { [1000]i32 }
entry cat [n] (xs: [n]i32) = filter (> 0) xs ++ filter (<= 0) xs

-- ==
-- entry: sumf
-- input { [3i32,-1i32,5i32,0i32,7i32,2i32,-8i32] }
-- output { 17i32 }
-- input { empty([0]i32) }
-- output { 0i32 }
-- input { [-1i32] }
-- output { 0i32 }
-- random input { [31]i32 }
-- random input { [33]i32 }
-- random input { [1000]i32 }
entry sumf [n] (xs: [n]i32) = reduce (+) 0 (filter (> 0) xs)

-- ==
-- entry: cntf
-- input { [3i32,-1i32,5i32,0i32,7i32,2i32,-8i32] }
-- output { 4i64 }
-- random input { [31]i32 }
-- random input { [33]i32 }
-- random input { [1000]i32 }
entry cntf [n] (xs: [n]i32) = length (filter (> 0) xs)

-- ==
-- entry: scanf
-- input { [3i32,-1i32,5i32,0i32,7i32,2i32,-8i32] }
-- output { [3i32, 8i32, 15i32, 17i32] }
-- input { [-3i32] }
-- output { empty([0]i32) }
-- random input { [31]i32 }
-- random input { [33]i32 }
-- random input { [1000]i32 }
entry scanf [n] (xs: [n]i32) = scan (+) 0 (filter (> 0) xs)

-- ==
-- entry: iot
-- input { [5i64,2i64] }
-- output { [0i64, 1i64, 2i64, 3i64, 4i64] }
-- input { [0i64] }
-- output { empty([0]i64) }
-- input { [-1i64] }
-- error: Range 0..1..<-1 is invalid.
entry iot [n] (xs: [n]i64) = iota xs[0]

-- ==
-- entry: repl
-- input { [5i64,2i64] }
-- output { [7i64, 7i64, 7i64, 7i64, 7i64] }
-- input { [-5i64] }
-- output { empty([0]i64) }
-- input { empty([0]i64) }
-- output { empty([0]i64) }
entry repl [n] (xs: [n]i64) = let m = reduce i64.max 0 xs in replicate m (reduce (+) 0 xs)

-- ==
-- entry: rows
-- input { [3i64,2i64] }
-- output { [[3i64, 2i64], [3i64, 2i64], [3i64, 2i64]] }
-- input { [0i64] }
-- output { empty([0][1]i64) }
-- input { empty([0]i64) }
-- output { empty([0][0]i64) }
entry rows [n] (xs: [n]i64) = let m = reduce i64.max 0 xs in replicate m xs

-- ==
-- entry: grid
-- input { [3i64,2i64] }
-- output { [[0i64, 0i64], [3i64, 2i64], [6i64, 4i64]] }
-- input { [0i64] }
-- output { empty([0][1]i64) }
entry grid [n] (xs: [n]i64) = let m = reduce i64.max 0 xs in tabulate_2d m n (\i j -> i * xs[j])

-- ==
-- entry: grid2
-- input { [3i64,2i64] }
-- output { [[0i64, 3i64, 6i64], [0i64, 2i64, 4i64]] }
-- input { [0i64,0i64] }
-- output { empty([2][0]i64) }
-- input { empty([0]i64) }
-- output { empty([0][0]i64) }
entry grid2 [n] (xs: [n]i64) = let m = reduce i64.max 0 xs in tabulate_2d n m (\i j -> j * xs[i])

-- ==
-- entry: square
-- input { [3i64] }
-- output { [[0i64, 1i64, 2i64], [10i64, 11i64, 12i64], [20i64, 21i64, 22i64]] }
-- input { [0i64] }
-- output { empty([0][0]i64) }
-- input { [31i64] }
-- output { [[0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64, 10i64, 11i64, 12i64, 13i64, 14i64, 15i64, 16i64, 17i64, 18i64, 19i64, 20i64, 21i64, 22i64, 23i64, 24i64, 25i64, 26i64, 27i64, 28i64, 29i64, 30i64], [10i64, 11i64, 12i64, 13i64, 14i64, 15i64, 16i64, 17i64, 18i64, 19i64, 20i64, 21i64, 22i64, 23i64, 24i64, 25i64, 26i64, 27i64, 28i64, 29i64, 30i64, 31i64, 32i64, 33i64, 34i64, 35i64, 36i64, 37i64, 38i64, 39i64, 40i64], [20i64, 21i64, 22i64, 23i64, 24i64, 25i64, 26i64, 27i64, 28i64, 29i64, 30i64, 31i64, 32i64, 33i64, 34i64, 35i64, 36i64, 37i64, 38i64, 39i64, 40i64, 41i64, 42i64, 43i64, 44i64, 45i64, 46i64, 47i64, 48i64, 49i64, 50i64], [30i64, 31i64, 32i64, 33i64, 34i64, 35i64, 36i64, 37i64, 38i64, 39i64, 40i64, 41i64, 42i64, 43i64, 44i64, 45i64, 46i64, 47i64, 48i64, 49i64, 50i64, 51i64, 52i64, 53i64, 54i64, 55i64, 56i64, 57i64, 58i64, 59i64, 60i64], [40i64, 41i64, 42i64, 43i64, 44i64, 45i64, 46i64, 47i64, 48i64, 49i64, 50i64, 51i64, 52i64, 53i64, 54i64, 55i64, 56i64, 57i64, 58i64, 59i64, 60i64, 61i64, 62i64, 63i64, 64i64, 65i64, 66i64, 67i64, 68i64, 69i64, 70i64], [50i64, 51i64, 52i64, 53i64, 54i64, 55i64, 56i64, 57i64, 58i64, 59i64, 60i64, 61i64, 62i64, 63i64, 64i64, 65i64, 66i64, 67i64, 68i64, 69i64, 70i64, 71i64, 72i64, 73i64, 74i64, 75i64, 76i64, 77i64, 78i64, 79i64, 80i64], [60i64, 61i64, 62i64, 63i64, 64i64, 65i64, 66i64, 67i64, 68i64, 69i64, 70i64, 71i64, 72i64, 73i64, 74i64, 75i64, 76i64, 77i64, 78i64, 79i64, 80i64, 81i64, 82i64, 83i64, 84i64, 85i64, 86i64, 87i64, 88i64, 89i64, 90i64], [70i64, 71i64, 72i64, 73i64, 74i64, 75i64, 76i64, 77i64, 78i64, 79i64, 80i64, 81i64, 82i64, 83i64, 84i64, 85i64, 86i64, 87i64, 88i64, 89i64, 90i64, 91i64, 92i64, 93i64, 94i64, 95i64, 96i64, 97i64, 98i64, 99i64, 100i64], [80i64, 81i64, 82i64, 83i64, 84i64, 85i64, 86i64, 87i64, 88i64, 89i64, 90i64, 91i64, 92i64, 93i64, 94i64, 95i64, 96i64, 97i64, 98i64, 99i64, 100i64, 101i64, 102i64, 103i64, 104i64, 105i64, 106i64, 107i64, 108i64, 109i64, 110i64], [90i64, 91i64, 92i64, 93i64, 94i64, 95i64, 96i64, 97i64, 98i64, 99i64, 100i64, 101i64, 102i64, 103i64, 104i64, 105i64, 106i64, 107i64, 108i64, 109i64, 110i64, 111i64, 112i64, 113i64, 114i64, 115i64, 116i64, 117i64, 118i64, 119i64, 120i64], [100i64, 101i64, 102i64, 103i64, 104i64, 105i64, 106i64, 107i64, 108i64, 109i64, 110i64, 111i64, 112i64, 113i64, 114i64, 115i64, 116i64, 117i64, 118i64, 119i64, 120i64, 121i64, 122i64, 123i64, 124i64, 125i64, 126i64, 127i64, 128i64, 129i64, 130i64], [110i64, 111i64, 112i64, 113i64, 114i64, 115i64, 116i64, 117i64, 118i64, 119i64, 120i64, 121i64, 122i64, 123i64, 124i64, 125i64, 126i64, 127i64, 128i64, 129i64, 130i64, 131i64, 132i64, 133i64, 134i64, 135i64, 136i64, 137i64, 138i64, 139i64, 140i64], [120i64, 121i64, 122i64, 123i64, 124i64, 125i64, 126i64, 127i64, 128i64, 129i64, 130i64, 131i64, 132i64, 133i64, 134i64, 135i64, 136i64, 137i64, 138i64, 139i64, 140i64, 141i64, 142i64, 143i64, 144i64, 145i64, 146i64, 147i64, 148i64, 149i64, 150i64], [130i64, 131i64, 132i64, 133i64, 134i64, 135i64, 136i64, 137i64, 138i64, 139i64, 140i64, 141i64, 142i64, 143i64, 144i64, 145i64, 146i64, 147i64, 148i64, 149i64, 150i64, 151i64, 152i64, 153i64, 154i64, 155i64, 156i64, 157i64, 158i64, 159i64, 160i64], [140i64, 141i64, 142i64, 143i64, 144i64, 145i64, 146i64, 147i64, 148i64, 149i64, 150i64, 151i64, 152i64, 153i64, 154i64, 155i64, 156i64, 157i64, 158i64, 159i64, 160i64, 161i64, 162i64, 163i64, 164i64, 165i64, 166i64, 167i64, 168i64, 169i64, 170i64], [150i64, 151i64, 152i64, 153i64, 154i64, 155i64, 156i64, 157i64, 158i64, 159i64, 160i64, 161i64, 162i64, 163i64, 164i64, 165i64, 166i64, 167i64, 168i64, 169i64, 170i64, 171i64, 172i64, 173i64, 174i64, 175i64, 176i64, 177i64, 178i64, 179i64, 180i64], [160i64, 161i64, 162i64, 163i64, 164i64, 165i64, 166i64, 167i64, 168i64, 169i64, 170i64, 171i64, 172i64, 173i64, 174i64, 175i64, 176i64, 177i64, 178i64, 179i64, 180i64, 181i64, 182i64, 183i64, 184i64, 185i64, 186i64, 187i64, 188i64, 189i64, 190i64], [170i64, 171i64, 172i64, 173i64, 174i64, 175i64, 176i64, 177i64, 178i64, 179i64, 180i64, 181i64, 182i64, 183i64, 184i64, 185i64, 186i64, 187i64, 188i64, 189i64, 190i64, 191i64, 192i64, 193i64, 194i64, 195i64, 196i64, 197i64, 198i64, 199i64, 200i64], [180i64, 181i64, 182i64, 183i64, 184i64, 185i64, 186i64, 187i64, 188i64, 189i64, 190i64, 191i64, 192i64, 193i64, 194i64, 195i64, 196i64, 197i64, 198i64, 199i64, 200i64, 201i64, 202i64, 203i64, 204i64, 205i64, 206i64, 207i64, 208i64, 209i64, 210i64], [190i64, 191i64, 192i64, 193i64, 194i64, 195i64, 196i64, 197i64, 198i64, 199i64, 200i64, 201i64, 202i64, 203i64, 204i64, 205i64, 206i64, 207i64, 208i64, 209i64, 210i64, 211i64, 212i64, 213i64, 214i64, 215i64, 216i64, 217i64, 218i64, 219i64, 220i64], [200i64, 201i64, 202i64, 203i64, 204i64, 205i64, 206i64, 207i64, 208i64, 209i64, 210i64, 211i64, 212i64, 213i64, 214i64, 215i64, 216i64, 217i64, 218i64, 219i64, 220i64, 221i64, 222i64, 223i64, 224i64, 225i64, 226i64, 227i64, 228i64, 229i64, 230i64], [210i64, 211i64, 212i64, 213i64, 214i64, 215i64, 216i64, 217i64, 218i64, 219i64, 220i64, 221i64, 222i64, 223i64, 224i64, 225i64, 226i64, 227i64, 228i64, 229i64, 230i64, 231i64, 232i64, 233i64, 234i64, 235i64, 236i64, 237i64, 238i64, 239i64, 240i64], [220i64, 221i64, 222i64, 223i64, 224i64, 225i64, 226i64, 227i64, 228i64, 229i64, 230i64, 231i64, 232i64, 233i64, 234i64, 235i64, 236i64, 237i64, 238i64, 239i64, 240i64, 241i64, 242i64, 243i64, 244i64, 245i64, 246i64, 247i64, 248i64, 249i64, 250i64], [230i64, 231i64, 232i64, 233i64, 234i64, 235i64, 236i64, 237i64, 238i64, 239i64, 240i64, 241i64, 242i64, 243i64, 244i64, 245i64, 246i64, 247i64, 248i64, 249i64, 250i64, 251i64, 252i64, 253i64, 254i64, 255i64, 256i64, 257i64, 258i64, 259i64, 260i64], [240i64, 241i64, 242i64, 243i64, 244i64, 245i64, 246i64, 247i64, 248i64, 249i64, 250i64, 251i64, 252i64, 253i64, 254i64, 255i64, 256i64, 257i64, 258i64, 259i64, 260i64, 261i64, 262i64, 263i64, 264i64, 265i64, 266i64, 267i64, 268i64, 269i64, 270i64], [250i64, 251i64, 252i64, 253i64, 254i64, 255i64, 256i64, 257i64, 258i64, 259i64, 260i64, 261i64, 262i64, 263i64, 264i64, 265i64, 266i64, 267i64, 268i64, 269i64, 270i64, 271i64, 272i64, 273i64, 274i64, 275i64, 276i64, 277i64, 278i64, 279i64, 280i64], [260i64, 261i64, 262i64, 263i64, 264i64, 265i64, 266i64, 267i64, 268i64, 269i64, 270i64, 271i64, 272i64, 273i64, 274i64, 275i64, 276i64, 277i64, 278i64, 279i64, 280i64, 281i64, 282i64, 283i64, 284i64, 285i64, 286i64, 287i64, 288i64, 289i64, 290i64], [270i64, 271i64, 272i64, 273i64, 274i64, 275i64, 276i64, 277i64, 278i64, 279i64, 280i64, 281i64, 282i64, 283i64, 284i64, 285i64, 286i64, 287i64, 288i64, 289i64, 290i64, 291i64, 292i64, 293i64, 294i64, 295i64, 296i64, 297i64, 298i64, 299i64, 300i64], [280i64, 281i64, 282i64, 283i64, 284i64, 285i64, 286i64, 287i64, 288i64, 289i64, 290i64, 291i64, 292i64, 293i64, 294i64, 295i64, 296i64, 297i64, 298i64, 299i64, 300i64, 301i64, 302i64, 303i64, 304i64, 305i64, 306i64, 307i64, 308i64, 309i64, 310i64], [290i64, 291i64, 292i64, 293i64, 294i64, 295i64, 296i64, 297i64, 298i64, 299i64, 300i64, 301i64, 302i64, 303i64, 304i64, 305i64, 306i64, 307i64, 308i64, 309i64, 310i64, 311i64, 312i64, 313i64, 314i64, 315i64, 316i64, 317i64, 318i64, 319i64, 320i64], [300i64, 301i64, 302i64, 303i64, 304i64, 305i64, 306i64, 307i64, 308i64, 309i64, 310i64, 311i64, 312i64, 313i64, 314i64, 315i64, 316i64, 317i64, 318i64, 319i64, 320i64, 321i64, 322i64, 323i64, 324i64, 325i64, 326i64, 327i64, 328i64, 329i64, 330i64]] }
entry square [n] (xs: [n]i64) = let m = reduce i64.max 0 xs in tabulate_2d m m (\i j -> i * 10 + j)

-- ==
-- entry: rowsf
-- input { [[1i32,2i32],[-3i32,1i32],[3i32,3i32]] }
-- output { [[1i32, 2i32], [3i32, 3i32]] }
-- input { [[-1i32,-2i32]] }
-- output { empty([0][2]i32) }
-- input { empty([0][2]i32) }
-- output { empty([0][2]i32) }
-- input { empty([2][0]i32) }
-- output { empty([0][0]i32) }
entry rowsf [n][m] (xss: [n][m]i32) = filter (\r -> reduce (+) 0 r > 0) xss

-- ==
-- entry: trans
-- input { [[1i32,2i32],[-3i32,1i32],[3i32,3i32]] }
-- output { [[1i32, 3i32], [2i32, 3i32]] }
-- input { [[-1i32,-2i32]] }
-- output { empty([2][0]i32) }
-- input { empty([0][2]i32) }
-- output { empty([2][0]i32) }
entry trans [n][m] (xss: [n][m]i32) = transpose (filter (\r -> reduce (+) 0 r > 0) xss)

-- ==
-- entry: rowsums
-- input { [[1i32,2i32],[-3i32,1i32],[3i32,3i32]] }
-- output { [3i32, 6i32] }
-- input { empty([0][2]i32) }
-- output { empty([0]i32) }
entry rowsums [n][m] (xss: [n][m]i32) = map (reduce (+) 0) (filter (\r -> reduce (+) 0 r > 0) xss)

-- ==
-- entry: qs
-- input { [1i32,2i32,3i32,4i32,5i32] }
-- output { [3i32, 4i32, 5i32] }
-- input { [1i32,1i32,1i32,1i32,1i32] }
-- output { empty([0]i32) }
-- input { [1i32,2i32] }
-- output { [1i32, 2i32] }
-- input { empty([0]i32) }
-- output { empty([0]i32) }
-- random input { [31]i32 }
-- random input { [33]i32 }
-- random input { [1000]i32 }
entry qs [n] (xs: [n]i32) = loop ys = xs while length ys > 3 do filter (\y -> y != ys[0]) ys

-- ==
-- entry: dbl
-- input { [1i32,2i32] 3i32 }
-- output { [1i32, 2i32, 1i32, 2i32, 1i32, 2i32, 1i32, 2i32, 1i32, 2i32, 1i32, 2i32, 1i32, 2i32, 1i32, 2i32] }
-- input { [1i32,2i32] 0i32 }
-- output { [1i32, 2i32] }
-- input { empty([0]i32) 3i32 }
-- output { empty([0]i32) }
-- input { [1i32,2i32] -1i32 }
-- output { [1i32, 2i32] }
entry dbl [n] (xs: [n]i32) (k: i32) = loop ys = xs for i < k do ys ++ ys

-- ==
-- entry: grow
-- input { [1i32,2i32,3i32] 3i64 }
-- output { [1i32, 2i32, 3i32, 1i32, 2i32, 3i32, 2i32, 3i32, 3i32] }
-- input { [1i32,2i32,3i32] 0i64 }
-- output { [1i32, 2i32, 3i32] }
entry grow [n] (xs: [n]i32) (k: i64) = loop ys = xs for i < k do ys ++ filter (> i32.i64 i) xs

-- ==
-- entry: iff
-- input { [3i32,-1i32,5i32] true }
-- output { [3i32, 5i32] }
-- input { [3i32,-1i32,5i32] false }
-- output { [3i32, -1i32, 5i32, 3i32, -1i32, 5i32] }
-- input { empty([0]i32) false }
-- output { empty([0]i32) }
-- input { [-1i32] true }
-- output { empty([0]i32) }
entry iff [n] (xs: [n]i32) (b: bool) = if b then filter (> 0) xs else xs ++ xs

-- ==
-- entry: iff3
-- input { [3i32,-1i32,5i32] 0i32 }
-- output { [3i32, 5i32] }
-- input { [3i32,-1i32,5i32] 1i32 }
-- output { [3i32, -1i32, 5i32] }
-- input { [3i32,-1i32,5i32] 2i32 }
-- output { [-1i32, 5i32] }
-- input { [3i32] 2i32 }
-- output { empty([0]i32) }
-- input { empty([0]i32) 2i32 }
-- error: Index
entry iff3 [n] (xs: [n]i32) (b: i32) = if b == 0 then filter (> 0) xs else if b == 1 then xs else xs[1:]

-- ==
-- entry: iffdev
-- input { [3i32,-1i32,5i32] }
-- output { [-1i32] }
-- input { [3i32,-1i32,50i32] }
-- output { [3i32, 50i32] }
-- input { empty([0]i32) }
-- output { empty([0]i32) }
-- random input { [31]i32 }
-- random input { [33]i32 }
-- random input { [1000]i32 }
entry iffdev [n] (xs: [n]i32) = if reduce (+) 0 xs > 10 then filter (> 0) xs else filter (<= 0) xs

-- ==
-- entry: sl
-- input { [1i32,2i32,3i32,4i32] 1i64 3i64 }
-- output { [2i32, 3i32] }
-- input { [1i32,2i32,3i32,4i32] 3i64 1i64 }
-- error: Index
-- input { [1i32,2i32,3i32,4i32] 2i64 2i64 }
-- output { empty([0]i32) }
-- input { [1i32,2i32,3i32,4i32] -1i64 2i64 }
-- error: Index
-- input { [1i32,2i32,3i32,4i32] 0i64 5i64 }
-- error: Index
entry sl [n] (xs: [n]i32) (a: i64) (b: i64) = xs[a:b]

-- ==
-- entry: sldev
-- input { [1i64,3i64,5i64,7i64] }
-- output { [3i64, 5i64] }
-- input { [3i64,1i64,5i64,7i64] }
-- error: Index
-- input { [0i64,0i64] }
-- output { empty([0]i64) }
-- input { empty([0]i64) }
-- error: Index
entry sldev [n] (xs: [n]i64) = xs[xs[0]:xs[1]]

-- ==
-- entry: rev
-- input { [3i32,-1i32,5i32,0i32,7i32,2i32,-8i32] }
-- output { [2i32, 7i32, 5i32, 3i32] }
-- random input { [31]i32 }
-- random input { [33]i32 }
-- random input { [1000]i32 }
entry rev [n] (xs: [n]i32) = reverse (filter (> 0) xs)

-- ==
-- entry: two
-- input { [3i32,-1i32,5i32,0i32,7i32,2i32,-8i32] }
-- output { [3i32, 5i32, 7i32, 2i32] [3i32, 5i32, 7i32, 2i32] }
-- input { [-8i32] }
-- output { empty([0]i32) empty([0]i32) }
-- random input { [31]i32 }
-- random input { [33]i32 }
-- random input { [1000]i32 }
entry two [n] (xs: [n]i32) = let ys = filter (> 0) xs in (ys, ys)

-- ==
-- entry: three
-- input { [3i32,-1i32,5i32,0i32,7i32,2i32,-8i32] }
-- output { [3i32, 5i32, 7i32, 2i32] [4i32, 6i32, 8i32, 3i32] 4i64 [3i32, -1i32, 5i32, 0i32, 7i32, 2i32, -8i32] }
-- input { [-8i32] }
-- output { empty([0]i32) empty([0]i32) 0i64 [-8i32] }
-- random input { [31]i32 }
-- random input { [33]i32 }
-- random input { [1000]i32 }
entry three [n] (xs: [n]i32) = let ys = filter (> 0) xs in (ys, map (+1) ys, length ys, xs)

-- ==
-- entry: upd
-- input { [3i32,-1i32,5i32,0i32,7i32,2i32,-8i32] }
-- output { [3i32, 7i32, 7i32, 2i32] }
-- input { [3i32] }
-- output { [3i32] }
-- random input { [31]i32 }
-- random input { [33]i32 }
-- random input { [1000]i32 }
entry upd [n] (xs: [n]i32) = let ys = filter (> 0) xs in if length ys > 2 then ys with [1] = 7 else ys

-- ==
-- entry: hist
-- input { [3i64,1i64,5i64,1i64,1i64] }
-- output { [0i64, 3i64, 0i64, 1i64, 0i64, 1i64] }
-- input { empty([0]i64) }
-- output { [0i64] }
-- input { [-3i64] }
-- output { [0i64] }
entry hist [n] (xs: [n]i64) = let m = 1 + reduce i64.max 0 xs in reduce_by_index (replicate m 0i64) (+) 0 xs (map (const 1) xs)

-- ==
-- entry: scat
-- input { [3i64,1i64,5i64,1i64,1i64] }
-- output { [0i64, 1i64, 0i64, 3i64, 0i64, 5i64] }
entry scat [n] (xs: [n]i64) = let m = 1 + reduce i64.max 0 xs in scatter (replicate m 0i64) xs xs

-- ==
-- entry: swap2
-- input { [3i32,-1i32,5i32,0i32] 3i32 }
-- output { [3i32, 5i32] [3i32, -1i32, 5i32, 0i32] }
-- input { [3i32,-1i32,5i32,0i32] 2i32 }
-- output { [3i32, -1i32, 5i32, 0i32] [3i32, 5i32] }
-- input { [3i32,-1i32,5i32,0i32] 0i32 }
-- output { [3i32, -1i32, 5i32, 0i32] [3i32, 5i32] }
entry swap2 [n] (xs: [n]i32) (k: i32) = loop (a, b) = (xs, filter (> 0) xs) for i < k do (b, a)

-- ==
-- entry: fib
-- input { 5i32 }
-- output { [1i32, 2i32, 0i32, 1i32, 2i32, 0i32, 1i32, 2i32, 1i32, 2i32, 0i32, 1i32, 2i32] [0i32, 1i32, 2i32, 1i32, 2i32, 0i32, 1i32, 2i32, 1i32, 2i32, 0i32, 1i32, 2i32, 0i32, 1i32, 2i32, 1i32, 2i32, 0i32, 1i32, 2i32] }
-- input { 0i32 }
-- output { [0i32] [1i32, 2i32] }
entry fib (k: i32) = loop (a, b) = ([0i32], [1i32, 2]) for i < k do (b, a ++ b)

-- ==
-- entry: nest
-- input { [3i64,1i64,5i64,4i64] }
-- output { [12i64, 13i64, 14i64] }
-- input { [0i64] }
-- output { empty([0]i64) }
entry nest [n] (xs: [n]i64) = map (\i -> reduce (+) 0 (filter (> 2) xs) + i) (iota (length (filter (> 2) xs)))

-- ==
-- entry: idx
-- input { [-1i32,3i32] }
-- output { 3i32 }
-- input { [-1i32] }
-- error: Index
-- random input { [31]i32 }
-- random input { [33]i32 }
-- random input { [1000]i32 }
entry idx [n] (xs: [n]i32) = (filter (> 0) xs)[0]

-- ==
-- entry: emptyr
-- input { 10i64 }
-- output { empty([0]i64) }
-- input { 0i64 }
-- output { empty([0]i64) }
entry emptyr (n: i64) = filter (> n) (iota n)

-- ==
-- entry: half
-- input { 7i64 }
-- output { [0i64, 1i64, 2i64] }
-- input { 1i64 }
-- output { empty([0]i64) }
-- input { -7i64 }
-- error: Range 0..1..<-4 is invalid.
entry half (n: i64): []i64 = iota (n / 2)

-- ==
-- entry: unsized
-- input { 3i64 4i64 }
-- output { [4i64, 5i64, 6i64, 7i64, 8i64, 9i64, 10i64] }
-- input { 3i64 -3i64 }
-- output { empty([0]i64) }
-- input { 3i64 -5i64 }
-- error: Range 0..1..<-2 is invalid.
entry unsized (n: i64) (m: i64): []i64 = map (+ m) (iota (n + m))

-- Quickselect: the branches of the loop have different sizes.
-- ==
-- entry: kth
-- input { [5i32, 3i32, 9i32, 1i32, 7i32] 2i64 }
-- output { 5i32 }
-- input { [4i32, 4i32, 4i32] 1i64 }
-- output { 4i32 }
entry kth [n] (xs: [n]i32) (k: i64): i32 =
  let (ys, _) =
    loop (ys: []i32, k) = (xs, k) while length ys > 1 do
      let p = ys[length ys / 2]
      let (a, b, c) = partition2 (< p) (== p) ys
      in if k < length a then (a, k)
         else if k < length a + length b then ([p], 0)
         else (c, k - length a - length b)
  in ys[0]

-- Sizes that are written alike are equal, whatever the expressions are.
def picked (b: bool) (xs: [2]i64) (r: {a: i64, b: i32}): i64 = if b then xs[1] else r.a + i64.i32 r.b
def sevens (n: i64): [picked true [n, n + 1] {a = n, b = 3i32}]i32 =
  replicate (picked true [n, n + 1] {a = n, b = 3i32}) 7
def counted (n: i64): [assert (n > 0) n]i64 = iota (assert (n > 0) n)
def one_more (n: i64): [(+ 1) n]i64 = iota ((+ 1) n)

-- ==
-- entry: written_alike
-- input { 3i64 } output { [7i32, 7, 7, 7] [0i64, 1, 2] [0i64, 1, 2, 3, 4, 5] [0i64, 2, 4] }
-- input { 0i64 } error: assert
entry written_alike (n: i64) = (sevens n, counted n, one_more (n + 2), map2 (+) (counted n) (counted n))
