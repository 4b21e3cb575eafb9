package audit

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// setDurableHead sets the head that may be kept: it is durable. The caller holds mu.
func (l *Log) setDurableHead(head Head) {
	if head.Seq > l.kept.Head.Seq {
		l.kept.Head = head
		wake(l.news)
	}
}

// keepHeads writes each new head to the head file, at most once per interval, until the log is
// closed. Only the last write is flushed: a power cut may leave an older head.
func (l *Log) keepHeads() {
	defer close(l.keepingDone)
	if l.keeper == nil {
		return
	}
	failing := false
	keep := func(durable bool) {
		l.mu.Lock()
		now := l.kept
		l.mu.Unlock()
		err := l.keeper.writeHead(now, durable)
		switch {
		case err != nil && !failing:
			l.logger.Error("cannot store the head of the audit log: the loss of records would not be noticed now", "file", l.keeper.path, "error", err)
		case err == nil && failing:
			l.logger.Info("the head of the audit log is stored again", "file", l.keeper.path)
		}
		failing = err != nil
	}
	for {
		select {
		case <-l.flushingDone:
			keep(true)
			return
		case <-l.news:
			keep(false)
		}
		select {
		case <-l.flushingDone:
		case <-time.After(l.options.SyncInterval):
		}
	}
}

// compareWithHeads compares the log with the heads that were kept of it and notes the losses that a person
// acknowledged. XX001: the log does not have one of the heads.
func (l *Log) compareWithHeads() error {
	claims := slices.Clone(l.options.Against)
	var trouble []loss
	if k := l.keeper; k != nil {
		l.kept = k.kept
		switch {
		case errors.Is(k.err, ErrNotKept) && l.head.Seq > 0:
			l.dueNotes = append(l.dueNotes, newNote(Record{}, "no head was kept of this log before: the records up to %d are taken as they are", l.head.Seq))
		case errors.Is(k.err, ErrNotKept):
		case k.err != nil:
			trouble = append(trouble, loss{what: k.err.Error()})
		default:
			claims = append(claims, k.kept.Head)
		}
	}
	for _, claim := range claims {
		if claim.Seq == 0 || claim.Seq <= l.kept.Settled {
			continue
		}
		missed, err := l.compareWithHead(claim)
		if err != nil {
			return err
		}
		if missed.what != "" {
			trouble = append(trouble, missed)
		}
	}
	if len(trouble) > 0 && l.options.Acknowledge == "" {
		return l.headsMissingError(trouble)
	}
	l.noteLosses(trouble)
	return l.keepOpenedHead(len(trouble) == 0)
}

// loss is a part of the log that a head shows to be missing or replaced.
type loss struct {
	Absent      // zero if the extent is unknown
	head   Head // the head that shows it
	what   string
}

// compareWithHead compares the log with one head. The zero loss means that the log has it.
func (l *Log) compareWithHead(claim Head) (missed loss, err error) {
	if claim == l.head {
		return missed, nil
	}
	if claim.Seq > l.head.Seq {
		gone := Absent{max(l.head.Seq, l.kept.Expired.To) + 1, claim.Seq, Lost}
		what := fmt.Sprintf("the log ends with record %d, and %s not here", l.head.Seq, plural(gone.From, gone.To))
		if l.head.Seq == 0 {
			what = fmt.Sprintf("there is no record, and %s not here", plural(gone.From, gone.To))
		}
		return loss{gone, claim, what}, nil
	}
	hash, found, err := hashOf(l.options.Dir, claim.Seq)
	switch {
	case err != nil || found && hash == claim.Hash:
		return missed, err
	case found:
		return loss{Absent{claim.Seq, claim.Seq, Replaced}, claim, fmt.Sprintf("record %d, or one before it, is not the one that was written", claim.Seq)}, nil
	case claim.Seq < l.kept.Head.Seq || claim.Seq <= l.kept.Expired.To:
		return missed, nil // archived or deleted since; a newer head stands for it
	}
	return loss{Absent{claim.Seq, claim.Seq, Lost}, claim, fmt.Sprintf("record %d is not here", claim.Seq)}, nil
}

// headsMissingError returns the error of a log that does not have its heads.
func (l *Log) headsMissingError(trouble []loss) error {
	text := ""
	for _, t := range trouble {
		text += "; " + t.what
		if t.head.Seq > 0 {
			text += fmt.Sprintf(" (the head that was kept is %d:%.12s…)", t.head.Seq, t.head.Hash)
		}
	}
	return sqlstate.New(sqlstate.DataCorrupted, "the audit log in %s is not as it was left%s", l.options.Dir, text).
		WithHint("Put back the files that were moved away or restored from a backup. If they are gone, `sallyport audit verify` tells what is there, " +
			"and `sallyport audit acknowledge` notes the loss in the log; then the server starts.")
}

// noteLosses notes what is missing. The log goes on behind the highest number that any head names:
// no number is given twice.
func (l *Log) noteLosses(trouble []loss) {
	slices.SortStableFunc(trouble, func(a, b loss) int { return cmp.Compare(b.To, a.To) }) // the greatest loss first: it includes the others
	for i, t := range trouble {
		if i > 0 && t.Why == Lost && trouble[0].Why == Lost {
			continue
		}
		r := Record{}
		if t.Why != "" {
			gone := t.Absent
			r.Absent = &gone
		}
		r = newNote(r, "%s; %s acknowledged it", t.what, l.options.Acknowledge)
		if t.head.Seq > l.head.Seq {
			l.head = t.head
		}
		l.kept.Settled = max(l.kept.Settled, t.To)
		if len(l.fileNotes) > 0 && l.fileNotes[0].Absent == nil { // the first note of this file is about a torn line: one note tells both
			l.fileNotes[0].Absent, l.fileNotes[0].Note = r.Absent, l.fileNotes[0].Note+"; "+r.Note
			continue
		}
		l.fileNotes = append(l.fileNotes, r)
	}
}

// keepOpenedHead makes the head of the opened log the kept one. Records that a crashed server left are
// flushed before. After an acknowledged loss the old head stays until the note about the loss is
// durable.
func (l *Log) keepOpenedHead(whole bool) error {
	if l.keeper == nil {
		return nil
	}
	if l.head != l.kept.Head {
		if _, err := l.file.disk.flush(l.file.open, l.path, l.file.size); err != nil {
			return err
		}
	}
	l.kept.Head = l.head
	if !whole {
		return nil
	}
	return l.keeper.writeHead(l.kept, errors.Is(l.keeper.err, ErrNotKept)) // a new file must outlive a power cut
}

// hashOf finds the hash of a record, from its own line or from the next record's prev.
func hashOf(dir string, seq uint64) (hash Hash, found bool, err error) {
	files, err := listFiles(dir)
	if err != nil {
		return hash, false, err
	}
	for _, file := range slices.Backward(files) {
		if file.first == 0 || file.first > seq+1 {
			continue
		}
		if hash, found, err = hashIn(file.path, seq); found || err != nil || file.first <= seq {
			return hash, found, err
		}
	}
	return hash, false, nil
}

// nearEnd is how many bytes at the end of a file are searched first: the head of a server that was
// killed is near the end.
const nearEnd = 8 << 20

// hashIn finds the hash of a record in one file.
func hashIn(path string, seq uint64) (hash Hash, found bool, err error) {
	f, err := OpenFile(path)
	if err != nil {
		return hash, false, err
	}
	defer f.Close()
	if plain, ok := f.(*os.File); ok {
		size, err := plain.Seek(0, io.SeekEnd)
		if err != nil {
			return hash, false, err
		}
		if from := size - nearEnd; from > 0 {
			hash, found, err = hashFrom(io.NewSectionReader(plain, from, nearEnd), seq)
			if found || err != nil {
				return hash, found, err
			}
		}
		if _, err := plain.Seek(0, io.SeekStart); err != nil {
			return hash, false, err
		}
	}
	return hashFrom(f, seq)
}

// hashFrom finds the hash of a record in lines. The first line may be torn.
func hashFrom(in io.Reader, seq uint64) (hash Hash, found bool, err error) {
	for lines := newLines(in); ; {
		line, err := lines.next()
		if errors.Is(err, io.EOF) {
			return hash, false, nil
		}
		if err != nil {
			return hash, false, err
		}
		switch Number(line.text) {
		case seq:
			text := line.text
			if !line.ended {
				text = append(bytes.Clone(text), '\n')
			}
			return HashLine(text), true, nil
		case seq + 1:
			hash, found := prevOf(line.text)
			return hash, found, nil
		}
	}
}
