package parse

import (
	"strings"
	"testing"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// TestChildren: parts of a statement come in the grammar's order, in every build.
func TestChildren(t *testing.T) {
	tree, err := pg_query.Parse("SELECT target FROM here WHERE a = 1 GROUP BY grouped HAVING had ORDER BY sorted LIMIT 5")
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	var walk func(m protoreflect.Message) bool
	walk = func(m protoreflect.Message) bool {
		switch n := m.Interface().(type) {
		case *pg_query.String:
			found = append(found, n.Sval)
		case *pg_query.RangeVar:
			found = append(found, n.Relname)
		}
		return Children(m, walk, "limit_count")
	}
	if !walk(tree.Stmts[0].ProtoReflect()) {
		t.Error("it ended early")
	}
	if got := strings.Join(found, " "); got != "target here = a grouped had sorted" {
		t.Error(got)
	}
	n := 0
	if Children(tree.Stmts[0].Stmt.GetSelectStmt().ProtoReflect(), func(protoreflect.Message) bool { n++; return n < 2 }) || n != 2 {
		t.Errorf("it went on after %d", n)
	}
}
