module type vspace = { type real type vector val +: vector -> vector -> vector
  val -: vector -> vector -> vector val scale: real -> vector -> vector
  val dot: vector -> vector -> real val norm: vector -> real
  val normalise: vector -> vector val zero: vector }
module type vspace_3 = { type real include vspace with real = real with vector =
  {x: real, y: real, z: real} val cross: vector -> vector -> vector
  val rot_x: (radians: real) -> vector -> vector }
module mk_vspace_3 (T: real): vspace_3 with real = T.t = {
  type real = T.t
  type vector = {x: T.t, y: T.t, z: T.t}
  def map (f: real -> real) (v: vector) = {x = f v.x, y = f v.y, z = f v.z}
  def map2 (f: real -> real -> real) (a: vector) (b: vector) = {x = f a.x b.x, y = f a.y b.y, z =
    f a.z b.z}
  def (+) = map2 (T.+)
  def (-) = map2 (T.-)
  def (*) = map2 (T.*)
  def zero = {x = T.i32 0, y = T.i32 0, z = T.i32 0}
  def dot a b = let v = a * b in T.(v.x + v.y + v.z)
  def quadrance v = dot v v
  def cross ({x = ax, y = ay, z = az}: vector) ({x = bx, y = by, z = bz}: vector): vector =
    T.({x = ay * bz - az * by, y = az * bx - ax * bz, z = ax * by - ay * bx})
  def rot_x (theta: T.t) ({x, y, z}: vector): vector =
    let cos_theta = T.cos theta
    let sin_theta = T.sin theta
    in {x, y = T.(cos_theta * y - sin_theta * z), z = T.(sin_theta * y + cos_theta * z)}
  def scale (s: T.t) = map (s T.*)
  def norm = quadrance >-> T.sqrt
  def normalise (v: vector): vector = scale T.(i32 1 / norm v) v
}
