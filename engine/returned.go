package engine

// returned counts the rows that a statement returns, and holds them to the limits of its execution.
type returned struct {
	maxRows, maxBytes int64 // 0: no limit
	rows, bytes       int64 // handed out so far; bytes has the row that was kept back, too
	cut               string
}

// The limits that may keep rows of a result back, as records name them.
const (
	cutByRows  = "rows"
	cutByBytes = "bytes"
)

// takes counts a row whose values have so many bytes, and reports whether the row may be handed out.
// After one row was kept back, all later ones are. The first row may be larger than the limit of
// bytes.
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

// limits are the caller's limits or the server's, whichever are narrower.
func (s *Session) limits(o Options) returned {
	narrow := func(a, b int64) int64 {
		if a <= 0 || b > 0 && b < a {
			return b
		}
		return a
	}
	l, of := s.engine.config.Limits, s.rights.Limits()
	return returned{maxRows: narrow(narrow(o.MaxRows, l.MaxRows), of.Rows), maxBytes: narrow(narrow(o.MaxBytes, l.MaxBytes), of.Bytes)}
}
