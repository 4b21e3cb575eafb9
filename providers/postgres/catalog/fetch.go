package catalog

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres/query"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// firstUser is the first OID that initdb does not assign: objects with smaller ones came with the server.
const firstUser = 16384

// wants are the names that one fetch reads.
type wants struct {
	relations []qualified
	functions []string
	types     []string
	operators []string
	typeOIDs  []uint32
	anywhere  bool
}

func (w *wants) empty() bool {
	return len(w.relations) == 0 && len(w.functions) == 0 && len(w.types) == 0 && len(w.operators) == 0 && len(w.typeOIDs) == 0 && !w.anywhere
}

// fetch reads what some names mean, and everything that these objects use: the heirs of a relation, the types of its
// columns, the functions of their casts, the types of these functions, and so on. Names in hidden SQL are left to later
// fetches.
//
// The print of an object is read before the object or together with it. So the object is at least as new as its print,
// and if the object is newer, the next comparison notices. Every flight is a transaction of its own; locks that the
// server takes to spell out a definition last as long. If an object is dropped while it is read, the fetch begins
// again.
type fetch struct {
	run      roundTrip
	global   *global
	harmless allowList
	unread   bool // definitions are not spelled out: somebody has locked what they use

	relations map[uint32]*relationFacts
	types     map[uint32]*typeFacts
	functions map[uint32]*functionFacts
	missing   struct{ types, codes, functions []uint32 } // that are used and not read yet
	coded     map[uint32]bool                            // types whose own code was read
	prints    map[string]string
	facts     facts
}

// facts are the answers of a fetch.
type facts struct {
	relations map[qualified]*fact[*providers.Relation] // nil: there is none
	functions map[string]*fact[[]providers.Function]
	types     map[string]*fact[[]providers.Type]
	operators map[string]*fact[[]operator]
	typeOIDs  map[uint32]*fact[*providers.Type]
	anywhere  *fact[[]providers.Hidden]
	names     map[uint32]string // of users' types, for people
	unread    bool
}

// fact is one answer, and the marks that it rests on.
type fact[T any] struct {
	value T
	marks []mark
}

// roundTrip runs queries in one flight.
type roundTrip func(queries ...providers.Query) ([][][]string, error)

// batch is queries that run in one flight, by an empty search path, and who adds the lines of each.
type batch struct {
	queries []providers.Query
	adds    []func(lines [][]string)
}

// ask adds a query to a batch.
func (b *batch) ask(add func(lines [][]string), sql string, args ...string) {
	b.queries, b.adds = append(b.queries, queryOf(sql, args...)), append(b.adds, add)
}

// eachLine has the lines of a query added one by one.
func eachLine(add func(line []string)) func(lines [][]string) {
	return func(lines [][]string) {
		for _, line := range lines {
			add(line)
		}
	}
}

// runBatch runs a batch, and has the lines added in the order of its queries.
func (f *fetch) runBatch(b *batch) error {
	if len(b.queries) == 0 {
		return nil
	}
	lists, err := f.run(append([]providers.Query{queryOf(emptyPathSQL)}, b.queries...)...)
	if err != nil {
		return err
	}
	for i, add := range b.adds {
		add(lists[i+1])
	}
	return nil
}

func queryOf(sql string, args ...string) providers.Query {
	return providers.Query{SQL: query.Qualify(sql), Args: args}
}

// readFacts fetches what is wanted.
func readFacts(run roundTrip, g *global, harmless []string, w wants) (*facts, error) {
	f := &fetch{
		run: run, global: g, harmless: newAllowList(harmless),
		relations: map[uint32]*relationFacts{}, types: map[uint32]*typeFacts{}, functions: map[uint32]*functionFacts{},
		prints: map[string]string{globalTag: g.print},
	}
	began, pause := time.Now(), firstPause
	for {
		err := f.readAll(&w)
		switch {
		case err == nil:
			return &f.facts, nil
		case f.unread || !locked(err) && !gone(err):
			return nil, err
		case time.Since(began) > lockPatience && locked(err):
			f.unread = true
		case time.Since(began) > 2*lockPatience:
			return nil, err
		default:
			time.Sleep(pause)
			pause = min(2*pause, lastPause)
		}
	}
}

func (f *fetch) readAll(w *wants) error {
	clear(f.relations)
	clear(f.types)
	clear(f.functions)
	f.missing.types, f.missing.codes, f.missing.functions = nil, nil, nil
	f.coded = map[uint32]bool{}
	f.facts = newFacts()
	if err := f.readNames(w); err != nil {
		return err
	}
	if err := f.readRelations(); err != nil {
		return err
	}
	for f.more() {
		if err := f.readUsed(); err != nil {
			return err
		}
	}
	f.hideInFunctions()
	f.hideInRelations()
	f.answer(w)
	return nil
}

// readNames reads what the names themselves lead to.
func (f *fetch) readNames(w *wants) error {
	b := &batch{}
	if len(w.relations) > 0 {
		schemas, names := make([]string, len(w.relations)), make([]string, len(w.relations))
		for i, r := range w.relations {
			schemas[i], names[i] = r.schema, r.name
		}
		b.ask(f.addRelations, relationsSQL, query.Array(schemas), query.Array(names))
	}
	if len(w.functions) > 0 {
		b.ask(f.addFunctions, f.functionsSQL()+functionsByName, f.spelling(), query.Array(w.functions))
	}
	if len(w.types) > 0 {
		b.ask(f.addTypes, typesByNameSQL, query.Array(w.types))
		b.ask(eachLine(f.addCollation), collationsSQL, query.Array(w.types))
	}
	for _, id := range w.typeOIDs {
		f.useType(id)
	}
	f.useOperators(w)
	return f.runBatch(b)
}

// addCollation adds a line of collationsSQL.
func (f *fetch) addCollation(v []string) {
	f.types[oid(v[0])|collationBit] = &typeFacts{typeRow: &typeRow{oid: oid(v[0]), schema: v[1], name: v[2], changed: v[3]}, collation: true}
}

// spelling is the parameter that says whether definitions are spelled out.
func (f *fetch) spelling() string { return strconv.FormatBool(!f.unread) }

// more reports whether something that is used has not been read yet.
func (f *fetch) more() bool {
	f.missing.types = slices.DeleteFunc(f.missing.types, func(id uint32) bool { return f.types[id] != nil })
	f.missing.functions = slices.DeleteFunc(f.missing.functions, func(id uint32) bool { return f.functions[id] != nil })
	f.missing.codes = slices.DeleteFunc(f.missing.codes, func(id uint32) bool { return f.coded[id] })
	return len(f.missing.types)+len(f.missing.codes)+len(f.missing.functions) > 0
}

// readUsed reads the types and functions that are used and have not been read yet.
func (f *fetch) readUsed() error {
	types, functions := f.missing.types, f.missing.functions
	coded := slices.DeleteFunc(slices.Concat(types, f.missing.codes), func(id uint32) bool { return f.coded[id] })
	f.missing.types, f.missing.codes, f.missing.functions = nil, nil, nil
	for _, id := range coded {
		f.coded[id] = true
	}
	b := &batch{}
	if len(types) > 0 {
		b.ask(f.addTypes, typesByOIDSQL, oidArray(types))
	}
	if len(coded) > 0 {
		b.ask(eachLine(f.addTypeNamed), typeNamedSQL, oidArray(coded))
		b.ask(f.addTypeCode, typeCodeSQL, oidArray(coded))
	}
	if len(functions) > 0 {
		b.ask(f.addFunctions, f.functionsSQL()+functionsByOID, f.spelling(), oidArray(functions))
	}
	if err := f.runBatch(b); err != nil {
		return err
	}
	for _, id := range types {
		if f.types[id] == nil {
			f.types[id] = &typeFacts{typeRow: &typeRow{oid: id}, gone: true}
		}
	}
	for _, id := range functions {
		if f.functions[id] == nil {
			f.functions[id] = &functionFacts{Function: &providers.Function{}, oid: id}
		}
	}
	return nil
}

// oid reads an OID; 0 for NULL.
func oid(s string) uint32 {
	n, err := strconv.ParseUint(s, 10, 32)
	if err != nil {
		return 0
	}
	return uint32(n)
}

func oidArray(list []uint32) string {
	b := []byte{'{'}
	for i, id := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendUint(b, uint64(id), 10)
	}
	return string(append(b, '}'))
}

// To spell out a definition, the server locks the tables that it uses, so it can wait for another session's DDL, or be
// waited for. A deadlock ends the session that has waited for deadlock_timeout, and that must not be the DDL. So the
// catalog's connection waits for only a fraction of deadlock_timeout, and then gives up all its locks.
const (
	// What follows in the flight is planned for any parameters, because to plan these texts takes longer than to run
	// them. To read the view pg_settings would take longer still.
	lockTimeoutSQL = `SELECT pg_catalog.set_config('plan_cache_mode', 'force_generic_plan', true), pg_catalog.set_config('lock_timeout',
  greatest(1, least(100, (EXTRACT(epoch FROM pg_catalog.current_setting('deadlock_timeout')::pg_catalog.interval) OPERATOR(pg_catalog.*) 250)::int))::text, true)`

	// lockPatience bounds how long one fetch waits for locks; between its attempts are pauses of firstPause to
	// lastPause. What is locked for longer stays unread, and nothing is proven of it, so that the gate does not wait
	// for another session's VACUUM FULL.
	lockPatience = time.Second
	firstPause   = 10 * time.Millisecond
	lastPause    = 250 * time.Millisecond

	deadlock sqlstate.Code = "40P01"
)

// locked reports whether another session has a lock that the statement needs.
func locked(err error) bool { return isCode(err, sqlstate.LockNotAvailable, deadlock) }

// gone reports whether an object vanished while the statement read it.
func gone(err error) bool { return isCode(err, sqlstate.InternalError) }

func isCode(err error, codes ...sqlstate.Code) bool {
	var server *pgconn.PgError
	if !errors.As(err, &server) {
		return false
	}
	return slices.Contains(codes, sqlstate.Code(server.Code))
}

// tripsOf runs queries through an Asker. The search path of the session stays as it is, since what the server spells
// out is read by the same path; only views and rules are spelled out by an empty one.
func tripsOf(ctx context.Context, a providers.Asker) roundTrip {
	return func(queries ...providers.Query) ([][][]string, error) {
		own := slices.DeleteFunc(slices.Clone(queries), func(q providers.Query) bool { return q.SQL == emptyPathSQL })
		for i := range own {
			switch own[i].SQL {
			case queryOf(viewsSQL).SQL:
				own[i].SQL = queryOf(ownViewsSQL).SQL
			case queryOf(rulesSQL).SQL:
				own[i].SQL = queryOf(ownRulesSQL).SQL
			}
		}
		found, err := a(ctx, own...)
		if err != nil {
			return nil, err
		}
		lists := make([][][]string, len(queries))
		for i, q := range queries {
			if q.SQL != emptyPathSQL {
				lists[i], found = found[0], found[1:]
			}
		}
		return lists, nil
	}
}
