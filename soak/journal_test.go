package soak

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// record is what this package reads of a record: written down anew, lest the
// log be judged by its own reader.
type record struct {
	Seq         uint64
	Time        time.Time
	Prev        string
	Phase       string
	Intent      uint64
	Decision    string
	Verb        string
	SQL         string
	Params      []string
	Tag         string
	Error       string
	SQLState    string
	Application string
	Torn        *struct {
		Bytes  int
		SHA256 string
	}
	Gap *struct{ Outcomes []uint64 }
}

// entry is an intent, or a whole call, and what came of it.
type entry struct {
	record
	outcome *record
	next    *entry // the next intent of the same application
	gap     bool   // a note says that its outcome could not be written
}

// journal is the log as far as it was read.
type journal struct {
	dir     string
	current os.FileInfo // the file that was read in part
	offset  int64
	whole   map[string]bool // files that were read to their end

	seq      uint64
	hash     string // of the last line
	line     []byte // the last line
	torn     []byte // lines that are no record, since the last that was one
	heads    []string
	intents  map[uint64]*entry
	byID     map[string][]*entry // intents
	calls    map[string][]*entry // whole calls
	latest   map[string]*entry   // intents by application
	open     map[uint64]*entry   // intents without an outcome, of this life
	lost     []*entry            // of former lives
	problems []string

	records, outcomes, tornLines, gaps, files int
}

func newJournal(dir string) *journal {
	return &journal{
		dir: dir, whole: map[string]bool{}, intents: map[uint64]*entry{}, byID: map[string][]*entry{}, calls: map[string][]*entry{},
		latest: map[string]*entry{}, open: map[uint64]*entry{},
	}
}

func (j *journal) problem(format string, args ...any) {
	j.problems = append(j.problems, fmt.Sprintf(format, args...))
}

// read reads on to the end of the log: old files first, by their names.
func (j *journal) read() error {
	paths, err := filepath.Glob(filepath.Join(j.dir, "audit*.jsonl"))
	if err != nil {
		return err
	}
	slices.Sort(paths)
	for _, path := range paths {
		if j.whole[path] {
			continue
		}
		if err := j.file(path); err != nil {
			return err
		}
	}
	j.files = len(paths)
	return nil
}

func (j *journal) file(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if j.current == nil || !os.SameFile(j.current, info) {
		j.current, j.offset = info, 0
	}
	text, err := io.ReadAll(io.NewSectionReader(f, j.offset, info.Size()-j.offset))
	if err != nil {
		return err
	}
	for {
		end := bytes.IndexByte(text, '\n') + 1
		if end == 0 {
			break
		}
		j.take(text[:end])
		text, j.offset = text[end:], j.offset+int64(end)
	}
	if filepath.Base(path) != "audit.jsonl" {
		j.whole[path], j.current = true, nil
		if len(text) > 0 {
			j.problem("%s ends in the middle of a line", path)
		}
	}
	return nil
}

// take reads one line.
func (j *journal) take(line []byte) {
	var r record
	if json.Unmarshal(line, &r) != nil || r.Seq == 0 {
		j.torn = append(j.torn, line...)
		j.tornLines++
		return
	}
	if r.Seq != j.seq+1 {
		j.problem("record %d follows record %d", r.Seq, j.seq)
	}
	if r.Prev != j.hash {
		j.problem("record %d does not name the one before it", r.Seq)
	}
	j.explain(&r)
	j.records++
	j.line = bytes.Clone(line)
	j.seq, j.hash = r.Seq, sum(line)
	j.sort(&r)
}

// explain sees that torn lines have their note.
func (j *journal) explain(r *record) {
	torn := j.torn
	j.torn = nil
	switch {
	case r.Torn == nil && len(torn) > 0:
		j.problem("%d bytes before record %d are no record, and it does not say so", len(torn), r.Seq)
	case r.Torn != nil:
		if len(torn) == 0 {
			torn = j.line // a whole record without its line end
		}
		if r.Torn.Bytes != len(torn) || r.Torn.SHA256 != sum(torn) {
			j.problem("record %d is about %d torn bytes, and there are %d others", r.Seq, r.Torn.Bytes, len(torn))
		}
	}
}

func sum(text []byte) string {
	h := sha256.Sum256(text)
	return hex.EncodeToString(h[:])
}

// sort puts a record where the checks look for it.
func (j *journal) sort(r *record) {
	e := &entry{record: *r}
	switch r.Phase {
	case "intent":
		j.intents[r.Seq], j.open[r.Seq] = e, e
		for _, id := range e.ids() {
			j.byID[id] = append(j.byID[id], e)
		}
		if before := j.latest[r.Application]; before != nil {
			before.next = e
		}
		j.latest[r.Application] = e
	case "outcome":
		j.outcomes++
		of := j.intents[r.Intent]
		switch {
		case of == nil:
			j.problem("record %d is the outcome of %d, which is no intent", r.Seq, r.Intent)
		case of.outcome != nil:
			j.problem("record %d is a second outcome of %d", r.Seq, r.Intent)
		case j.open[r.Intent] == nil:
			j.problem("record %d is the outcome of %d, which an earlier life left", r.Seq, r.Intent)
		default:
			of.outcome = r
			delete(j.open, r.Intent)
		}
	case "call":
		for _, id := range e.ids() {
			j.calls[id] = append(j.calls[id], e)
		}
	case "note":
		if r.Gap != nil {
			j.gaps++
			j.gap(r.Gap.Outcomes)
		}
	default:
		j.problem("record %d has the phase %q", r.Seq, r.Phase)
	}
}

// gap takes a note of outcomes that could not be written.
func (j *journal) gap(outcomes []uint64) {
	for _, seq := range outcomes {
		if e := j.intents[seq]; e != nil && e.outcome == nil {
			e.gap = true
			delete(j.open, seq)
		} else {
			j.problem("a note names the intent %d, which is none or has its outcome", seq)
		}
	}
}

// died ends a life of the server, and returns the intents that it left without
// an outcome.
func (j *journal) died() (left []*entry) {
	for _, e := range j.open {
		left = append(left, e)
	}
	clear(j.open)
	j.lost = append(j.lost, left...)
	if j.seq > 0 {
		j.heads = append(j.heads, fmt.Sprintf("%d:%s", j.seq, j.hash))
	}
	return left
}

// withoutOutcome counts all intents that have no outcome.
func (j *journal) withoutOutcome() (n int) {
	for _, e := range j.intents {
		if e.outcome == nil {
			n++
		}
	}
	return n
}

// ids are the ids in a statement and its parameters.
func (e *entry) ids() []string {
	found := ids.FindAllString(e.SQL+" "+strings.Join(e.Params, " "), -1)
	slices.Sort(found)
	return slices.Compact(found)
}
