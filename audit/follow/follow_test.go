package follow_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/audit/follow"
	"github.com/sallyportdb/sallyport/internal/waittest"
)

func open(t *testing.T, o audit.Options) *audit.Log {
	t.Helper()
	log, err := audit.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { log.Close() })
	return log
}

func write(t *testing.T, log *audit.Log, n, size int) {
	t.Helper()
	for range n {
		if err := log.Write(audit.Record{SQL: strings.Repeat("x", size)}); err != nil {
			t.Fatal(err)
		}
	}
}

// rest reads all available lines.
func rest(t *testing.T, f *follow.Follower) (seqs []uint64) {
	t.Helper()
	for {
		line, err := f.Next()
		if errors.Is(err, io.EOF) {
			return seqs
		}
		if err != nil {
			t.Fatal(err)
		}
		if text := string(line.Text); !strings.HasPrefix(text, fmt.Sprintf(`{"v":1,"seq":%d`, line.Seq)) || !strings.HasSuffix(text, "}\n") {
			t.Fatalf("line %d is %q", line.Seq, line.Text)
		}
		seqs = append(seqs, line.Seq)
	}
}

func upTo(from, to uint64) (seqs []uint64) {
	for ; from <= to; from++ {
		seqs = append(seqs, from)
	}
	return seqs
}

// TestFollow: nothing is missed or repeated, wherever the follower begins and however often files
// are rotated and compressed meanwhile.
func TestFollow(t *testing.T) {
	for _, compress := range []bool{false, true} {
		t.Run(fmt.Sprint("compress ", compress), func(t *testing.T) {
			dir := t.TempDir()
			log := open(t, audit.Options{Dir: dir, MaxSizeMB: 1, Compress: compress})
			f := follow.New(dir, 0)
			defer f.Close()
			if got := rest(t, f); got != nil {
				t.Errorf("of an empty log: %d", got)
			}
			write(t, log, 30, 10)
			if got := rest(t, f); !slices.Equal(got, upTo(1, 30)) {
				t.Errorf("read %d", got)
			}
			write(t, log, 50, 60_000) // three files
			if got := rest(t, f); !slices.Equal(got, upTo(31, 80)) {
				t.Errorf("over rotations read %d", got)
			}
			for _, after := range []uint64{0, 30, 50, 79, 80} {
				if got := rest(t, follow.New(dir, after)); !slices.Equal(got, upTo(after+1, 80)) {
					t.Errorf("after %d: %d", after, got)
				}
			}
			if err := log.Close(); err != nil {
				t.Fatal(err)
			}
			log = open(t, audit.Options{Dir: dir, MaxSizeMB: 1, Compress: compress})
			write(t, log, 1, 10)
			if got := rest(t, f); !slices.Equal(got, upTo(81, 81)) {
				t.Errorf("after a restart: %d", got)
			}
		})
	}
}

// TestFollowBesideAWriter reads as fast as it can while others write.
func TestFollowBesideAWriter(t *testing.T) {
	dir := t.TempDir()
	log := open(t, audit.Options{Dir: dir, MaxSizeMB: 1, Compress: true})
	var writers sync.WaitGroup
	for range 4 {
		writers.Go(func() {
			for range 500 {
				if err := log.Write(audit.Record{SQL: strings.Repeat("y", 4000)}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	defer writers.Wait() // before the log is closed, which would be their error and hide the reader's
	f := follow.New(dir, 0)
	defer f.Close()
	next := uint64(1)
	waittest.Eventually(t, "all records were followed", func() bool {
		for next <= 2000 {
			line, err := f.Next()
			switch {
			case errors.Is(err, io.EOF):
				return false
			case err != nil:
				t.Fatalf("at %d: %v", next, err)
			case line.Seq != next:
				t.Fatalf("record %d where %d is next", line.Seq, next)
			}
			next++
		}
		return true
	})
}

// TestFollowRotation: files are moved while the reader looks for the next one, and it
// misses none of their records.
func TestFollowRotation(t *testing.T) {
	const records = 200
	dir := t.TempDir()
	current := filepath.Join(dir, "audit.jsonl")
	write := func(seq uint64) error {
		file, err := os.OpenFile(current, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(file, `{"v":1,"seq":%d}`+"\n", seq)
		return errors.Join(err, file.Close())
	}
	var writer sync.WaitGroup
	defer writer.Wait()
	writer.Go(func() {
		for seq := uint64(1); seq <= records; seq++ {
			err := write(seq)
			if err == nil && seq%2 == 0 && seq < records { // there is always a current file in the end
				err = os.Rename(current, filepath.Join(dir, fmt.Sprintf("audit-%04d.jsonl", seq)))
			}
			if err != nil {
				t.Error(err)
				return
			}
		}
	})
	f := follow.New(dir, 0)
	defer f.Close()
	next := uint64(1)
	for deadline := time.Now().Add(time.Minute); next < records; {
		line, err := f.Next()
		switch {
		case errors.Is(err, io.EOF) && time.Now().Before(deadline):
		case err != nil:
			t.Fatalf("at %d: %v", next, err)
		case line.Seq != next:
			t.Fatalf("record %d where %d is next", line.Seq, next)
		default:
			next++
		}
	}
}

// TestFollowOddLines: a torn line is skipped, an unfinished line is returned when it is whole, and
// old files may be missing.
func TestFollowOddLines(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "audit.jsonl")
	add := func(text string) {
		t.Helper()
		file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		if _, err := file.WriteString(text); err != nil {
			t.Fatal(err)
		}
	}
	f := follow.New(dir, 0)
	defer f.Close()
	if got := rest(t, f); got != nil {
		t.Errorf("without a file: %d", got)
	}
	add(`{"v":1,"seq":7}` + "\n" + `{"v":1,"seq":8,"sq` + "\n" + "\x00\x00\n" + `{"v":1,"seq":8}` + "\n" + `{"v":1,"se`)
	if got := rest(t, f); !slices.Equal(got, upTo(7, 8)) {
		t.Errorf("read %d", got)
	}
	add(`q":9}`)
	if got := rest(t, f); got != nil {
		t.Errorf("before the line has its end: %d", got)
	}
	add("\n")
	if got := rest(t, f); !slices.Equal(got, upTo(9, 9)) {
		t.Errorf("when it has: %d", got)
	}
	if err := os.Rename(path, filepath.Join(dir, "audit-old.jsonl")); err != nil {
		t.Fatal(err)
	}
	if got := rest(t, f); got != nil {
		t.Errorf("while there is no current file: %d", got)
	}
	add(`{"v":1,"seq":12}` + "\n")
	if got := rest(t, f); !slices.Equal(got, upTo(12, 12)) {
		t.Errorf("behind a gap: %d", got)
	}
	if got := rest(t, follow.New(dir, 9)); !slices.Equal(got, upTo(12, 12)) {
		t.Errorf("from the gap on: %d", got)
	}
	if got := rest(t, follow.New(dir, 20)); got != nil {
		t.Errorf("behind the end: %d", got)
	}
}
