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

// nameTime is the layout of the time, in UTC, in the name of a file that rotation set aside.
const nameTime = "2006-01-02T15-04-05.000"

// setAsideAt returns the time in such a name. It returns false for the name of a file that somebody
// renamed.
func setAsideAt(name string) (time.Time, bool) {
	text, ours := strings.CutPrefix(strings.TrimSuffix(name, ".gz"), "audit-")
	text, ended := strings.CutSuffix(text, ".jsonl")
	t, err := time.Parse(nameTime, text)
	return t, ours && ended && err == nil
}

// deleteExpired deletes old files as Options.MaxBackups and Options.MaxAgeDays say. A durable note names
// their records before, so that verification can tell the deletion from a loss.
func (l *Log) deleteExpired() error {
	files, err := listFiles(l.options.Dir)
	if err != nil {
		return err
	}
	doomed := l.filesToExpire(files)
	if len(doomed) == 0 {
		return nil
	}
	for _, records := range mergeRanges(doomed) {
		if err := l.noteExpired(records); err != nil && !errors.Is(err, syscall.ENOSPC) {
			return err // a full disk cannot take the note; it is written once space was freed
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

// expired is an old file to delete, and the records in it.
type expired struct {
	path    string
	records Range
}

// mergeRanges merges the records of adjoining files into ranges.
func mergeRanges(doomed []expired) (ranges []Range) {
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

// filesToExpire returns the files that are too many or too old, in the order of the log.
func (l *Log) filesToExpire(files []listed) (doomed []expired) {
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

// lastBefore returns the number of the last record before the first one of files.
func (l *Log) lastBefore(files []listed) uint64 {
	if len(files) > 0 && files[0].first > 0 {
		return files[0].first - 1
	}
	return l.Head().Seq
}

// noteExpired writes a note that records are deleted, and returns when it is durable. Each note
// includes the records of the notes before it, so that these may be deleted in turn.
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
	if records != before { // if equal, a note was written before a crash
		l.dueNotes = append(l.dueNotes, newNote(Record{Absent: &Absent{records.From, records.To, Expired}},
			"the records %d to %d are deleted, as audit.max_backups (%d) and audit.max_age_days (%d) say",
			records.From, records.To, l.options.MaxBackups, l.options.MaxAgeDays))
		l.kept.Expired = records
	}
	err := l.mendFile()
	last := l.head.Seq
	l.mu.Unlock()
	if err == nil {
		err = l.awaitDurable(last)
	}
	return err
}
