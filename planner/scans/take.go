package scans

import (
	"fmt"
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Env says what names mean to a statement.
type Env struct {
	Source string // the source of relations that name no source
	// Database is the name of the database of Source, which may stand before a relation's schema; "": nothing may.
	Database string
	Text     string // the text that the tree's locations refer to
	// Methods returns the catalog of a source. 3D000: there is no such source; 0A000: it is of
	// another kind.
	Methods func(source string) (providers.Methods, error)
	// Table returns a relation of a source that has SQL; nil: statements are over APIs alone. ok: the
	// source has SQL. 42P01: there is no such relation.
	Table func(source, schema, name string) (r providers.Relation, ok bool, err error)
	// Reduces reports whether a source is a Postgres server: its scans may name other tables of the server, and values of other
	// scans. nil: no source is.
	Reduces func(source string) bool
	Feeds   bool // the statement is the Query of a Change
	// Views are the queries in FROM that stand in the place of users' views, with the views' names.
	Views map[*pg_query.RangeSubselect]string
	// Kept are the references to rows that are kept, with the names of their columns.
	Kept map[*pg_query.RangeVar]Kept
	// ViewSchema is where catalogs show users' views.
	ViewSchema string
	// Defines says that the statement is a view's query: statements that read the view may give the missing inputs their
	// values.
	Defines bool
}

// Kept are rows that are kept.
type Kept struct {
	providers.Kept
	Columns []string
}

// Taken is the result of Take.
type Taken struct {
	Scans []providers.Scan
	// Queries give inputs their values. The caller makes the text of each from its tree.
	Queries []Query
	// Renumbered are the numbers that the parameters $1, $2 and so on of the statement had before.
	Renumbered []int
	// Methods are those of the scans, and Offsets the places of their relations in the text.
	Methods []providers.Method
	Offsets []int
	Kept    []providers.Kept // what it reads of them
	// Rewritten says that Take changed the tree.
	Rewritten bool
}

// Query is a query that gives an input of a scan its values.
type Query struct {
	Scan, Input int
	Tree        *pg_query.Node
	Renumbered  []int
}

// Take takes a statement apart: a SELECT, VALUES, or EXPLAIN of one. It changes the tree. Nothing is
// taken where no relation belongs to a source with methods. Errors: Choose's; 0A000: a construct
// cannot be taken apart; 42702: a name is ambiguous; 42703: an input is used as a column.
func Take(root *pg_query.Node, env Env) (*Taken, error) {
	t := &taker{env: env, owner: map[*pg_query.SelectStmt]*level{}, names: map[string]bool{}}
	t.collectLevels(root.ProtoReflect(), nil, nil)
	if t.changes {
		t.noteError(-1, sqlstate.FeatureNotSupported, "Send the change as a statement of its own; RETURNING shows what the API answers.", "a change of a resource of an API cannot be a part of another statement")
	}
	if t.err == nil && len(t.relations)+len(t.kept) > 0 {
		t.takeAll(root)
	}
	if t.err != nil {
		return nil, t.err
	}
	taken, err := t.takeResult()
	if err == nil && (len(taken.Scans) > 0 || env.Feeds) {
		taken.Renumbered = renumberParams(root)
	}
	if err == nil {
		taken.Kept = t.kept
		taken.Rewritten = len(taken.Scans) > 0 || t.views > 0 || len(t.kept) > 0
	}
	return taken, err
}

// renumberParams gives the parameters of a statement the numbers 1, 2 and so on, and returns those that
// they had.
func renumberParams(root *pg_query.Node) (had []int) {
	eachMessage(root.ProtoReflect(), func(m any) {
		if p, ok := m.(*pg_query.ParamRef); ok {
			i := slices.Index(had, int(p.Number))
			if i < 0 {
				i, had = len(had), append(had, int(p.Number))
			}
			p.Number = int32(i + 1) //nolint:gosec // as many as there were
		}
	})
	return had
}

// taker is the state of one call of Take.
type taker struct {
	env       Env
	err       error // the first
	relations []*relation
	levels    []*level
	owner     map[*pg_query.SelectStmt]*level
	names     map[string]bool                // of common table expressions and aliases, in lower case
	changes   bool                           // a part of the tree is no query
	used      map[string]bool                // names of columns without a qualifier, in lower case
	qualified map[string]bool                // alias.column
	stars     map[*level]bool                // there is a star for all items
	starred   map[string]bool                // there is a star for the alias, or it stands for a row
	casts     map[string][]*providers.Column // the types that columns are cast to, by columnKey; nil: a type that no scan is asked for
	bare      map[string]bool                // columns that stand elsewhere than in a cast or a comparison by =, by columnKey
	equated   map[string]bool                // columns that are compared by =, <> or IN, by columnKey
	inside    []*view                        // whose query is being collected, outermost first
	views     int                            // how many views were opened
	kept      []providers.Kept
	lacking   bool // methods may be chosen for relations whose inputs lack values
}

// level is one SELECT with a FROM clause.
type level struct {
	outer *level
	stmt  *pg_query.SelectStmt
	with  []*pg_query.WithClause // in scope, outermost first
	items []*item
	where []*conjunct
	joins []*join
}

// item is an entry of FROM.
type item struct {
	level    *level
	alias    string
	node     *pg_query.Node
	path     []step    // the joins around it, outermost first
	relation *relation // nil: the item is no relation
	view     *view     // nil: the item is no view
	columns  []string  // of an item that is neither
	open     bool      // the columns are not known
	lateral  bool
	called   []string // the full name of a user's view, as catalogs have it
}

// step is a join and the side of it.
type step struct {
	join  *join
	right bool
}

// join is a JOIN and its conditions.
type join struct {
	expr  *pg_query.JoinExpr
	conds []*conjunct
}

// conjunct is a condition that must be true.
type conjunct struct {
	node *pg_query.Node
	gone bool // it became an input
}

// relation is a relation that a scan makes.
type relation struct {
	*item
	ref                       *pg_query.RangeVar
	source, service, resource string
	table                     string
	methods                   providers.Methods
	takes                     []providers.Input
	known                     []string // columns of any method
	method                    providers.Method
	chosen                    bool
	inputs                    []*input
	limit                     int64
	order                     []providers.Order
	top                       int64 // rows in that order
	where                     []providers.Condition
	around                    []*view                 // that it is a part of, outermost first
	typed                     []providers.TypedColumn // of a relation of a source that has SQL; else nil
	only                      bool                    // ONLY stands before it
	pushed                    pushed
	plain                     bool   // nothing but the table decides which rows are seen
	joined                    pushed // the conditions that rows have partners in tables of the same source
	keys                      []key
}

// input is an input of a scan with its value.
type input struct {
	providers.Input
	values []providers.Value
	query  *pg_query.Node
	feed   *item  // that the query reads
	column string // the name of the table's column with the value; "": there is none
}

func (t *taker) noteError(location int32, code sqlstate.Code, hint, format string, args ...any) {
	if t.err != nil {
		return
	}
	e := sqlstate.New(code, format, args...)
	if e.Hint = hint; location >= 0 && int(location) < len(t.env.Text) {
		e.Position = parse.CharacterAt(t.env.Text, int(location))
	}
	t.err = e
}

func (r *relation) fullName() string {
	parts := []string{r.source, r.service, r.resource}
	if r.service == "" {
		parts = []string{r.source, r.resource}
	}
	return strings.Join(parts, ".")
}

// takeAll takes everything out of a statement whose relations are collected.
func (t *taker) takeAll(root *pg_query.Node) {
	for i, r := range t.relations {
		r.table = t.tableName(i+1, r.resource)
	}
	if t.chooseAll(); t.err != nil {
		return
	}
	t.fillViews()
	if t.alignBlanks(root); t.err != nil {
		return
	}
	for _, r := range t.relations {
		if t.pushLimit(r); r.typed != nil {
			t.pushConditions(r)
			continue
		}
		r.where = t.tellConditions(r)
	}
	for _, r := range t.relations {
		if r.typed != nil {
			t.reduceRows(r)
		}
	}
	for _, r := range t.relations {
		t.renameEntry(r)
	}
	t.readNames(root)
	for _, r := range t.relations {
		t.nameInputs(r)
	}
	for _, l := range t.levels {
		l.writeConditions()
		t.expandStars(l)
	}
}

// tableName makes a name that nothing in the statement has.
func (t *taker) tableName(number int, resource string) string {
	plain := strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' {
			return c
		}
		return '_'
	}, resource)
	name := fmt.Sprintf("scan_%d_%.40s", number, plain)
	for t.names[strings.ToLower(name)] {
		name = "_" + name
	}
	t.names[strings.ToLower(name)] = true
	return name
}

// renameEntry has a relation's FROM entry name the scan's table.
func (t *taker) renameEntry(r *relation) {
	if r.ref.Alias == nil {
		r.ref.Alias = &pg_query.Alias{Aliasname: r.alias}
	}
	r.ref.Catalogname, r.ref.Schemaname, r.ref.Relname, r.ref.Inh = "", "", r.table, true
}

// takeResult returns the result of Take.
func (t *taker) takeResult() (*Taken, error) {
	out := &Taken{}
	for _, r := range t.relations {
		scan := providers.Scan{
			Source: r.source, Service: r.service, Resource: r.resource, Method: r.method.Name, Print: r.method.Print, Table: r.table,
			Limit: r.limit, Where: r.where, Order: r.order, Top: r.top,
		}
		if r.typed != nil {
			if scan.Select, scan.Fewer, scan.Columns = t.selectOf(r); t.err != nil {
				return nil, t.err
			}
		} else {
			scan.Columns = t.columnsOf(r)
			scan.Counted = len(scan.Columns) == 0
		}
		for _, in := range r.inputs {
			if in.query != nil { // the query shares parts with the statement
				own := proto.Clone(in.query).(*pg_query.Node)
				out.Queries = append(out.Queries, Query{Scan: len(out.Scans), Input: len(scan.Inputs), Tree: own, Renumbered: renumberParams(own)})
			}
			scan.Inputs = append(scan.Inputs, t.inputValues(in))
		}
		if len(scan.TableColumns()) == 0 && len(r.method.Columns) > 0 { // a table needs a column
			scan.Columns = r.method.Columns[:1]
		}
		out.Scans = append(out.Scans, scan)
		out.Methods = append(out.Methods, r.method)
		out.Offsets = append(out.Offsets, int(r.ref.Location))
	}
	return out, checkOrder(out.Scans)
}

// inputValues returns an input in the form that a scan has.
func (t *taker) inputValues(in *input) providers.InputValues {
	out := providers.InputValues{Name: in.Name, Values: in.values}
	if in.column != "" {
		out.As = &providers.Column{Name: in.column, Type: in.Type, TypeName: in.TypeName, TypeMod: -1, Size: -1}
	}
	if in.query != nil {
		out.Tables = t.tablesIn(in.query)
	}
	return out
}

// tablesIn lists the tables of scans that a query reads.
func (t *taker) tablesIn(query *pg_query.Node) (list []string) {
	eachMessage(query.ProtoReflect(), func(m any) {
		if ref, ok := m.(*pg_query.RangeVar); ok && ref.Schemaname == "" {
			for _, r := range t.relations {
				if r.table == ref.Relname {
					list = append(list, r.table)
				}
			}
		}
	})
	return list
}

// checkOrder refuses scans that wait for each other.
func checkOrder(scans []providers.Scan) error {
	state := map[string]int{} // 1: being looked at; 2: done
	byTable := map[string]*providers.Scan{}
	for i := range scans {
		byTable[scans[i].Table] = &scans[i]
	}
	var visit func(s *providers.Scan) error
	visit = func(s *providers.Scan) error {
		switch state[s.Table] {
		case 1:
			return sqlstate.New(sqlstate.FeatureNotSupported, "the inputs of %s.%s.%s depend on its own rows, by a circle of conditions", s.Source, s.Service, s.Resource).
				WithHint("Give one of the relations of the circle its inputs as constants.")
		case 2:
			return nil
		}
		state[s.Table] = 1
		for _, in := range s.Inputs {
			for _, table := range in.Tables {
				if err := visit(byTable[table]); err != nil {
					return err
				}
			}
		}
		state[s.Table] = 2
		return nil
	}
	for i := range scans {
		if err := visit(&scans[i]); err != nil {
			return err
		}
	}
	return nil
}
