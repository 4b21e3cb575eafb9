package audit

import (
	"cmp"
	"fmt"
	"slices"
)

// maxNotes bounds Report.Notes.
const maxNotes = 1000

// collectNote collects what a note says.
func (v *verifier) collectNote(r *Record, mark Mark) {
	if r.Note != "" && len(v.report.Notes) < maxNotes {
		v.report.Notes = append(v.report.Notes, Remark{mark, r.Note})
	}
	if r.Absent != nil {
		v.noted = append(v.noted, Absence{*r.Absent, mark})
	}
}

// collectAbsent fills Report.Absent and deletes the findings of missing records that a note explains.
func (v *verifier) collectAbsent() {
	rep := v.report
	for _, n := range v.noted {
		if n.Why == Replaced {
			rep.Absent = append(rep.Absent, n)
		}
	}
	if first := rep.First.Seq; first > 1 {
		rep.Absent = append(rep.Absent, v.splitByNotes(Range{1, first - 1})...)
	}
	rep.Findings = slices.DeleteFunc(rep.Findings, func(f Finding) bool {
		if f.Kind != Missing || f.Seq < rep.First.Seq {
			return false
		}
		parts := v.splitByNotes(Range{f.Seq, f.To})
		if slices.ContainsFunc(parts, func(a Absence) bool { return a.Why == "" }) {
			return false
		}
		rep.Absent = append(rep.Absent, parts...)
		rep.Total--
		return true
	})
	slices.SortFunc(rep.Absent, func(a, b Absence) int { return cmp.Compare(a.From, b.From) })
}

// splitByNotes cuts a range of missing records into parts, each explained by one note or by none.
func (v *verifier) splitByNotes(r Range) (parts []Absence) {
	for from := r.From; from <= r.To; {
		part := Absence{Absent: Absent{From: from, To: r.To}}
		for _, n := range v.noted { // the note that covers most from here on
			if n.Why != Replaced && n.From <= from && n.To >= from && (part.Why == "" || min(n.To, r.To) > part.To) {
				part = Absence{Absent{from, min(n.To, r.To), n.Why}, n.Note}
			}
		}
		for _, n := range v.noted { // without one, up to where the next note begins
			if part.Why == "" && n.Why != Replaced && n.From > from && n.From <= part.To {
				part.To = n.From - 1
			}
		}
		parts = append(parts, part)
		from = part.To + 1
	}
	return parts
}

// explainByNote completes the comparison with a head whose record a note calls absent.
func (v *verifier) explainByNote(c *Comparison) bool {
	for _, a := range v.report.Absent {
		if a.Why != "" && a.Why != Replaced && a.From <= c.Head.Seq && c.Head.Seq <= a.To {
			c.What = fmt.Sprintf("record %d is not here, as record %d notes (%s)", c.Head.Seq, a.Note.Seq, a.Why)
			return true
		}
	}
	return false
}

// listIncomplete fills Report.Incomplete.
func (v *verifier) listIncomplete() {
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
