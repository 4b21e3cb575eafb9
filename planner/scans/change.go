package scans

import (
	"cmp"
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Change is an INSERT, UPDATE, REPLACE or DELETE of a resource, taken apart.
type Change struct {
	Method providers.Method
	// Call has Rows if all values are constants and parameters. Otherwise Query makes the rows, and Call.Fed names the inputs
	// that the columns of Query belong to.
	Call   providers.Call
	Query  *pg_query.Node
	Answer *pg_query.Node // the query of RETURNING, over Call.Returning.Table; nil: there is none
	Offset int            // the place of the resource in the text
}

// answers is the name that the rows of the answers have in the query of RETURNING.
const answers = "answers"

// change is the state of one call of TakeChange.
type change struct {
	env       Env
	verb      string // "INSERT", "UPDATE", "REPLACE", "DELETE"
	target    *pg_query.RangeVar
	alias     string
	source    string
	methods   providers.Methods
	takes     []providers.Input
	given     []*gift
	rows      [][]*pg_query.Node // of INSERT: the values by given; DEFAULT is one, too
	query     *pg_query.Node     // of INSERT
	from      []*pg_query.Node   // FROM of UPDATE, USING of DELETE
	rest      []*pg_query.Node   // conditions that are not on the resource
	with      *pg_query.WithClause
	returning []*pg_query.Node
}

// gift is a value that a statement gives to an input: by a column of INSERT, by SET, or by a condition.
type gift struct {
	name     string
	location int32
	chosen   bool             // by a condition
	values   []*pg_query.Node // expressions; a condition may have several
	query    *pg_query.Node   // of IN (SELECT …)
}

// TakeChange takes a change of a resource apart and chooses its method. It changes the tree. Errors:
// Choose's; 0A000: a part of the statement has no meaning for an API; 42601: the inputs are not named;
// 42701: one is given twice; 42703: no method takes it; 42702: a name is ambiguous.
func TakeChange(root *pg_query.Node, verb string, env Env) (*Change, error) {
	c := &change{env: env, verb: verb}
	read := c.readInsert
	switch {
	case root.GetUpdateStmt() != nil:
		read = c.readUpdate
	case root.GetDeleteStmt() != nil:
		read = c.readDelete
	}
	if err := read(root); err != nil {
		return nil, err
	}
	return c.makeCall()
}

// noteResource notes the resource that is changed.
func (c *change) noteResource(target *pg_query.RangeVar) (err error) {
	c.target, c.source, c.alias = target, target.Catalogname, target.GetAlias().GetAliasname()
	if c.source == "" {
		c.source = c.env.Source
	}
	if c.alias == "" {
		c.alias = target.Relname
	}
	if c.methods, err = c.env.Methods(c.source); err != nil {
		return c.placeError(target.Location, err)
	}
	c.takes, err = c.methods.Takes(target.Schemaname, target.Relname, strings.ToLower(c.verb))
	return c.placeError(target.Location, err)
}

// placeError adds the place in the text to an error of a catalog.
func (c *change) placeError(location int32, err error) error {
	if err == nil {
		return nil
	}
	e := *sqlstate.From(err)
	if location >= 0 {
		e.Position = parse.CharacterAt(c.env.Text, int(location))
	}
	return &e
}

func (c *change) errorAt(location int32, code sqlstate.Code, hint, format string, args ...any) error {
	e := sqlstate.New(code, format, args...)
	e.Hint = hint
	return c.placeError(location, e)
}

func (c *change) resourceName() string {
	return strings.Join([]string{c.source, c.target.Schemaname, c.target.Relname}, ".")
}

// addGift notes a gift. The error 42701 means that the input has a gift already.
func (c *change) addGift(g *gift) error {
	if slices.ContainsFunc(c.given, func(o *gift) bool { return strings.EqualFold(o.name, g.name) }) {
		return c.errorAt(g.location, sqlstate.DuplicateColumn, "Give it one value; the values of IN are one after the other.", "the input %q is given twice", cmp.Or(c.takesInput(g.name), g.name))
	}
	c.given = append(c.given, g)
	return nil
}

func (c *change) readInsert(root *pg_query.Node) error {
	s := root.GetInsertStmt()
	if err := c.noteResource(s.Relation); err != nil {
		return err
	}
	c.returning = s.ReturningList
	switch {
	case s.OnConflictClause != nil:
		return c.errorAt(s.OnConflictClause.Location, sqlstate.FeatureNotSupported, "Leave ON CONFLICT out: the API says whether there is one.", "an INSERT into a resource of an API has no ON CONFLICT")
	case s.Override > pg_query.OverridingKind_OVERRIDING_NOT_SET:
		return c.errorAt(s.Relation.Location, sqlstate.FeatureNotSupported, "Leave OVERRIDING out.", "an INSERT into a resource of an API has no OVERRIDING")
	case len(s.Cols) == 0 && s.SelectStmt != nil:
		return c.errorAt(s.Relation.Location, sqlstate.SyntaxError, "INSERT INTO "+c.resourceName()+" (input, other) VALUES (…); SHOW INSERT INTO "+c.resourceName()+" shows its inputs.", "an INSERT into a resource of an API names the inputs that it gives values to")
	}
	for _, n := range s.Cols {
		t := n.GetResTarget()
		if len(t.Indirection) > 0 {
			return c.errorAt(t.Location, sqlstate.FeatureNotSupported, "Give the input as a whole, as JSON.", "a part of the input %q cannot be given by itself", t.Name)
		}
		if err := c.addGift(&gift{name: t.Name, location: t.Location}); err != nil {
			return err
		}
	}
	values := s.SelectStmt.GetSelectStmt()
	if s.SelectStmt == nil {
		c.rows = [][]*pg_query.Node{{}}
		return nil
	}
	constant, left := s.WithClause == nil && valuesAlone(values), false
	for _, n := range values.ValuesLists {
		row := n.GetList().GetItems()
		if len(row) != len(c.given) {
			return c.errWidth(len(row))
		}
		for _, v := range row {
			_, ok := Constant(v)
			constant = constant && (ok || v.GetSetToDefault() != nil)
			left = left || v.GetSetToDefault() != nil
		}
		c.rows = append(c.rows, row)
	}
	switch {
	case constant:
		return nil
	case left:
		return c.errorAt(s.Relation.Location, sqlstate.FeatureNotSupported, "Insert the rows that leave an input out by a statement that does not name it.", "DEFAULT stands beside constants and parameters alone")
	}
	c.rows = nil
	c.query = Within(s.WithClause, s.SelectStmt)
	return nil
}

// errWidth returns the error of a row whose number of values is not the number of inputs.
func (c *change) errWidth(values int) error {
	if values > len(c.given) {
		return c.errorAt(c.target.Location, sqlstate.SyntaxError, "", "INSERT has more expressions than target columns")
	}
	return c.errorAt(c.target.Location, sqlstate.SyntaxError, "", "INSERT has more target columns than expressions")
}

// valuesAlone reports VALUES with nothing around it.
func valuesAlone(s *pg_query.SelectStmt) bool {
	return len(s.GetValuesLists()) > 0 && s.WithClause == nil && s.LimitCount == nil && s.LimitOffset == nil && len(s.SortClause) == 0
}

// Within gives a query the common table expressions of the statement around it.
func Within(with *pg_query.WithClause, query *pg_query.Node) *pg_query.Node {
	if with == nil {
		return query
	}
	s := query.GetSelectStmt()
	if s.WithClause != nil || len(s.ValuesLists) > 0 {
		alias := &pg_query.Alias{Aliasname: "given"}
		from := &pg_query.Node{Node: &pg_query.Node_RangeSubselect{RangeSubselect: &pg_query.RangeSubselect{Subquery: query, Alias: alias}}}
		query = plainSelect([]*pg_query.Node{targetOf(pg_query.MakeColumnRefNode([]*pg_query.Node{pg_query.MakeAStarNode()}, -1))}, from)
		s = query.GetSelectStmt()
	}
	s.WithClause = with
	return query
}

func plainSelect(targets []*pg_query.Node, from ...*pg_query.Node) *pg_query.Node {
	return &pg_query.Node{Node: &pg_query.Node_SelectStmt{SelectStmt: &pg_query.SelectStmt{
		TargetList: targets, FromClause: from, LimitOption: pg_query.LimitOption_LIMIT_OPTION_DEFAULT, Op: pg_query.SetOperation_SETOP_NONE,
	}}}
}

func (c *change) readUpdate(root *pg_query.Node) error {
	s := root.GetUpdateStmt()
	if err := c.noteResource(s.Relation); err != nil {
		return err
	}
	c.from, c.with, c.returning = s.FromClause, s.WithClause, s.ReturningList
	for _, n := range s.TargetList {
		t := n.GetResTarget()
		switch {
		case len(t.Indirection) > 0:
			return c.errorAt(t.Location, sqlstate.FeatureNotSupported, "Give the input as a whole, as JSON.", "a part of the input %q cannot be given by itself", t.Name)
		case t.GetVal().GetMultiAssignRef() != nil, t.GetVal().GetSetToDefault() != nil:
			return c.errorAt(t.Location, sqlstate.FeatureNotSupported, "SET input = value, other = value", "SET of a resource of an API takes a value for each input by itself")
		}
		if err := c.addGift(&gift{name: t.Name, location: t.Location, values: []*pg_query.Node{t.Val}}); err != nil {
			return err
		}
		if name, location, found := c.findOwnColumn(t.Val); found {
			return c.errorAt(location, sqlstate.FeatureNotSupported, "What the API has is read by SELECT: SET "+t.Name+" = (SELECT … FROM "+c.resourceName()+" WHERE …)", "the value of %q rests on the column %q, which is not read before the change", t.Name, name)
		}
	}
	return c.readWhere(s.WhereClause)
}

func (c *change) readDelete(root *pg_query.Node) error {
	s := root.GetDeleteStmt()
	if err := c.noteResource(s.Relation); err != nil {
		return err
	}
	c.from, c.with, c.returning = s.UsingClause, s.WithClause, s.ReturningList
	return c.readWhere(s.WhereClause)
}
