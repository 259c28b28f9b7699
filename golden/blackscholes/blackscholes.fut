-- Black-Scholes prices of European calls.
-- ==
-- input { [100f64, 90f64] [100f64, 100f64] [1f64, 0.5f64] }
-- output { [15.711304448428884f64, 5.188142484969738f64] }
-- random input { [100]f64 [100]f64 [100]f64 }

def horner (x: f64): f64 =
  x * (0.31938153 + x * (-0.356563782 + x * (1.781477937 + x * (-1.821255978 + x * 1.330274429))))

def cumulative_normal (x: f64): f64 =
  let k = 1 / (1 + 0.2316419 * f64.abs x)
  let tail = horner k * 0.3989422804014327 * f64.exp (-0.5 * x * x)
  in if x > 0 then 1 - tail else tail

def call_price (rate: f64) (volatility: f64) (spot: f64, strike: f64, years: f64): f64 =
  let spread = volatility * f64.sqrt years
  let d1 = (f64.log (spot / strike) + (rate + 0.5 * volatility * volatility) * years) / spread
  let d2 = d1 - spread
  in spot * cumulative_normal d1 - strike * f64.exp (-rate * years) * cumulative_normal d2

entry main [n] (spots: [n]f64) (strikes: [n]f64) (years: [n]f64): [n]f64 =
  map (call_price 0.08 0.3) (zip3 spots strikes years)
