package guide

import (
	"context"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/discovery"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// MaxEntities is how many tables one question may be about.
const MaxEntities = 20

// samplesShown is how many sampled values of a column an answer has.
const samplesShown = 5

// Asked is a table that somebody asks about, by what they call it or by its reference.
type Asked struct {
	Display string
	Ref     *TableRef // nil: Display counts
	Columns []string  // empty: all
}

// Entity is what is known of a table.
type Entity struct {
	ConnectionID  string       `json:"connectionId"`
	TableRef      TableRef     `json:"tableRef"`
	Display       string       `json:"display"`
	Kind          string       `json:"kind"`
	Comment       *string      `json:"comment"`
	Description   string       `json:"description,omitempty"` // the preferred one, where people or dbt wrote one
	EstimatedRows *int64       `json:"estimatedRows"`
	Columns       []Column     `json:"columns"`
	PrimaryKey    []string     `json:"primaryKey,omitempty"`
	ForeignKeys   []ForeignKey `json:"foreignKeys"`
	// ReferencedBy are foreign keys of other tables that refer to this one.
	ReferencedBy     []Referrer `json:"referencedBy,omitempty"`
	ReferencedByMore bool       `json:"referencedByTruncated,omitempty"` // there are more
	Snapshot         Snapshot   `json:"snapshot"`
	Truncated        bool       `json:"truncated,omitempty"` // there are more columns
}

// Column is what is known of a column.
type Column struct {
	Name           string   `json:"name"`
	NativeType     string   `json:"nativeType"`
	NormalizedType string   `json:"normalizedType"`
	DimensionType  string   `json:"dimensionType"`
	Nullable       bool     `json:"nullable"`
	PrimaryKey     bool     `json:"primaryKey"`
	Comment        *string  `json:"comment"`
	Description    string   `json:"description,omitempty"`
	PII            bool     `json:"pii,omitempty"`
	Samples        []string `json:"samples,omitempty"` // frequent values of a sample
}

// ForeignKey leads from a column to another table.
type ForeignKey struct {
	FromColumn     string  `json:"fromColumn"`
	ToCatalog      *string `json:"toCatalog"`
	ToDB           *string `json:"toDb"`
	ToTable        string  `json:"toTable"`
	ToColumn       string  `json:"toColumn"`
	ConstraintName *string `json:"constraintName"`
	Guess          string  `json:"guess,omitempty"` // why a key that nobody declared is proposed
}

// Missing is a table that was asked about in vain.
type Missing struct {
	Table      string     `json:"table"`
	Code       string     `json:"code"`
	Message    string     `json:"message"`
	Hint       string     `json:"hint,omitempty"`
	Candidates []TableRef `json:"candidates,omitempty"` // of a name that several tables have
}

// Entities describes tables; missing says why it cannot describe some of them. If it can describe
// none, it returns the error of the first. 42P01: there is no such table; 42P09: there are
// several; 55000: the connection was never ingested.
func (g *Guide) Entities(ctx context.Context, v View, connection string, asked []Asked) (found []Entity, missing []Missing, err error) {
	if _, err := v.among(connection); err != nil {
		return nil, nil, err
	}
	if err := g.refresh(ctx); err != nil {
		return nil, nil, err
	}
	current, err := g.store.Current(ctx, connection)
	if err != nil {
		return nil, nil, err
	}
	var first error
	for _, a := range asked {
		e, candidates, err := g.entity(ctx, v, current, a)
		if err != nil && sqlstate.CodeOf(err)[:2] != "42" && sqlstate.CodeOf(err)[:2] != "22" {
			return nil, nil, err
		}
		if err != nil {
			if first == nil {
				first = err
			}
			coded := sqlstate.From(err)
			missing = append(missing, Missing{Table: a.called(), Code: string(coded.Code), Message: coded.Message, Hint: coded.Hint, Candidates: candidates})
			continue
		}
		found = append(found, e)
	}
	if len(found) == 0 {
		return nil, missing, first
	}
	return found, missing, nil
}

func (a Asked) called() string {
	if a.Ref != nil {
		return a.Ref.Ref().Display()
	}
	return a.Display
}

func (g *Guide) entity(ctx context.Context, v View, current discovery.Current, a Asked) (e Entity, candidates []TableRef, err error) {
	ref, candidates, err := g.resolve(ctx, v, current.Connection, a)
	if err != nil {
		return e, candidates, err
	}
	t, err := g.store.Table(ctx, current.Connection, ref)
	if err != nil {
		return e, nil, err
	}
	wanted := a.Columns
	if len(wanted) > 0 {
		if wanted, err = wantedColumns(v, current.Connection, t, a.Columns); err != nil {
			return e, nil, err
		}
	}
	e = entityOf(v, current, t, wanted)
	return e, nil, g.addReferrers(ctx, v, &e)
}

// resolve finds the one table that is meant.
func (g *Guide) resolve(ctx context.Context, v View, connection string, a Asked) (ref discovery.TableRef, candidates []TableRef, err error) {
	var refs []discovery.TableRef
	if a.Ref != nil {
		refs, err = g.exact(ctx, connection, a.Ref.Ref())
	} else {
		refs, err = g.store.Resolve(ctx, connection, a.Display)
	}
	if err != nil {
		return ref, nil, err
	}
	refs = slices.DeleteFunc(refs, func(r discovery.TableRef) bool { return !v.sees(connection, r, "") })
	switch len(refs) {
	case 1:
		return refs[0], nil, nil
	case 0:
		return ref, nil, sqlstate.New(sqlstate.UndefinedTable, "the snapshot of %q has no table %q", connection, a.called()).
			WithHint("discover_data (sallyport discover) finds tables by words. If the table is new, run: sallyport ingest %s", connection)
	}
	names := make([]string, len(refs))
	for i, r := range refs {
		names[i], candidates = r.Display(), append(candidates, tableRefOf(r))
	}
	return ref, candidates, sqlstate.New(sqlstate.AmbiguousAlias, "%q may be any of %d tables", a.called(), len(refs)).
		WithHint("Say which: %s.", strings.Join(names, ", ")).Naming(names...)
}

// exact finds a table by a reference. Parts that it leaves out may be anything.
func (g *Guide) exact(ctx context.Context, connection string, r discovery.TableRef) ([]discovery.TableRef, error) {
	_, err := g.store.Table(ctx, connection, r)
	switch {
	case err == nil:
		return []discovery.TableRef{r}, nil
	case sqlstate.CodeOf(err) != sqlstate.UndefinedTable:
		return nil, err
	}
	return g.store.Resolve(ctx, connection, r.Display())
}

// wantedColumns are the columns by the table's own names.
func wantedColumns(v View, connection string, t discovery.Table, names []string) (wanted []string, err error) {
	var all []string
	for _, c := range t.Columns {
		if v.sees(connection, t.Ref, c.Name) {
			all = append(all, c.Name)
		}
	}
	for _, name := range names {
		i := slices.Index(all, name)
		if i < 0 {
			i = slices.IndexFunc(all, func(known string) bool { return strings.EqualFold(known, name) })
		}
		if i < 0 {
			shown := all[:min(len(all), 30)]
			return nil, sqlstate.New(sqlstate.UndefinedColumn, "%s has no column %q", t.Ref.Display(), name).
				WithHint("It has: %s.", strings.Join(shown, ", ")).Naming(shown...)
		}
		wanted = append(wanted, all[i])
	}
	return wanted, nil
}

// entityOf is a table as the view sees it. Keys describe the whole table, whatever columns are wanted.
func entityOf(v View, current discovery.Current, t discovery.Table, wanted []string) Entity {
	e := Entity{
		ConnectionID: current.Connection, TableRef: tableRefOf(t.Ref), Display: t.Ref.Display(), Kind: string(t.Kind), Comment: orNull(t.Comment),
		Description: written(t.Descriptions), EstimatedRows: t.EstimatedRows, Columns: []Column{}, ForeignKeys: []ForeignKey{}, Snapshot: snapshotOf(current),
	}
	for _, c := range t.Columns {
		if !v.sees(current.Connection, t.Ref, c.Name) {
			continue
		}
		if c.PrimaryKey || slices.Contains(t.PrimaryKey, c.Name) {
			e.PrimaryKey = append(e.PrimaryKey, c.Name)
		}
		if len(wanted) == 0 || slices.Contains(wanted, c.Name) {
			e.Columns = append(e.Columns, columnOf(c))
		}
	}
	for _, k := range t.ForeignKeys {
		if !v.sees(current.Connection, t.Ref, k.FromColumn) || !v.sees(current.Connection, k.To, k.ToColumn) {
			continue
		}
		e.ForeignKeys = append(e.ForeignKeys, ForeignKey{
			FromColumn: k.FromColumn, ToCatalog: orNull(k.To.Catalog), ToDB: orNull(k.To.DB), ToTable: k.To.Name, ToColumn: k.ToColumn,
			ConstraintName: orNull(k.Constraint), Guess: k.Guess,
		})
	}
	return e
}

func columnOf(c discovery.Column) Column {
	out := Column{
		Name: c.Name, NativeType: c.NativeType, NormalizedType: c.NormalizedType, DimensionType: string(c.DimensionType),
		Nullable: c.Nullable, PrimaryKey: c.PrimaryKey, Comment: orNull(c.Comment), Description: written(c.Descriptions), PII: c.PII,
	}
	if c.Profile != nil && !c.PII {
		for _, s := range c.Profile.Samples[:min(len(c.Profile.Samples), samplesShown)] {
			out.Samples = append(out.Samples, s.Value)
		}
	}
	return out
}

// written is the preferred description of those that are not the source's own.
func written(list []discovery.Description) string {
	for _, d := range list {
		if d.Origin != discovery.OriginDB {
			return d.Text
		}
	}
	return ""
}
