package shell

import (
	"os"
	"path/filepath"
	"strings"
)

// historyLimit is how many statements the shell remembers.
const historyLimit = 1000

// history is what was typed, oldest first, in memory and, where a file can be
// written, in one for the next shell. It keeps whole statements: Add, which
// the terminal calls with single lines, does nothing.
type history struct {
	file    string
	secret  func(text string) bool
	entries []string
}

// loadHistory reads the file; without one the history is empty. What has a
// secret in it is never kept.
func loadHistory(file string, secret func(string) bool) *history {
	h := &history{file: file, secret: secret}
	content, err := os.ReadFile(file)
	if err != nil {
		return h
	}
	for line := range strings.Lines(string(content)) {
		if line = strings.TrimSuffix(line, "\n"); line != "" {
			h.entries = append(h.entries, line)
		}
	}
	if len(h.entries) > historyLimit {
		h.entries = h.entries[len(h.entries)-historyLimit:]
	}
	return h
}

// add adds a statement or a command, in one line. What begins with a space is
// not kept, and neither is what may hold a secret.
func (h *history) add(text string) {
	if strings.HasPrefix(text, " ") {
		return
	}
	text = strings.TrimSpace(text)
	if !strings.Contains(text, "--") { // a comment would swallow what follows it
		text = strings.ReplaceAll(text, "\n", " ")
	}
	if text == "" || strings.Contains(text, "\n") || h.holdsSecret(text) ||
		len(h.entries) > 0 && h.entries[len(h.entries)-1] == text {
		return
	}
	h.entries = append(h.entries, text)
	if len(h.entries) > historyLimit {
		h.entries = h.entries[1:]
	}
	if h.file == "" {
		return
	}
	// The history is a comfort: a shell without it works as well, so an error
	// here is not worth a word.
	if os.MkdirAll(filepath.Dir(h.file), 0o700) == nil {
		_ = h.write()
	}
}

// write replaces the file by one that only its owner reads, whatever the
// permissions of the old one were.
func (h *history) write() error {
	f, err := os.CreateTemp(filepath.Dir(h.file), ".sql_history-*") // 0600
	if err != nil {
		return err
	}
	_, err = f.WriteString(strings.Join(h.entries, "\n") + "\n")
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(f.Name(), h.file)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

func (h *history) holdsSecret(text string) bool {
	return strings.Contains(strings.ToLower(text), "password") || h.secret != nil && h.secret(text)
}

// find returns the newest statement older than at that has the text in it, and
// its place; -1 where there is none.
func (h *history) find(text string, at int) (string, int) {
	for i := at + 1; i < len(h.entries); i++ {
		if entry := h.At(i); strings.Contains(strings.ToLower(entry), strings.ToLower(text)) {
			return entry, i
		}
	}
	return "", -1
}

// Add is called for every line typed.
func (h *history) Add(string) {}

// Len is the number of statements.
func (h *history) Len() int { return len(h.entries) }

// At returns a statement, 0 the newest.
func (h *history) At(i int) string { return h.entries[len(h.entries)-1-i] }
