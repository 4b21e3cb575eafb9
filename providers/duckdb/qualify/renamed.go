package qualify

import (
	"slices"
	"strconv"
	"strings"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Renaming is another name for a relation, or for a column of it.
type Renaming struct {
	Conn                   lib.Connection
	Database, Schema, Name string
	Column                 string // "": the relation itself gets the name
	To                     string
	Columns                []string // those that the relation has before
	// ColumnsOf lists the columns of another relation.
	ColumnsOf func(database, schema, name string) ([]string, error)
	// Quote spells a name in the query.
	Quote func(string) string
	// Shown: the query is as PostgreSQL shows it, where aliases tell relations of one name apart.
	Shown bool
}

// generated is the end of an alias that PostgreSQL makes of the name of a relation; "": the alias is not one of these.
func (r Renaming) generated(alias, name string) string {
	end, ok := strings.CutPrefix(alias, name+"_")
	if _, err := strconv.Atoi(end); !ok || err != nil {
		return ""
	}
	return "_" + end
}

// marks stand around schemas in the texts of queries as PostgreSQL shows them: see providers.ShownQuery.
var marks = strings.NewReplacer(providers.SchemaStarts, " ", providers.SchemaEnds, " ")

// Renamed returns a query of a view that reads a relation by its new name, or its column by its new one, and how often it names the
// relation. The query has the same columns, by the same names. What means the relation in a way that is not followed is refused.
func Renamed(r Renaming, query string) (string, int, error) {
	unmarked := marks.Replace(query) // of the same length
	tree, err := serialized(r.Conn, unmarked)
	if err != nil {
		return "", 0, err
	}
	w := renamer{Renaming: r, query: unmarked, withs: map[string]bool{}}
	if tree == nil {
		return "", 0, w.refused("a query of this kind")
	}
	w.collect(tree)
	if w.err == nil && w.count > 0 {
		w.node(tree, nil)
	}
	if w.err != nil || w.count == 0 {
		return query, 0, w.err
	}
	respelled, twice := respell(query, w.spelled)
	if twice != nil {
		return "", 0, w.refused("a name that stands in two places")
	}
	return respelled, w.count, nil
}

// renamer follows a new name through the tree of a query.
type renamer struct {
	Renaming
	query   string
	withs   map[string]bool // the names of WITH, in lower case
	count   int             // how often FROM names the relation
	plain   bool            // somewhere without an alias
	lambda  bool            // within a lambda
	spelled []spelling
	err     error
}

// entry is an item of FROM.
type entry struct {
	ref     string // the name that columns are qualified with
	own     bool   // it is the relation
	to      string // the name that takes the place of ref; "": ref stays
	columns []string
	known   bool // columns are all that it has
}

// frame is what FROM of a SELECT offers.
type frame struct {
	entries []entry
	merges  bool // a join makes one column of two by the name
	opaque  bool // the names of a result, of which nobody says what they mean
}

func (f frame) own() (entry, bool) {
	at := slices.IndexFunc(f.entries, func(e entry) bool { return e.own })
	if at < 0 {
		return entry{}, false
	}
	return f.entries[at], true
}

func (w *renamer) refused(what string) error {
	return sqlstate.New(sqlstate.FeatureNotSupported, "to rename what a view reads by %s is not supported", what)
}

func (w *renamer) refuse(what string) {
	if w.err == nil {
		w.err = w.refused(what)
	}
}

// isOwn reports whether a node of FROM names the relation.
func (w *renamer) isOwn(n map[string]any) bool {
	schema, database := text(n, "schema_name"), text(n, "catalog_name")
	return strings.EqualFold(text(n, "table_name"), w.Name) && strings.EqualFold(schema, w.Schema) && (database == "" || strings.EqualFold(database, w.Database))
}

// collect looks for what cannot be followed, wherever it stands.
func (w *renamer) collect(n any) {
	var refs, columns []string
	eachNode(n, func(n map[string]any) {
		for _, e := range list(n, "cte_map", "map") {
			w.withs[strings.ToLower(text(e, "key"))] = true
		}
		switch text(n, "type") {
		case "BASE_TABLE":
			refs = append(refs, refOf(n))
			if w.isOwn(n) {
				w.count++
				w.plain = w.plain || text(n, "alias") == ""
				if len(list(n, "column_name_alias")) > 0 || !w.Shown && w.Column == "" && w.generated(text(n, "alias"), w.Name) != "" {
					w.refuse("a list of aliases, or by one that looks as if it were made of its name")
				}
			}
		case "JOIN", "SUBQUERY", "TABLE_FUNCTION", "EXPRESSION_LIST", "EMPTY":
			refs = append(refs, text(n, "alias"))
		case "COLUMN_REF":
			if parts := strs(n, "column_names"); len(parts) > 1 {
				columns = append(columns, parts[0])
			}
		case "PIVOT", "SHOW_REF", "COLUMN_DATA", "DELIM_GET", "CTE":
			w.refuse("a query of this kind")
		}
	})
	eachNode(n, func(n map[string]any) {
		if text(n, "type") == "BASE_TABLE" && text(n, "schema_name") == "" && strings.EqualFold(text(n, "table_name"), w.Name) && !w.withs[strings.ToLower(w.Name)] {
			w.refuse("a name without its schema")
		}
	})
	same := func(s string) bool { return strings.EqualFold(s, w.To) || w.generated(s, w.To) != "" }
	if w.Column == "" && w.plain && (slices.ContainsFunc(refs, same) || slices.ContainsFunc(columns, same)) {
		w.refuse("a name that the view has already")
	}
}

// node follows the name through a node of the tree.
func (w *renamer) node(n any, outer []frame) {
	m, ok := n.(map[string]any)
	if !ok {
		for _, child := range anys(n) {
			w.node(child, outer)
		}
		return
	}
	switch kind := text(m, "type"); {
	case kind == "SELECT_NODE":
		w.selects(m, outer)
	case strings.HasSuffix(kind, "_NODE"):
		w.children(m, outer, "modifiers")
		w.node(m["modifiers"], append(slices.Clone(outer), frame{opaque: true}))
	case kind == "BASE_TABLE":
		if w.isOwn(m) && w.Column == "" {
			w.spell(m, []string{text(m, "catalog_name"), text(m, "schema_name"), text(m, "table_name")}, 2, w.relation(m))
		}
		w.children(m, outer)
	case text(m, "class") == "COLUMN_REF":
		w.column(m, outer)
	case text(m, "class") == "STAR":
		w.star(m, outer)
		w.children(m, outer)
	case text(m, "class") == "LAMBDA":
		defer func(was bool) { w.lambda = was }(w.lambda)
		w.lambda = true
		w.children(m, outer)
	case text(m, "class") == "SUBQUERY" && text(m, "subquery_type") == "EXISTS":
		if inner, ok := walk(m, "subquery", "node").(map[string]any); ok && text(inner, "type") == "SELECT_NODE" {
			if items := list(inner, "select_list"); len(items) == 1 && text(items[0], "class") == "STAR" {
				inner["select_list"] = nil // what it lists has no part in what EXISTS says
			}
		}
		w.children(m, outer)
	default:
		w.children(m, outer)
	}
}

// relation is the new name of a relation in FROM. An alias that is made of the name is made of the new one.
func (w *renamer) relation(m map[string]any) string {
	end := ""
	if w.Shown {
		end = w.generated(text(m, "alias"), w.Name)
	}
	if end == "" {
		return w.Quote(w.To)
	}
	return w.Quote(w.To) + " " + w.Quote(w.To+end)
}

// children follows the name through the parts of a node, except some.
func (w *renamer) children(m map[string]any, outer []frame, except ...string) {
	for key, child := range m {
		if !slices.Contains(except, key) {
			w.node(child, outer)
		}
	}
}

// selects follows the name through a SELECT.
func (w *renamer) selects(m map[string]any, outer []frame) {
	f := frame{}
	w.from(&f, m["from_table"])
	inner := append(slices.Clone(outer), f)
	w.node(m["cte_map"], outer)
	w.children(m, inner, "cte_map", "select_list", "modifiers")
	var outputs []string
	for _, item := range list(m, "select_list") {
		name := text(item, "alias")
		if text(item, "class") == "COLUMN_REF" {
			parts := strs(item, "column_names")
			if name == "" {
				name = parts[len(parts)-1]
			}
			w.item(item, inner)
		} else {
			w.node(item, inner)
		}
		outputs = append(outputs, name)
	}
	isOutput := func(name string) bool {
		return slices.ContainsFunc(outputs, func(o string) bool { return strings.EqualFold(o, name) })
	}
	for _, modifier := range list(m, "modifiers") {
		for _, order := range list(modifier, "orders") {
			e, _ := order["expression"].(map[string]any)
			if parts := strs(e, "column_names"); len(parts) == 1 && isOutput(parts[0]) {
				continue
			}
			w.node(order, inner)
		}
		w.children(modifier, inner, "orders")
	}
}

// from reads what FROM offers.
func (w *renamer) from(f *frame, n any) {
	m, _ := n.(map[string]any)
	switch text(m, "type") {
	case "JOIN":
		if w.Column != "" && (text(m, "ref_type") == "NATURAL" || slices.ContainsFunc(strs(m, "using_columns"), func(c string) bool {
			return strings.EqualFold(c, w.Column) || strings.EqualFold(c, w.To)
		})) {
			f.merges = true
		}
		w.from(f, m["left"])
		w.from(f, m["right"])
	case "BASE_TABLE":
		e := entry{ref: refOf(m), own: w.isOwn(m)}
		switch {
		case e.own:
			e.columns, e.known, e.to = w.Columns, true, w.newRef(text(m, "alias"))
		case text(m, "schema_name") != "":
			columns, err := w.ColumnsOf(text(m, "catalog_name"), text(m, "schema_name"), text(m, "table_name"))
			if err != nil && w.err == nil {
				w.err = err
			}
			e.columns, e.known = columns, len(columns) > 0 && len(list(m, "column_name_alias")) == 0
		}
		f.entries = append(f.entries, e)
	default:
		if text(m, "type") != "EMPTY" && m != nil {
			f.entries = append(f.entries, entry{ref: text(m, "alias")})
		}
	}
	if _, own := f.own(); own && f.merges {
		w.refuse("USING or NATURAL")
	}
}

// newRef is the name that takes the place of the one that the relation's columns are qualified with; "": it stays.
func (w *renamer) newRef(alias string) string {
	end := ""
	if w.Shown {
		end = w.generated(alias, w.Name)
	}
	if w.Column != "" || alias != "" && end == "" {
		return ""
	}
	return w.To + end
}

// item follows the name through a column that a SELECT lists, which keeps its name.
func (w *renamer) item(item map[string]any, in []frame) {
	before := len(w.spelled)
	w.column(item, in)
	parts := strs(item, "column_names")
	if w.Column == "" || len(w.spelled) == before || w.err != nil || !strings.EqualFold(parts[len(parts)-1], w.Column) {
		return
	}
	alias := text(item, "alias")
	place := w.spelled[before]
	switch rest := definition.Tokens(w.query[place.end:]); {
	case alias == "":
		w.spelled[before].name += " AS " + w.Quote(parts[len(parts)-1])
	case alias == w.To && len(rest) > 1 && rest[0].Is("AS") && rest[1].Name() == alias:
		w.spelled[before].end = place.end + rest[1].End
	}
}

// has reports whether a list of columns has one of a name.
func has(columns []string, name string) bool {
	return slices.ContainsFunc(columns, func(c string) bool { return strings.EqualFold(c, name) })
}

// column follows the name through the name of a column.
func (w *renamer) column(n map[string]any, in []frame) {
	parts := strs(n, "column_names")
	for _, f := range slices.Backward(in) { // a name alone, or one that begins with the name of an item
		for _, e := range f.entries {
			if len(parts) > 1 && strings.EqualFold(e.ref, parts[0]) {
				switch {
				case e.own && e.to != "":
					w.spell(n, parts, 0, w.Quote(e.to))
				case e.own && w.Column != "" && strings.EqualFold(parts[1], w.Column):
					w.spell(n, parts, 1, w.Quote(w.To))
				}
				return
			}
		}
	}
	for at := 1; at < len(parts)-1; at++ { // with the schema
		if strings.EqualFold(parts[at], w.Name) && strings.EqualFold(parts[at-1], w.Schema) {
			switch {
			case w.Column == "":
				w.spell(n, parts, at, w.Quote(w.To))
			case strings.EqualFold(parts[at+1], w.Column):
				w.spell(n, parts, at+1, w.Quote(w.To))
			}
			return
		}
	}
	w.unqualified(n, parts, in)
}

// unqualified follows the name through a column that is named alone, or with the fields of its value.
func (w *renamer) unqualified(n map[string]any, parts []string, in []frame) {
	owns := false
	for _, f := range in {
		e, own := f.own()
		owns = owns || own
		if own && len(parts) == 1 && strings.EqualFold(parts[0], e.ref) && !has(e.columns, e.ref) {
			w.refuse("its rows as values")
		}
	}
	if !owns || w.Column == "" {
		return
	}
	if now := strings.EqualFold(parts[0], w.To); now || strings.EqualFold(parts[0], w.Column) {
		w.alone(n, parts, in, now)
	}
}

// alone follows the name through a column that is named without what has it. taken: it is one that has the new name so far.
func (w *renamer) alone(n map[string]any, parts []string, in []frame, taken bool) {
	if w.lambda {
		w.refuse("a function of its values")
	}
	for i, f := range slices.Backward(in) {
		e, own := f.own()
		switch {
		case own && taken:
			w.refuse("a query that names another column so")
			return
		case own:
			for _, inner := range in[i+1:] {
				if slices.ContainsFunc(inner.entries, func(o entry) bool { return strings.EqualFold(o.ref, e.ref) }) {
					w.refuse("a query within another one that reads it, too")
				}
			}
			w.spell(n, parts, 0, w.Quote(e.ref)+"."+w.Quote(w.To))
			return
		case f.opaque || slices.ContainsFunc(f.entries, func(e entry) bool { return !e.known }):
			if slices.ContainsFunc(in[:i], func(f frame) bool { _, own := f.own(); return own }) {
				w.refuse("a column that is not qualified")
			}
			return
		case slices.ContainsFunc(f.entries, func(e entry) bool { return has(e.columns, parts[0]) }):
			return
		}
	}
}

// star follows the name through a star.
func (w *renamer) star(n map[string]any, in []frame) {
	if len(in) == 0 {
		return
	}
	e, own := in[len(in)-1].own()
	of := text(n, "relation_name")
	switch {
	case !own || of != "" && !strings.EqualFold(of, e.ref):
	case w.Column != "":
		w.refuse("*")
	case of != "" && e.to != "":
		w.spell(n, []string{of}, 0, w.Quote(e.to))
	}
}

// spell gives a part of a name another text. DuckDB tells where the name begins.
func (w *renamer) spell(n map[string]any, parts []string, which int, name string) {
	for len(parts) > 0 && parts[0] == "" {
		parts, which = parts[1:], which-1
	}
	at, ok := locationOf(n, w.query)
	if !ok {
		w.refuse("a name that nobody finds")
		return
	}
	tokens := definition.Tokens(w.query[at:])
	for i, part := range parts {
		if 2*i >= len(tokens) || tokens[2*i].Name() != part && !strings.EqualFold(tokens[2*i].Text, part) || i > 0 && tokens[2*i-1].Text != "." {
			w.refuse("a name that nobody finds")
			return
		}
	}
	end := tokens[2*which].End
	if alias := text(n, "alias"); w.Shown && text(n, "type") == "BASE_TABLE" && w.generated(alias, w.Name) != "" {
		if len(tokens) < 2*len(parts) || tokens[2*len(parts)-1].Name() != alias {
			w.refuse("a name that nobody finds")
			return
		}
		end = tokens[2*len(parts)-1].End
	}
	w.spelled = append(w.spelled, spelling{at + tokens[2*which].At, at + end, name})
}

// refOf is the name that the columns of a relation in FROM are qualified with.
func refOf(n map[string]any) string {
	if alias := text(n, "alias"); alias != "" {
		return alias
	}
	return text(n, "table_name")
}
