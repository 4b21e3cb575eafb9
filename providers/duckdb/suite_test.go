package duckdb

import (
	"context"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/providertest"
)

func TestConformance(t *testing.T) {
	providertest.Run(t, func(t *testing.T) providertest.Fixture {
		return providertest.Fixture{Provider: quoting{open(t, Options{})}, Service: defaultSchema}
	})
}

// quoting quotes the one name of the suite that DuckDB reserves and Postgres
// does not, as the translation to DuckDB's dialect does before a provider.
type quoting struct{ *Provider }

func (q quoting) Connect(ctx context.Context, o providers.ConnOptions) (providers.Conn, error) {
	c, err := q.Provider.Connect(ctx, o)
	if err != nil {
		return nil, err
	}
	return quotingConn{c}, nil
}

type quotingConn struct{ providers.Conn }

func (q quotingConn) Query(ctx context.Context, s providers.Statement, args providers.Args) (providers.Rows, error) {
	s.SQL = strings.Replace(s.SQL, ", at timestamp", `, "at" timestamp`, 1)
	return q.Conn.Query(ctx, s, args)
}
