package setupcmd

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/sallyportdb/sallyport/cmd/sallyport/setupcmd/jsonedit"
)

const (
	kindFile = "file"
	kindKey  = "json-key"
)

// manifest is what setup has written and not taken back.
type manifest struct {
	path    string
	Version int      `json:"version"`
	Entries []record `json:"entries"`
}

// record is one file, or one member of a JSON file.
type record struct {
	Agents  []string `json:"agents"` // whose it is
	Scope   string   `json:"scope"`
	Kind    string   `json:"kind"`
	File    string   `json:"file"`
	Created bool     `json:"created,omitempty"` // there was no such file
	Folders []string `json:"folders,omitempty"` // made for the file, the innermost first

	Path  []string        `json:"path,omitempty"`  // of a member
	Value json.RawMessage `json:"value,omitempty"` // of a member, as written
	Undo  *jsonedit.Undo  `json:"undo,omitempty"`

	SHA256 string `json:"sha256,omitempty"` // of a file, as written
}

func readManifest(stateDir string) (*manifest, error) {
	m := &manifest{path: filepath.Join(stateDir, "agents.json"), Version: 1}
	content, err := os.ReadFile(m.path)
	if errors.Is(err, fs.ErrNotExist) {
		return m, nil
	}
	if err != nil {
		return nil, err
	}
	err = json.Unmarshal(content, m)
	if err == nil && m.Version != 1 {
		err = fmt.Errorf("it has version %d", m.Version)
	}
	if err != nil {
		return nil, fmt.Errorf("%s, the list of what setup has written, cannot be read: %w; mend it, or remove it and what it names", m.path, err)
	}
	return m, nil
}

// find returns the record of a file or of a member of one.
func (m *manifest) find(file string, path []string) *record {
	i := slices.IndexFunc(m.Entries, func(r record) bool { return r.File == file && slices.Equal(r.Path, path) })
	if i < 0 {
		return nil
	}
	return &m.Entries[i]
}

// put sets the record of a file or a member.
func (m *manifest) put(r record) {
	if old := m.find(r.File, r.Path); old != nil {
		*old = r
		return
	}
	m.Entries = append(m.Entries, r)
}

func (m *manifest) drop(file string, path []string) {
	m.Entries = slices.DeleteFunc(m.Entries, func(r record) bool { return r.File == file && slices.Equal(r.Path, path) })
}

// write keeps the manifest, or removes an empty one.
func (m *manifest) write() error {
	if len(m.Entries) == 0 {
		if err := os.Remove(m.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	return replaceFile(m.path, append(text, '\n'), 0o600)
}
