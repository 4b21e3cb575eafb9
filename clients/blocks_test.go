package clients

import (
	"os"
	"path/filepath"
	"testing"
)

// The catalog within a transaction block says what the transaction sees, also where the first statement of the block
// that looks at it is one of ours: for a key that is added, and for those that follow a change of rows.
func TestCatalogInBlocks(t *testing.T) {
	for name, script := range map[string]string{
		"key added": `BEGIN; CREATE TABLE a (i int, j int); ALTER TABLE a ADD CONSTRAINT k UNIQUE (i, j);`,
		"inserted":  `CREATE TABLE b (i int); SELECT 1 FROM information_schema.tables WHERE table_name = 'a'; CREATE TABLE a (i int); BEGIN; INSERT INTO b VALUES (1);`,
		"updated":   `CREATE TABLE b (i int); SELECT 1 FROM information_schema.tables WHERE table_name = 'a'; CREATE TABLE a (i int); BEGIN; UPDATE b SET i = 2;`,
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "script.sql")
			must(t, os.WriteFile(file, []byte(script+`
				SELECT table_name FROM information_schema.tables WHERE table_name = 'a';
				SELECT relname FROM pg_catalog.pg_class WHERE relname = 'a';
				COMMIT;`), 0o600))
			out, err := command(t, embedded(t), "psql", "-XAtqv", "ON_ERROR_STOP=1", "-f", file)
			if want := "a\na\n"; err != nil || out[max(0, len(out)-len(want)):] != want {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
}
