package listing

import (
	"context"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// viewColumns are the columns of a view, with the types of those that it takes from resources of the same
// provider as they are; the others are text. 22000: its SQL cannot be read.
func (l *Listing) viewColumns(ctx context.Context, v *document.View) ([]providers.ColumnDetail, error) {
	if l.forms.View == nil {
		return nil, nil
	}
	columns, err := l.forms.View(v.DDL)
	if err != nil {
		return nil, sqlstate.Wrap(err, sqlstate.DataException, "the view cannot be read: %s:%d: %s", v.File, v.Line, sqlstate.From(err).Message)
	}
	var list []providers.ColumnDetail
	for _, c := range columns {
		of := l.columnsBehind(ctx, c)
		switch {
		case c.Column == "*":
			list = append(list, of...)
			continue
		case c.Name == "":
			continue
		}
		one := providers.ColumnDetail{Name: c.Name, Type: document.Text, Nullable: true}
		for _, behind := range of {
			if strings.EqualFold(behind.Name, c.Column) {
				one.Type, one.Description = behind.Type, behind.Description
			}
		}
		list = append(list, one)
	}
	return list, nil
}

// columnsBehind returns the columns of the resource that a view takes a column from, or nil if it is of another
// provider, or a view itself.
func (l *Listing) columnsBehind(ctx context.Context, c providers.ViewColumn) []providers.ColumnDetail {
	if c.Resource == "" || c.Source != "" && !strings.EqualFold(c.Source, l.provider) {
		return nil
	}
	if l.behind == nil {
		return l.columnsAt(ctx, c.Service, c.Resource)
	}
	key := c.Service + "." + c.Resource
	if known, ok := l.behind.Load(key); ok {
		return known.([]providers.ColumnDetail)
	}
	columns := l.columnsAt(ctx, c.Service, c.Resource)
	l.behind.Store(key, columns)
	return columns
}

// columnsAt returns the columns of a resource that a method answers, or nil if there is none.
func (l *Listing) columnsAt(ctx context.Context, service, resource string) []providers.ColumnDetail {
	p, r, err := l.resource(ctx, service, resource)
	if err != nil || len(r.Verbs["select"]) == 0 {
		return nil
	}
	for _, m := range r.Methods {
		if m.Name == r.Verbs["select"][0] {
			return l.columnsOf(p, m)
		}
	}
	return nil
}
