package clients

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/gate"
)

var (
	seed = flag.Uint64("seed", 0, "play this one random series of messages")
	many = flag.Uint64("series", 100, "how many random series of messages are played")
)

// TestRandomMessages plays series of random messages to the server and through
// a door. Each series has a session of its own. One that is answered otherwise
// is shrunk before it is shown.
func TestRandomMessages(t *testing.T) {
	from, to := uint64(1), *many
	if *seed != 0 {
		from, to = *seed, *seed
	}
	real, through := direct(t), door(t, gate.FullAccess)
	for _, g := range []target{real, through} {
		g.super(t, randomSetup)
	}
	for n := from; n <= to && !t.Failed(); n++ {
		compareRandom(t, real, through, n)
	}
}

// FuzzMessages has the fuzzer choose the series.
func FuzzMessages(f *testing.F) {
	f.Add(uint64(1_000_000))
	real, through := direct(f), door(f, gate.FullAccess)
	real.super(f, randomSetup)
	through.super(f, randomSetup)
	f.Fuzz(func(t *testing.T, n uint64) { compareRandom(t, real, through, n) })
}

func compareRandom(t *testing.T, real, through target, n uint64) {
	t.Helper()
	list := randomMessages(rand.New(rand.NewPCG(n, 1)))
	differs := func(list []pgproto3.FrontendMessage) string {
		for _, g := range []target{real, through} {
			g.super(t, emptied)
		}
		return difference(playRandom(t, real, n, list), playRandom(t, through, n, list))
	}
	if text := differs(list); text != "" {
		small := shrunk(list, differs)
		t.Errorf("-seed %d: the door (+) answers otherwise than the server (-):\n%s\nof\n%s\nsmaller:\n%s\nof\n%s",
			n, text, described(list), differs(small), described(small))
	}
}

// shrunk leaves out messages without which it still differs, but for the last
// two, by which the end is seen.
func shrunk(list []pgproto3.FrontendMessage, differs func([]pgproto3.FrontendMessage) string) []pgproto3.FrontendMessage {
	until := time.Now().Add(limit)
	for size := len(list) / 2; size > 0; size /= 2 {
		for i := 0; i+size <= len(list)-2 && time.Now().Before(until); {
			if less := slices.Delete(slices.Clone(list), i, i+size); differs(less) != "" {
				list = less
			} else {
				i += size
			}
		}
	}
	return list
}

const randomSetup = `CREATE TABLE r (id int PRIMARY KEY, name text);
	CREATE FUNCTION note(text) RETURNS text LANGUAGE plpgsql AS 'BEGIN RAISE NOTICE ''%'', $1; RETURN $1; END'`

// emptied empties the table, if no session that hangs holds it.
const emptied = "SET lock_timeout = 300; DO $$ BEGIN TRUNCATE r; EXCEPTION WHEN lock_not_available THEN NULL; END $$"

// texts of random statements: valid, invalid, and ones that change the
// session's state.
var texts = []string{
	"SELECT 1", "SELECT $1::int", "SELECT $1::text, $2::int", "SELECT n FROM generate_series(1, 7) n",
	"SELECT 1/$1::int", "SELECT 1/0", "SELECT nope", "SELEC", "", ";", "SELECT note('x')",
	"INSERT INTO r VALUES ($1, $2) ON CONFLICT DO NOTHING", "INSERT INTO r VALUES (1, 'x')", "DELETE FROM r WHERE id = $1",
	"UPDATE r SET name = $2 WHERE id = $1 RETURNING id", "SELECT count(*) FROM r", "TABLE missing",
	"BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT a", "ROLLBACK TO a", "RELEASE a", "BEGIN READ ONLY",
	"SET TimeZone = 'Asia/Tokyo'", "RESET TimeZone", "SET LOCAL application_name = 'x'", "SHOW TimeZone",
	"DECLARE c CURSOR FOR SELECT n FROM generate_series(1, 4) n", "FETCH 2 FROM c", "CLOSE c",
	"PREPARE s1 AS SELECT 'prepared'", "EXECUTE s1", "DEALLOCATE s1", "DEALLOCATE ALL",
	"COPY (SELECT 1) TO STDOUT", "COPY r FROM STDIN", "LISTEN a", "NOTIFY a", "SELECT repeat('x', 5000)", "VACUUM r",
	"CREATE TEMP TABLE IF NOT EXISTS tmp (id int)", "DROP TABLE IF EXISTS tmp",
}

var (
	statements = []string{"", "", "s1", "s2", "s3"}
	portals    = []string{"", "", "p1", "c"}
	values     = []string{"1", "2", "0", "x", ""}
)

// randomMessages makes a series. It ends such that the answers' end can be seen.
func randomMessages(r *rand.Rand) (list []pgproto3.FrontendMessage) {
	pick := func(from []string) string { return from[r.IntN(len(from))] }
	add := func(m pgproto3.FrontendMessage) { list = append(list, m) }
	for range 5 + r.IntN(40) {
		switch n := r.IntN(100); {
		case n < 12:
			add(&pgproto3.Query{String: pick(texts)})
		case n < 16:
			add(&pgproto3.Query{String: pick(texts) + "; " + pick(texts) + "; " + pick(texts)})
		case n < 36:
			add(&pgproto3.Parse{Name: pick(statements), Query: pick(texts)})
		case n < 56:
			b := &pgproto3.Bind{DestinationPortal: pick(portals), PreparedStatement: pick(statements)}
			for range r.IntN(3) {
				b.Parameters = append(b.Parameters, []byte(pick(values)))
			}
			if r.IntN(4) == 0 {
				b.ResultFormatCodes = []int16{int16(r.IntN(2))}
			}
			add(b)
		case n < 76:
			add(&pgproto3.Execute{Portal: pick(portals), MaxRows: uint32(max(0, r.IntN(8)-4))})
		case n < 84:
			add(&pgproto3.Describe{ObjectType: "SP"[r.IntN(2)], Name: pick(statements)})
		case n < 88:
			add(&pgproto3.Close{ObjectType: "SP"[r.IntN(2)], Name: pick(statements)})
		case n < 91:
			add(&pgproto3.Flush{})
		case n < 92:
			add(&pgproto3.CopyData{Data: []byte("stray\n")})
		case n < 93:
			add(&pgproto3.CopyDone{})
		case n < 94:
			add(&pgproto3.CopyFail{Message: "stray"})
		case n < 95: // one that goes well if it is let
			add(&pgproto3.Query{String: "COPY r FROM STDIN"})
			add(&pgproto3.CopyData{Data: []byte("100\tcopied\n")})
			add(&pgproto3.CopyDone{})
		default:
			add(&pgproto3.Sync{})
		}
		if r.IntN(3) == 0 { // what is often said together
			name, portal := pick(statements), pick(portals)
			add(&pgproto3.Parse{Name: name, Query: pick(texts[:6])})
			add(&pgproto3.Bind{DestinationPortal: portal, PreparedStatement: name, Parameters: [][]byte{[]byte("1")}[:r.IntN(2)]})
			add(&pgproto3.Execute{Portal: portal})
		}
	}
	return append(list, &pgproto3.Sync{}, &pgproto3.Query{String: "ROLLBACK"}, &pgproto3.Query{String: "SELECT 'the end'"})
}

// playRandom sends a series in pieces that a seed chooses, and returns what came.
func playRandom(t *testing.T, g target, n uint64, list []pgproto3.FrontendMessage) string {
	t.Helper()
	s := greeted(t, g, nil)
	for _, m := range list {
		s.write(m)
	}
	out, r := s.out, rand.New(rand.NewPCG(n, 2))
	s.out = nil
	sent := make(chan struct{})
	go func() {
		defer close(sent)
		for len(out) > 0 {
			size := min(len(out), 1+r.IntN(1+r.IntN(400)))
			if _, err := s.conn.Write(out[:size]); err != nil {
				return // the reader tells
			}
			out = out[size:]
		}
	}()
	defer func() {
		_ = s.conn.Close() // who still writes need not go on
		<-sent
	}()
	var lines []string
	shower := newShower()
	for {
		m := s.receive()
		lines = append(lines, shower.show(m))
		if m.kind == 0 || m.kind == silence || m.kind == 'D' && strings.Contains(lines[len(lines)-1], `"the end"`) {
			return unnamed.Replace(kinds(lines))
		}
	}
}

// unnamed makes one of two errors: a simple query that fails in a transaction
// leaves its unnamed portal to an Execute (25P02), of which the door knows nothing
// (34000).
var unnamed = strings.NewReplacer("ErrorResponse 34000", "ErrorResponse 25P02 or 34000", "ErrorResponse 25P02", "ErrorResponse 25P02 or 34000")

// described writes a series as a transcript would.
func described(list []pgproto3.FrontendMessage) string {
	var out strings.Builder
	for _, m := range list {
		fmt.Fprintf(&out, "%s %+v\n", strings.TrimPrefix(fmt.Sprintf("%T", m), "*pgproto3."), m)
	}
	return out.String()
}
