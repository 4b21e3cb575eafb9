package engine

// returned counts what a statement returns, and holds it to the limits of its execution.
type returned struct {
	maxRows, maxBytes int64 // 0: no limit
	rows, bytes       int64 // that were handed out; the last row may have gone beyond the bytes
	cut               string
}

// The limits that may keep rows of a result back, as records tell them.
const (
	cutByRows  = "rows"
	cutByBytes = "bytes"
)

// takes counts a row whose values have so many bytes, and reports whether the row may be
// handed out: a limit that has kept one row back keeps back all that follow. The first row
// may be larger than the limit of bytes.
func (r *returned) takes(bytes int64) bool {
	if r.cut != "" {
		return false
	}
	r.bytes += bytes
	switch {
	case r.maxRows > 0 && r.rows >= r.maxRows:
		r.cut = cutByRows
	case r.maxBytes > 0 && r.bytes > r.maxBytes && r.rows > 0:
		r.cut = cutByBytes
	default:
		r.rows++
		return true
	}
	return false
}

// limits takes the narrower of the caller's and the server's limits.
func (s *Session) limits(o Options) returned {
	narrow := func(a, b int64) int64 {
		if a <= 0 || b > 0 && b < a {
			return b
		}
		return a
	}
	l := s.engine.config.Limits
	return returned{maxRows: narrow(o.MaxRows, l.MaxRows), maxBytes: narrow(o.MaxBytes, l.MaxBytes)}
}
