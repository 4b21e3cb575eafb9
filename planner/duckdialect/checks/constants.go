package checks

import (
	"regexp"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// Folded returns a query of the constant expressions of a statement that may fail when PostgreSQL computes them, which it does
// before it reads a row; nil: there are none. It leaves out arithmetic of numbers, which CheckStatement computes. taken reports whether
// a relation has a name; nil: nobody knows.
func Folded(root *pg_query.Node, taken func(schema, name string) bool) *pg_query.Node {
	var targets []*pg_query.Node
	arithmetic := &checker{}
	eachFolded(root, func(n *pg_query.Node) bool {
		constant, mayFail := look(n)
		if !constant || !mayFail {
			return constant
		}
		if _, kind := arithmetic.fold(n); kind == "" {
			targets = append(targets, build.Target(proto.Clone(n).(*pg_query.Node), ""))
		}
		return true
	})
	for _, n := range conditionsOf(root) {
		targets = append(targets, placesIn(n)...)
	}
	targets = append(targets, namedObjects(root, taken)...)
	if len(targets) == 0 {
		return nil
	}
	return build.Select(nil, targets...)
}

// conditionsOf are the conditions of a statement's outermost query.
func conditionsOf(root *pg_query.Node) []*pg_query.Node {
	switch s := trees.Explained(root).GetNode().(type) {
	case *pg_query.Node_SelectStmt:
		return []*pg_query.Node{s.SelectStmt.WhereClause, s.SelectStmt.HavingClause}
	case *pg_query.Node_UpdateStmt:
		return []*pg_query.Node{s.UpdateStmt.WhereClause}
	case *pg_query.Node_DeleteStmt:
		return []*pg_query.Node{s.DeleteStmt.WhereClause}
	}
	return nil
}

// placesIn are calls that fail if a condition has times without a column in zones of places that there are not: to tell how many rows there
// will be, PostgreSQL computes such times, whenever they are.
func placesIn(condition *pg_query.Node) (targets []*pg_query.Node) {
	if condition == nil {
		return nil
	}
	trees.EachExpression(condition, func(n *pg_query.Node) {
		f := n.GetFuncCall()
		if _, name := parse.SplitName(f.GetFuncname()); name != "timezone" || len(f.Args) != 2 || !isClosed(f.Args[1]) {
			return
		}
		if zone, quoted := parse.TextConstant(f.Args[0]); quoted && strings.Contains(zone, "/") {
			moment := build.Cast(build.Text("2000-01-01 00:00:00+00"), build.PlainType("timestamptz"))
			targets = append(targets, build.Target(build.Call("timezone", build.Text(zone), moment), ""))
		}
	})
	return targets
}

// fallible are functions that PostgreSQL computes while it plans, and that may fail. harmless are others that it computes.
var (
	fallible = parse.WordSet(`sqrt ln log log10 power pow exp mod div abs acos asin acosh atanh acosd asind factorial width_bucket gcd lcm
		array_fill trim_array array_cat array_append array_prepend array_position array_positions array_remove
		int4range int8range numrange tsrange tstzrange daterange range_merge pg__scaled_numrange pg__scaled_nummultirange
		jsonb_set jsonb_set_lax jsonb_insert jsonb_array_length json_array_length jsonb_path_query_first jsonb_path_query_array
		jsonb_path_match jsonb_path_exists jsonb_object json_object make_date make_time make_timestamp
		chr substring substr decode encode overlay split_part regexp_replace regexp_match regexp_like regexp_count regexp_substr regexp_instr regexp_split_to_array date_bin get_byte get_bit set_byte set_bit timezone`)
	harmless = parse.WordSet(`upper lower length char_length octet_length bit_length btrim ltrim rtrim replace reverse left right lpad rpad repeat
		initcap md5 strpos position ascii translate round trunc ceil ceiling floor sign pi sin cos tan atan atan2 degrees radians cbrt scale
		cardinality array_length array_upper array_lower isempty lower_inc upper_inc to_hex starts_with pg__wide pg__wides`)
	// computedOperators are operators that PostgreSQL computes, and that may fail.
	computedOperators = parse.WordSet(`+ - * / % ^ |/ ||/ @ & | # << >> #- ||`)
	// matchOperators match texts with regular expressions.
	matchOperators = parse.WordSet(`~ ~* !~ !~*`)
	// readWhilePlanning are types whose values PostgreSQL reads from texts while it plans: their text does not depend on settings.
	readWhilePlanning = parse.WordSet(`int2 int4 int8 float4 float8 numeric bool uuid json jsonb bit varbit inet cidr macaddr`)
	// readBySource are types whose quoted constants the source alone can read.
	readBySource = parse.WordSet(`inet cidr macaddr macaddr8 oid money point box circle line lseg path polygon bytea tsquery
		int4range int8range numrange daterange tsrange tstzrange`)
	timeTypes = parse.WordSet(`date time timetz timestamp timestamptz interval`)
	// textTypes are those of texts, to which casts do not fail.
	textTypes = parse.WordSet(`text varchar bpchar name`)
)

// placeName matches the name of a zone that is that of a place.
var placeName = regexp.MustCompile(`[A-Za-z]/[A-Za-z]`)

// look reports whether PostgreSQL computes an expression while it plans, and whether that may fail.
func look(n *pg_query.Node) (constant, mayFail bool) {
	switch e := n.GetNode().(type) {
	case nil, *pg_query.Node_AConst:
		return true, false
	case *pg_query.Node_List:
		return lookAll(e.List.Items)
	case *pg_query.Node_AArrayExpr:
		return lookAll(e.AArrayExpr.Elements)
	case *pg_query.Node_TypeCast:
		return lookAtCast(e.TypeCast)
	case *pg_query.Node_FuncCall:
		return lookAtCall(e.FuncCall)
	case *pg_query.Node_AExpr:
		return lookAtOperation(e.AExpr)
	}
	return false, false
}

func lookAll(list []*pg_query.Node) (constant, mayFail bool) {
	for _, n := range list {
		is, may := look(n)
		if !is {
			return false, false
		}
		mayFail = mayFail || may
	}
	return true, mayFail
}

func lookAtCast(c *pg_query.TypeCast) (constant, mayFail bool) {
	_, name := parse.SplitName(c.TypeName.GetNames())
	if c.Arg.GetAConst().GetSval() != nil || c.Arg.GetAConst().GetIsnull() {
		// A quoted constant is read when the statement is looked at, where package constants knows the type.
		text := c.Arg.GetAConst().GetSval()
		inPlace := name == "timestamptz" && strings.Contains(text.GetSval(), "/") && placeName.MatchString(text.GetSval())
		return true, (readBySource[name] || inPlace) && text != nil && len(c.TypeName.ArrayBounds)+len(c.TypeName.Typmods) == 0
	}
	constant, mayFail = look(c.Arg)
	switch {
	case !constant || len(c.TypeName.ArrayBounds) > 0:
		return false, false
	case textTypes[name]:
		return true, mayFail
	case !readWhilePlanning[name]:
		return false, false
	}
	number, isNumber := trees.Number(c.Arg)
	isSmall := isNumber && len(number) < 30 && (name == "float8" || name == "float4" || name == "numeric" && len(c.TypeName.Typmods) == 0)
	return true, !isSmall
}

func lookAtCall(f *pg_query.FuncCall) (constant, mayFail bool) {
	schema, name := parse.SplitName(f.Funcname)
	if schema != "" && schema != "pg_catalog" || !fallible[name] && !harmless[name] || f.AggStar || f.AggDistinct || f.Over != nil || f.FuncVariadic {
		return false, false
	}
	constant, mayFail = lookAll(f.Args)
	return constant, mayFail || fallible[name]
}

func lookAtOperation(e *pg_query.A_Expr) (constant, mayFail bool) {
	constant, mayFail = lookAll([]*pg_query.Node{e.Lexpr, e.Rexpr})
	if !constant {
		return false, false
	}
	switch _, op := parse.SplitName(e.Name); {
	case e.Kind == pg_query.A_Expr_Kind_AEXPR_OP && e.Lexpr != nil && matchOperators[op]:
		return true, true
	case e.Kind == pg_query.A_Expr_Kind_AEXPR_LIKE || e.Kind == pg_query.A_Expr_Kind_AEXPR_ILIKE:
		return true, mayFail || strings.HasSuffix(e.Rexpr.GetAConst().GetSval().GetSval(), `\`)
	case e.Kind != pg_query.A_Expr_Kind_AEXPR_OP || !computedOperators[op]:
		return false, false
	case op != "||":
		isShift := (op == "+" || op == "-") && (isTime(e.Lexpr) || isTime(e.Rexpr))
		return true, mayFail || !isShift
	case isNumeral(e.Lexpr) || isNumeral(e.Rexpr): // its text is a matter of settings
		return false, false
	}
	return true, mayFail || !isText(e.Lexpr) && !isText(e.Rexpr)
}

// isNumeral reports whether an expression is a number that is written without a cast.
func isNumeral(n *pg_query.Node) bool {
	c := n.GetAConst()
	return c != nil && c.GetSval() == nil && !c.Isnull
}

// isTime reports whether an expression is a quoted constant of a type of dates and times: their sums stay within their types.
func isTime(n *pg_query.Node) bool {
	_, name := parse.SplitName(n.GetTypeCast().GetTypeName().GetNames())
	return timeTypes[name] && isText(n.GetTypeCast().Arg)
}

// isText reports whether an expression is a quoted constant.
func isText(n *pg_query.Node) bool { return n.GetAConst().GetSval() != nil }

// eachFolded calls f for the expressions of a statement's outermost query that PostgreSQL looks at while it plans, and for their
// parts where f returns false. Other queries may be of no use to the outermost one, and then are not planned. A query of no
// table is left out, since all of it is computed.
func eachFolded(root *pg_query.Node, f func(*pg_query.Node) bool) {
	w := folding(f)
	switch s := trees.Explained(root).GetNode().(type) {
	case *pg_query.Node_SelectStmt:
		w.query(s.SelectStmt, root.GetExplainStmt() != nil)
	case *pg_query.Node_InsertStmt:
		w.query(s.InsertStmt.GetSelectStmt().GetSelectStmt(), false)
	case *pg_query.Node_CreateTableAsStmt:
		w.query(s.CreateTableAsStmt.GetQuery().GetSelectStmt(), false)
	case *pg_query.Node_UpdateStmt:
		w.each(s.UpdateStmt.TargetList...)
		w.each(s.UpdateStmt.ReturningList...)
		w.from(s.UpdateStmt.FromClause...)
		w.each(s.UpdateStmt.WhereClause)
	case *pg_query.Node_DeleteStmt:
		w.each(s.DeleteStmt.ReturningList...)
		w.from(s.DeleteStmt.UsingClause...)
		w.each(s.DeleteStmt.WhereClause)
	}
}

// folding is the function of a call of eachFolded.
type folding func(*pg_query.Node) bool

// query looks at a query. explained: it is one of EXPLAIN, which computes nothing.
func (w folding) query(s *pg_query.SelectStmt, explained bool) {
	switch {
	case s == nil:
	case s.Larg != nil:
		w.query(s.Larg, explained)
		w.query(s.Rarg, explained)
	case len(s.FromClause) > 0 || s.WhereClause != nil || explained:
		w.each(s.TargetList...)
		w.each(s.SortClause...)
		w.each(s.GroupClause...)
		w.from(s.FromClause...)
		w.each(s.WhereClause, s.HavingClause)
	}
}

// from looks at the conditions of joins, and at those of queries in FROM.
func (w folding) from(list ...*pg_query.Node) {
	for _, n := range list {
		switch item := n.GetNode().(type) {
		case *pg_query.Node_JoinExpr:
			w.from(item.JoinExpr.Larg, item.JoinExpr.Rarg)
			w.each(item.JoinExpr.Quals)
		case *pg_query.Node_RangeSubselect:
			if s := item.RangeSubselect.Subquery.GetSelectStmt(); s.GetLarg() == nil && len(s.GetFromClause()) > 0 {
				w.from(s.FromClause...)
				w.each(s.WhereClause, s.HavingClause)
			}
		}
	}
}

// each looks at expressions. It does not look at what is of no use behind a constant: PostgreSQL leaves that out where the
// constant decides. Nor does it look into queries.
func (w folding) each(list ...*pg_query.Node) {
	for _, n := range list {
		if n == nil || w(n) {
			continue
		}
		switch e := n.GetNode().(type) {
		case *pg_query.Node_SubLink:
			w.each(e.SubLink.Testexpr)
		case *pg_query.Node_BoolExpr:
			w.untilConstant(e.BoolExpr.Args)
		case *pg_query.Node_CoalesceExpr:
			w.untilConstant(e.CoalesceExpr.Args)
		case *pg_query.Node_CaseExpr:
			w.branches(e.CaseExpr)
		case *pg_query.Node_SelectStmt, *pg_query.Node_AConst:
		default:
			trees.EachChild(n, func(child *pg_query.Node) { w.each(child) })
		}
	}
}

// untilConstant looks at expressions up to the first that has no column.
func (w folding) untilConstant(list []*pg_query.Node) {
	for _, n := range list {
		if w.each(n); isClosed(n) && !n.GetAConst().GetIsnull() {
			return
		}
	}
}

// branches looks at the branches of CASE up to the first whose test has no column.
func (w folding) branches(c *pg_query.CaseExpr) {
	w.each(c.Arg)
	for _, branch := range c.Args {
		w.each(branch.GetCaseWhen().Expr)
		isTrue := c.Arg == nil && branch.GetCaseWhen().Expr.GetAConst().GetBoolval().GetBoolval()
		if isTrue {
			w.each(branch.GetCaseWhen().Result)
		}
		if isClosed(branch.GetCaseWhen().Expr) && (c.Arg == nil || isClosed(c.Arg)) {
			return
		}
		w.each(branch.GetCaseWhen().Result)
	}
	w.each(c.Defresult)
}

// isClosed reports whether an expression has no column, parameter or query.
func isClosed(n *pg_query.Node) bool {
	closed := true
	trees.EachExpression(n, func(part *pg_query.Node) {
		switch part.GetNode().(type) {
		case *pg_query.Node_ColumnRef, *pg_query.Node_ParamRef, *pg_query.Node_SubLink:
			closed = false
		}
	})
	return closed
}
