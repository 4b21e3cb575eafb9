package approval

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// grantSuffix is that of the files of grants.
const grantSuffix = ".grant"

// readGrants reads the grants of a folder, oldest first. One that cannot be read is an
// error: it might be the word that it was revoked.
func readGrants(dir string) ([]Grant, error) {
	files, err := os.ReadDir(dir)
	if err != nil {
		return nil, cannotOpen(err, dir)
	}
	var list []Grant
	for _, f := range files {
		id, ours := strings.CutSuffix(f.Name(), grantSuffix)
		if !ours || f.IsDir() {
			continue
		}
		path := filepath.Join(dir, f.Name())
		text, err := readFile(path)
		if err != nil {
			return nil, cannotOpen(err, path)
		}
		g, err := decodeGrant(text, id)
		if err != nil {
			return nil, sqlstate.Wrap(err, sqlstate.IOError, "%s is not a grant: %v", path, err).
				WithHint("It is not known whether it was revoked. Look at the file, then move it away; what it was for is asked about again.")
		}
		list = append(list, g)
	}
	sortGrants(list)
	return list, nil
}

func decodeGrant(text []byte, id string) (Grant, error) {
	var g Grant
	if len(text) > maxFile {
		return g, fmt.Errorf("it is longer than %d bytes", maxFile)
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&g); err != nil {
		return g, err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return g, errors.New("there is more after it")
	}
	if g.ID != id || g.Principal == "" || g.Source == "" || g.MaxRows < 0 || g.Uses < 1 || g.Created.IsZero() || g.Expires.IsZero() {
		return g, errors.New("its id is not its name, or what it is for is missing")
	}
	return g, nil
}

func writeGrant(dir string, g Grant) error {
	text, err := json.Marshal(g)
	if err != nil {
		return sqlstate.From(err)
	}
	return writeFile(dir, g.ID+grantSuffix, text)
}
