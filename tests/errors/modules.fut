-- == unknown-member: unknown-module 2
module m = { def x = 1i32 }
def f = m.y
-- == unknown-module: unknown-module 1
def f = m.x
-- == member-type: type-mismatch 2
module m = { def x = 1i32 }
def f = m.x + true
-- == opaque: type-mismatch 3
module type s = { type t val x: t }
module m: s = { type t = i32 def x = 1i32 }
def f = m.x + 1i32
-- == missing-value: module-lacks 2
module type s = { val x: i32 }
module m: s = { def y = 1i32 }
-- == missing-type: module-lacks 2
module type s = { type t }
module m: s = { def y = 1i32 }
-- == wrong-type: type-mismatch 2
module type s = { val x: i32 }
module m: s = { def x = true }
-- == wrong-type-function: type-mismatch 2
module type s = { val f: i32 -> i32 }
module m: s = { def f (x: i32): bool = x > 1 }
-- == hidden: unknown-module 3
module type s = { val x: i32 }
module m: s = { def x = 1i32 def y = 2i32 }
def f = m.y
-- == unknown-signature: unknown-module 1
module m: s = { def x = 1i32 }
-- == functor-argument: module-lacks 3
module type s = { val x: i32 }
module f (a: s) = { def y = a.x }
module g = f { def z = 1i32 }
-- == functor-unapplied: not-a-module 3
module type s = { val x: i32 }
module f (a: s) = { def y = a.x }
def g = f.y
-- == functor-argument-count: not-a-module 4
module type s = { val x: i32 }
module f (a: s) = { def y = a.x }
module a = { def x = 1i32 }
module g = f a a
-- == apply-nonfunctor: not-a-module 2
module a = { def x = 1i32 }
module g = a a
-- == open-unknown: unknown-module 1
open m
def f = 1i32
-- == open-value: not-a-module 2
def m = 1i32
open m
-- == module-later: unknown-module 1
def f = m.x
module m = { def x = 1i32 }
-- == twice: defined-twice 2
module m = { def x = 1i32 }
module m = { def x = 2i32 }
-- == inside-twice: defined-twice 3
module m = {
  def x = 1i32
  def x = 2i32
}
-- == inside-error: type-mismatch 3
module m = {
  def x = 1i32
  def y = x + true
}
-- == inside-unknown: unknown-name 2
module m = {
  def y = z
}
-- == local-hidden: unknown-module 2
module m = { local def x = 1i32 }
def f = m.x
-- == type-member-unknown: unknown-module 2
module m = { type t = i32 }
def f (x: m.u) = x
-- == type-abstract-mismatch: type-mismatch 4
module type s = { type t val x: t val f: t -> i32 }
module m: s = { type t = i32 def x = 1i32 def f (y: i32) = y }
module n: s = { type t = i32 def x = 1i32 def f (y: i32) = y }
def g = m.f n.x
-- == with-unknown-type: not-abstract 2
module type s = { type t val x: t }
module m: s with u = i32 = { type t = i32 def x = 1i32 }
-- == with-mismatch: type-mismatch 2
module type s = { type t val x: t }
module m: s with t = bool = { type t = i32 def x = 1i32 }
-- == include-unknown: unknown-module 1
module type s = { include r val x: i32 }
-- == import-missing: import 1
import "nowhere"
def f = 1i32
-- == value-as-module: unknown-field 2
def m = 1i32
def f = m.x
-- == module-as-value: not-a-value 2
module m = { def x = 1i32 }
def f = m
-- == size-parameter-missing: module-mismatch 2
module type s = { type t [n] val f [n]: t [n] -> i32 }
module m: s = { type t = i32 def f (x: t) = x }
-- == signature-polymorphic: type-mismatch 2
module type s = { val id 't : t -> t }
module m: s = { def id (x: i32) = x }
-- == signature-syntax: syntax 1
module type s = { val x = i32 }
-- == module-syntax: syntax 1
module m { def x = 1i32 }
-- == functor-result: module-lacks 2
module type s = { val x: i32 }
module f (a: s): s = { def y = a.x }
