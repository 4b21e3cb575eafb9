package audit

import (
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"time"
)

// VerifyOptions say what a log is compared with.
type VerifyOptions struct {
	// First is the number of the first record that must be there; 0 accepts that older files were
	// deleted.
	First uint64
	// Against are heads that were kept elsewhere. Each must be in the log.
	Against []Head
	// Kept are heads that the server kept itself. A head before the oldest record is no finding,
	// because Report.Absent tells of it anyway. The zero Head: the log had no record.
	Kept []Head
	// Known is the number of a record up to which the caller has already read which records are
	// absent or were not written. Report.Incomplete leaves these out.
	Known uint64
	// MaxFindings bounds Report.Findings; 0 is 1000. Report.Total counts all.
	MaxFindings int
}

// Kind is the kind of a finding.
type Kind string

// The kinds of findings.
const (
	Unreadable Kind = "unreadable" // a file that cannot be read, or has no record in it
	NoRecord   Kind = "no_record"  // a line that is no record, and that no note explains
	BadRecord  Kind = "bad_record" // a record that breaks the schema
	Changed    Kind = "changed"    // a record whose hash is not the one that the next record names
	Missing    Kind = "missing"    // records are not there
	Misplaced  Kind = "misplaced"  // a record that is there twice, or in another place
	Pairing    Kind = "pairing"    // an outcome without its intent, or a second one
	NotInLog   Kind = "not_in_log" // a head kept elsewhere that the log does not have
)

// Finding is one thing that is wrong with a log.
type Finding struct {
	Kind Kind   `json:"kind"`
	File string `json:"file,omitempty"` // the file's name
	Line int    `json:"line,omitempty"` // from 1
	// LastLine is the last one of several lines with the same fault, else 0.
	LastLine int    `json:"last_line,omitempty"`
	Seq      uint64 `json:"seq,omitempty"` // of the record that is wrong, or of the first that is missing
	// To is the last missing record.
	To   uint64 `json:"to,omitempty"`
	What string `json:"what"`
	// After is the last record before the finding that is proven intact: the damage was done after
	// it was written.
	After Mark `json:"after,omitzero"`
}

// Mark is a record's number and time.
type Mark struct {
	Seq  uint64    `json:"seq"`
	Time time.Time `json:"time"`
}

// FileReport describes one file.
type FileReport struct {
	Name    string `json:"name"`
	Records int64  `json:"records"`
	First   Mark   `json:"first,omitzero"`
	Last    Mark   `json:"last,omitzero"`
}

// Comparison is the result of looking for a head that was kept elsewhere.
type Comparison struct {
	Head  Head   `json:"head"`
	Found bool   `json:"found"`
	What  string `json:"what"`
}

// Remark is the text of a note.
type Remark struct {
	Mark
	Text string `json:"text"`
}

// Absence is a range of records that are not in the log, or not as they were written. Why is "" if
// no note explains it.
type Absence struct {
	Absent
	Note Mark `json:"note,omitzero"` // the note that explains it
}

// Report is the result of [Verify].
type Report struct {
	Dir     string       `json:"dir"`
	Files   []FileReport `json:"files"`
	Records int64        `json:"records"`
	First   Mark         `json:"first,omitzero"`
	Last    Mark         `json:"last,omitzero"`
	Head    Head         `json:"head,omitzero"` // the last record

	// Open are the intents without an outcome, in order: a crash, a kill or a failing disk came
	// between. Their statements may have run.
	Open []Mark `json:"open,omitempty"`
	// Torn counts torn lines that a note explains.
	Torn int `json:"torn,omitempty"`
	// Unended is the length of a last line without an end: a server is writing it, or a crash tore
	// it and no start has noted that yet.
	Unended int `json:"unended,omitempty"`
	// Gaps are notes about records that could not be written.
	Gaps []Mark `json:"gaps,omitempty"`
	// Notes are the first thousand notes.
	Notes []Remark `json:"notes,omitempty"`
	// Absent are missing records that are no finding, because a note or retention explains them.
	Absent []Absence `json:"absent,omitempty"`
	// Incomplete says what a log without findings still lacks.
	Incomplete []string `json:"incomplete,omitempty"`

	Against  []Comparison `json:"against,omitempty"`
	Findings []Finding    `json:"findings,omitempty"` // the first MaxFindings
	Total    int          `json:"total_findings"`
}

// OK reports whether there is no finding: all records that are here are as they were written. Some
// may be missing.
func (r *Report) OK() bool { return r.Total == 0 }

// Verify reads a log from its first file to its last and reports everything that is wrong with it:
// lines that are no records, records that were changed, deleted, moved or doubled, outcomes without
// an intent. It needs memory for one line and for the intents without an outcome. A server may be
// writing the log meanwhile. An error means that the directory cannot be read.
//
// A log cannot prove its own end: whoever can write to the directory can change the last record,
// cut records off the end, or write the whole log anew. Only a head that was kept elsewhere shows
// that.
func Verify(dir string, o VerifyOptions) (*Report, error) {
	if o.MaxFindings <= 0 {
		o.MaxFindings = 1000
	}
	for try := 0; ; try++ {
		report, err := verify(dir, o, try == 5)
		if !errors.Is(err, errVanished) {
			return report, err
		}
	}
}

// errVanished means that a file was deleted after it was listed, as retention does.
var errVanished = errors.New("a file was deleted meanwhile")

// verify is one try of Verify. In the last try a file that has vanished is a finding.
func verify(dir string, o VerifyOptions, last bool) (*Report, error) {
	paths, current, err := snapshot(dir)
	if errors.Is(err, fs.ErrNotExist) && slices.ContainsFunc(slices.Concat(o.Against, o.Kept), func(h Head) bool { return h.Seq > 0 }) {
		err = nil // there was a log
	}
	if err != nil {
		return nil, err
	}
	if current != nil {
		defer current.Close()
	}
	v := newVerifier(dir, o)
	for i, path := range paths {
		v.last = i == len(paths)-1
		if current != nil && current.path == path {
			v.verifyFile(path, current)
			continue
		}
		f, err := openOld(path)
		if errors.Is(err, fs.ErrNotExist) && !last {
			return nil, errVanished
		}
		if err != nil {
			v.beginFile(path)
			v.addFinding(Finding{Kind: Unreadable, What: "the file cannot be read: " + err.Error()})
			continue
		}
		v.verifyFile(path, f)
		f.Close()
	}
	return v.finishReport(), nil
}

// verifyFile verifies one file.
func (v *verifier) verifyFile(path string, in io.Reader) {
	v.beginFile(path)
	for lines := newLines(in); ; {
		l, err := lines.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			v.addFinding(Finding{Kind: Unreadable, Line: lines.n, What: "the file cannot be read further: " + err.Error()})
			break
		}
		v.verifyLine(l)
	}
	v.endFile()
}

// beginFile begins the report of a file.
func (v *verifier) beginFile(path string) {
	v.report.Files = append(v.report.Files, FileReport{Name: filepath.Base(path)})
	v.in = &v.report.Files[len(v.report.Files)-1]
}
