-- The interface of github.com/athas/matte, written from its documentation.

import "lib/github.com/athas/matte/colour"
-- ==
-- entry: greys
-- input { [0f32,1f32,0.5f32,2f32] }
-- output { [0xFF000000u32,0xFFFFFFFFu32,0xFF7F7F7Fu32,0xFFFFFFFFu32] }
entry greys (xs: []f32) = map argb_colour.grey xs
-- ==
-- entry: mixed
-- input { 0xFF000000u32 0xFFFFFFFFu32 } output { 0xFFB4B4B4u32 }
entry mixed (a: u32) (b: u32) = argb_colour.mix 0.5 a 0.5 b
