package main

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
	entries []string
}

// loadHistory reads the file; without one the history is empty.
func loadHistory(file string) *history {
	h := &history{file: file}
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

// keep adds a statement, in one line. What may hold a password is not kept.
func (h *history) keep(statement string) {
	if !strings.Contains(statement, "--") { // a comment would swallow what follows it
		statement = strings.ReplaceAll(statement, "\n", " ")
	}
	if strings.Contains(statement, "\n") || strings.Contains(strings.ToLower(statement), "password") ||
		len(h.entries) > 0 && h.entries[len(h.entries)-1] == statement {
		return
	}
	h.entries = append(h.entries, statement)
	if len(h.entries) > historyLimit {
		h.entries = h.entries[1:]
	}
	if h.file == "" {
		return
	}
	// The history is a comfort: a shell without it works as well, so an error
	// here is not worth a word.
	if os.MkdirAll(filepath.Dir(h.file), 0o700) == nil {
		_ = os.WriteFile(h.file, []byte(strings.Join(h.entries, "\n")+"\n"), 0o600)
	}
}

// Add is called for every line typed.
func (h *history) Add(string) {}

// Len is the number of statements.
func (h *history) Len() int { return len(h.entries) }

// At returns a statement, 0 the newest.
func (h *history) At(i int) string { return h.entries[len(h.entries)-1-i] }
