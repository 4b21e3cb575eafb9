//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"sync"
)

// journal keeps intents in a file. One goroutine flushes the file; what waits meanwhile shares the next
// flush.
type journal struct {
	file   *os.File
	passed func([]*side) // is called with what may pass, on the journal's goroutine

	mu      sync.Mutex
	waiting []*side       // whose bytes may pass after the next flush
	urgent  chan struct{} // somebody waits
	done    chan struct{} // the goroutine has ended
}

// intent is as long as a line of Sallyport's record.
var intent = []byte(strings.Repeat("i", 599) + "\n")

func openJournal(path string, passed func([]*side)) (*journal, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	j := &journal{file: file, passed: passed, urgent: make(chan struct{}, 1), done: make(chan struct{})}
	go j.run()
	return j, nil
}

// note appends intents without waiting for the disk.
func (j *journal) note(n int) error {
	_, err := j.file.Write(bytes.Repeat(intent, n))
	return err
}

// await calls passed for s when what was noted so far is on the disk.
func (j *journal) await(s *side) {
	j.mu.Lock()
	j.waiting = append(j.waiting, s)
	j.mu.Unlock()
	select {
	case j.urgent <- struct{}{}:
	default:
	}
}

// run flushes until close.
func (j *journal) run() {
	defer close(j.done)
	for range j.urgent {
		j.mu.Lock()
		waiting := j.waiting
		j.waiting = nil
		j.mu.Unlock()
		if len(waiting) == 0 {
			continue
		}
		if err := j.file.Sync(); err != nil {
			fmt.Fprintln(os.Stderr, "floor:", err) // nothing passes any more
			return
		}
		j.passed(waiting)
	}
}

func (j *journal) close() error {
	close(j.urgent)
	<-j.done
	return j.file.Close()
}

// reader finds changes in what pgbench sends by one connection.
type reader struct {
	changing, committing map[string]bool // prepared statements
}

// read counts, in whole messages, statements that change rows and those that commit.
func (r *reader) read(data []byte) (changes, commits int) {
	for len(data) >= 5 {
		n := 1 + int(data[1])<<24 + int(data[2])<<16 + int(data[3])<<8 + int(data[4])
		if n < 5 || n > len(data) {
			return changes, commits
		}
		kind, body := data[0], data[5:n]
		data = data[n:]
		switch kind {
		case 'Q':
			if isChange(body) {
				changes++
			} else if isCommit(body) {
				commits++
			}
		case 'P':
			name, text, _ := bytes.Cut(body, []byte{0})
			if r.changing == nil {
				r.changing, r.committing = map[string]bool{}, map[string]bool{}
			}
			r.changing[string(name)], r.committing[string(name)] = isChange(text), isCommit(text)
		case 'B':
			_, rest, _ := bytes.Cut(body, []byte{0}) // the portal
			name, _, _ := bytes.Cut(rest, []byte{0})
			if r.changing[string(name)] {
				changes++
			} else if r.committing[string(name)] {
				commits++
			}
		}
	}
	return changes, commits
}

func isChange(text []byte) bool {
	return bytes.HasPrefix(text, []byte("UPDATE")) || bytes.HasPrefix(text, []byte("INSERT"))
}

func isCommit(text []byte) bool { return bytes.HasPrefix(text, []byte("END")) }
