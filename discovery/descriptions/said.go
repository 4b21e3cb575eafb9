package descriptions

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/discovery"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// maxText bounds a description.
const maxText = 16 << 10

// place is where something is said: a line of a file.
type place struct {
	file string
	line int
}

// said is what a file says of one table, by the name that the file has for it.
type said struct {
	place
	table   string
	text    string
	columns []saidColumn
	keys    []saidKey
	lenient bool // nobody wrote the name by hand: where the table is not there, nothing is wrong
}

type saidColumn struct {
	place
	name, text string
	pii        bool
}

// saidKey is a relationship: columns of the table refer to columns of another.
type saidKey struct {
	place
	from  []string
	table string
	to    []string
}

// naming makes annotations of what was said: it finds the tables and columns that are meant.
type naming struct {
	ctx        context.Context //nolint:containedctx // of one Apply
	tables     *discovery.Store
	connection string
	unknown    bool // there is no snapshot yet: names are taken as they are
	problems   []discovery.Problem
	absent     int // tables of lenient names that are not there
	known      map[string]discovery.Table
	err        error
}

func newNaming(ctx context.Context, tables *discovery.Store, connection string) *naming {
	return &naming{ctx: ctx, tables: tables, connection: connection, known: map[string]discovery.Table{}}
}

func (n *naming) problem(at place, format string, args ...any) {
	n.problems = append(n.problems, discovery.Problem{File: at.file, Line: at.line, Text: fmt.Sprintf(format, args...)})
}

// annotations are what a list says, by the tables that are meant.
func (n *naming) annotations(list []said) []discovery.Annotation {
	var out []discovery.Annotation
	for _, s := range list {
		t, there, ok := n.table(s.place, s.table, s.lenient)
		if !ok || n.err != nil {
			continue
		}
		a := discovery.Annotation{Ref: t.Ref, Text: s.text}
		for _, k := range s.keys {
			a.ForeignKeys = append(a.ForeignKeys, n.keys(t, there, k, s.lenient)...)
		}
		if a.Text != "" || len(a.ForeignKeys) > 0 {
			out = append(out, a)
		}
		for _, c := range s.columns {
			name, ok := n.column(c.place, t, there, c.name)
			if ok && (c.text != "" || c.pii) {
				out = append(out, discovery.Annotation{Ref: t.Ref, Column: name, Text: c.text, PII: c.pii})
			}
		}
	}
	return out
}

// table finds the table of a name. there says whether the snapshot has it; ok is false where
// nothing can be said of it.
func (n *naming) table(at place, name string, lenient bool) (t discovery.Table, there, ok bool) {
	if t, ok := n.known[name]; ok {
		return t, t.Columns != nil, true
	}
	refs, err := n.tables.Resolve(n.ctx, n.connection, name)
	switch {
	case sqlstate.CodeOf(err) == sqlstate.ObjectNotInState:
		n.unknown, err = true, nil
	case sqlstate.CodeOf(err) == sqlstate.SyntaxError:
		n.problem(at, "%s", sqlstate.From(err).Message)
		return t, false, false
	}
	if err != nil {
		n.err = err
		return t, false, false
	}
	if len(refs) > 1 {
		var names []string
		for _, r := range refs {
			names = append(names, r.Display())
		}
		n.problem(at, "%s may be any of %s: say which", name, strings.Join(names, ", "))
		return t, false, false
	}
	if len(refs) == 1 {
		if t, err = n.tables.Table(n.ctx, n.connection, refs[0]); err != nil {
			n.err = err
			return t, false, false
		}
		n.known[name] = t
		return t, true, true
	}
	if t.Ref, ok = literal(name); ok && !n.unknown {
		if n.absent++; !lenient {
			n.problem(at, "the snapshot of %s has no table %s", n.connection, name)
		}
	}
	return t, false, ok
}

// literal is the reference that a name spells out, for a table that is not there yet.
func literal(name string) (discovery.TableRef, bool) {
	parts := strings.Split(name, ".")
	for i, p := range parts {
		parts[i] = strings.Trim(p, "\"`")
	}
	switch len(parts) {
	case 1:
		return discovery.TableRef{Name: parts[0]}, true
	case 2:
		return discovery.TableRef{DB: parts[0], Name: parts[1]}, true
	case 3:
		return discovery.TableRef{Catalog: parts[0], DB: parts[1], Name: parts[2]}, true
	}
	return discovery.TableRef{}, false
}

// column is the name of a column as the snapshot has it.
func (n *naming) column(at place, t discovery.Table, there bool, name string) (string, bool) {
	if !there {
		return name, true
	}
	var folded []string
	for _, c := range t.Columns {
		if c.Name == name {
			return name, true
		}
		if strings.EqualFold(c.Name, name) {
			folded = append(folded, c.Name)
		}
	}
	if len(folded) == 1 {
		return folded[0], true
	}
	names := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		names[i] = c.Name
	}
	n.problem(at, "%s has no column %q%s", t.Ref.Display(), name, nearestOf(name, names))
	return "", false
}

// keys are the parts of a relationship.
func (n *naming) keys(t discovery.Table, there bool, k saidKey, lenient bool) (list []discovery.ForeignKey) {
	to, toThere, ok := n.table(k.place, k.table, lenient)
	if !ok {
		return nil
	}
	if len(k.to) == 0 { // the primary key is meant
		k.to = to.PrimaryKey
	}
	if len(k.to) != len(k.from) {
		n.problem(k.place, "the relationship is from %s to %s of %s: say which columns", columnCount(len(k.from)), columnCount(len(k.to)), to.Ref.Display())
		return nil
	}
	for i := range k.from {
		from, known := n.column(k.place, t, there, k.from[i])
		column, knownTo := n.column(k.place, to, toThere, k.to[i])
		if !known || !knownTo {
			return nil
		}
		list = append(list, discovery.ForeignKey{FromColumn: from, To: to.Ref, ToColumn: column})
	}
	return list
}

func columnCount(n int) string {
	if n == 1 {
		return "1 column"
	}
	return fmt.Sprintf("%d columns", n)
}

// nearestOf says which of the names a misspelling may mean. A long text is none.
func nearestOf(wrong string, names []string) string {
	if len(wrong) > 64 {
		return ""
	}
	if near := sqlstate.Nearest(wrong, names); near != "" {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	return ""
}

// sortProblems puts problems in the order of files and lines.
func sortProblems(list []discovery.Problem) {
	slices.SortStableFunc(list, func(a, b discovery.Problem) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
}
