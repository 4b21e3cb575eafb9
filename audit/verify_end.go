package audit

import (
	"fmt"
	"slices"
)

// end completes the report.
func (v *verifier) end() *Report {
	if v.in == nil {
		v.in = &FileReport{}
	}
	if v.ahead != nil {
		v.accept(*v.ahead)
	}
	if v.doubted != nil { // nobody vouches for the last record
		last := *v.doubted
		last.What += fmt.Sprintf("; or record %d was changed", v.at.head.Seq)
		v.find(last)
	}
	if v.tornBytes > 0 && v.tornLike && v.last {
		v.report.Unended = int(v.tornBytes)
	} else if v.tornBytes > 0 {
		v.find(Finding{Kind: NoRecord, File: v.tornFirst.file, Line: v.tornFirst.line, What: fmt.Sprintf("what stands here, %d bytes, is no record", v.tornBytes)})
	}
	rep := v.report
	rep.Head = v.at.head
	for _, mark := range v.open {
		rep.Open = append(rep.Open, mark)
	}
	slices.SortFunc(rep.Open, func(a, b Mark) int { return int(a.Seq) - int(b.Seq) })
	for i := range rep.Against {
		v.against(&rep.Against[i])
	}
	return rep
}

// compare looks for a record among the heads that were kept elsewhere.
func (v *verifier) compare(here Head) {
	for i := range v.report.Against {
		c := &v.report.Against[i]
		if c.Head.Seq != here.Seq || c.Found {
			continue
		}
		if c.Found = c.Head == here; !c.Found {
			c.What = fmt.Sprintf("record %d at %s is another one", here.Seq, place{v.in.Name, v.n})
		}
	}
}

// against completes a comparison.
func (v *verifier) against(c *Comparison) {
	switch {
	case c.Found:
		c.What = fmt.Sprintf("record %d is as it was", c.Head.Seq)
		return
	case c.What != "": // another record has its number
	case c.Head.Seq > v.at.head.Seq:
		c.What = fmt.Sprintf("the log ends with record %d: it was cut off behind that, or never had record %d", v.at.head.Seq, c.Head.Seq)
	case c.Head.Seq < v.report.First.Seq:
		c.What = fmt.Sprintf("record %d is older than the oldest that was kept, %d", c.Head.Seq, v.report.First.Seq)
	default:
		c.What = fmt.Sprintf("record %d is missing", c.Head.Seq)
	}
	v.find(Finding{Kind: NotInLog, File: v.in.Name, Seq: c.Head.Seq, What: "the head " + c.Head.String() + " is not in the log: " + c.What})
}
