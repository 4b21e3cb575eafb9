package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/sallyportdb/sallyport/discovery"
	"github.com/sallyportdb/sallyport/discovery/joins"
	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// guess measures how many of the foreign keys of one column that a schema declares are proposed when
// nobody knows of them, and how much else is. The schema is a file for psql.
func guess(ctx context.Context, server *pgtest.Server, program, file string) (err error) {
	dir, err := os.MkdirTemp("", "bench-joins-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	database := strings.ToLower(strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)))
	for _, args := range [][]string{{"-d", "postgres", "-c", "CREATE DATABASE " + database}, {"-d", database, "-f", file}} {
		cmd := exec.CommandContext(ctx, filepath.Join(server.BinDir, "psql"), append([]string{"-X", "-q", "-o", os.DevNull, "-h", "127.0.0.1", "-p", fmt.Sprint(server.Port), "-U", "postgres"}, args...)...) //nolint:gosec // it was named
		if err := cmd.Run(); err != nil {
			return fmt.Errorf("psql: %w", err)
		}
	}
	config := filepath.Join(dir, "sallyport.yaml")
	text := fmt.Sprintf("state_dir: %s\nsources: [{name: big, kind: postgres, dsn: %q}]\n", filepath.Join(dir, "state"), server.DSN(database))
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		return err
	}
	if out, err := exec.CommandContext(ctx, program, "ingest", "--config", config).CombinedOutput(); err != nil { //nolint:gosec // the same
		return fmt.Errorf("%w: %s", err, out)
	}
	store, err := discovery.Open(ctx, filepath.Join(dir, "state"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	declared, tables, err := withoutKeys(ctx, store)
	if err != nil {
		return err
	}
	right, wrong := 0, 0
	guessed := map[string]bool{}
	for _, a := range joins.Guess(tables) {
		for _, k := range a.ForeignKeys {
			key := keyOf(a.Ref, k)
			if guessed[key] = true; declared[key] {
				right++
				continue
			}
			wrong++
			fmt.Fprintln(os.Stderr, "not declared:", key)
		}
	}
	for key := range declared {
		if !guessed[key] {
			fmt.Fprintln(os.Stderr, "not guessed:", key)
		}
	}
	fmt.Printf("%-20s %4d tables, %4d keys declared, %4d of them guessed, %4d others; precision %.2f, recall %.2f\n", database, len(tables), len(declared), right, wrong,
		float64(right)/float64(max(1, right+wrong)), float64(right)/float64(max(1, len(declared))))
	return nil
}

func keyOf(from discovery.TableRef, k discovery.ForeignKey) string {
	return from.Display() + "." + k.FromColumn + " → " + k.To.Display() + "." + k.ToColumn
}

// withoutKeys returns the tables without their foreign keys, and those keys that have one column.
func withoutKeys(ctx context.Context, store *discovery.Store) (declared map[string]bool, tables []discovery.Table, err error) {
	declared = map[string]bool{}
	err = store.Each(ctx, "big", func(t discovery.Table) error {
		columns := map[string]int{}
		for _, k := range t.ForeignKeys {
			columns[k.Constraint]++
		}
		for _, k := range t.ForeignKeys {
			if k.Guess == "" && columns[k.Constraint] == 1 && t.PartitionOf == (discovery.TableRef{}) {
				declared[keyOf(t.Ref, k)] = true
			}
		}
		t.ForeignKeys = nil
		tables = append(tables, joins.Trim(t))
		return nil
	})
	return declared, tables, err
}
