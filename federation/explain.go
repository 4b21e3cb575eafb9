package federation

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
)

// explained are the lines of a plan, and behind them which part runs where: what each source is sent. Where the
// statement has run, they tell what came of it.
type explained struct {
	providers.Rows
	run   *run
	text  bool // the plan is lines for people
	begun bool
	lines []string // nil until the plan is at its end
	next  int
}

// Next returns the next line.
func (e *explained) Next() (providers.Row, error) {
	if e.lines == nil {
		row, err := e.Rows.Next()
		if err == nil && !e.begun {
			e.begun, e.text = true, len(row) == 1 && len(row[0]) > 0 && !strings.ContainsAny(string(row[0][:1]), "[{<")
		}
		if !errors.Is(err, io.EOF) {
			return row, err
		}
		e.lines = []string{}
		if e.text {
			e.lines = e.run.placeLines()
		}
	}
	if e.next == len(e.lines) {
		return nil, io.EOF
	}
	e.next++
	return providers.Row{[]byte(e.lines[e.next-1])}, nil
}

// placeLines says which part runs where.
func (r *run) placeLines() (lines []string) {
	r.conn.mu.Lock()
	defer r.conn.mu.Unlock()
	for i := range r.statement.Scans {
		s := &r.statement.Scans[i]
		relation := s.Service + "." + s.Resource
		lines = append(lines, s.Table+" is "+s.Source+"."+relation)
		if s.Select != nil {
			lines = append(lines, "  sent to "+s.Source+": "+s.Select.SQL)
		} else {
			lines = append(lines, "  method "+s.Method+inputsOf(s))
		}
		for _, p := range r.conn.parts {
			if p.Source == s.Source && p.Relation == relation && (s.Select == nil || p.SQL == s.Select.SQL) {
				lines = append(lines, fmt.Sprintf("  rows %d, bytes %d, %.1f ms", p.Rows, p.Bytes, float64(p.Duration.Microseconds())/1000))
				break
			}
		}
	}
	return append(lines, "The rest runs in Sallyport.")
}

// inputsOf names the inputs of a method that have values.
func inputsOf(s *providers.Scan) string {
	var names []string
	for _, in := range s.Inputs {
		if in.Query != "" {
			names = append(names, in.Name+" from other rows")
		} else {
			names = append(names, in.Name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return ", with " + strings.Join(names, ", ")
}
