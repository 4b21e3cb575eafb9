package validatecmd

import (
	"context"
	"errors"

	"github.com/sallyportdb/sallyport/config"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Sources are the names of the sources that the configuration has, without the server's own.
func (b *Beside) Sources() (names []string) {
	for _, p := range b.sources {
		if p.Info().Kind != "sallyport" {
			names = append(names, p.Info().Name)
		}
	}
	return names
}

// Probe connects to a source and runs SELECT 1. It returns the source's version.
func (b *Beside) Probe(ctx context.Context, source string) (version string, err error) {
	for _, p := range b.sources {
		if p.Info().Name == source {
			if err := probe(ctx, p); err != nil {
				return "", err
			}
			return p.Info().Version, nil
		}
	}
	return "", sqlstate.New(sqlstate.InvalidCatalogName, "there is no connection %q%s", source, config.Suggest(source, b.Sources(), "connections"))
}

func probe(ctx context.Context, p providers.Provider) (err error) {
	conn, err := p.Connect(ctx, providers.ConnOptions{ApplicationName: "sallyport connection test", ReadOnly: true})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	rows, err := conn.Query(ctx, providers.Statement{SQL: "SELECT 1", Verb: "SELECT", ReadOnly: true}, providers.Args{})
	if err != nil {
		return err
	}
	defer rows.Close() //nolint:errcheck // nothing to do after the end or an error
	return providers.ReadToEnd(rows)
}
