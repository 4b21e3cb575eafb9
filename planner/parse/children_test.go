package parse

import (
	"slices"
	"strings"
	"testing"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"
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

// TestChildrenAreProtobufs: the messages in a tree are those that protobuf's reflection finds, in the order of the descriptors.
func TestChildrenAreProtobufs(t *testing.T) {
	tree, err := pg_query.Parse(`WITH w AS (SELECT 1, NULL, 1.5, 'x', true, B'1' FROM a JOIN b USING (c)) SELECT DISTINCT ON (x) x[1:2], (y).z, count(*) FILTER (WHERE p)
		OVER (PARTITION BY q ORDER BY r ROWS 1 PRECEDING), CASE WHEN s THEN $1 ELSE ARRAY[1] END, t::int[], EXISTS (VALUES (1), (2)) FROM w, LATERAL f(u) WITH ORDINALITY g(h);
		INSERT INTO i (j) VALUES (DEFAULT) ON CONFLICT (j) DO UPDATE SET j = excluded.j RETURNING *; GRANT SELECT ON k TO l;
		CREATE TABLE m (n int PRIMARY KEY DEFAULT 1, CHECK (n > 0)) PARTITION BY RANGE (n); ALTER TABLE m ADD o text; DO 'x'`)
	if err != nil {
		t.Fatal(err)
	}
	messages := 0
	var walk func(m protoreflect.Message) bool
	walk = func(m protoreflect.Message) bool {
		messages++
		var want, got []protoreflect.Message
		fields := m.Descriptor().Fields()
		for i := range fields.Len() {
			field := fields.Get(i)
			if field.Kind() != protoreflect.MessageKind || !m.Has(field) {
				continue
			}
			if !field.IsList() {
				want = append(want, m.Get(field).Message())
				continue
			}
			for list, i := m.Get(field).List(), 0; i < list.Len(); i++ {
				want = append(want, list.Get(i).Message())
			}
		}
		Children(m, func(child protoreflect.Message) bool { got = append(got, child); return true })
		if !slices.Equal(got, want) {
			t.Errorf("%s: %d, want %d", m.Descriptor().Name(), len(got), len(want))
		}
		for i := range fields.Len() {
			Children(m, func(child protoreflect.Message) bool {
				if m.Has(fields.Get(i)) && !fields.Get(i).IsList() && fields.Get(i).Kind() == protoreflect.MessageKind && child == m.Get(fields.Get(i)).Message() {
					t.Errorf("%s: %s was not to come", m.Descriptor().Name(), fields.Get(i).Name())
				}
				return true
			}, fields.Get(i).Name())
		}
		return Children(m, walk)
	}
	if walk(tree.ProtoReflect()); messages < 250 {
		t.Errorf("%d messages", messages)
	}
	var none *pg_query.Node
	if !Children(none.ProtoReflect(), func(protoreflect.Message) bool { return false }) {
		t.Error("a message that is not there has some in it")
	}
}

func BenchmarkChildren(b *testing.B) {
	tree, err := pg_query.Parse("SELECT a, b FROM c JOIN d USING (e) WHERE a IN (" + strings.Repeat("1, ", 1000) + "2)")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		EachMessage(tree.ProtoReflect(), func(proto.Message) {})
	}
}
