package audit

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"slices"
)

// verifier reads the records of a log in order.
type verifier struct {
	options VerifyOptions
	report  *Report
	in      *FileReport // the file that is read
	n       int         // the line that is read
	last    bool        // it is the last file

	at      link  // the last record in order
	ahead   *link // one that came after it and too early
	good    Mark  // the last record that a later one vouches for
	doubted *Finding
	latest  *Finding // the last one kept

	torn      hash.Hash // of lines that are no record, since the last that was one
	tornFirst place
	tornBytes int64
	tornLike  bool // they may be what a crash leaves of a record

	open   map[uint64]Mark
	claims map[uint64][]int // places in report.Against by the record's number
	noted  []Absence
}

// place is where a record stands.
type place struct {
	file string
	line int
}

func (p place) String() string { return fmt.Sprintf("%s:%d", p.file, p.line) }

func newVerifier(dir string, o VerifyOptions) *verifier {
	v := &verifier{options: o, report: &Report{Dir: dir}, torn: sha256.New(), open: map[uint64]Mark{}, claims: map[uint64][]int{}}
	for i, h := range slices.Concat(o.Against, o.Kept) {
		v.report.Against = append(v.report.Against, Comparison{Head: h})
		v.claims[h.Seq] = append(v.claims[h.Seq], i)
	}
	return v
}

// find adds a finding, about the line that is read unless it says otherwise.
func (v *verifier) find(f Finding) {
	if f.File == "" {
		f.File = v.in.Name
		if f.Line == 0 {
			f.Line = v.n
		}
	}
	f.After = v.good
	if last := v.latest; last != nil && f.Kind == Misplaced && last.Kind == Misplaced && last.File == f.File && max(last.Line, last.LastLine)+1 == f.Line {
		last.LastLine = f.Line // as the line before
		return
	}
	if v.report.Total++; v.report.Total <= v.options.MaxFindings {
		v.report.Findings = append(v.report.Findings, f)
		v.latest = &v.report.Findings[len(v.report.Findings)-1]
	}
}

func (v *verifier) line(l line) {
	v.n = l.n
	if l.part {
		v.noRecord(l)
		return
	}
	r, wrong := decode(l.text)
	if r == nil {
		v.noRecord(l)
		return
	}
	if !l.ended {
		// Whole but for its end: it counts, and the next start will note it.
		l.text = append(bytes.Clone(l.text), '\n')
	}
	v.record(r, wrong, l.text)
}

// noRecord takes a line that is none. A note behind it may explain it.
func (v *verifier) noRecord(l line) {
	if v.tornBytes == 0 {
		v.tornFirst = place{v.in.Name, l.n}
		v.tornLike = true
		v.torn.Reset()
	}
	if !l.ended && !l.part && v.last {
		v.report.Unended = len(l.text)
		if v.tornBytes == 0 && tornLike(l.text) {
			return
		}
	}
	v.tornLike = v.tornLike && tornLike(l.text)
	v.torn.Write(l.text)
	v.tornBytes += int64(len(l.text))
}

// tornLike says that a line may be what a crash leaves of a record: its
// beginning, or nothing but what a file system fills in.
func tornLike(text []byte) bool {
	text = bytes.TrimRight(text, "\x00\n")
	const start = `{"v":`
	return bytes.HasPrefix(text, []byte(start)) || bytes.HasPrefix([]byte(start), text)
}

// record takes the next record.
func (v *verifier) record(r *Record, wrong string, text []byte) {
	here, mark := Head{Seq: r.Seq, Hash: HashLine(text)}, Mark{r.Seq, r.Time}
	v.explain(r)
	v.compare(here)
	v.report.Records++
	v.in.Records++
	if v.in.First.Seq == 0 {
		v.in.First = mark
	}
	v.in.Last = mark
	if wrong == "" {
		wrong = check(r)
	}
	if wrong != "" {
		v.find(Finding{Kind: BadRecord, Seq: r.Seq, What: fmt.Sprintf("record %d breaks the schema: %s", r.Seq, wrong)})
	}
	v.remark(r, mark)
	next := link{head: here, mark: mark, place: place{v.in.Name, v.n}, prev: r.Prev, phase: r.Phase, intent: r.Intent, gap: r.Gap != nil}
	if v.ahead != nil {
		v.overtake(next)
	}
	if v.inOrder(next) {
		v.take(next)
	}
}

// link is what the chain knows of a record.
type link struct {
	head   Head
	mark   Mark
	place  place
	prev   string
	phase  Phase
	intent uint64
	gap    bool
}

// take goes on to a record that is in order.
func (v *verifier) take(l link) {
	if v.report.First.Seq == 0 {
		v.report.First = l.mark
	}
	v.report.Last = l.mark
	v.pair(l)
	if l.gap {
		v.report.Gaps = append(v.report.Gaps, l.mark)
	}
	v.at = l
}

// overtake decides about a record that came too early, now that the next is
// there: if that is the one that should have come, the early one is astray;
// else those between are missing.
func (v *verifier) overtake(next link) {
	early := *v.ahead
	v.ahead = nil
	if next.head.Seq == v.at.head.Seq+1 && next.prev == v.at.head.Hash.String() {
		v.find(Finding{Kind: Misplaced, File: early.place.file, Line: early.place.line, Seq: early.head.Seq, What: fmt.Sprintf(
			"record %d stands between records %d and %d: it was moved, or is of another log", early.head.Seq, v.at.head.Seq, next.head.Seq)})
		return
	}
	v.accept(early)
}

// accept goes on to a record before which others are missing.
func (v *verifier) accept(early link) {
	v.vouch(true, nil)
	v.find(Finding{
		Kind: Missing, File: early.place.file, Line: early.place.line, Seq: v.at.head.Seq + 1,
		To: early.head.Seq - 1, What: plural(v.at.head.Seq+1, early.head.Seq-1) + " missing before this line",
	})
	v.take(early)
}

// explain settles the lines without a record before this one.
func (v *verifier) explain(r *Record) {
	bytes, sum := v.tornBytes, ""
	if bytes > 0 {
		sum = hex.EncodeToString(v.torn.Sum(nil))
	}
	first := Finding{Kind: NoRecord, File: v.tornFirst.file, Line: v.tornFirst.line}
	v.tornBytes = 0
	switch {
	case bytes == 0 && r.Torn == nil:
	case bytes == 0 && r.Torn.SHA256 == v.at.head.Hash.String():
		v.report.Torn++ // of the record before, only the end of its line was missing
	case bytes == 0:
		v.find(Finding{Kind: Changed, Seq: r.Seq, What: fmt.Sprintf(
			"record %d notes a torn line of %d bytes before it, and there is none", r.Seq, r.Torn.Bytes)})
	case r.Torn == nil:
		first.What = fmt.Sprintf("what stands here, %d bytes, is no record, and record %d behind it does not note that a line was torn", bytes, r.Seq)
		v.find(first)
	case r.Torn.SHA256 != sum || r.Torn.Bytes != bytes:
		first.Kind = Changed
		first.What = fmt.Sprintf("what stands here, %d bytes, is not the torn line that record %d notes: that had %d bytes", bytes, r.Seq, r.Torn.Bytes)
		v.find(first)
	case !v.tornLike:
		first.What = fmt.Sprintf("what stands here, %d bytes, was there when the server started (record %d notes it), but is not the beginning of a record", bytes, r.Seq)
		v.find(first)
	default:
		v.report.Torn++
	}
}

// inOrder checks that a record is the next one, and that it names the one
// before. It reports false for one that is not, or not yet known to be.
func (v *verifier) inOrder(l link) bool {
	at, seq := v.at.head, l.head.Seq
	switch {
	case at.Seq == 0:
		v.first(l)
	case l.head == at:
		v.find(Finding{Kind: Misplaced, Seq: seq, What: fmt.Sprintf("record %d stands here a second time", seq)})
		return false
	case seq <= at.Seq:
		v.find(Finding{Kind: Misplaced, Seq: seq, What: fmt.Sprintf(
			"record %d stands behind record %d (%s): it was moved, doubled, or is of another log", seq, at.Seq, v.at.place)})
		return false
	case seq > at.Seq+1:
		v.ahead = &l
		return false
	case l.prev != at.Hash.String():
		v.vouch(false, &Finding{Kind: Changed, File: v.at.place.file, Line: v.at.place.line, Seq: at.Seq, What: fmt.Sprintf(
			"record %d (%s) was written behind another record %d than this one: this one was changed, or what follows is of another log",
			seq, l.place, at.Seq)})
	default:
		v.vouch(true, nil)
		v.good = v.at.mark
	}
	return true
}

// vouch is told whether the record that is read names the one before it
// rightly, and if not, what to say about that one. Between two records of which
// the second does not name the first, either can have been changed: it was the
// first if the third names the second, else the second.
func (v *verifier) vouch(right bool, wrong *Finding) {
	if v.doubted != nil && right {
		v.find(*v.doubted)
	}
	v.doubted = wrong
}

// first takes the first record.
func (v *verifier) first(l link) {
	switch want := v.options.First; {
	case want > 0 && l.head.Seq > want:
		v.find(Finding{Kind: Missing, Seq: want, To: l.head.Seq - 1, What: fmt.Sprintf("%s missing before this line", plural(want, l.head.Seq-1))})
	case l.head.Seq == 1 && l.prev != "":
		v.find(Finding{Kind: Changed, Seq: 1, What: "record 1 names a record before it"})
	}
}

// pair matches outcomes with their intents.
func (v *verifier) pair(l link) {
	switch l.phase {
	case PhaseIntent:
		v.open[l.head.Seq] = l.mark
	case PhaseOutcome:
		if _, open := v.open[l.intent]; open {
			delete(v.open, l.intent)
		} else if l.intent >= v.report.First.Seq {
			v.find(Finding{Kind: Pairing, File: l.place.file, Line: l.place.line, Seq: l.head.Seq, What: fmt.Sprintf(
				"record %d is the outcome of record %d, which is no intent here, or has its outcome already", l.head.Seq, l.intent)})
		}
	case PhaseCall, PhaseNote:
	}
}

// leave ends a file.
func (v *verifier) leave() {
	if v.in.Records == 0 && v.n > 0 && !(v.last && v.report.Unended > 0) {
		v.find(Finding{Kind: Unreadable, Line: 1, What: "there is no record in this file"})
		v.tornBytes = 0
	}
	v.n = 0
}

func plural(from, to uint64) string {
	if from == to {
		return fmt.Sprintf("record %d is", from)
	}
	return fmt.Sprintf("records %d to %d are", from, to)
}
