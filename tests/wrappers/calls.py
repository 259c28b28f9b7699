"""calls.py on the CPU run, with NumPy."""
import gc
import sys

import numpy as np

sys.path.insert(0, sys.argv[1])
import calls  # noqa: E402

passed = failed = 0


def same(what, found, want):
    global passed, failed
    found = [np.asarray(f) for f in (found if isinstance(found, tuple) else (found,))]
    want = want if isinstance(want, tuple) else (want,)
    good = len(found) == len(want) and all(
        f.shape == np.shape(w) and np.array_equal(f, w) for f, w in zip(found, want))
    passed, failed = passed + good, failed + (not good)
    if not good:
        print(f"FAILED: {what}: {found}, not {want}")


def raises(kind, what, call):
    global passed, failed
    try:
        call()
        good = False
    except kind as e:
        good = what in str(e)
        what = f"{what}: {e}"
    passed, failed = passed + good, failed + (not good)
    if not good:
        print(f"FAILED: {kind.__name__}: {what}")


class Foreign:
    """Somebody else's array on the device."""

    def __init__(self, of, **face):
        self.of = of
        self.__cuda_array_interface__ = {**of.__cuda_array_interface__, **face}


i32 = np.arange(5, dtype=np.int32)
same("kept", calls.kept(i32), [2, 3, 4])
same("kept of none", calls.kept(np.zeros(0, np.int32)), np.zeros(0))
same("a list", calls.kept([1, 2, 3]), [2, 3])
same("strides", calls.kept(i32[::2]), [2, 4])
a = calls.load_(4)
same("a name that is taken", a, [0, 1, 2, 3])
same("an array of the module", calls.pairs(np.uint8([1, 2]), [1, 0, 2, 0]), [2, 4, 0])
xs = calls.kept([5, 6])
same("in place", calls.set(xs, 1), [5, 1])
same("it is the parameter", xs, [5, 1])
marked = calls.set(np.int32([4, 5, -2, 7]), 1)
same("the first elements", calls.kept_here(marked), [4, 1, 7])
same("in the parameter", np.asarray(marked)[:3], [4, 1, 7])
same("somebody's array", calls.kept(Foreign(xs)), [5])
same("somebody's stream", calls.kept(Foreign(xs, stream=1)), [5])
same("strides that are row-major", calls.kept(Foreign(xs, strides=(4,))), [5])
m = np.arange(6.0).reshape(2, 3)
same("two dimensions", calls.rows(m), ([3, 12], m.T))
same("other thresholds", calls.rows(m, thresholds={"min_block_row": 0}),
     ([3, 12], m.T))
raises(TypeError, "there is no threshold rows", lambda: calls.rows(m, thresholds={"rows": 1}))
raises(TypeError, "unexpected keyword", lambda: calls.kept(i32, thresholds={}))
same("column-major", calls.rows(np.asfortranarray(m)), ([3, 12], m.T))
same("swap", calls.swap([1, 2], [3, 4]), ([3, 4], 7, [1, 2]))
same("scalars", calls.lambda_(True, 3.0, x=0.5), (False, 1.5, 1.5))
same("bool, f16", calls.main([True, False, True], np.float16([1, 1, -1])), 1)
same("item", calls.main([], []).item(), 0)
raises(calls.Failure, "out of bounds", lambda: calls.set([1], 2))
raises(TypeError, "expected elements <i4, found <f8", lambda: calls.kept(np.zeros(2)))
raises(TypeError, "expected elements <i4", lambda: calls.kept(Foreign(a)))
raises(TypeError, "expected 1 dimensions", lambda: calls.kept([[1]]))
raises(TypeError, "not contiguous", lambda: calls.kept(Foreign(xs, strides=(8,))))
raises(TypeError, "cannot be written",
       lambda: calls.set(Foreign(xs, data=(xs.__cuda_array_interface__["data"][0], True)), 0))
raises(TypeError, "missing a required argument", lambda: calls.set([1]))
raises(ValueError, "expected sizes (4,)", lambda: calls.pairs([1, 2], [1]))
raises(OverflowError, "is no i64", lambda: calls.set([1], 1 << 63))
raises(calls.Failure, "Range 0..1..<-1 is invalid", lambda: calls.load_(-1))
raises(calls.CudaError, "invalid argument", lambda: calls.kept([1, 2], pool=1))
try:
    calls.kept([1, 2], pool=1)
except calls.CudaError as e:
    same("the code", e.code, 1)
same("after errors", calls.kept(i32), [2, 3, 4])
del a, xs
gc.collect()
print(f"{passed} passed, {failed} failed")
