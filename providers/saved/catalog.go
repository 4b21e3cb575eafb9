package saved

import (
	"slices"

	"github.com/sallyportdb/sallyport/providers"
)

// read is the class of a use that changes nothing.
const read = "read"

// catalog answers from a file, so it never changes.
type catalog struct {
	path      []string
	relations map[providers.Name]providers.Relation
	functions map[providers.Name][]providers.Function
	types     map[providers.Name]providers.Type
	operators map[string][]operator
	casts     []providers.Hidden
}

type operator struct {
	schema   string
	function providers.Function
}

// uses are the keys of Relation.Classes.
var uses = map[string]providers.Event{"select": providers.Read, "insert": providers.Insert, "update": providers.Update, "delete": providers.Delete}

var volatilities = map[string]providers.Volatility{"stable": providers.Stable, "immutable": providers.Immutable}

func newCatalog(f *File) *catalog {
	c := &catalog{
		path: f.Path, relations: map[providers.Name]providers.Relation{}, functions: map[providers.Name][]providers.Function{},
		types: map[providers.Name]providers.Type{}, operators: map[string][]operator{},
	}
	if f.Casts != read {
		c.casts = hiddenOfClass("casts of users", f.Casts, 0)
	}
	for schema, s := range f.Schemas {
		if s == nil {
			continue
		}
		for _, r := range s.Relations {
			c.relations[providers.Name{Schema: schema, Name: r.Name}] = savedRelation(schema, r)
		}
		for _, fn := range s.Functions {
			name := providers.Name{Schema: schema, Name: fn.Name}
			c.functions[name] = append(c.functions[name], savedFunction(schema, fn))
		}
		for _, t := range s.Types {
			known := providers.Type{Schema: schema, Name: t.Name}
			if t.Class != "" {
				known.Hidden = hiddenOfClass("type "+t.Name, t.Class, 0)
			}
			c.types[providers.Name{Schema: schema, Name: t.Name}] = known
		}
		for _, o := range s.Operators {
			behind := providers.Function{Schema: schema, Name: "of the operator", Kind: 'f', Harmless: o.Class == ""}
			c.operators[o.Name] = append(c.operators[o.Name], operator{schema, behind})
		}
	}
	return c
}

// hiddenOfClass returns hidden code that the file does not contain, and whose class was worse than read.
func hiddenOfClass(what, class string, when providers.Event) []providers.Hidden {
	return []providers.Hidden{{What: what, When: when, Unread: true, Why: "it was of class " + class + " when the catalog was saved"}}
}

func savedRelation(schema string, r Relation) providers.Relation {
	known := providers.Relation{Schema: schema, Name: r.Name, Kind: r.Kind, Builtin: r.Builtin}
	for _, col := range r.Columns {
		known.Columns = append(known.Columns, col.Name)
	}
	what := r.Kind + " " + schema + "." + r.Name
	for use, class := range r.Classes {
		if event, ok := uses[use]; ok && class != read {
			known.Hidden = append(known.Hidden, hiddenOfClass(what, class, event)...)
		}
	}
	if r.Kind == "view" && r.Classes["select"] == read {
		known.Hidden = append(known.Hidden, providers.Hidden{What: what, When: providers.Read, SQL: "SELECT 1"})
	}
	return known
}

func savedFunction(schema string, f Function) providers.Function {
	known := providers.Function{
		Schema: schema, Name: f.Name, Builtin: f.Builtin, Volatility: volatilities[f.Volatility],
		MinArgs: f.MinArgs, MaxArgs: f.MaxArgs, Row: f.Row, Harmless: !f.Builtin && f.Class == read,
	}
	if len(f.Kind) == 1 {
		known.Kind = f.Kind[0]
	}
	if f.Builtin {
		known.Language = "internal"
	}
	return known
}

// schemasFor returns the schemas that a name may be in.
func (c *catalog) schemasFor(schema string) []string {
	if schema != "" {
		return []string{schema}
	}
	return c.path
}

// Version returns 1: the catalog never changes.
func (c *catalog) Version() uint64 { return 1 }

// Functions implements providers.Catalog.
func (c *catalog) Functions(schema, name string) (found []providers.Function) {
	for _, in := range c.schemasFor(schema) {
		found = append(found, c.functions[providers.Name{Schema: in, Name: name}]...)
	}
	return found
}

// Operators implements providers.Catalog.
func (c *catalog) Operators(schema, name string) (found []providers.Function) {
	for _, o := range c.operators[name] {
		if slices.Contains(c.schemasFor(schema), o.schema) {
			found = append(found, o.function)
		}
	}
	return found
}

// Relation implements providers.Catalog.
func (c *catalog) Relation(schema, name string) (providers.Relation, bool) {
	for _, in := range c.schemasFor(schema) {
		if r, ok := c.relations[providers.Name{Schema: in, Name: name}]; ok {
			return r, true
		}
	}
	return providers.Relation{}, false
}

// Type implements providers.Catalog.
func (c *catalog) Type(schema, name string) (providers.Type, bool) {
	for _, in := range c.schemasFor(schema) {
		if t, ok := c.types[providers.Name{Schema: in, Name: name}]; ok {
			return t, true
		}
	}
	return providers.Type{}, false
}

// TypeOf knows no type: the file has no OIDs.
func (c *catalog) TypeOf(uint32) (providers.Type, bool) { return providers.Type{}, false }

// Prefetch does nothing: the whole catalog is in memory.
func (c *catalog) Prefetch(providers.Names) {}

// Everywhere implements providers.Lazy.
func (c *catalog) Everywhere() []providers.Hidden { return c.casts }

// Defining returns nothing: nobody turns names where nothing runs.
func (c *catalog) Defining() []providers.Trigger { return nil }

// Closure returns nil: nothing changes.
func (c *catalog) Closure() (providers.Closure, error) { return nil, nil } //nolint:nilnil // there is none
