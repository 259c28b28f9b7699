def amount = 10i32
def shift (x: i32): i32 = x + amount

-- No entry point: only those of the main program are.
def main (x: i32): i32 = shift x
