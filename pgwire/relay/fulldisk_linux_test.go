package relay_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/internal/disktest"
	"github.com/sallyportdb/sallyport/providers"
)

// smallDisk is a file system of a few megabytes, and a file that fills it.
type smallDisk string

// fill leaves some bytes, in whole pages.
func (d smallDisk) fill(left int) {
	f, err := os.OpenFile(filepath.Join(string(d), "ballast"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return // not even a file has a place
	}
	defer f.Close()
	size := int64(0)
	for chunk := make([]byte, 64<<10); err == nil; {
		var n int
		n, err = f.Write(chunk)
		size += int64(n)
	}
	_ = f.Truncate(max(0, size-int64(left)))
}

func (d smallDisk) free() error {
	err := os.Remove(filepath.Join(string(d), "ballast"))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}

// TestNothingIsDoneUnrecorded: the disk of the records becomes full at any moment, also while their file is rotated and beside transactions,
// pipelines and approvals: no change has come to the table without its intent on record; with space again everything goes on, and the
// records verify.
func TestNothingIsDoneUnrecorded(t *testing.T) {
	for _, pooling := range []providers.Pooling{providers.SessionPooling, providers.TransactionPooling} {
		disk := smallDisk(disktest.Mount(t, "24m"))
		dir := filepath.Join(string(disk), "audit")
		c := sit(t, gate.FullAccess, 0, func(s *settings) {
			s.audit.Dir, s.audit.MaxSizeMB, s.audit.HeadFile = dir, 1, filepath.Join(string(disk), "heads", "head")
			s.source.Pooling, s.source.MaxBackends, s.audit.SyncInterval = pooling, 4, 5*time.Millisecond
		})
		random := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 1)) //nolint:gosec // which moments are tried
		next, a, failed, done := 1000, c.enter(), 0, 0
		row := func() string { next++; return fmt.Sprintf("INSERT INTO t (n, at) VALUES (%d, 'x')", next) }
		for round := range 60 {
			if round%3 > 0 {
				disk.fill([]int{0, 0, 4096, 8192, 40960, 1 << 20}[random.IntN(6)])
			}
			for range 12 {
				pad := " /*" + strings.Repeat("x", []int{1, 1000, 30_000}[random.IntN(3)]) + "*/"
				var got string
				switch random.IntN(7) {
				case 0:
					got = a.query(row() + pad)
				case 1:
					got = a.ask(parse("", row()+pad), bind("", ""), execute(""))
				case 2:
					got = a.query(row() + pad + ";" + row())
				case 3:
					got = a.query("BEGIN") + a.query(row()+pad) + a.query(row()) + a.query("COMMIT")
				case 4:
					got = a.ask(parse("", row()+pad), bind("", ""), execute(""), &pgproto3.Parse{Query: row()}, bind("", ""), execute(""))
				case 5:
					got = a.query("BEGIN" + pad)
					got += a.query(row()) + a.query("ROLLBACK")
				default:
					got = a.query("SELECT count(*) FROM t" + pad)
				}
				if strings.Contains(got, "E(") {
					failed++
				} else {
					done++
				}
				if strings.HasSuffix(got, "closed") || strings.HasSuffix(got, "HANGS") {
					if strings.HasSuffix(got, "HANGS") {
						t.Fatalf("round %d: %s", round, got)
					}
					check(t, disk.free())
					a = c.enter()
				}
			}
			check(t, disk.free())
			a.query("ROLLBACK")
			if got := a.query(row()); !strings.HasPrefix(got, "C(INSERT 0 1)") {
				t.Fatalf("round %d, with space again: %s", round, got)
			}
		}
		if failed == 0 || done == 0 {
			t.Errorf("%d failed, %d were done", failed, done)
		}
		intended := map[string]bool{}
		number := regexp.MustCompile(`VALUES \((\d+), 'x'\)`)
		for line := range strings.Lines(c.everyRecord(t)) {
			if strings.Contains(line, `"phase":"intent"`) {
				for _, m := range number.FindAllStringSubmatch(line, -1) {
					intended[m[1]] = true
				}
			}
		}
		rows := strings.Fields(direct(t, c.dsn, "SELECT string_agg(n::text, ' ') FROM t WHERE n >= 1000"))
		for _, n := range rows {
			if !intended[n] {
				t.Errorf("the row %s has no intent", n)
			}
		}
		t.Logf("%v: %d statements failed, %d were done, %d rows, %d intents", pooling, failed, done, len(rows), len(intended))
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		check(t, c.stop(ctx))
		cancel()
		report, err := audit.Verify(dir, audit.VerifyOptions{First: 1})
		if err != nil || !report.OK() {
			t.Errorf("%+v, %v", report, err)
		}
		log, err := audit.Open(audit.Options{Dir: dir, HeadFile: filepath.Join(string(disk), "heads", "head")})
		check(t, err)
		check(t, log.Close())
	}
}
