package audit

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"slices"
)

// verifier reads the records of a log in order and collects findings.
type verifier struct {
	options VerifyOptions
	report  *Report
	in      *FileReport // the current file
	n       int         // the current line
	last    bool        // the current file is the last one

	at      link     // the last record in order
	ahead   *link    // a record that came after at, with others missing between
	good    Mark     // the last record whose hash the next one names
	doubted *Finding // about at; the next record confirms it or not: vouchForPrevious
	latest  *Finding // the last finding in the report

	torn      hash.Hash // of the lines since the last record that are no records
	tornFirst place
	tornBytes int64
	tornLike  bool // all of them may be beginnings of records

	open   map[uint64]Mark
	claims map[uint64][]int // indices in report.Against, by the head's number
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

// addFinding adds a finding. Its place is the current line unless the finding names a file.
func (v *verifier) addFinding(f Finding) {
	if f.File == "" {
		f.File = v.in.Name
		if f.Line == 0 {
			f.Line = v.n
		}
	}
	f.After = v.good
	if last := v.latest; last != nil && f.Kind == Misplaced && last.Kind == Misplaced && last.File == f.File && max(last.Line, last.LastLine)+1 == f.Line {
		last.LastLine = f.Line // the same fault as in the line before
		return
	}
	if v.report.Total++; v.report.Total <= v.options.MaxFindings {
		v.report.Findings = append(v.report.Findings, f)
		v.latest = &v.report.Findings[len(v.report.Findings)-1]
	}
}

func (v *verifier) verifyLine(l line) {
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
		// It only lacks its line end: it counts, and the next start will note that.
		l.text = append(bytes.Clone(l.text), '\n')
	}
	v.verifyRecord(r, wrong, l.text)
}

// noRecord collects a line that is no record. The next record may be a note that explains it.
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

// tornLike reports whether a line may be what a crash leaves of a record: its beginning, or the
// zeros that a file system fills in.
func tornLike(text []byte) bool {
	text = bytes.TrimRight(text, "\x00\n")
	const start = `{"v":`
	return bytes.HasPrefix(text, []byte(start)) || bytes.HasPrefix([]byte(start), text)
}

// verifyRecord checks the next record.
func (v *verifier) verifyRecord(r *Record, wrong string, text []byte) {
	here, mark := Head{Seq: r.Seq, Hash: HashLine(text)}, Mark{r.Seq, r.Time}
	v.checkTornNote(r)
	v.compareHeads(here)
	v.report.Records++
	v.in.Records++
	if v.in.First.Seq == 0 {
		v.in.First = mark
	}
	v.in.Last = mark
	if wrong == "" {
		wrong = schemaProblem(r)
	}
	if wrong != "" {
		v.addFinding(Finding{Kind: BadRecord, Seq: r.Seq, What: fmt.Sprintf("record %d breaks the schema: %s", r.Seq, wrong)})
	}
	v.collectNote(r, mark)
	next := link{head: here, mark: mark, place: place{v.in.Name, v.n}, prev: r.Prev, phase: r.Phase, intent: r.Intent, gap: r.Gap != nil}
	if v.ahead != nil {
		v.resolveEarly(next)
	}
	if v.inOrder(next) {
		v.acceptNext(next)
	}
}

// link has the fields of a record that the chain needs.
type link struct {
	head   Head
	mark   Mark
	place  place
	prev   string
	phase  Phase
	intent uint64
	gap    bool
}

// acceptNext makes a record the last one in order.
func (v *verifier) acceptNext(l link) {
	if v.report.First.Seq == 0 {
		v.report.First = l.mark
	}
	v.report.Last = l.mark
	v.pairOutcome(l)
	if l.gap {
		v.report.Gaps = append(v.report.Gaps, l.mark)
	}
	v.at = l
}

// resolveEarly decides about a record that came too early, when the next record is known. If the next
// one is the one that was due, the early record was misplaced; else the records before the early
// one are missing.
func (v *verifier) resolveEarly(next link) {
	early := *v.ahead
	v.ahead = nil
	if next.head.Seq == v.at.head.Seq+1 && next.prev == v.at.head.Hash.String() {
		v.addFinding(Finding{Kind: Misplaced, File: early.place.file, Line: early.place.line, Seq: early.head.Seq, What: fmt.Sprintf(
			"record %d stands between records %d and %d: it was moved, or is of another log", early.head.Seq, v.at.head.Seq, next.head.Seq)})
		return
	}
	v.acceptAfterGap(early)
}

// acceptAfterGap takes a record before which others are missing.
func (v *verifier) acceptAfterGap(early link) {
	v.vouchForPrevious(true, nil)
	v.addFinding(Finding{
		Kind: Missing, File: early.place.file, Line: early.place.line, Seq: v.at.head.Seq + 1,
		To: early.head.Seq - 1, What: plural(v.at.head.Seq+1, early.head.Seq-1) + " missing before this line",
	})
	v.acceptNext(early)
}

// checkTornNote checks the lines before r that are no records against the note in r.
func (v *verifier) checkTornNote(r *Record) {
	bytes, sum := v.tornBytes, ""
	if bytes > 0 {
		sum = hex.EncodeToString(v.torn.Sum(nil))
	}
	first := Finding{Kind: NoRecord, File: v.tornFirst.file, Line: v.tornFirst.line}
	v.tornBytes = 0
	switch {
	case bytes == 0 && r.Torn == nil:
	case bytes == 0 && r.Torn.SHA256 == v.at.head.Hash.String():
		v.report.Torn++ // only the line end of the record before was missing
	case bytes == 0:
		v.addFinding(Finding{Kind: Changed, Seq: r.Seq, What: fmt.Sprintf(
			"record %d notes a torn line of %d bytes before it, and there is none", r.Seq, r.Torn.Bytes)})
	case r.Torn == nil:
		first.What = fmt.Sprintf("%d bytes here are not a record, and record %d behind them does not note a torn line", bytes, r.Seq)
		v.addFinding(first)
	case r.Torn.SHA256 != sum || r.Torn.Bytes != bytes:
		first.Kind = Changed
		first.What = fmt.Sprintf("%d bytes here are not the torn line that record %d notes: that line had %d bytes", bytes, r.Seq, r.Torn.Bytes)
		v.addFinding(first)
	case !v.tornLike:
		first.What = fmt.Sprintf("%d bytes here were there when the server started (record %d notes them), but they are not the beginning of a record", bytes, r.Seq)
		v.addFinding(first)
	default:
		v.report.Torn++
	}
}

// inOrder checks that a record is the next one and names the one before. It returns false for a
// record that is misplaced, or that came too early.
func (v *verifier) inOrder(l link) bool {
	at, seq := v.at.head, l.head.Seq
	switch {
	case at.Seq == 0:
		v.checkFirst(l)
	case l.head == at:
		v.addFinding(Finding{Kind: Misplaced, Seq: seq, What: fmt.Sprintf("record %d stands here a second time", seq)})
		return false
	case seq <= at.Seq:
		v.addFinding(Finding{Kind: Misplaced, Seq: seq, What: fmt.Sprintf(
			"record %d stands behind record %d (%s): it was moved, doubled, or is of another log", seq, at.Seq, v.at.place)})
		return false
	case seq > at.Seq+1:
		v.ahead = &l
		return false
	case l.prev != at.Hash.String():
		v.vouchForPrevious(false, &Finding{Kind: Changed, File: v.at.place.file, Line: v.at.place.line, Seq: at.Seq, What: fmt.Sprintf(
			"record %d (%s) was written behind another record %d than this one: this one was changed, or what follows is of another log",
			seq, l.place, at.Seq)})
	default:
		v.vouchForPrevious(true, nil)
		v.good = v.at.mark
	}
	return true
}

// vouchForPrevious says whether the current record names the one before it rightly, and if not, the finding
// about the one before. If the second of two records does not name the first, either may have been
// changed: the first one, if the third names the second; else the second one. So a finding waits in
// doubted for the next record.
func (v *verifier) vouchForPrevious(right bool, wrong *Finding) {
	if v.doubted != nil && right {
		v.addFinding(*v.doubted)
	}
	v.doubted = wrong
}

// checkFirst checks the first record.
func (v *verifier) checkFirst(l link) {
	switch want := v.options.First; {
	case want > 0 && l.head.Seq > want:
		v.addFinding(Finding{Kind: Missing, Seq: want, To: l.head.Seq - 1, What: fmt.Sprintf("%s missing before this line", plural(want, l.head.Seq-1))})
	case l.head.Seq == 1 && l.prev != "":
		v.addFinding(Finding{Kind: Changed, Seq: 1, What: "record 1 names a record before it"})
	}
}

// pairOutcome matches an outcome with its intent.
func (v *verifier) pairOutcome(l link) {
	switch l.phase {
	case PhaseIntent:
		v.open[l.head.Seq] = l.mark
	case PhaseOutcome:
		if _, open := v.open[l.intent]; open {
			delete(v.open, l.intent)
		} else if l.intent >= v.report.First.Seq {
			v.addFinding(Finding{Kind: Pairing, File: l.place.file, Line: l.place.line, Seq: l.head.Seq, What: fmt.Sprintf(
				"record %d is the outcome of record %d, which is no intent here, or has its outcome already", l.head.Seq, l.intent)})
		}
	case PhaseCall, PhaseNote:
	}
}

// endFile ends the report of a file.
func (v *verifier) endFile() {
	if v.in.Records == 0 && v.n > 0 && !(v.last && v.report.Unended > 0) {
		v.addFinding(Finding{Kind: Unreadable, Line: 1, What: "there is no record in this file"})
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
