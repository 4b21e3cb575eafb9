package audit

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// failures counts the records that could not be written since the last record that could.
type failures struct {
	count int
	gap   Gap
}

// Limits of a gap's lists: a gap must fit in a record.
const (
	maxGapOutcomes = 100
	maxGapClasses  = 16
)

// addRecord counts a record that could not be written. tolerated says that its statement passes all the
// same.
func (f *failures) addRecord(now time.Time, r *Record, err error, tolerated bool) {
	if f.count == 0 {
		f.gap = Gap{Since: now.UTC(), Refused: map[string]int{}, Unrecorded: map[string]int{}}
	}
	f.count++
	f.gap.Until, f.gap.Error = now.UTC(), reason(err).Error()
	if r.Phase == PhaseOutcome {
		if f.gap.OutcomesTotal++; len(f.gap.Outcomes) < maxGapOutcomes {
			f.gap.Outcomes = append(f.gap.Outcomes, r.Intent)
		}
		return
	}
	classes := f.gap.Refused
	if tolerated {
		classes = f.gap.Unrecorded
	}
	class := r.Class
	if _, known := classes[class]; class == "" || !known && len(classes) >= maxGapClasses {
		class = "other"
	}
	classes[class]++
}

// newNote returns the note about the failures.
func (f *failures) newNote() Record {
	g := f.gap
	text := fmt.Sprintf("%d records could not be written from %s to %s (%s)",
		f.count, g.Since.Format(time.RFC3339Nano), g.Until.Format(time.RFC3339Nano), g.Error)
	if len(g.Refused) > 0 {
		text += "; refused, or not answered: " + counts(g.Refused)
	}
	if len(g.Unrecorded) > 0 {
		text += "; run and answered without a record: " + counts(g.Unrecorded)
	}
	if g.OutcomesTotal > 0 {
		text += fmt.Sprintf("; outcomes missing: %d, of the intents %d", g.OutcomesTotal, g.Outcomes)
	}
	return newNote(Record{Gap: &g}, "%s", text)
}

func counts(classes map[string]int) string {
	var words []string
	for _, class := range slices.Sorted(maps.Keys(classes)) {
		words = append(words, fmt.Sprintf("%d %s", classes[class], class))
	}
	return strings.Join(words, ", ")
}

// noteGap writes a note about the records that were not written before this one. If that fails, the
// next record tries again. The caller holds mu.
func (l *Log) noteGap() error {
	if l.failed.count == 0 {
		return nil
	}
	gap := l.failed.newNote()
	if err := l.writeNow(&gap); err != nil {
		return err
	}
	l.logger.Warn("audit: " + gap.Note)
	l.failed = failures{}
	return nil
}

// Ready returns why a read would not be answered now (58030, 53100). It does not write a record;
// but if the last one failed, it tries to write the notes that are due.
func (l *Log) Ready() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	var err error
	switch {
	case l.closed:
		return sqlstate.New(sqlstate.AdminShutdown, "the audit log is closed")
	case l.options.FailureMode.tolerates(true):
	case l.stuck(l.options.SyncTimeout):
		err = errSlow
	case l.file.stale || l.failed.count > 0:
		if err = l.mendFile(); err == nil {
			err = l.noteGap()
		}
	}
	if err != nil {
		return cannotWrite(err)
	}
	return nil
}

// mendFile reopens a stale file and writes the notes that are due, before the next record. What fails
// is tried again by the next call. The caller holds mu.
func (l *Log) mendFile() error {
	if l.file.stale {
		if err := l.reopen(); err != nil {
			return err
		}
	}
	for _, notes := range []*[]Record{&l.fileNotes, &l.dueNotes} {
		for len(*notes) > 0 {
			note := (*notes)[0]
			if err := l.writeNow(&note); err != nil {
				return err
			}
			l.logger.Warn("audit: " + note.Note)
			*notes = (*notes)[1:]
		}
	}
	return nil
}

func newNote(r Record, format string, args ...any) Record {
	r.Phase, r.Note = PhaseNote, fmt.Sprintf(format, args...)
	return r
}

// noteTornLine ends a torn last line and queues a note about it. The caller holds mu.
func (l *Log) noteTornLine(end tail) error {
	if end.unended {
		if err := l.file.endLine(); err != nil {
			return err
		}
	}
	if end.torn != nil {
		l.fileNotes = append(l.fileNotes, newNote(Record{Torn: end.torn},
			"the line before this one was torn, by a crash or a failed write: %d bytes, SHA-256 %s; it counts only if it is whole",
			end.torn.Bytes, end.torn.SHA256))
	}
	return nil
}
