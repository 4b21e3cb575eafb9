package statements

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/duckdialect/lexical"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// What a session has drawn from sequences: currval and lastval. DuckDB knows what a sequence returned last to anybody. So nextval
// has a function of the source around it, pg__drawn, which notes each number for the session, also in the defaults of columns.

// draws are the sequences that a statement draws from, and those whose numbers it reads, by schema and name.
type draws struct {
	drawn, read []string
	reading     []*pg_query.Node // the calls that read them
	last        bool             // it reads lastval, or a sequence that the text does not name
	// own are the calls of nextval in defaults of serial and identity columns, with the sequences that they draw from.
	own map[*pg_query.FuncCall]string
}

// DrawnSequence takes the name of a sequence out of a cast to regclass, which DuckDB's function does not take, and has the number noted.
func (t *Rules) DrawnSequence(n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) != 1 {
		return false
	}
	if emulation.IsLookup(f.Args[0]) {
		args := f.Args[0].GetFuncCall().Args
		if name, quoted := parse.TextConstant(args[len(args)-1]); quoted {
			f.Args[0], t.Changed = build.Text(name), true
		}
	}
	name, quoted := parse.TextConstant(f.Args[0])
	if !quoted {
		return false
	}
	key, own := t.draws.own[f]
	if !own {
		key = t.sequenceKey(name)
	}
	t.draws.drawn = append(t.draws.drawn, key)
	return t.ReplaceCall(n, "nextval", build.Call("pg__drawn", &pg_query.Node{Node: n.Node}, build.Text(key)))
}

// drawOwn has the numbers noted that the default of a serial or identity column draws.
func (t *Rules) drawOwn(expression *pg_query.Node) {
	for _, n := range []*pg_query.Node{expression, expression.GetAExpr().GetLexpr(), expression.GetAExpr().GetRexpr()} {
		if f := n.GetFuncCall(); f != nil && t.draws.own[f] != "" {
			t.DrawnSequence(n, f)
		}
	}
}

// drawnColumn takes the default of a new column that is a call of nextval for that of a serial one.
func (t *Rules) drawnColumn(column *pg_query.ColumnDef) {
	for _, n := range column.Constraints {
		f := n.GetConstraint().GetRawExpr().GetFuncCall()
		if _, name := parse.SplitName(f.GetFuncname()); name != "nextval" || len(f.GetArgs()) != 1 || n.GetConstraint().Contype != pg_query.ConstrType_CONSTR_DEFAULT {
			continue
		}
		arg := f.Args[0]
		if c := arg.GetTypeCast(); c != nil {
			arg = c.Arg
		}
		name, quoted := parse.TextConstant(arg)
		if !quoted {
			continue
		}
		f.Args[0] = build.Text(name)
		if t.draws.own == nil {
			t.draws.own = map[*pg_query.FuncCall]string{}
		}
		t.draws.own[f] = t.sequenceKey(name)
		if t.generated == nil {
			t.generated = map[*pg_query.ColumnDef][]*pg_query.Node{}
		}
		t.generated[column], t.Changed = []*pg_query.Node{n}, true
	}
}

// sequenceKey is the name of a sequence, with its schema.
func (t *Rules) sequenceKey(written string) string {
	schema, name := "", ""
	parts := nameParts(written)
	switch len(parts) {
	case 0:
		return ""
	case 1:
		name = parts[0]
	default:
		schema, name = parts[len(parts)-2], parts[len(parts)-1]
	}
	if t.Env.Sequence != nil {
		if in, called, ok := t.Env.Sequence(schema, name); ok {
			return lexical.QuoteIfNeeded(in) + "." + lexical.QuoteIfNeeded(called)
		}
	}
	if schema == "" {
		schema = t.newSchema(nil)
	}
	return lexical.QuoteIfNeeded(schema) + "." + lexical.QuoteIfNeeded(name)
}

// newSchema is the schema in which a relation is made.
func (t *Rules) newSchema(r *pg_query.RangeVar) string {
	switch {
	case r.GetSchemaname() != "":
		return r.Schemaname
	case r.GetRelpersistence() == "t":
		return "temp"
	case len(t.Env.Path) > 0:
		return t.Env.Path[0]
	}
	return t.Env.Schema
}

// nameParts are the parts of a name in a text.
func nameParts(written string) (parts []string) {
	for written = strings.TrimSpace(written); written != ""; {
		part, rest := "", ""
		if written[0] == '"' {
			end := 1
			for end < len(written) && (written[end] != '"' || end+1 < len(written) && written[end+1] == '"') {
				if written[end] == '"' {
					end++
				}
				end++
			}
			if end >= len(written) {
				return nil
			}
			part, rest = strings.ReplaceAll(written[1:end], `""`, `"`), written[end+1:]
		} else {
			end := strings.IndexByte(written, '.')
			if end < 0 {
				end = len(written)
			}
			part, rest = strings.ToLower(strings.TrimSpace(written[:end])), written[end:]
		}
		parts = append(parts, part)
		written = strings.TrimPrefix(rest, ".")
	}
	return parts
}

// CurrentValue turns currval and lastval into the source's functions.
func (t *Rules) CurrentValue(n *pg_query.Node, f *pg_query.FuncCall) bool {
	_, name := parse.SplitName(f.Funcname)
	t.draws.reading = append(t.draws.reading, n)
	if name == "lastval" && len(f.Args) == 0 {
		t.draws.last = true
		return t.ReplaceCall(n, name, build.Call("pg__lastval"))
	}
	if name != "currval" || len(f.Args) != 1 {
		return false
	}
	arg := f.Args[0]
	if emulation.IsLookup(arg) {
		args := arg.GetFuncCall().Args
		arg = args[len(args)-1]
	}
	if written, quoted := parse.TextConstant(arg); quoted {
		schema, last := "", nameParts(written)
		if len(last) > 1 {
			schema = last[len(last)-2]
		}
		if t.Env.Sequence != nil && len(last) > 0 {
			if _, _, ok := t.Env.Sequence(schema, last[len(last)-1]); !ok {
				return t.ReplaceCall(n, name, failing(`42P01: relation "`+strings.Join(last, ".")+`" does not exist`))
			}
		}
		key := t.sequenceKey(written)
		t.draws.read = append(t.draws.read, key)
		return t.ReplaceCall(n, name, build.Call("pg__currval", build.Text(key)))
	}
	if _, called := parse.SplitName(arg.GetFuncCall().GetFuncname()); called != "pg_get_serial_sequence" && arg.GetParamRef() == nil {
		t.NoteUnsupported(f.Location, "currval of this argument is not supported").
			WithHint("Write the sequence's name as a constant.")
		return true
	}
	t.draws.last = true
	return t.ReplaceCall(n, name, build.Call("pg__currval", build.Cast(arg, build.PlainType("text"))))
}

// failing is a number that fails when it is computed, behind the gate: who may not use sequences does not learn which there are, nor what
// tables draw from.
func failing(message string) *pg_query.Node {
	return build.Cast(build.Call("error", build.Text(message)), build.PlainType("int8"))
}

// CheckDraws refuses a statement that draws from a sequence and reads the number: DuckDB computes a column after the other, and the
// defaults of columns behind all.
func (t *Rules) CheckDraws(root *pg_query.Node) {
	d := &t.draws
	t.refuseDrawnBeside(root.GetInsertStmt())
	if len(d.read) == 0 && !d.last {
		return
	}
	if s := root.GetSelectStmt(); s != nil && len(s.FromClause) == 0 && s.Op == pg_query.SetOperation_SETOP_NONE && s.WithClause == nil && len(s.ValuesLists) == 0 && !t.drawsInQuery(root) {
		return // one row, from the left to the right
	}
	if returnsOneRow(root.GetInsertStmt()) && countWithin(root.GetInsertStmt().ReturningList, d.reading) == len(d.reading) {
		return // what is returned is computed behind the row's defaults
	}
	drawn := d.drawn
	if s := root.GetInsertStmt(); s != nil && t.Env.Columns != nil {
		for _, c := range t.Env.Columns(s.Relation.GetSchemaname(), s.Relation.GetRelname()) {
			if c.Draws != "" {
				drawn = append(drawn, c.Draws)
			}
		}
	}
	if len(drawn) > 0 && d.last || slices.ContainsFunc(drawn, d.reads) {
		for _, n := range d.reading {
			t.ReplaceNode(n, failing("0A000: reading a sequence's current value in a statement that takes its next one is not supported"))
		}
	}
}

// drawsInQuery reports whether a query within a statement draws from a sequence, or reads what was drawn.
func (t *Rules) drawsInQuery(root *pg_query.Node) bool {
	within := false
	parse.EachMessage(root.ProtoReflect(), func(m proto.Message) {
		query, ok := m.(*pg_query.SubLink)
		if !ok {
			return
		}
		parse.EachMessage(query.ProtoReflect(), func(m proto.Message) {
			if f, is := m.(*pg_query.FuncCall); is {
				_, name := parse.SplitName(f.Funcname)
				within = within || strings.Contains(name, "nextval") || strings.Contains(name, "lastval") || strings.Contains(name, "currval") || name == "pg__drawn"
			}
		})
	})
	return within
}

// RefuseLastValue refuses a statement that draws from a sequence and has a query that reads what sequences have returned last: PostgreSQL
// computes the query when its value is needed, and DuckDB before all. The tree is the client's.
func (t *Rules) RefuseLastValue(root *pg_query.Node) {
	draws := false
	var reads *pg_query.ColumnRef
	parse.EachMessage(root.ProtoReflect(), func(m proto.Message) {
		switch m := m.(type) {
		case *pg_query.FuncCall:
			_, name := parse.SplitName(m.Funcname)
			draws = draws || name == "nextval"
		case *pg_query.SubLink:
			parse.EachMessage(m.ProtoReflect(), func(m proto.Message) {
				if c, is := m.(*pg_query.ColumnRef); is && c.Fields[len(c.Fields)-1].GetString_().GetSval() == "last_value" {
					reads = c
				}
			})
		}
	})
	if draws && reads != nil {
		t.NoteUnsupported(reads.Location, "reading a sequence's last value in a statement that takes its next one is not supported")
	}
}

// refuseDrawnBeside refuses an INSERT whose values draw from a sequence that the default of a column which is left out draws from, too:
// DuckDB computes the defaults behind all values.
func (t *Rules) refuseDrawnBeside(s *pg_query.InsertStmt) {
	if s == nil || len(t.draws.drawn) == 0 || t.Env.Columns == nil {
		return
	}
	for _, c := range t.Env.Columns(s.Relation.GetSchemaname(), s.Relation.GetRelname()) {
		drawn := func(key string) bool { return strings.EqualFold(key, c.Draws) }
		listed := func(n *pg_query.Node) bool { return strings.EqualFold(n.GetResTarget().GetName(), c.Name) }
		if c.Draws != "" && len(s.Cols) > 0 && !slices.ContainsFunc(s.Cols, listed) && slices.ContainsFunc(t.draws.drawn, drawn) {
			t.NoteUnsupported(build.Nowhere, "an INSERT that draws from the sequence which the default of column %q draws from, too, is not supported", c.Name)
		}
	}
}

// returnsOneRow reports whether an INSERT makes one row alone.
func returnsOneRow(s *pg_query.InsertStmt) bool {
	if s == nil || s.OnConflictClause != nil || s.WithClause != nil {
		return false
	}
	query := s.GetSelectStmt().GetSelectStmt()
	return query == nil || len(query.ValuesLists) == 1
}

// countWithin counts the nodes that are within expressions, and in no query of them.
func countWithin(list, nodes []*pg_query.Node) (count int) {
	var visit func(m protoreflect.Message) bool
	visit = func(m protoreflect.Message) bool {
		switch n := m.Interface().(type) {
		case *pg_query.SubLink:
			return true
		case *pg_query.Node:
			if slices.Contains(nodes, n) {
				count++
			}
		}
		return parse.Children(m, visit)
	}
	for _, n := range list {
		visit(n.ProtoReflect())
	}
	return count
}

// reads reports whether the statement reads the value of a sequence. Names do not differ in case alone.
func (d *draws) reads(key string) bool {
	return slices.ContainsFunc(d.read, func(read string) bool { return strings.EqualFold(read, key) })
}

// numberAdded has a column that draws numbers take them once it is there: DuckDB has no such default in ADD COLUMN.
func (t *Rules) numberAdded(s *pg_query.AlterTableStmt, column *pg_query.ColumnDef) {
	numbered := t.generated[column]
	if numbered == nil {
		return
	}
	t.drawOwn(numbered[0].GetConstraint().RawExpr)
	of, next := lexical.QuoteRelation(s.Relation), t.DeparseExpression(numbered[0].GetConstraint().RawExpr)
	_, kind := parse.SplitName(column.GetTypeName().GetNames())
	altered := "ALTER TABLE " + of + " ALTER COLUMN " + lexical.Quote(column.Colname)
	t.After = append(t.After, altered+" TYPE "+kind+" USING "+next, altered+" SET DEFAULT "+next) // an UPDATE would have DuckDB refuse SET NOT NULL
	column.Constraints = slices.DeleteFunc(column.Constraints, func(n *pg_query.Node) bool { return n == numbered[0] })
}
