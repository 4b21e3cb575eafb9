package scans

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// A view of a document is a relation whose rows a query makes. The query takes the place of its name in
// FROM, and its relations are taken as those of the statement.
//
// The values that a view's conditions give to inputs are samples, or what counts where the statement says
// nothing: a condition of the statement on a name that is an input of one of the view's relations gives that
// relation its value instead.

const (
	maxViews     = 100 // of one statement
	maxViewDepth = 8   // of views over views
)

// view is a relation that a query makes.
type view struct {
	*item
	ref                       *pg_query.RangeVar
	source, service, resource string
	choices                   []providers.View
	methods                   providers.Methods
	around                    []*view  // that it is a part of, outermost first
	takes                     []string // what relations of it take
	ofUser                    bool     // its query stands in the place of its name already
}

func (v *view) name() string {
	if v.ofUser {
		return v.resource
	}
	return v.source + "." + v.service + "." + v.resource
}

// asRelation is the view as something that conditions may restrict.
func (v *view) asRelation(takes []providers.Input) *relation {
	return &relation{item: v.item, ref: v.ref, takes: takes, source: v.source, service: v.service, resource: v.resource}
}

// openViews puts the queries of a level's views into the place of their names.
func (t *taker) openViews(l *level) {
	for _, i := range l.items {
		switch v := i.view; {
		case v == nil || t.err != nil:
		case v.ofUser:
			t.enterUsersView(v)
		case i.node.GetRangeVar() != nil:
			t.openView(v)
		}
	}
}

func (t *taker) openView(v *view) {
	if t.views++; t.views > maxViews || len(v.around) >= maxViewDepth {
		t.fail(v.ref.Location, sqlstate.StatementTooComplex, "A view may name itself, by others.",
			"views of documents are nested %d deep, or a statement reads more than %d of them", maxViewDepth, maxViews)
		return
	}
	one, ok := t.chosenView(v)
	if !ok {
		return
	}
	query, err := v.read(one)
	if err != nil {
		t.failAt(v.ref, err)
		return
	}
	v.rename(query, one)
	v.columns, v.open = outputs(query.GetSelectStmt(), v.ref.Alias)
	alias := v.ref.Alias
	if alias == nil {
		alias = &pg_query.Alias{Aliasname: v.ref.Relname}
	}
	v.node.Node = &pg_query.Node_RangeSubselect{RangeSubselect: &pg_query.RangeSubselect{Subquery: query, Alias: alias}}
	inside := t.inside
	t.inside = append(slices.Clone(v.around), v)
	first := len(t.relations)
	t.collect(query.ProtoReflect(), nil, nil)
	t.inside = inside
	for _, r := range t.relations[first:] {
		for _, in := range r.takes {
			v.takes = append(v.takes, in.Name)
		}
	}
}

// chosenView is the first view whose needs are given. Where there is none, and methods answer the resource,
// they do.
func (t *taker) chosenView(v *view) (providers.View, bool) {
	var needs []providers.Input
	for _, one := range v.choices {
		for _, name := range one.Needs {
			needs = append(needs, providers.Input{Name: name})
		}
	}
	given := namesOf(append(t.outsideOf(v, needs), t.conditions(v.asRelation(needs))...))
	is := func(name string) func(string) bool {
		return func(other string) bool { return strings.EqualFold(name, other) }
	}
	for _, one := range v.choices {
		if !slices.ContainsFunc(one.Needs, func(name string) bool { return !slices.ContainsFunc(given, is(name)) }) {
			return one, true
		}
	}
	var lacks, where []string
	for _, name := range v.choices[0].Needs {
		where = append(where, `"`+name+`" = '…'`)
		if !slices.ContainsFunc(given, is(name)) {
			lacks = append(lacks, `"`+name+`"`)
		}
	}
	t.fail(v.ref.Location, sqlstate.InvalidColumnReference, "SELECT * FROM "+v.name()+" WHERE "+strings.Join(where, " AND "),
		"%s needs values for %s", v.name(), strings.Join(lacks, ", "))
	return providers.View{}, false
}

// read parses the query of a view. 22000: it is none that can be read.
func (v *view) read(one providers.View) (*pg_query.Node, error) {
	query, err := ParseView(one.SQL)
	if err == nil {
		return query, nil
	}
	e := sqlstate.From(err)
	line := one.Line
	if e.Position > 0 {
		line += strings.Count(string([]rune(one.SQL)[:min(e.Position-1, len([]rune(one.SQL)))]), "\n")
	}
	return nil, sqlstate.New(sqlstate.DataException, "the view %s cannot be read: %s:%d: %s", v.name(), one.File, line, e.Message)
}

// ParseView parses the query of a view. 42601: it is no query.
func ParseView(sql string) (*pg_query.Node, error) {
	if err := parse.Check(sql, 0); err != nil {
		return nil, err
	}
	list, err := parse.Statements(sql)
	if err != nil {
		return nil, err
	}
	if len(list) != 1 || list[0].Raw.Stmt.GetSelectStmt() == nil {
		return nil, sqlstate.New(sqlstate.SyntaxError, "it is not one SELECT")
	}
	each(list[0].Raw.Stmt.ProtoReflect(), func(m any) {
		if p, is := m.(*pg_query.ParamRef); is {
			err = sqlstate.New(sqlstate.SyntaxError, "it has the parameter $%d", p.Number)
		}
	})
	return list[0].Raw.Stmt, err
}

// rename gives the names of a view's relations the name of the source, and all of its query the place of its
// name in the statement.
func (v *view) rename(query *pg_query.Node, one providers.View) {
	each(query.ProtoReflect(), func(m any) {
		if ref, is := m.(*pg_query.RangeVar); is && ref.Schemaname != "" && (ref.Catalogname == "" || strings.EqualFold(ref.Catalogname, one.Source)) {
			ref.Catalogname = v.source
		}
		parse.SetLocation(m.(protoreflect.ProtoMessage), v.ref.Location)
	})
}

// outside lists what the conditions on the views around a relation say of its inputs, those of the outermost
// view first.
func (t *taker) outside(r *relation) (list []*condition) {
	for i, v := range r.around {
		if v.ofUser {
			list = append(list, t.outsideUsers(r, i)...)
			continue
		}
		var takes []providers.Input
		for _, in := range r.takes {
			if shown := t.shows(r, v, in.Name); shown || t.asks(r, in.Name) || !v.open && !slices.ContainsFunc(v.columns, func(c string) bool { return strings.EqualFold(c, in.Name) }) {
				takes = append(takes, in)
			}
		}
		as := v.asRelation(takes)
		for _, c := range t.conditions(as) {
			c.view, c.shown = as, t.shows(r, v, c.name)
			has := c.shown || slices.ContainsFunc(v.columns, func(name string) bool { return strings.EqualFold(name, c.name) })
			c.stays = has && !c.shown
			if c.feed == nil || has {
				list = append(list, c)
			}
		}
	}
	return list
}

// shows reports whether a view has the value of a relation's input as a column of that name.
func (t *taker) shows(r *relation, v *view, name string) bool {
	s := v.query()
	if s == nil || r.level.stmt != s || len(v.node.GetRangeSubselect().GetAlias().GetColnames()) > 0 {
		return false
	}
	for _, n := range s.TargetList {
		target := n.GetResTarget()
		ref := target.GetVal().GetColumnRef()
		if ref == nil || target.Name != "" && !strings.EqualFold(target.Name, name) {
			continue
		}
		if at, called := t.resolve(r.level, ref); at == r.item && strings.EqualFold(called, name) {
			return true
		}
	}
	return false
}

// query returns the SELECT of an open view, or nil if there are several.
func (v *view) query() *pg_query.SelectStmt {
	s := v.node.GetRangeSubselect().GetSubquery().GetSelectStmt()
	if s == nil || s.Larg != nil {
		return nil
	}
	return s
}

// asks reports whether a view's own text gives an input of a relation a value.
func (t *taker) asks(r *relation, name string) bool {
	return slices.ContainsFunc(t.conditions(r), func(c *condition) bool { return c.feed == nil && strings.EqualFold(c.name, name) })
}

// isWritten reports whether a condition stands in the text of a document's view.
func (r *relation) isWritten(c *condition) bool {
	at := r.authorOf(c)
	return at >= 0 && !r.around[at].ofUser
}

// authorOf returns the place, among the views around a relation, of the one in whose text a condition stands, or -1 if
// it stands in the statement.
func (r *relation) authorOf(c *condition) int {
	if c.view == nil {
		return len(r.around) - 1
	}
	return slices.IndexFunc(r.around, func(v *view) bool { return v.item == c.view.item }) - 1
}

// isSample reports whether a condition of a view only shows where a value goes: '{{ region }}', '<name>' and
// 'replace-me' are none.
func (c *condition) isSample() bool {
	return c.query == nil && len(c.values) > 0 && !slices.ContainsFunc(c.values, func(v providers.Value) bool {
		text := strings.TrimSpace(string(v.Text))
		return !(strings.HasPrefix(text, "{{") && strings.HasSuffix(text, "}}") || strings.HasPrefix(text, "<") && strings.HasSuffix(text, ">") || text == "replace-me")
	})
}

// fillViews has the inputs be NULL that views have as columns and that have no value, as in the reference.
func (t *taker) fillViews() {
	for _, r := range t.relations {
		if len(r.around) == 0 && !t.env.Defines {
			continue
		}
		for _, n := range r.level.stmt.TargetList {
			t.fillIn(r, n.ProtoReflect())
		}
	}
}

func (t *taker) fillIn(r *relation, m protoreflect.Message) {
	switch n := m.Interface().(type) {
	case *pg_query.SelectStmt:
		if t.owner[n] != nil {
			return // its names may mean others
		}
	case *pg_query.ResTarget:
		if ref := n.Val.GetColumnRef(); ref != nil && n.Name == "" && t.lacks(r, ref) {
			n.Name = ref.Fields[len(ref.Fields)-1].GetString_().GetSval()
		}
	case *pg_query.Node:
		if ref := n.GetColumnRef(); ref != nil && t.lacks(r, ref) {
			n.Node = &pg_query.Node_TypeCast{TypeCast: &pg_query.TypeCast{
				Arg:      &pg_query.Node{Node: &pg_query.Node_AConst{AConst: &pg_query.A_Const{Isnull: true, Location: -1}}},
				TypeName: &pg_query.TypeName{Names: names("text"), Typemod: -1, Location: -1}, Location: -1,
			}}
			return
		}
	}
	children(m, func(child protoreflect.Message) { t.fillIn(r, child) })
}

// lacks reports whether a column means an input of a relation that has no value, and nothing else.
func (t *taker) lacks(r *relation, ref *pg_query.ColumnRef) bool {
	at, name := t.resolve(r.level, ref)
	return at == r.item && r.hasInput(name) && !hasColumn(r.method.Columns, name) && !slices.ContainsFunc(r.inputs, func(in *input) bool { return strings.EqualFold(in.Name, name) })
}

// inView adds to an error about a relation of a view which view it is about.
func (r *relation) inView(err error) error {
	if len(r.around) == 0 {
		return err
	}
	e, outermost := *sqlstate.From(err), r.around[0]
	e.Message = "the view " + outermost.name() + " reads other resources: " + e.Message
	var missing *providers.MissingInputs
	if errors.As(err, &missing) {
		e.Hint = "Give them in WHERE, as if they were columns of the view: SELECT * FROM " + outermost.name() + " WHERE " + strconv.Quote(missing.Names[0]) + " = '…'"
	}
	return &e
}

// ViewColumns are the columns of a view, as far as its text tells them. 42601: it is no query.
func ViewColumns(sql string) ([]providers.ViewColumn, error) {
	query, err := ParseView(sql)
	if err != nil {
		return nil, err
	}
	s := query.GetSelectStmt()
	for s.Larg != nil {
		s = s.Larg
	}
	from := map[string]*pg_query.RangeVar{} // by alias
	only := ""
	each((&pg_query.Node{Node: &pg_query.Node_List{List: &pg_query.List{Items: s.FromClause}}}).ProtoReflect(), func(m any) {
		if ref, is := m.(*pg_query.RangeVar); is {
			if only = ref.GetAlias().GetAliasname(); only == "" {
				only = ref.Relname
			}
			from[only] = ref
		}
	})
	var list []providers.ViewColumn
	for _, n := range s.TargetList {
		target := n.GetResTarget()
		column := providers.ViewColumn{Name: target.Name}
		if fields := target.GetVal().GetColumnRef().GetFields(); len(fields) > 0 {
			last := fields[len(fields)-1]
			if column.Column = last.GetString_().GetSval(); last.GetAStar() != nil {
				column.Column = "*"
			}
			ref := from[only]
			if len(fields) > 1 {
				ref = from[fields[len(fields)-2].GetString_().GetSval()]
			} else if len(from) > 1 {
				ref = nil
			}
			if ref != nil {
				column.Source, column.Service, column.Resource = ref.Catalogname, ref.Schemaname, ref.Relname
			}
		} else if f := target.GetVal().GetFuncCall(); f != nil && column.Name == "" {
			column.Name = f.Funcname[len(f.Funcname)-1].GetString_().GetSval()
		}
		if column.Name == "" {
			column.Name = column.Column
		}
		list = append(list, column)
	}
	return list, nil
}
