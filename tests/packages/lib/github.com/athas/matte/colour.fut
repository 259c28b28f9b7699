module type colour = { type colour
  val to_rgba: colour -> (f32, f32, f32, f32)
  val from_rgba: f32 -> f32 -> f32 -> f32 -> colour }
local module colour_ops (C: colour) = {
  open C
  def black = from_rgba 0 0 0 1
  def white = from_rgba 1 1 1 1
  def mix (m1: f32) (c1: colour) (m2: f32) (c2: colour): colour =
    let m12 = m1 + m2
    let (m1', m2') = (m1 / m12, m2 / m12)
    let (r1, g1, b1, a1) = to_rgba c1
    let (r2, g2, b2, a2) = to_rgba c2
    in from_rgba (f32.sqrt (m1' * r1 ** 2 + m2' * r2 ** 2)) (f32.sqrt (m1' * g1 ** 2 + m2' * g2
      ** 2)) (f32.sqrt (m1' * b1 ** 2 + m2' * b2 ** 2)) ((m1 * a1 + m2 * a2) / m12)
  def grey (f: f32) = from_rgba f f f 1
}
local def clamp_channel (x: f32) = if x < 0 then 0 else if x > 1 then 1 else x
module argb_colour: { include colour with colour = u32
  val mix: f32 -> colour -> f32 -> colour -> colour val grey: f32 -> colour
  val black: colour val white: colour } = colour_ops {
  type colour = u32
  def to_rgba (x: u32) =
    (f32.u32 ((x >> 16) & 0xFF) / 255, f32.u32 ((x >> 8) & 0xFF) / 255, f32.u32 (x & 0xFF) /
    255, f32.u32 ((x >> 24) & 0xFF) / 255)
  def from_rgba (r: f32) (g: f32) (b: f32) (a: f32): u32 =
    let c x = u32.f32 (clamp_channel x * 255)
    in (c a << 24) | (c r << 16) | (c g << 8) | c b
}
