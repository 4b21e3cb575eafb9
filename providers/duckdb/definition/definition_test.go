package definition

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestParseAlteration(t *testing.T) {
	for sql, want := range map[string]Alteration{
		`ALTER TABLE t ADD COLUMN IF NOT EXISTS "a b" int`:      {Target: "t", Action: AddColumn, Column: "a b", Lenient: true},
		`alter table only s."T" drop column c cascade`:          {Target: `s."T"`, Action: DropColumn, Column: "c", Cascade: true},
		`ALTER TABLE IF EXISTS t RENAME COLUMN a TO "B"`:        {Target: "t", Action: RenameColumn, Column: "a", To: "B"},
		`ALTER TABLE t RENAME TO u`:                             {Target: "t", Action: RenameTable, To: "u"},
		`ALTER TABLE t ALTER a SET DATA TYPE text`:              {Target: "t", Action: ChangeType, Column: "a"},
		`ALTER TABLE t ADD CONSTRAINT k UNIQUE (a, b);`:         {Target: "t", Action: AddConstraint, Name: "k", Body: "UNIQUE (a, b)"},
		`ALTER TABLE t ADD CHECK (a > 0)`:                       {Target: "t", Action: AddConstraint, Body: "CHECK (a > 0)"},
		`ALTER TABLE t DROP CONSTRAINT IF EXISTS k`:             {Target: "t", Action: DropConstraint, Name: "k", Lenient: true},
		`ALTER TABLE t RENAME CONSTRAINT k TO l`:                {Target: "t", Action: RenameConstraint, Name: "k", To: "l"},
		`ALTER TABLE t /* DROP c */ OWNER TO CURRENT_USER`:      {Target: "t", Action: NoAction},
		`ALTER TABLE t ALTER COLUMN a SET DEFAULT 'x RENAME y'`: {Target: "t", Action: OtherAction},
	} {
		if got, ok := ParseAlteration(sql); !ok || got != want {
			t.Errorf("%s\n got %+v\nwant %+v", sql, got, want)
		}
	}
	for _, sql := range []string{"ALTER VIEW v RENAME TO w", "CREATE TABLE t (a int)", "ALTER TABLE", ""} {
		if got, ok := ParseAlteration(sql); ok {
			t.Errorf("%s is no ALTER TABLE, and is read as %+v", sql, got)
		}
	}
}

func TestElements(t *testing.T) {
	got := Elements(`CREATE TABLE t ("a,b" numeric(4, 2) DEFAULT ',)', b int UNIQUE, PRIMARY KEY ("a,b"), CHECK (b > 0 -- , x
	))`)
	want := []string{`"a,b" numeric(4, 2) DEFAULT ',)'`, "b int UNIQUE", `PRIMARY KEY ("a,b")`, "CHECK (b > 0 -- , x\n\t)"}
	if !slices.Equal(got, want) {
		t.Fatalf("got %q", got)
	}
	unique, primary := UniqueIn(got)
	if !reflect.DeepEqual(unique, [][]string{{"b"}}) || !slices.Equal(primary, []string{"a,b"}) {
		t.Errorf("unique %q, primary %q", unique, primary)
	}
}

func TestChangeTarget(t *testing.T) {
	for sql, want := range map[string]string{
		`WITH x AS (DELETE FROM a RETURNING *) INSERT INTO s."T x" SELECT * FROM x`: `s."T x"`,
		`UPDATE ONLY t SET a = 1`:      "t",
		`MERGE INTO t USING u ON true`: "t",
		`TRUNCATE TABLE s.t, u`:        "s.t",
		`SELECT 'INSERT INTO t'`:       "",
	} {
		if got := ChangeTarget(sql); got != want {
			t.Errorf("%s: %q instead of %q", sql, got, want)
		}
	}
}

// TestWordsOfLongStatements: to find out what a statement is, its first words are read, not all of a long one.
func TestWordsOfLongStatements(t *testing.T) {
	long := "SELECT 1" + strings.Repeat(", 1", 100_000)
	looks := func() {
		if _, ok := ParseAlteration(long); ok {
			t.Error("a SELECT is an ALTER TABLE")
		}
		if _, ok := Parse(long); ok {
			t.Error("a SELECT defines")
		}
		if Begins(long, "SELECT 2") || !Begins(long, "select 1") {
			t.Error("begins reads other words")
		}
		if len(AssignedColumns(long)) != 0 {
			t.Error("a SELECT assigns")
		}
	}
	if made := testing.AllocsPerRun(3, looks); made > 20 {
		t.Errorf("%v allocations: the statement is taken apart", made)
	}
}
