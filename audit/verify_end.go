package audit

import (
	"fmt"
	"slices"
)

// finishReport completes the report.
func (v *verifier) finishReport() *Report {
	if v.in == nil {
		v.in = &FileReport{}
	}
	if v.ahead != nil {
		v.acceptAfterGap(*v.ahead)
	}
	if v.doubted != nil { // no record behind it can decide which of the two was changed
		last := *v.doubted
		last.What += fmt.Sprintf("; or record %d was changed", v.at.head.Seq)
		v.addFinding(last)
	}
	if v.tornBytes > 0 && v.tornLike && v.last {
		v.report.Unended = int(v.tornBytes)
	} else if v.tornBytes > 0 {
		v.addFinding(Finding{Kind: NoRecord, File: v.tornFirst.file, Line: v.tornFirst.line, What: fmt.Sprintf("%d bytes here are not a record", v.tornBytes)})
	}
	rep := v.report
	rep.Head = v.at.head
	for _, mark := range v.open {
		rep.Open = append(rep.Open, mark)
	}
	slices.SortFunc(rep.Open, func(a, b Mark) int { return int(a.Seq) - int(b.Seq) })
	v.collectAbsent()
	for i := range rep.Against {
		v.completeComparison(&rep.Against[i], i >= len(v.options.Against))
	}
	v.listIncomplete()
	return rep
}

// compareHeads compares a record with the heads that have its number.
func (v *verifier) compareHeads(here Head) {
	for _, i := range v.claims[here.Seq] {
		c := &v.report.Against[i]
		if c.Found {
			continue
		}
		if c.Found = c.Head == here; !c.Found {
			c.What = fmt.Sprintf("record %d at %s has another hash", here.Seq, place{v.in.Name, v.n})
		}
	}
}

// completeComparison completes a comparison. kept says that the server kept the head itself.
func (v *verifier) completeComparison(c *Comparison, kept bool) {
	switch {
	case c.Found:
		c.What = fmt.Sprintf("record %d is as it was", c.Head.Seq)
		return
	case c.Head.Seq == 0:
		c.Found, c.What = true, "no record was durable yet"
		return
	case c.What != "": // another record has this number
	case v.explainByNote(c):
		return
	case c.Head.Seq > v.at.head.Seq:
		c.What = fmt.Sprintf("the log ends with record %d: it was cut off behind that, or never had record %d", v.at.head.Seq, c.Head.Seq)
	case c.Head.Seq < v.report.First.Seq:
		c.What = fmt.Sprintf("record %d is older than the oldest that was kept, %d", c.Head.Seq, v.report.First.Seq)
		if kept {
			return
		}
	default:
		c.What = fmt.Sprintf("record %d is missing", c.Head.Seq)
	}
	v.addFinding(Finding{Kind: NotInLog, File: v.in.Name, Seq: c.Head.Seq, What: "the head " + c.Head.String() + " is not in the log: " + c.What})
}
