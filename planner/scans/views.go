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
// The values that a view's conditions give to inputs are samples, or defaults. A condition of the statement on the name of an
// input of one of the view's relations gives that input its value instead.

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
	takes                     []string // the inputs that its relations take
	ofUser                    bool     // its query stands in the place of its name already
}

func (v *view) fullName() string {
	if v.ofUser {
		return v.resource
	}
	return v.source + "." + v.service + "." + v.resource
}

// asRelation returns the view as a relation that conditions may restrict.
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
		t.noteError(v.ref.Location, sqlstate.StatementTooComplex, "A view may name itself, by others.",
			"views of documents are nested %d deep, or a statement reads more than %d of them", maxViewDepth, maxViews)
		return
	}
	one, ok := t.chosenView(v)
	if !ok {
		return
	}
	query, err := v.parseQuery(one)
	if err != nil {
		t.failAt(v.ref, err)
		return
	}
	v.renameRelations(query, one)
	v.columns, v.open = outputNames(query.GetSelectStmt(), v.ref.Alias)
	alias := v.ref.Alias
	if alias == nil {
		alias = &pg_query.Alias{Aliasname: v.ref.Relname}
	}
	v.node.Node = &pg_query.Node_RangeSubselect{RangeSubselect: &pg_query.RangeSubselect{Subquery: query, Alias: alias}}
	inside := t.inside
	t.inside = append(slices.Clone(v.around), v)
	first := len(t.relations)
	t.collectLevels(query.ProtoReflect(), nil, nil)
	t.inside = inside
	for _, r := range t.relations[first:] {
		for _, in := range r.takes {
			v.takes = append(v.takes, in.Name)
		}
	}
}

// chosenView returns the first view whose needed inputs have values. If there is none, it notes an error and returns false.
func (t *taker) chosenView(v *view) (providers.View, bool) {
	var needs []providers.Input
	for _, one := range v.choices {
		for _, name := range one.Needs {
			needs = append(needs, providers.Input{Name: name})
		}
	}
	given := namesOf(append(t.outsideOf(v, needs), t.listConditions(v.asRelation(needs))...))
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
	t.noteError(v.ref.Location, sqlstate.InvalidColumnReference, "SELECT * FROM "+v.fullName()+" WHERE "+strings.Join(where, " AND "),
		"%s needs values for %s", v.fullName(), strings.Join(lacks, ", "))
	return providers.View{}, false
}

// parseQuery parses the query of a view. 22000: it is none that can be read.
func (v *view) parseQuery(one providers.View) (*pg_query.Node, error) {
	query, err := parseView(one.SQL)
	if err == nil {
		return query, nil
	}
	e := sqlstate.From(err)
	line := one.Line
	if e.Position > 0 {
		line += strings.Count(string([]rune(one.SQL)[:min(e.Position-1, len([]rune(one.SQL)))]), "\n")
	}
	return nil, sqlstate.New(sqlstate.DataException, "the view %s cannot be read: %s:%d: %s", v.fullName(), one.File, line, e.Message)
}

// parseView parses the query of a view. 42601: it is no query.
func parseView(sql string) (*pg_query.Node, error) {
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
	eachMessage(list[0].Raw.Stmt.ProtoReflect(), func(m any) {
		if p, is := m.(*pg_query.ParamRef); is {
			err = sqlstate.New(sqlstate.SyntaxError, "it has the parameter $%d", p.Number)
		}
	})
	return list[0].Raw.Stmt, err
}

// renameRelations puts the name of the source before the names of a view's relations, and gives all nodes of the view's query the
// place that the view's name has in the statement.
func (v *view) renameRelations(query *pg_query.Node, one providers.View) {
	eachMessage(query.ProtoReflect(), func(m any) {
		if ref, is := m.(*pg_query.RangeVar); is && ref.Schemaname != "" && (ref.Catalogname == "" || strings.EqualFold(ref.Catalogname, one.Source)) {
			ref.Catalogname = v.source
		}
		parse.SetLocation(m.(protoreflect.ProtoMessage), v.ref.Location)
	})
}

// outsideConditions lists the conditions on inputs of a relation that stand outside of the views around it, those on the outermost
// view first.
func (t *taker) outsideConditions(r *relation) (list []*condition) {
	for i, v := range r.around {
		if v.ofUser {
			list = append(list, t.outsideUsers(r, i)...)
			continue
		}
		var takes []providers.Input
		for _, in := range r.takes {
			if shown := t.showsInput(r, v, in.Name); shown || t.givesInput(r, in.Name) || !v.open && !slices.ContainsFunc(v.columns, func(c string) bool { return strings.EqualFold(c, in.Name) }) {
				takes = append(takes, in)
			}
		}
		as := v.asRelation(takes)
		for _, c := range t.listConditions(as) {
			c.view, c.shown = as, t.showsInput(r, v, c.name)
			has := c.shown || slices.ContainsFunc(v.columns, func(name string) bool { return strings.EqualFold(name, c.name) })
			c.stays = has && !c.shown
			if c.feed == nil || has {
				list = append(list, c)
			}
		}
	}
	return list
}

// showsInput reports whether a view has a column with the name of an input that has the input's value.
func (t *taker) showsInput(r *relation, v *view, name string) bool {
	s := v.openQuery()
	if s == nil || r.level.stmt != s || len(v.node.GetRangeSubselect().GetAlias().GetColnames()) > 0 {
		return false
	}
	for _, n := range s.TargetList {
		target := n.GetResTarget()
		ref := target.GetVal().GetColumnRef()
		if ref == nil || target.Name != "" && !strings.EqualFold(target.Name, name) {
			continue
		}
		if at, called := t.resolveColumn(r.level, ref); at == r.item && strings.EqualFold(called, name) {
			return true
		}
	}
	return false
}

// openQuery returns the SELECT of an open view, or nil if its query has several.
func (v *view) openQuery() *pg_query.SelectStmt {
	s := v.node.GetRangeSubselect().GetSubquery().GetSelectStmt()
	if s == nil || s.Larg != nil {
		return nil
	}
	return s
}

// givesInput reports whether a view's own text gives an input of a relation a value.
func (t *taker) givesInput(r *relation, name string) bool {
	return slices.ContainsFunc(t.listConditions(r), func(c *condition) bool { return c.feed == nil && strings.EqualFold(c.name, name) })
}

// isWritten reports whether a condition stands in the text of a document's view.
func (r *relation) isWritten(c *condition) bool {
	at := r.authorOf(c)
	return at >= 0 && !r.around[at].ofUser
}

// authorOf returns which of the views around a relation has a condition in its text, or -1 if the condition stands in the
// statement.
func (r *relation) authorOf(c *condition) int {
	if c.view == nil {
		return len(r.around) - 1
	}
	return slices.IndexFunc(r.around, func(v *view) bool { return v.item == c.view.item }) - 1
}

// isSample reports whether the value in a view's condition is only a placeholder: '{{ region }}', '<name>', 'replace-me'.
func (c *condition) isSample() bool {
	return c.query == nil && len(c.values) > 0 && !slices.ContainsFunc(c.values, func(v providers.Value) bool {
		text := strings.TrimSpace(string(v.Text))
		return !(strings.HasPrefix(text, "{{") && strings.HasSuffix(text, "}}") || strings.HasPrefix(text, "<") && strings.HasSuffix(text, ">") || text == "replace-me")
	})
}

// fillViews makes NULL of the inputs that views have as columns and that have no value, as StackQL does.
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
			return // names in it may mean other relations
		}
	case *pg_query.ResTarget:
		if ref := n.Val.GetColumnRef(); ref != nil && n.Name == "" && t.lacksValue(r, ref) {
			n.Name = ref.Fields[len(ref.Fields)-1].GetString_().GetSval()
		}
	case *pg_query.Node:
		if ref := n.GetColumnRef(); ref != nil && t.lacksValue(r, ref) {
			n.Node = &pg_query.Node_TypeCast{TypeCast: &pg_query.TypeCast{
				Arg:      &pg_query.Node{Node: &pg_query.Node_AConst{AConst: &pg_query.A_Const{Isnull: true, Location: -1}}},
				TypeName: &pg_query.TypeName{Names: nameNodes("text"), Typemod: -1, Location: -1}, Location: -1,
			}}
			return
		}
	}
	eachChild(m, func(child protoreflect.Message) { t.fillIn(r, child) })
}

// lacksValue reports whether a column means an input of a relation that has no value, and nothing else.
func (t *taker) lacksValue(r *relation, ref *pg_query.ColumnRef) bool {
	at, name := t.resolveColumn(r.level, ref)
	return at == r.item && r.hasInput(name) && !hasColumn(r.method.Columns, name) && !slices.ContainsFunc(r.inputs, func(in *input) bool { return strings.EqualFold(in.Name, name) })
}

// inView adds the name of the view to an error about one of the view's relations.
func (r *relation) inView(err error) error {
	if len(r.around) == 0 {
		return err
	}
	e, outermost := *sqlstate.From(err), r.around[0]
	e.Message = "the view " + outermost.fullName() + " reads other resources: " + e.Message
	var missing *providers.MissingInputs
	if errors.As(err, &missing) {
		e.Hint = "Give them in WHERE, as if they were columns of the view: SELECT * FROM " + outermost.fullName() + " WHERE " + strconv.Quote(missing.Names[0]) + " = '…'"
	}
	return &e
}

// ViewColumns returns the columns of a view, as far as its text tells them. The error 42601 means that the text is no query.
func ViewColumns(sql string) ([]providers.ViewColumn, error) {
	query, err := parseView(sql)
	if err != nil {
		return nil, err
	}
	s := parse.FirstQuery(query.GetSelectStmt())
	from := map[string]*pg_query.RangeVar{} // by alias
	only := ""
	eachMessage((&pg_query.Node{Node: &pg_query.Node_List{List: &pg_query.List{Items: s.FromClause}}}).ProtoReflect(), func(m any) {
		if ref, is := m.(*pg_query.RangeVar); is {
			only = parse.AliasOrName(ref)
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
