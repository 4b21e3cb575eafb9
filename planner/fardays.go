package planner

import (
	"strconv"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// The last day that a constant of a timestamp may be of in the embedded engine, and how much later its last timestamp is.
const (
	lastDay     = "294246-12-31"
	pastLastDay = "244:00:54.775806"
)

// writeFarDays writes dates that are compared with timestamps: one behind all timestamps is greater than each but infinity. A column is
// left alone: its source compares it by its statistics, or is sent the comparison, and a date that far is an error there.
func writeFarDays(statement *pg_query.Node, found map[*pg_query.Node]string, env *rewrite.Env) {
	if len(found) == 0 || !runsAtOnce(statement) {
		return
	}
	list := map[*pg_query.Node]bool{}
	for n := range found {
		if n.GetColumnRef() == nil && !isNearDay(n) && !trees.IsVolatile(n.ProtoReflect()) && !trees.HasSubquery(n) {
			list[n] = true
		}
	}
	if len(list) == 0 {
		return
	}
	nameTargets(statement, isNodeOf(list))
	env.Placed = true
	for _, n := range nodesOf(statement, list) {
		day := func(s string) *pg_query.Node { return build.Cast(build.Text(s), build.PlainType("date")) }
		to := build.PlainType(found[n])
		moment := build.Cast(build.Text(lastDay), build.PlainType("timestamp"))
		if found[n] == "timestamptz" {
			moment = build.Call("timezone", build.Text("UTC"), moment)
		}
		moment = build.Binary("+", moment, build.Cast(build.Text(pastLastDay), build.PlainType("interval")))
		far := build.And(build.Binary(">", proto.CloneOf(n), day(lastDay)), build.Binary("<", proto.CloneOf(n), day("infinity")))
		n.Node = build.Case(build.Cast(&pg_query.Node{Node: n.Node}, to), build.When(far, moment)).Node
	}
}

// isNearDay reports whether a date is a constant that has a timestamp.
func isNearDay(n *pg_query.Node) bool {
	text, quoted := parse.TextConstant(trees.WithoutCasts(n))
	if _, isDate := n.GetNode().(*pg_query.Node_SqlvalueFunction); isDate {
		return true
	}
	year, _, _ := strings.Cut(strings.TrimSpace(text), "-")
	number, err := strconv.Atoi(year)
	return quoted && (err != nil || number < 200_000)
}
