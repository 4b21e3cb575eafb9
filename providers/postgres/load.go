package postgres

import (
	"context"
	"strconv"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/providers"
)

// firstUser is the first OID that initdb does not give away: what is below came
// with the server.
const firstUser = 16384

// load reads the whole catalog. Its statements see one moment each, not all the
// same: the server spells out definitions as of now, and fails where something
// that a statement sees has been dropped since, so that what a statement sees
// has to be fresh. What changes on the way is a difference for the next look.
// What is referred to and not there is unknown.
//
// Each statement is a transaction of its own, and those that leave tables locked
// until they end are short (spell): see patient.
//
// All but the names of types are read with an empty search path, so that every
// text that the server spells out says where things are. It stays empty, so the
// connection is one for a single load.
func load(ctx context.Context, pg *pgconn.PgConn, harmless []string) (*snapshot, error) {
	l := &loader{
		run: patient(ctx, pg), snapshot: newSnapshot(), harmless: newAllowList(harmless),
		byID: map[uint32]*providers.Function{}, typeFacts: map[uint32]*typeFacts{}, rowTypes: map[uint32]uint32{},
		rowTargets: map[uint32]bool{}, relationsByID: map[uint32]*relationFacts{}, castFrom: map[uint32]bool{}, castTarget: map[uint32]bool{}, names: map[string]string{},
	}
	l.each("SELECT pg_catalog.current_setting('server_version_num')::int / 10000", func(v []string) { l.major = number(v[0]) })
	l.each("SELECT pg_catalog.unnest(pg_catalog.current_schemas(true))", func(v []string) { l.path = append(l.path, v[0]) })
	l.each(lockTimeoutSQL, nil)
	l.each(typesSQL, l.typ)
	l.each("SELECT pg_catalog.set_config('search_path', '', false)", nil)
	l.loadRelations()
	l.loadFunctions()
	l.loadTypes()
	l.hideInFunctions()
	l.hideInRelations()
	l.unmatched = l.harmless.unmatched()
	return l.snapshot, l.err
}

// loader fills a snapshot; the first error stops it.
type loader struct {
	*snapshot
	run   reader
	err   error
	major int // of the server's version

	harmless      allowList
	byID          map[uint32]*providers.Function
	users         []userFunction
	typeFacts     map[uint32]*typeFacts
	edges         [][2]uint32       // a type, and one that is built of it
	rowTypes      map[uint32]uint32 // of relations
	rowTargets    map[uint32]bool   // what rows are cast to without being asked
	relationsByID map[uint32]*relationFacts
	castFrom      map[uint32]bool   // users' types that are cast to built-in ones, or that operators take
	castTarget    map[uint32]bool   // types that others become without being asked
	names         map[string]string // one copy of each name of a column
}

func (l *loader) read(sql string) [][]string {
	if l.err != nil {
		return nil
	}
	var lines [][]string
	lines, l.err = l.run(sql)
	return lines
}

func (l *loader) each(sql string, use func([]string)) {
	for _, line := range l.read(sql) {
		if use != nil {
			use(line)
		}
	}
}

// first reads the first column.
func (l *loader) first(sql string) []string {
	lines := l.read(sql)
	column := make([]string, len(lines))
	for i, line := range lines {
		column[i] = line[0]
	}
	return column
}

// since14 is text for servers of version 14 and later ones, otherwise for older.
func (l *loader) since14(text, otherwise string) string {
	if l.major >= 14 {
		return text
	}
	return otherwise
}

// oid reads an OID; 0 for NULL.
func oid(s string) uint32 {
	n, err := strconv.ParseUint(s, 10, 32)
	if err != nil {
		return 0
	}
	return uint32(n)
}
