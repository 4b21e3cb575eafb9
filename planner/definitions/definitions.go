package definitions

import (
	"fmt"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Source tells what names mean.
type Source struct {
	Relation func(catalog, schema, name string) (providers.Relation, bool)
	Type     func(schema, name string) (providers.Type, bool)
	Types    []*providers.UserType
	// Users reports whether a function of that name is one of users; nil: there are none.
	Users func(name string) bool
	// Path is the search path of the session: messages leave out its schemas; nil: they leave out all.
	Path []string
}

// Definition is the text of a view's query as PostgreSQL shows it, the one with fewer brackets, and what the view depends on.
type Definition struct {
	Full, Pretty string
	Reads        providers.ShownReads
	Type         uint32 // of an expression, where it is one of PostgreSQL's own
	// Collations are those of the columns of a view. Collation is that of an expression; "": it has none.
	Collations []CollatedColumn
	Collation  string
}

// unsupported is what ends an analysis that meets something unknown.
type unsupported struct{ what string }

// analysis is one call of View.
type analysis struct {
	*builtins
	source        Source
	own           map[uint32]*typ
	ownNames      map[string]uint32
	checks        bool           // the statement is checked and not shown
	days          map[int32]bool // see Checked; nil: nobody asks
	numerics      map[int32]bool
	reals         map[int32]bool
	typed         map[*pg_query.Node]Typed  // see Checked; nil: nobody asks
	failing       *[]Failing                // the same
	repeating     bool                      // what is analysed was analysed before
	repeated      int                       // how many expressions were
	placed        *scope                    // of the place of the expressions that ReadKept reads
	kept          *Kept                     // see ReadKept; nil: nobody asks
	inDefault     bool                      // ReadKept reads a DEFAULT
	asked         map[int32]string          // see AskedTypes; nil: nobody asks
	collations    map[*pg_query.Node]string // see Checked.CollationsFor; nil: nobody asks
	objects       *Objects                  // see FindObjects; nil: nobody asks
	strings       map[*pg_query.Node]bool   // see Checked; nil: nobody asks
	collates      bool                      // collations are looked at
	collationSeen bool                      // something has a collation of its own
	bytewise      map[*pg_query.Node]bool   // see Checked; nil: nobody asks
	returned      []ResultType              // of the columns of RETURNING
	digits        map[*pg_query.Node]Digits // see Checked; nil: nobody asks
	farDays       map[*pg_query.Node]string // the same
	chars         *CharsBeside              // the same
	castCalls     map[*pg_query.Node]string // the same
	scales        map[*node]Digits          // the same by the analysed expressions
	holders       map[*pg_query.Node]Holder // see Checked; nil: nobody asks
	passing       *Passing                  // see Checked; nil: nobody asks
	places        []int32                   // where the expressions stand that are analysed, the outer ones first
}

// refuse ends the analysis.
func (a *analysis) refuse(what string) { panic(unsupported{what}) }

// qualified is a name with its schema, which the reader's search path may take away.
func (a *analysis) qualified(schema, name string) string {
	if schema == "" || schema == "pg_catalog" || strings.HasPrefix(schema, "pg_temp") {
		return a.quote(name)
	}
	return providers.SchemaStarts + a.quote(schema) + "." + providers.SchemaEnds + a.quote(name)
}

// begin makes an analysis. It is ended by rescue.
func begin(source Source) *analysis {
	return &analysis{builtins: loadBuiltins(), source: source, own: map[uint32]*typ{}, ownNames: map[string]uint32{}}
}

// rescue makes an error of what has ended an analysis.
func rescue(d *Definition, err *error) {
	switch e := recover().(type) {
	case nil:
	case unsupported:
		*d, *err = Definition{}, fmt.Errorf("%s is not known", e.what)
	case failure: // Check has told the error, or has known less
		*d, *err = Definition{}, fmt.Errorf("the types do not fit: %s", e.err.Message)
	default:
		panic(e)
	}
}

// View returns the definition of a view: query is its query, and names are the names that CREATE VIEW gives to its first columns.
// The error says what is not known; it is a *sqlstate.Error where PostgreSQL refuses the view.
func View(query *pg_query.Node, names []string, source Source) (d Definition, err error) {
	defer rescue(&d, &err)
	a := begin(source)
	a.collates = true
	statement := query.GetSelectStmt()
	if statement == nil {
		a.refuse("a query")
	}
	q := a.selects(statement, nil, true, nil)
	shown := make([]string, len(q.columns()))
	for i, c := range q.columns() {
		if shown[i] = c.name; i < len(names) {
			shown[i] = names[i]
		}
	}
	if err := a.checkColumns(q.columns(), shown); err != nil {
		return Definition{}, err
	}
	d.Full, d.Pretty = a.print(q, shown, false), a.print(q, shown, true)
	a.checkMarks(d.Full)
	d.Reads, d.Collations = a.reads(q), a.collatedColumns(q.columns(), names)
	return d, nil
}

// checkColumns returns the error of columns that no view has: two of one name, or one of a pseudo-type.
func (a *analysis) checkColumns(columns []column, shown []string) error {
	seen := map[string]bool{}
	for _, name := range shown {
		if seen[name] {
			return sqlstate.New(sqlstate.DuplicateColumn, "column %q specified more than once", name)
		}
		seen[name] = true
	}
	for i, c := range columns {
		if t := a.typeOf(c.typ); t.kind == 'p' && c.typ != unknownOID {
			return sqlstate.New(sqlstate.InvalidTableDefinition, "column %q has pseudo-type %s", shown[i], t.shown)
		}
	}
	return nil
}

// checkMarks refuses a text that has the marks of schemas by itself.
func (a *analysis) checkMarks(text string) {
	if strings.Count(text, providers.SchemaStarts) != strings.Count(text, providers.SchemaEnds) {
		a.refuse("a character")
	}
}

// Place is where an expression of a definition stands.
type Place struct {
	// Schema and Table are those of the table. Columns are columns that the statement gives to the table; New: it has no others.
	Schema, Table string
	Columns       []*pg_query.ColumnDef
	New           bool
	// Condition: the expression says which rows are meant. Type is that of the column whose value it is; nil: it is no column's.
	Condition bool
	Type      *pg_query.TypeName
	// OneLine: the place has no room for a CASE, which stands on lines of its own.
	OneLine bool
}

// Expression returns the text of an expression of a definition.
func Expression(e *pg_query.Node, at Place, source Source) (d Definition, err error) {
	defer rescue(&d, &err)
	a := begin(source)
	a.collates = true
	s := &scope{analysis: a, q: &query{}}
	s.fromPlace(at)
	made := s.expression(e)
	switch {
	case at.Condition:
		made = s.toBoolean("WHERE", made)
	case at.Type != nil:
		oid, mod := s.namedType(at.Type)
		if made.typ != unknownOID && !a.canCoerce([]uint32{made.typ}, []uint32{oid}, assignment) {
			a.refuse("a value of another type")
		}
		made = s.coerce(made, oid, mod, assignment, implicitCast)
	case made.typ == unknownOID:
		made = s.coerce(made, textOID, -1, implicit, implicitCast)
	}
	s.collateAlone(made)
	d.Collation = made.coll
	show := func(pretty bool) string {
		p := &printer{analysis: a, pretty: pretty, bare: true}
		p.nameRelations(s.q, nil)
		p.show(made, false)
		return string(p.text)
	}
	d.Full, d.Pretty = show(false), show(true)
	if a.own[made.typ] == nil {
		d.Type = made.typ
	}
	if a.checkMarks(d.Full); at.OneLine && strings.Contains(d.Full, "\n") {
		a.refuse("a CASE of an index")
	}
	return d, nil
}

// fromPlace has the columns of a place be known.
func (s *scope) fromPlace(at Place) {
	if !at.New && at.Table != "" {
		s.from([]*pg_query.Node{{Node: &pg_query.Node_RangeVar{RangeVar: &pg_query.RangeVar{Schemaname: at.Schema, Relname: at.Table, Inh: true}}}})
	}
	if len(at.Columns) == 0 {
		return
	}
	if len(s.q.relations) == 0 {
		_, _, s.items = s.add(&relation{kind: plain, schema: at.Schema, name: at.Table}, nil)
	}
	for _, c := range at.Columns {
		if oid, mod, ok := s.typeOfColumn(c.TypeName); ok {
			s.q.relations[0].columns = append(s.q.relations[0].columns, column{c.Colname, oid, mod, s.collationOfColumn(c.CollClause, oid)})
		}
	}
	s.items = []*item{itemOf(s.q.relations[0], at.Table)}
}

// serialTypes are the types of columns that draw numbers.
var serialTypes = map[string]uint32{
	"serial": int4OID, "serial4": int4OID, "bigserial": int8OID, "serial8": int8OID, "smallserial": int2OID, "serial2": int2OID,
}

// typeOfColumn is the type of a column that is defined; ok is false where nobody knows it.
func (a *analysis) typeOfColumn(n *pg_query.TypeName) (oid uint32, mod int32, ok bool) {
	if schema, name := parse.SplitName(n.GetNames()); schema == "" && serialTypes[name] != 0 {
		return serialTypes[name], -1, true
	}
	var d Definition
	var err error
	func() {
		defer rescue(&d, &err)
		oid, mod = a.namedType(n)
	}()
	return oid, mod, err == nil
}
