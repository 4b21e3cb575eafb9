package planner

import (
	"strconv"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/definitions"
	"github.com/sallyportdb/sallyport/planner/duckdialect/resultcolumns"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// writeCharsBeside casts values of type character to text where PostgreSQL makes texts of them, and times to times with a zone.
func writeCharsBeside(statement *pg_query.Node, found *definitions.CharsBeside, env *rewrite.Env) error {
	switch {
	case !found.Any():
		return nil
	case found.Using:
		return sqlstate.New(sqlstate.FeatureNotSupported, "JOIN USING of columns of types character and text is not supported").
			WithHint("Write ON, and cast the column of type character to text.")
	case found.Mixed:
		return sqlstate.New(sqlstate.FeatureNotSupported, "BETWEEN of a value of type character, and a text and another value is not supported").
			WithHint("Cast the value to text.")
	}
	if found.Lost {
		return sqlstate.New(sqlstate.FeatureNotSupported, "a time that becomes a time with time zone is not supported here").WithHint("Cast the time to timetz.")
	}
	isPadded, isText, isZoned := isNodeOf(found.Padded), isNodeOf(found.Texts), isNodeOf(found.Zoned)
	nameTargets(statement, func(m proto.Message) bool { return isPadded(m) || isText(m) || isZoned(m) })
	for n, size := range found.Padded {
		if size == 0 {
			return sqlstate.New(sqlstate.FeatureNotSupported, "a cast of this value of type character to a type that keeps its blanks is not supported").
				WithHint("Cast the value to text.")
		}
		n.Node = build.Call("rpad", build.Cast(&pg_query.Node{Node: n.Node}, build.PlainType("text")), build.Number(int64(size))).Node
	}
	env.Placed = true
	for n := range found.Texts {
		castInPlace(n, build.PlainType("text"))
	}
	for n := range found.Zoned {
		n.Node = castToZoned(&pg_query.Node{Node: n.Node}).Node
	}
	for link, columns := range found.Links {
		castLinked(link, columns)
	}
	for leaf, columns := range found.Leaves {
		if !castTargets(leaf, columns) {
			return sqlstate.New(sqlstate.FeatureNotSupported, "UNION, INTERSECT or EXCEPT of these columns of several types is not supported").
				WithHint("Name the columns, and cast them to one type.")
		}
	}
	return nil
}

// castLinked casts columns of a subquery that is compared with values.
func castLinked(link *pg_query.SubLink, columns map[int]string) {
	if castTargets(link.Subselect.GetSelectStmt(), columns) {
		return
	}
	alias := build.Alias("__linked")
	var targets []*pg_query.Node
	for i := range max(len(link.Testexpr.GetRowExpr().GetArgs()), 1) {
		name := "__" + strconv.Itoa(i+1)
		alias.Colnames = append(alias.Colnames, build.Names(name)...)
		value := build.Column(alias.Aliasname, name)
		if columns[i] != "" {
			value = asBeside(value, columns[i])
		}
		targets = append(targets, build.Target(value, name))
	}
	link.Subselect = build.Select(build.Subselect(link.Subselect, alias), targets...)
}

// castTargets casts columns of a query to text, and reports whether its text shows them.
func castTargets(s *pg_query.SelectStmt, columns map[int]string) bool {
	if s.GetLarg() != nil || len(s.GetTargetList()) == 0 || len(s.DistinctClause) > 0 {
		return false
	}
	for _, n := range s.TargetList {
		if trees.IsStar(n.GetResTarget().GetVal()) {
			return false
		}
	}
	for i := range columns {
		if i >= len(s.TargetList) {
			return false
		}
	}
	for i, to := range columns {
		target := s.TargetList[i].GetResTarget()
		if target.Name == "" {
			target.Name, _ = resultcolumns.Name(target.Val)
		}
		target.Val = asBeside(target.Val, to)
	}
	return true
}

// asBeside is a value as what it becomes: a text, or a character, in which blanks at the end do not count.
func asBeside(value *pg_query.Node, to string) *pg_query.Node {
	switch to {
	case "text":
		return build.Cast(value, build.PlainType("text"))
	case "timetz":
		return castToZoned(value)
	}
	return build.Call("rtrim", build.Cast(value, build.PlainType("text")))
}

// castToZoned is a time with the zone of the session.
func castToZoned(clock *pg_query.Node) *pg_query.Node {
	return build.Cast(build.Cast(clock, build.PlainType("time")), build.PlainType("timetz"))
}
