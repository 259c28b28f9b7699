import "../complex/complex"
local module type fft = { type real type complex
  val fft [n]: [n](real, real) -> [n](real, real)
  val ifft [n]: [n](real, real) -> [n](real, real)
  val fft_re [n]: [n]real -> [n](real, real)
  val fft2 [n][m]: [n][m](real, real) -> [n][m](real, real)
  val ifft2 [n][m]: [n][m](real, real) -> [n][m](real, real)
  val fft2_re [n][m]: [n][m]real -> [n][m](real, real)
}
module mk_fft (R: real): fft with real = R.t = {
  local module complex = mk_complex R
  type real = complex.real
  type complex = complex.complex
  def radix = 2i64
  def fft_iteration [n] (forward: R.t) (ns: i64) (data: [n]complex) (j: i64): (i64, complex, i64,
    complex) =
    let angle = (let (a, b) = (j % ns, ns * radix)
      in R.((neg (i64 2)) * forward * pi * i64 a / i64 b))
    let (v0, v1) =
      (data[j]
      , (let k = j + n / radix in complex.(data[k] * (mk (R.cos angle) (R.sin angle)))))
    let (v0, v1) = (v0 complex.+ v1, v0 complex.- v1)
    let idxD = ((j / ns) * ns * radix) + (j % ns)
    in (idxD, v0, idxD + ns, v1)
  def fft' [n] (forward: R.t) (input: [n]complex) (bits: i64): [n]complex =
    let input = copy input
    let output = copy input
    let ix = iota (n / radix)
    let NS = map (radix **) (iota bits)
    let (res, _) =
      loop (input': *[n]complex, output': *[n]complex) = (input, output) for ns in NS do
        let (i0s, v0s, i1s, v1s) = unzip4 (map (fft_iteration forward ns input') ix)
        in (scatter output' (concat i0s i1s) (concat v0s v1s), input')
    in res
  def log2 (n: i64): i64 = let (r, _) = loop (r, n) = (0, n) while 1 < n do (r + 1, n / 2) in r
  def is_power_of_2 (x: i64) = (x & (x - 1)) == 0
  def generic_fft [n] (forward: bool) (data: [n](R.t, R.t)): [n](R.t, R.t) =
    let n_bits = log2 n
    let n_padded = if is_power_of_2 n then n else 1 << (n_bits + 1)
    let data_padded = data ++ replicate (n_padded - n) (complex.mk_re (R.i32 0))
    let forward' = if forward then R.i32 1 else R.i32 (-1)
    in (fft' forward' data_padded (log2 n_padded))[0: n]
  def fft [n] (data: [n](R.t, R.t)) = generic_fft true data
  def ifft [n] (data: [n](R.t, R.t)) =
    let data' = generic_fft false data
    in map ((complex./ (complex.mk_re (R.i64 n)))) data'
  def fft_re [n] (data: [n]R.t) = fft (map complex.mk_re data)
  def generic_fft2 [n][m] (forward: bool) (data: [n][m](R.t, R.t)) =
    let forward' = if forward then R.i32 1 else R.i32 (-1)
    let (nb, mb) = (log2 n, log2 m)
    let data = map (\r -> fft' forward' r mb) data
    in transpose (map (\c -> fft' forward' c nb) (transpose data))
  def fft2 [n][m] (data: [n][m](R.t, R.t)) = generic_fft2 true data
  def ifft2 [n][m] (data: [n][m](R.t, R.t)) =
    let d = generic_fft2 false data
    in map (map ((complex./ (complex.mk_re (R.i64 (n * m)))))) d
  def fft2_re [n][m] (data: [n][m]R.t) = fft2 (map (map complex.mk_re) data)
}
