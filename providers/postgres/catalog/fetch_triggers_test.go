package catalog

import (
	"testing"

	"github.com/sallyportdb/sallyport/providers"
)

// TestTemporarySchemaIsLast: only where a path names the temporary schema at its end alone, temporary relations hide no other.
func TestTemporarySchemaIsLast(t *testing.T) {
	for path, want := range map[string]bool{
		"": false, `""`: false, "public": false, "public, pg_temp": true, `app,"pg_temp"`: true, "pg_temp": true, "pg_temp, public": false,
		"pg_temp, public, pg_temp": false, `"a, pg_temp"`: false, `"$user", public, pg_temp`: true, "public, pg_temp_3": false, "PG_TEMP, public, pg_temp": false,
	} {
		if got := isLast(path); got != want {
			t.Errorf("%q: %v", path, got)
		}
	}
}

// TestWhenFired: by which change of a relation a trigger is fired.
func TestWhenFired(t *testing.T) {
	const insert, update, remove = providers.Insert, providers.Update, providers.Delete
	for _, one := range []struct {
		root, op providers.Event
		tgtype   int
		moves    bool
		want     providers.Event
	}{
		{0, 0, firesOnInsert, false, insert},
		{0, 0, firesOnInsert | firesOnUpdate, false, insert | update},
		{0, 0, firesOnDelete, true, update | remove}, // an UPDATE moves a row to another partition
		{0, 0, 1 << 5, true, 0},                      // TRUNCATE
		{update, update, firesOnUpdate, false, update},
		{update, update, firesOnInsert, false, 0},
		{update, update, firesOnInsert, true, update},
		{remove, update, firesOnUpdate, false, remove}, // ON DELETE SET NULL
		{remove, remove, firesOnUpdate, false, 0},
		{update | remove, remove, firesOnDelete, false, update | remove},
	} {
		if got := whenFired(one.root, one.op, one.tgtype, one.moves); got != one.want {
			t.Errorf("%+v: %d", one, got)
		}
	}
}
