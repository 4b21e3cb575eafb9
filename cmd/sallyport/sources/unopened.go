package sources

import (
	"context"
	"errors"
	"slices"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/config"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Unopened is a source that could not be opened: every use of it fails with Err, while the other
// sources are served.
type Unopened struct {
	Name, Kind string
	Err        error
}

// Info describes what is known of the source.
func (u Unopened) Info() providers.Info {
	info := providers.Info{Name: u.Name, Kind: u.Kind}
	if u.Kind == config.DuckDB {
		info.Dialect = providers.DuckDB
	}
	return info
}

// Connect returns Err.
func (u Unopened) Connect(context.Context, providers.ConnOptions) (providers.Conn, error) {
	return nil, u.Err
}

// Catalog returns Err.
func (u Unopened) Catalog(context.Context) (providers.Catalog, error) { return nil, u.Err }

// Close does nothing.
func (u Unopened) Close() error { return nil }

// unusable reports whether the database file of a source is damaged or in use, which is no reason to
// keep the other sources from being served.
func unusable(err error) bool {
	return slices.Contains([]sqlstate.Code{sqlstate.DataCorrupted, sqlstate.ObjectInUse, sqlstate.DiskFull}, sqlstate.CodeOf(err))
}

// tellUnusable puts into the log what keeps a source from being opened, with all that the operator
// needs and clients are not told.
func tellUnusable(logger hclog.Logger, name string, err error) error {
	args := []any{"source", name, "error", err}
	var coded *sqlstate.Error
	if errors.As(err, &coded) {
		args = append(args, "cause", coded.Cause, "hint", coded.Hint)
	}
	logger.Error("a source is not served; the others are", args...)
	return err
}
