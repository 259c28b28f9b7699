-- The interface of github.com/diku-dk/sorts, written from its documentation.

import "lib/github.com/diku-dk/sorts/radix_sort"
import "lib/github.com/diku-dk/sorts/merge_sort"
import "lib/github.com/diku-dk/sorts/insertion_sort"
import "lib/github.com/diku-dk/sorts/bubble_sort"
import "lib/github.com/diku-dk/sorts/quick_sort"
-- ==
-- entry: radix merge insertion bubble quick
-- input { [5,4,3,2,1,0,-1,-2] } output { [-2,-1,0,1,2,3,4,5] }
-- input { [7] } output { [7] }
-- input { empty([0]i32) } output { empty([0]i32) }
-- input { [3,1,2,3,1,2,9,-9,100000,-100000,5] } output { [-100000,-9,1,1,2,2,3,3,5,9,100000] }
entry radix (xs: []i32) = radix_sort_int i32.num_bits i32.get_bit xs
entry merge (xs: []i32) = merge_sort (<=) xs
entry insertion (xs: []i32) = insertion_sort (<=) xs
entry bubble (xs: []i32) = bubble_sort (<=) xs
entry quick (xs: []i32) = quick_sort (<=) xs
-- ==
-- entry: radix_f merge_f
-- input { [5f32,-4f32,0.5f32,f32.inf,-f32.inf] } output { [-f32.inf,-4f32,0.5f32,5f32,f32.inf] }
entry radix_f (xs: []f32) = radix_sort_float f32.num_bits f32.get_bit xs
entry merge_f (xs: []f32) = merge_sort (<=) xs
-- ==
-- entry: by_key merge_key insertion_key
-- input { [5,4,3,2,1] [1,2,3,4,5] } output { [1,2,3,4,5] [5,4,3,2,1] }
entry by_key [n] (xs: [n]i32) (ys: [n]i32) = zip xs ys
  |> radix_sort_by_key (.0) i32.num_bits i32.get_bit |> unzip
entry merge_key [n] (xs: [n]i32) (ys: [n]i32) = zip xs ys |> merge_sort_by_key (.0) (<=) |> unzip
entry insertion_key [n] (xs: [n]i32) (ys: [n]i32) = zip xs ys
  |> insertion_sort_by_key (.0) (<=) |> unzip
