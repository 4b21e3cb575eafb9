package daemoncmd

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// State is what mcp.json says of a server.
type State struct {
	PID       int       `json:"pid"`
	Began     string    `json:"processStart,omitempty"` // see beginningOf; "": this system does not tell
	Host      string    `json:"host"`
	Port      int       `json:"port"`
	URL       string    `json:"url"`
	StartedAt time.Time `json:"startedAt"`
	Token     bool      `json:"tokenAuth"`
	StateDir  string    `json:"projectDir"`    // clients know the key from /health
	Log       string    `json:"log,omitempty"` // "": the terminal that it was started in
	Version   string    `json:"version"`
}

// Read returns what is known of the server of a state directory; false if nothing is.
func Read(stateDir string) (State, bool, error) {
	var s State
	content, err := os.ReadFile(statePath(stateDir))
	if errors.Is(err, fs.ErrNotExist) {
		return s, false, nil
	}
	if err != nil {
		return s, false, err
	}
	if err := json.Unmarshal(content, &s); err != nil || s.PID <= 0 {
		return State{}, false, fmt.Errorf("%s is damaged: remove it", statePath(stateDir))
	}
	if s.StateDir == "" { // earlier servers wrote the directory under another key
		s.StateDir = stateDir
	}
	return s, true, nil
}

// Runs reports whether the process is there that wrote the state.
func (s State) Runs() bool {
	began, alive := beginningOf(s.PID)
	return alive && (began == s.Began || began == "" || s.Began == "")
}

// write puts the state in its place whole.
func (s State) write() error {
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(s.StateDir, ".mcp.json-*") // for its owner alone
	if err != nil {
		return err
	}
	_, err = f.Write(append(text, '\n'))
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), statePath(s.StateDir))
	}
	if err != nil {
		os.Remove(f.Name())
		return fmt.Errorf("cannot write %s: %w", filepath.Base(statePath(s.StateDir)), err)
	}
	return nil
}

// remove takes the state away, unless another server has written its own.
func (s State) remove() error {
	now, there, err := Read(s.StateDir)
	if err != nil || !there || now.PID != s.PID || now.Began != s.Began {
		return err
	}
	return os.Remove(statePath(s.StateDir))
}
