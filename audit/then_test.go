package audit

import (
	"errors"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// WriteThen answers at once where nothing has to be durable, and else when WriteAll would: after the flush, or
// when the disk has not answered for too long.
func TestWriteThen(t *testing.T) {
	log := openInside(t, Options{Dir: t.TempDir(), SyncTimeout: time.Minute, Changes: SyncCommit})
	d, release := slowDisk()
	log.setDisk(d)
	errUnanswered := errors.New("no answer yet")

	var prompt Batch
	change := prompt.BeginInTransaction(&Record{Class: "mutate"})
	at := errUnanswered
	log.WriteThen(&prompt, func(err error) { at = err })
	if at != nil || change.Err() != nil || change.Seq() != 1 {
		t.Errorf("an intent inside of a transaction waits for the disk: %v, entry %d with %v", at, change.Seq(), change.Err())
	}

	var durable Batch
	commit, then := durable.BeginCommit(&Record{Class: "control"}, change.Seq()), make(chan error, 2)
	log.WriteThen(&durable, func(err error) { then <- err })
	if err := log.Write(Record{}); err != nil { // another caller writes meanwhile
		t.Fatal(err)
	}
	select {
	case err := <-then:
		t.Errorf("COMMIT did not wait for the disk: %v", err)
	default:
	}
	if commit.Err() == nil {
		t.Error("COMMIT may run before its intent is on the disk")
	}
	release()
	if err := <-then; err != nil || commit.Err() != nil || commit.Seq() != 2 {
		t.Errorf("after the flush: %v, entry %d with %v", err, commit.Seq(), commit.Err())
	}
	verified(t, log)
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	durable.Reset()
	refused := durable.Begin(&Record{Class: "mutate"})
	log.WriteThen(&durable, func(err error) { then <- err })
	if err := <-then; sqlstate.CodeOf(err) != sqlstate.AdminShutdown || refused.Err() == nil {
		t.Errorf("a closed log: %v, entry with %v", err, refused.Err())
	}
}

// Who waits for a disk that hangs is answered once, with an error.
func TestWriteThenOnHungDisk(t *testing.T) {
	log := openInside(t, Options{Dir: t.TempDir(), SyncTimeout: 200 * time.Millisecond})
	d, release := slowDisk()
	log.setDisk(d)
	var b Batch
	entry, then := b.Begin(&Record{Class: "delete"}), make(chan error, 2)
	log.WriteThen(&b, func(err error) { then <- err })
	if err := <-then; sqlstate.CodeOf(err) != sqlstate.IOError || sqlstate.CodeOf(entry.Err()) != sqlstate.IOError {
		t.Errorf("the disk hangs: %v, entry with %v", err, entry.Err())
	}
	release()
	if err := log.Close(); err != nil { // the flush that hung has ended
		t.Fatal(err)
	}
	select {
	case err := <-then:
		t.Errorf("answered twice: %v", err)
	default:
	}
}
