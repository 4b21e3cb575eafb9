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

// Holder describes the process that has a lock, as the lock file says. It is for people: the file
// may be empty, and no decision rests on it.
type Holder struct {
	PID       int       `json:"pid"`
	Host      string    `json:"host"`
	Command   string    `json:"command"` // without arguments, which may be secret
	Since     time.Time `json:"since"`
	Listening []string  `json:"listening,omitempty"`
}

// holderLimit bounds the part of a lock file that is read.
const holderLimit = 4 << 10

// Own locks a file as Lock does, and writes the holder into it. The file must have no other
// content.
func Own(path string) (*os.File, error) {
	f, err := Lock(path)
	if err != nil {
		return nil, err
	}
	_ = Tell(f) // the lock does not need it
	return f, nil
}

// Tell writes into a lock file which process holds it and where that process listens.
func Tell(f *os.File, listening ...string) error {
	host, _ := os.Hostname() // "" is somewhere
	command := filepath.Base(os.Args[0])
	if len(os.Args) > 1 && !strings.HasPrefix(os.Args[1], "-") {
		command += " " + os.Args[1]
	}
	h := Holder{PID: os.Getpid(), Host: host, Command: command, Since: time.Now().UTC().Truncate(time.Second), Listening: listening}
	if before, err := readHolder(io.NewSectionReader(f, 0, holderLimit)); err == nil && before.PID == h.PID && before.Host == host {
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

// Release unlocks a file that Own locked.
func Release(f *os.File) error {
	return errors.Join(f.Truncate(0), f.Close())
}

// HeldBy returns the holder of a lock that Own took, if it is known.
func HeldBy(path string) (h Holder, known bool) {
	f, err := os.Open(path)
	if err != nil {
		return h, false
	}
	defer f.Close()
	if h, err = readHolder(io.LimitReader(f, holderLimit)); err != nil {
		return Holder{}, false
	}
	return h, h.PID > 0 && h.isRunning()
}

func readHolder(r io.Reader) (h Holder, err error) {
	content, err := io.ReadAll(r)
	if err == nil {
		err = json.Unmarshal(content, &h)
	}
	return h, err
}

// isRunning reports whether the process exists. A process of another machine is assumed to exist.
func (h Holder) isRunning() bool {
	if host, err := os.Hostname(); err != nil || host != h.Host {
		return true
	}
	return !errors.Is(syscall.Kill(h.PID, 0), syscall.ESRCH)
}

// String describes the holder within a sentence: process 4711 (sallyport srv) since….
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

// Detail returns a sentence about the holder of a lock, for an error's detail, or "" if it is not
// known.
func Detail(path string) string {
	if h, known := HeldBy(path); known {
		return "It is " + h.String() + "."
	}
	return ""
}
