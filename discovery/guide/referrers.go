package guide

import (
	"context"
	"slices"

	"github.com/sallyportdb/sallyport/discovery"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// How many tables that refer to one are told of, and how many are read for it, since some are partitions.
const (
	referrersShown = 20
	referrersRead  = 200
)

// Referrer is a column of another table that leads to a table.
type Referrer struct {
	FromCatalog    *string `json:"fromCatalog"`
	FromDB         *string `json:"fromDb"`
	FromTable      string  `json:"fromTable"`
	FromColumn     string  `json:"fromColumn"`
	ToColumn       string  `json:"toColumn"`
	ConstraintName *string `json:"constraintName"`
	Guess          string  `json:"guess,omitempty"` // why a key that nobody declared is proposed
}

// addReferrers tells which foreign keys lead to a table, as far as the view sees them.
func (g *Guide) addReferrers(ctx context.Context, v View, e *Entity) error {
	index, err := g.live.Tables(ctx, e.ConnectionID)
	if err != nil {
		return err
	}
	to := e.TableRef.Ref()
	from := slices.DeleteFunc(index.Referring(to), func(r discovery.TableRef) bool { return !v.sees(e.ConnectionID, r, "") })
	shown := 0
	for i, ref := range from {
		if shown == referrersShown || i == referrersRead {
			e.ReferencedByMore = true
			break
		}
		t, err := g.store.Table(ctx, e.ConnectionID, ref)
		if sqlstate.CodeOf(err) == sqlstate.UndefinedTable || err == nil && t.PartitionOf != (discovery.TableRef{}) {
			continue // it is gone since; a partition's keys are those of its table
		}
		if err != nil {
			return err
		}
		before := len(e.ReferencedBy)
		e.ReferencedBy = append(e.ReferencedBy, referrersOf(v, e.ConnectionID, t, to)...)
		if len(e.ReferencedBy) > before {
			shown++
		}
	}
	return nil
}

// referrersOf are the keys of a table that lead to another, as the view sees them.
func referrersOf(v View, connection string, t discovery.Table, to discovery.TableRef) (list []Referrer) {
	for _, k := range t.ForeignKeys {
		if k.To == to && v.sees(connection, t.Ref, k.FromColumn) && v.sees(connection, to, k.ToColumn) {
			list = append(list, Referrer{
				FromCatalog: orNull(t.Ref.Catalog), FromDB: orNull(t.Ref.DB), FromTable: t.Ref.Name, FromColumn: k.FromColumn, ToColumn: k.ToColumn,
				ConstraintName: orNull(k.Constraint), Guess: k.Guess,
			})
		}
	}
	return list
}

// Column is the referring column, with its table.
func (r Referrer) Column() string {
	return TableRef{Catalog: r.FromCatalog, DB: r.FromDB, Name: r.FromTable}.Ref().Display() + "." + r.FromColumn
}
