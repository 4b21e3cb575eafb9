package rewrite

// The type of sum(x) depends on the type of x, which only the source knows. So its type is left open:
// a mark around the argument and a type that no statement can have, with the same number. The source
// has DuckDB tell the type of the argument, takes the mark away and writes the type of the result.
const (
	// TypeMark is the function that marks an argument: pg__typed(7, x).
	TypeMark = "pg__typed"
	// OpenPrecision marks an open type: numeric(77777, 7).
	OpenPrecision = 77777
)
