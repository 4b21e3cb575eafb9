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
	// First is the number of the first record that must be there; 0 accepts
	// that older files were deleted.
	First uint64
	// Against are heads that were kept elsewhere: each must be in the log.
	Against []Head
	// Kept are heads that the server kept itself. One of a record before the
	// oldest that is there is no finding: that such are absent is told anyway. The
	// zero Head is one of a log that had no record yet.
	Kept []Head
	// Known is the last record of which the caller knows what is told about it
	// and those before it: that records are not here, or were not written. It does
	// not count in Report.Incomplete.
	Known uint64
	// MaxFindings is how many findings are kept, of which all are counted; 0 is
	// 1000.
	MaxFindings int
}

// Kind says what a finding is about.
type Kind string

// The kinds of findings.
const (
	Unreadable Kind = "unreadable" // a file that cannot be read, or has no record in it
	NoRecord   Kind = "no_record"  // a line that is no record, and that no note explains
	BadRecord  Kind = "bad_record" // a record that breaks the schema
	Changed    Kind = "changed"    // a record that is not what the next one says it was
	Missing    Kind = "missing"    // records are not there
	Misplaced  Kind = "misplaced"  // a record that is there twice, or in another place
	Pairing    Kind = "pairing"    // an outcome without its intent, or a second one
	NotInLog   Kind = "not_in_log" // a head kept elsewhere that the log does not have
)

// Finding is one thing that is wrong with a log.
type Finding struct {
	Kind Kind   `json:"kind"`
	File string `json:"file,omitempty"` // its name
	Line int    `json:"line,omitempty"` // from 1
	// LastLine is the last of several that have the same thing wrong; else 0.
	LastLine int    `json:"last_line,omitempty"`
	Seq      uint64 `json:"seq,omitempty"` // of the record that is wrong, or of the first that is missing
	// To is the last record that is missing.
	To   uint64 `json:"to,omitempty"`
	What string `json:"what"`
	// After is the last record before it that is as it was written: what is
	// wrong happened to something recorded after it.
	After Mark `json:"after,omitzero"`
}

// Mark is a record's number and time.
type Mark struct {
	Seq  uint64    `json:"seq"`
	Time time.Time `json:"time"`
}

// FileReport is what was found in one file.
type FileReport struct {
	Name    string `json:"name"`
	Records int64  `json:"records"`
	First   Mark   `json:"first,omitzero"`
	Last    Mark   `json:"last,omitzero"`
}

// Comparison is what became of a head that was kept elsewhere.
type Comparison struct {
	Head  Head   `json:"head"`
	Found bool   `json:"found"`
	What  string `json:"what"`
}

// Remark is what the log says about itself in a note.
type Remark struct {
	Mark
	Text string `json:"text"`
}

// Absence is records that are not in the log, or not as they were written. Why is
// "" where no note tells of it.
type Absence struct {
	Absent
	Note Mark `json:"note,omitzero"` // that tells of it
}

// Report is what [Verify] found.
type Report struct {
	Dir     string       `json:"dir"`
	Files   []FileReport `json:"files"`
	Records int64        `json:"records"`
	First   Mark         `json:"first,omitzero"`
	Last    Mark         `json:"last,omitzero"`
	Head    Head         `json:"head,omitzero"` // the last record

	// Open are intents without an outcome, in order: what a crash, a kill or a
	// failing disk overtook. They may have run.
	Open []Mark `json:"open,omitempty"`
	// Torn are lines that a crash left and a note explains.
	Torn int `json:"torn,omitempty"`
	// Unended are bytes of a last line that has no end: one that is being
	// written, or that a crash tore and no start has noted yet.
	Unended int `json:"unended,omitempty"`
	// Gaps are notes about records that could not be written.
	Gaps []Mark `json:"gaps,omitempty"`
	// Notes are all that the log says about itself, the first thousand.
	Notes []Remark `json:"notes,omitempty"`
	// Absent are records that should be before or between those that are here,
	// where that is no finding.
	Absent []Absence `json:"absent,omitempty"`
	// Incomplete says why a log without a finding is not the whole truth.
	Incomplete []string `json:"incomplete,omitempty"`

	Against  []Comparison `json:"against,omitempty"`
	Findings []Finding    `json:"findings,omitempty"` // the first of them
	Total    int          `json:"total_findings"`
}

// OK reports whether nothing is wrong: what is here is as it was written. It may
// be incomplete.
func (r *Report) OK() bool { return r.Total == 0 }

// Verify reads a log from its first file to its last and says everything that
// is wrong with it: lines that are no records, records that were changed,
// deleted, moved or doubled, outcomes without an intent. It needs memory for
// one line and for the intents that have no outcome yet. A server may be
// writing the log meanwhile. The error is that the directory cannot be read.
//
// A log is its own witness only up to its end: whoever can write to the
// directory can change the last record, cut records off the end, or write the
// whole log anew. That is found by a head that was kept elsewhere.
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

// errVanished says that a file was deleted, as retention does, since it was
// listed.
var errVanished = errors.New("a file was deleted meanwhile")

// verify is one try of Verify; last reports a file that has vanished.
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
			v.file(path, current)
			continue
		}
		f, err := openOld(path)
		if errors.Is(err, fs.ErrNotExist) && !last {
			return nil, errVanished
		}
		if err != nil {
			v.enter(path)
			v.find(Finding{Kind: Unreadable, What: "the file cannot be read: " + err.Error()})
			continue
		}
		v.file(path, f)
		f.Close()
	}
	return v.end(), nil
}

// file verifies one file.
func (v *verifier) file(path string, in io.Reader) {
	v.enter(path)
	for lines := newLines(in); ; {
		l, err := lines.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			v.find(Finding{Kind: Unreadable, Line: lines.n, What: "the file cannot be read further: " + err.Error()})
			break
		}
		v.line(l)
	}
	v.leave()
}

// enter begins a file.
func (v *verifier) enter(path string) {
	v.report.Files = append(v.report.Files, FileReport{Name: filepath.Base(path)})
	v.in = &v.report.Files[len(v.report.Files)-1]
}
