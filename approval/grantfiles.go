package approval

import (
	"encoding/json"
	"errors"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// grantSuffix ends the names of the files of grants.
const grantSuffix = ".grant"

// readGrants reads the grants of a folder, the oldest first. A file that cannot be read is an error,
// since it may say that its grant was revoked.
func readGrants(dir string) ([]Grant, error) {
	var list []Grant
	err := eachFile(dir, grantSuffix, func(path, id string, text []byte) error {
		g, err := decodeGrant(text, id)
		if err != nil {
			return sqlstate.Wrap(err, sqlstate.IOError, "%s is not a grant: %v", path, err).
				WithHint("It is not known whether it was revoked. Look at the file, then move it away; what it was for is asked about again.")
		}
		list = append(list, g)
		return nil
	})
	if err != nil {
		return nil, err
	}
	sortGrants(list)
	return list, nil
}

func decodeGrant(text []byte, id string) (Grant, error) {
	var g Grant
	if err := decodeStrictly(text, &g); err != nil {
		return g, err
	}
	if g.ID != id || g.Principal == "" || g.Source == "" || g.MaxRows < 0 || g.TotalRows < 0 || g.Rows < 0 || g.Uses < 1 || g.Created.IsZero() || g.Expires.IsZero() {
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
