package hierarchy

import (
	"context"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
)

// Search implements providers.Hierarchy. 3F000: there is no such schema.
func (l *Listing) Search(ctx context.Context, service string, patterns []providers.Pattern) ([]providers.Found, error) {
	if service != "" {
		if err := l.checkService(ctx, service); err != nil {
			return nil, err
		}
	}
	services, err := l.Services(ctx)
	if err != nil {
		return nil, err
	}
	rows, err := l.list(ctx, `SELECT schema_name, table_name, column_name, coalesce(comment, '') FROM duckdb_columns()
		WHERE database_name = `+native.Text(l.database)+` AND `+providers.NotScaleColumn("column_name")+` ORDER BY column_index`)
	if err != nil {
		return nil, err
	}
	columns := map[[2]string][]providers.ColumnDetail{}
	for _, v := range rows {
		of := [2]string{v[0], v[1]}
		columns[of] = append(columns[of], providers.ColumnDetail{Name: v[2], Description: v[3]})
	}
	var list []providers.Found
	for _, v := range services {
		if service != "" && !strings.EqualFold(service, v.Name) {
			continue
		}
		resources, err := l.Resources(ctx, v.Name)
		if err != nil {
			return nil, err
		}
		for _, r := range resources {
			if found, ok := providers.Match(v.Name, r, columns[[2]string{v.Name, r.Name}], patterns); ok {
				list = append(list, found)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b providers.Found) int {
		switch {
		case a.Named == b.Named:
			return 0
		case a.Named:
			return -1
		}
		return 1
	})
	return list[:min(len(list), providers.MostFound)], nil
}
