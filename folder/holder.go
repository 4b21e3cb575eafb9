package folder

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
	"unicode"
)

// Holder is who has a lock, as the lock's file says it. It is for people: a holder
// that could not write has none, and no decision rests on it.
type Holder struct {
	PID       int       `json:"pid"`
	Host      string    `json:"host"`
	Command   string    `json:"command"` // without arguments, which may be secret
	Since     time.Time `json:"since"`
	Listening []string  `json:"listening,omitempty"`
}

// holderLimit is how much of a lock's file is read.
const holderLimit = 4 << 10

// Own is Lock for a file that has no other content: it says in it who holds it.
func Own(path string) (*os.File, error) {
	f, err := Lock(path)
	if err != nil {
		return nil, err
	}
	_ = Tell(f) // the lock holds without
	return f, nil
}

// Tell writes into the file of a lock who holds it, and where that listens.
func Tell(f *os.File, listening ...string) error {
	host, _ := os.Hostname() // "" is somewhere
	command := filepath.Base(os.Args[0])
	if len(os.Args) > 1 && !strings.HasPrefix(os.Args[1], "-") {
		command += " " + os.Args[1]
	}
	h := Holder{PID: os.Getpid(), Host: host, Command: command, Since: time.Now().UTC().Truncate(time.Second), Listening: listening}
	if before, err := read(io.NewSectionReader(f, 0, holderLimit)); err == nil && before.PID == h.PID && before.Host == host {
		h.Since = before.Since
	}
	text, err := json.Marshal(h)
	if err != nil {
		return err
	}
	if err := f.Truncate(0); err != nil {
		return err
	}
	_, err = f.WriteAt(append(text, '\n'), 0)
	return err
}

// Release gives up a lock that Own took.
func Release(f *os.File) error {
	return errors.Join(f.Truncate(0), f.Close())
}

// HeldBy returns who holds a lock that Own took, as far as that is known.
func HeldBy(path string) (h Holder, known bool) {
	f, err := os.Open(path)
	if err != nil {
		return h, false
	}
	defer f.Close()
	if h, err = read(io.LimitReader(f, holderLimit)); err != nil {
		return Holder{}, false
	}
	return h, h.PID > 0 && h.runs()
}

func read(r io.Reader) (h Holder, err error) {
	content, err := io.ReadAll(r)
	if err == nil {
		err = json.Unmarshal(content, &h)
	}
	return h, err
}

// runs reports whether there is such a process; of another machine nobody knows.
func (h Holder) runs() bool {
	if host, err := os.Hostname(); err != nil || host != h.Host {
		return true
	}
	return !errors.Is(syscall.Kill(h.PID, 0), syscall.ESRCH)
}

// String says it in a part of a sentence: process 4711 (sallyport srv) since….
func (h Holder) String() string {
	text := fmt.Sprintf("process %d (%s)", h.PID, printable(h.Command))
	if host, err := os.Hostname(); err != nil || host != h.Host {
		text += " on " + printable(h.Host)
	}
	text += " since " + h.Since.Format("2006-01-02 15:04:05 UTC")
	if len(h.Listening) > 0 {
		text += ", listening on " + printable(strings.Join(h.Listening, " and "))
	}
	return text
}

func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, s)
}

// Detail is the detail of an error that a lock is taken: by whom, or "" where that
// is not known.
func Detail(path string) string {
	if h, known := HeldBy(path); known {
		return "It is " + h.String() + "."
	}
	return ""
}
