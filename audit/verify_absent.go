package audit

import (
	"cmp"
	"fmt"
	"slices"
)

// maxNotes is how many notes a report repeats.
const maxNotes = 1000

// remark takes what a note says.
func (v *verifier) remark(r *Record, mark Mark) {
	if r.Note != "" && len(v.report.Notes) < maxNotes {
		v.report.Notes = append(v.report.Notes, Remark{mark, r.Note})
	}
	if r.Absent != nil {
		v.noted = append(v.noted, Absence{*r.Absent, mark})
	}
}

// absent settles which records are not here: a note tells why, or none does. What
// a note explains is no finding.
func (v *verifier) absent() {
	rep := v.report
	for _, n := range v.noted {
		if n.Why == Replaced {
			rep.Absent = append(rep.Absent, n)
		}
	}
	if first := rep.First.Seq; first > 1 {
		rep.Absent = append(rep.Absent, v.split(Range{1, first - 1})...)
	}
	rep.Findings = slices.DeleteFunc(rep.Findings, func(f Finding) bool {
		if f.Kind != Missing || f.Seq < rep.First.Seq {
			return false
		}
		parts := v.split(Range{f.Seq, f.To})
		if slices.ContainsFunc(parts, func(a Absence) bool { return a.Why == "" }) {
			return false
		}
		rep.Absent = append(rep.Absent, parts...)
		rep.Total--
		return true
	})
	slices.SortFunc(rep.Absent, func(a, b Absence) int { return cmp.Compare(a.From, b.From) })
}

// split cuts a range of records that are not here into parts that a note tells of
// and parts that none does.
func (v *verifier) split(r Range) (parts []Absence) {
	for from := r.From; from <= r.To; {
		part := Absence{Absent: Absent{From: from, To: r.To}}
		for _, n := range v.noted { // the note that explains most from here on
			if n.Why != Replaced && n.From <= from && n.To >= from && (part.Why == "" || min(n.To, r.To) > part.To) {
				part = Absence{Absent{from, min(n.To, r.To), n.Why}, n.Note}
			}
		}
		for _, n := range v.noted { // without one, up to where one begins
			if part.Why == "" && n.Why != Replaced && n.From > from && n.From <= part.To {
				part.To = n.From - 1
			}
		}
		parts = append(parts, part)
		from = part.To + 1
	}
	return parts
}

// explained completes the comparison with a head whose record a note tells of.
func (v *verifier) explained(c *Comparison) bool {
	for _, a := range v.report.Absent {
		if a.Why != "" && a.Why != Replaced && a.From <= c.Head.Seq && c.Head.Seq <= a.To {
			c.What = fmt.Sprintf("record %d is not here, as record %d notes (%s)", c.Head.Seq, a.Note.Seq, a.Why)
			return true
		}
	}
	return false
}

// incomplete says why the log is not the whole truth though nothing in it is
// wrong.
func (v *verifier) incomplete() {
	rep, known := v.report, v.options.Known
	add := func(format string, args ...any) {
		rep.Incomplete = append(rep.Incomplete, fmt.Sprintf(format, args...))
	}
	for _, a := range rep.Absent {
		switch {
		case a.Why == Expired || max(a.To, a.Note.Seq) <= known || a.To < v.options.First:
		case a.Why == Replaced:
			add("record %d was not as it was written when the server started (note in record %d)", a.From, a.Note.Seq)
		case a.Why == Lost:
			add("%s not here (acknowledged by record %d)", plural(a.From, a.To), a.Note.Seq)
		default:
			add("%s not here", plural(a.From, a.To))
		}
	}
	for _, gap := range rep.Gaps {
		if gap.Seq > known {
			add("record %d notes records that could not be written", gap.Seq)
		}
	}
	if !slices.ContainsFunc(rep.Against, func(c Comparison) bool { return c.Found }) {
		add("it was not compared with a head")
	}
}
