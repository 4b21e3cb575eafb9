package main

import "strings"

// aim is a target of a part, and the sentence for the report where it is missed.
type aim struct {
	part, name string // name is the beginning of the line's; empty: all lines of the part
	what       string
	missed     func(l *line, s *series) bool
}

// slower says that a rate is less than a part of another's.
func slower(to func(*line, *series) *series, least float64) func(*line, *series) bool {
	return func(l *line, s *series) bool {
		ratio := s.ratio(to(l, s))
		return ratio > 0 && ratio < least
	}
}

// at is a target of the same line.
func at(name string) func(*line, *series) *series {
	return func(l *line, _ *series) *series { return l.target(name) }
}

// aims are all of them. What they are compared with may be missing: then nothing is said.
func aims() []aim {
	return []aim{
		{partSelect, "", "rate", slower(at(pgbouncer), 1)},
		{partSelect, "", "time", func(l *line, s *series) bool {
			b := l.target(pgbouncer)
			return b != nil && b.Median.CPUMicros > 0 && s.Median.CPUMicros > b.Median.CPUMicros+3
		}},
		{partSelect, "", "p99", func(l *line, s *series) bool {
			b := l.target(pgbouncer)
			return b != nil && b.Median.P99Millis > 0 && s.Median.P99Millis > b.Median.P99Millis
		}},
		{partTPCB, "", "floor", slower((*line).floorOf, 0.95)},
		{partMCP, "one row of PostgreSQL", "rate", slower(at(toolbox), 1.5)},
		{partMCP, "one row of PostgreSQL", "time", func(l *line, s *series) bool {
			b := l.target(toolbox)
			return b != nil && b.Median.CPUMicros > 0 && s.Median.CPUMicros > 0.6*b.Median.CPUMicros
		}},
		{partMCP, "server_info", "floor", slower((*line).floorOf, 0.7)},
		{partStart, "", "150 ms", func(_ *line, s *series) bool { return s.Median.P50Millis > 150 }},
		{partStart, "", "40 MiB", func(_ *line, s *series) bool { return s.Median.KiBEach > 40<<10 }},
	}
}

// aimsText says what the words of a table's last column mean.
const aimsText = "The last column names the aims that are missed: **rate**, not less than PgBouncer's, or 1.5 of Toolbox's; " +
	"**time**, of the processor, not above PgBouncer's and 3 µs, or 0.6 of Toolbox's; **p99**, not above PgBouncer's; " +
	"**floor**, not less than 0.95 of it (TPC-B) or 0.7 (server_info)."

// short lists the aims that a Sallyport misses; empty: none, or there is no
// aim. What the others miss is not said.
func (l *line) short(s *series) string {
	var list []string
	for _, a := range aims() {
		if strings.HasPrefix(s.Name, sallyport) && a.part == l.Part && strings.HasPrefix(l.Name, a.name) && len(s.Samples) > 0 && a.missed(l, s) {
			list = append(list, a.what)
		}
	}
	return strings.Join(list, ", ")
}
