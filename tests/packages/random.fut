-- The interface of github.com/diku-dk/cpprandom, written from its documentation.

import "lib/github.com/diku-dk/cpprandom/random"
module rand_u8 = uniform_int_distribution u8 minstd_rand
module rand_i32 = uniform_int_distribution i32 pcg32
module rand_f32 = uniform_real_distribution f32 minstd_rand
module norm = normal_distribution f64 pcg32
module shuf = shuffle_order_engine { def k = 30i64 } minstd_rand
module rand_s = uniform_real_distribution f64 shuf
def mean [n] (xs: [n]f64) = f64.sum xs / f64.i64 n
-- ==
-- entry: t_u8
-- input { 1 10000i64 } output { true }
-- input { 0 1i64 } output { true }
entry t_u8 (s: i32) (n: i64) =
  let rngs = minstd_rand.split_rng n (minstd_rand.rng_from_seed [s])
  let (_, xs) = unzip (map (rand_u8.rand (1u8, 6u8)) rngs)
  in all (\x -> x >= 1 && x <= 6) xs
-- ==
-- entry: t_i32
-- input { 1 10000i64 } output { true }
entry t_i32 (s: i32) (n: i64) =
  let rngs = pcg32.split_rng n (pcg32.rng_from_seed [s])
  let (rngs, xs) = unzip (map (rand_i32.rand (1i32, 100i32)) rngs)
  let (_, x) = rand_i32.rand (0, 9) (pcg32.join_rng rngs)
  let m = mean (map f64.i32 xs)
  in m > 48 && m < 53 && x >= 0 && x <= 9
-- ==
-- entry: t_f32
-- input { 1 1000i64 } output { true }
entry t_f32 (s: i32) (n: i64) =
  let rngs = minstd_rand.split_rng n (minstd_rand.rng_from_seed [s])
  let (_, xs) = unzip (map (rand_f32.rand (0f32, 1f32)) rngs)
  in all (\x -> x >= 0 && x <= 1) xs
-- ==
-- entry: t_norm
-- input { 1 10000i64 } output { true }
entry t_norm (s: i32) (n: i64) =
  let rngs = pcg32.split_rng n (pcg32.rng_from_seed [s, 2])
  let (_, xs) = unzip (map (norm.rand {mean = 50, stddev = 25}) rngs)
  let m = mean xs
  in m > 48 && m < 52
-- ==
-- entry: t_shuf
-- input { 1 100i64 } output { true }
entry t_shuf (s: i32) (n: i64) =
  let rngs = shuf.split_rng n (shuf.rng_from_seed [s])
  let (_, xs) = unzip (map (rand_s.rand (0, 1)) rngs)
  in all (\x -> x >= 0 && x <= 1) xs
