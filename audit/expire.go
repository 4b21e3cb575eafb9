package audit

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/sallyportdb/sallyport/folder"
)

// nameTime is how the name of a file that rotation has set aside tells when that
// was, in UTC.
const nameTime = "2006-01-02T15-04-05.000"

// setAsideAt reads that name. It reports false for a file that somebody renamed.
func setAsideAt(name string) (time.Time, bool) {
	text, ours := strings.CutPrefix(strings.TrimSuffix(name, ".gz"), "audit-")
	text, ended := strings.CutSuffix(text, ".jsonl")
	t, err := time.Parse(nameTime, text)
	return t, ours && ended && err == nil
}

// expire deletes old files as Options.MaxBackups and Options.MaxAgeDays say. The
// note of it is durable before: who verifies the log later can tell it from a loss.
func (l *Log) expire() error {
	files, err := listFiles(l.options.Dir)
	if err != nil {
		return err
	}
	doomed := l.doomed(files)
	if len(doomed) == 0 {
		return nil
	}
	for _, records := range together(doomed) {
		if err := l.noteExpired(records); err != nil && !errors.Is(err, syscall.ENOSPC) {
			return err // what is deleted to make space has its note as soon as there is some
		}
	}
	for _, gone := range doomed {
		for _, path := range []string{gone.path, gone.path + ".gz"} {
			if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
	}
	return folder.Sync(l.options.Dir)
}

// expired is an old file that is to be deleted, and the records in it.
type expired struct {
	path    string
	records Range
}

// together are the records of files as few ranges.
func together(doomed []expired) (ranges []Range) {
	for _, d := range doomed {
		last := len(ranges) - 1
		switch {
		case d.records.From == 0 || d.records.To < d.records.From: // a file without a record
		case last >= 0 && ranges[last].To+1 == d.records.From:
			ranges[last].To = d.records.To
		default:
			ranges = append(ranges, d.records)
		}
	}
	return ranges
}

// doomed are the files that are too many or too old, in the order of the log.
func (l *Log) doomed(files []listed) (doomed []expired) {
	o := l.options
	var names []string // of files that rotation has set aside, the newest last
	for _, f := range files {
		if _, ours := setAsideAt(filepath.Base(f.path)); ours {
			names = append(names, filepath.Base(f.path))
		}
	}
	slices.Sort(names)
	tooMany := map[string]bool{}
	if extra := len(names) - o.MaxBackups; o.MaxBackups > 0 && extra > 0 {
		for _, name := range names[:extra] {
			tooMany[name] = true
		}
	}
	for i, f := range files {
		name := filepath.Base(f.path)
		at, ours := setAsideAt(name)
		tooOld := ours && o.MaxAgeDays > 0 && l.now().Sub(at) > time.Duration(o.MaxAgeDays)*24*time.Hour
		if !tooMany[name] && !tooOld {
			continue
		}
		gone := expired{path: f.path}
		if f.first > 0 {
			gone.records = Range{f.first, l.lastBefore(files[i+1:])}
		}
		doomed = append(doomed, gone)
	}
	return doomed
}

// lastBefore is the last record before those of some files.
func (l *Log) lastBefore(files []listed) uint64 {
	if len(files) > 0 && files[0].first > 0 {
		return files[0].first - 1
	}
	return l.Head().Seq
}

// noteExpired returns when the log has a durable note that records are deleted.
// Each note has those before it, too, so that the notes may be deleted in turn.
func (l *Log) noteExpired(records Range) error {
	l.mu.Lock()
	if l.closed {
		l.mu.Unlock()
		return errStopped
	}
	before := l.kept.Expired
	if before.To > 0 && before.From <= records.From && records.From <= before.To+1 {
		records = Range{before.From, max(records.To, before.To)}
	}
	if records != before { // else a note of it was written before a crash
		l.notes = append(l.notes, note(Record{Absent: &Absent{records.From, records.To, Expired}},
			"the records %d to %d are deleted, as audit.max_backups (%d) and audit.max_age_days (%d) say",
			records.From, records.To, l.options.MaxBackups, l.options.MaxAgeDays))
		l.kept.Expired = records
	}
	err := l.mend()
	last := l.head.Seq
	l.mu.Unlock()
	if err == nil {
		err = l.commit(last)
	}
	return err
}
