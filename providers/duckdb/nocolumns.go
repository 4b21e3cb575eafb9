package duckdb

import (
	"context"

	"github.com/sallyportdb/sallyport/providers"
)

// Describe prepares s without running it.
func (c *Conn) Describe(ctx context.Context, s providers.Statement) (providers.Description, error) {
	d, err := c.describeWithHidden(ctx, withScales(s))
	switch {
	case err != nil:
	case s.NoColumns:
		d.Columns = withoutColumns
	default:
		d.Columns = withoutScales(d.Columns, s)
	}
	return d, err
}

// Query runs s.
func (c *Conn) Query(ctx context.Context, s providers.Statement, args providers.Args) (providers.Rows, error) {
	rows, err := c.queryWithHidden(ctx, withScales(s), args)
	switch {
	case err != nil:
	case s.NoColumns:
		return &emptyRows{rows}, nil
	case len(s.Shown) > 0:
		return showScales(rows, s), nil
	}
	return rows, err
}

// withoutColumns are the columns of rows without columns.
var withoutColumns = []providers.Column{}

// emptyRows are rows without columns: those of DuckDB have one column.
type emptyRows struct{ providers.Rows }

func (r *emptyRows) Columns() []providers.Column { return withoutColumns }

func (r *emptyRows) Next() (providers.Row, error) {
	if _, err := r.Rows.Next(); err != nil {
		return nil, err
	}
	return providers.Row{}, nil
}
