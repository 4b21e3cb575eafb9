package relay

import (
	"cmp"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/pgwire/request"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// This file makes the server compare the catalog with what a statement was judged by, in the flight of
// the statement: right behind it, while it holds its locks, and before its transaction may commit. The
// comparison is a statement of the relay's own. It fails if something has changed since; then the
// server undoes the statement, and the client gets an error instead of the answer, which is kept back
// until then. A part of a large answer may have left by then: that part is only what its reader may
// read, and what the statement wrote is undone in any case.

// readsOnly reports whether the statement runs in a transaction that can only read, whatever it was
// judged to be.
func (s *session) readsOnly() bool {
	return !s.relayed.MayWrite || s.access == engine.ReadOnly && s.status == byte(providers.Idle)
}

// ownGuardSQL is a question that fails if SQL has prepared the statement of that name. Code that was swapped in may have given the name of the
// comparison to a statement of its own, which says that nothing has changed. What is prepared behind that code cannot be
// replaced, but to prepare the comparison each time would take longer than all else, and this takes little. A plain change is not asked
// about: who owns its table may have triggers run any code.
const ownGuardSQL = `SELECT ('what was found: ' OPERATOR(pg_catalog.||) p.name)::pg_catalog.int4 FROM pg_catalog.pg_prepared_statement() p WHERE p.from_sql AND p.name OPERATOR(pg_catalog.=) '%s'`

// sendGuards sends the comparisons of a batch, behind its messages, and returns the last one; nil: there is none.
func (s *session) sendGuards(b *engine.Batch, list []engine.Guard) (it *item) {
	for _, g := range list {
		it = s.loop.newItem(waitGuard)
		batch := *b // the batch may be reused before the answer comes
		it.own, it.of, it.closes = true, &batch, 1
		var out []byte
		switch {
		case g.Beside:
			it.closes, it.beside = closesOfAsk, true
			out = s.relay.appendAsk(out, providers.Query{SQL: s.relayed.Source.GuardBeside(false), Args: g.Args})
		case !s.remote.guarded:
			it.closes = 2
			out = appendParse(appendClose(out, 'S', s.relay.guardName), s.relay.guardName, s.relayed.Source.Guard())
			out = appendRun(out, s.relay.guardName, g.Args)
		default:
			if b.OfUsers || !b.Changes && !s.readsOnly() {
				it.closes += closesOfAsk
				out = s.relay.appendAsk(out, providers.Query{SQL: s.relay.guardIsOwn})
			}
			out = appendRun(out, s.relay.guardName, g.Args)
		}
		s.unitSent = true
		s.sendToServer(it, out)
		s.guarding = append(s.guarding, it.unit)
		if batch.OfUsers {
			s.doubting++
		}
	}
	return it
}

// guardedQuery sends a simple query with the comparisons that it needs. It returns false if it needs none.
func (s *session) guardedQuery(it *item, consent *engine.Consent) bool {
	list := it.batch.Guards(s.readsOnly(), consent)
	switch {
	case len(list) == 0:
		return false
	case it.batch.Statements == 1:
		s.sendGuarded(it, list)
	default:
		s.sendBetween(it, list)
	}
	return true
}

// sendBetween sends a simple query of several statements with comparisons among them. The client does
// not see their answers.
func (s *session) sendBetween(it *item, list []engine.Guard) {
	sql := []byte(it.batch.Request.SQL)
	patchText(sql, it.batch.Patches)
	strict := s.isImplicit() || it.batch.Traits.Ends // its changes would be committed before the closure can be compared again
	var text []byte
	sent, spelled := 0, map[string]spelledGuard{}
	for i, g := range list {
		text = append(text, sql[sent:g.End]...)
		query := cmp.Or(g.SQL, s.guardText(g.Beside, strict))
		known, is := spelled[query]
		if !is || !slices.Equal(known.args, g.Args) { // those of the end are the same at each place
			known = spelledGuard{g.Args, literalGuard(query, g.Args)}
			spelled[query] = known
		}
		text = append(append(text, "\n;"...), known.text...)
		sent = g.End
		it.ours = append(it.ours, g.After+1+i)
	}
	s.sendToServer(it, queryMessage(string(append(text, sql[sent:]...))))
	s.statements.plain, s.statements.comingPlain = nil, nil
}

// guardText is the text of a comparison.
func (s *session) guardText(beside, strict bool) string {
	switch source := s.relayed.Source; {
	case beside:
		return source.GuardBeside(strict)
	case strict:
		return source.StrictGuard()
	default:
		return source.Guard()
	}
}

// spelledGuard is a comparison that has been written out.
type spelledGuard struct {
	args []string
	text string
}

// literalGuard is the text of a comparison with its parameters written into it.
func literalGuard(text string, args []string) string {
	pairs := make([]string, 0, 2*len(args))
	for i, arg := range slices.Backward(args) { // $10 before $1
		pairs = append(pairs, "$"+strconv.Itoa(i+1), "'"+strings.ReplaceAll(arg, "'", "''")+"'")
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// oursNext reports whether the next answer belongs to a comparison among the statements of a query.
func (it *item) oursNext() bool { return len(it.ours) > 0 && it.ours[0] == it.answers }

// comparesClosure reports whether the next answer belongs to a comparison.
func (it *item) comparesClosure() bool { return it != nil && (it.kind == waitGuard || it.oursNext()) }

// readsRow reports whether the next row has to be read whole, because it answers the relay and not the
// client.
func (it *item) readsRow() bool { return it.comparesClosure() || it != nil && it.tally.asksServer() }

// isOurs counts the answers to a query that has comparisons in it, and reports whether a message
// belongs to one of those.
func (s *session) isOurs(it *item, kind byte, frame []byte) bool {
	ours := it.oursNext()
	if ours && kind == 'D' {
		s.guardRow(&it.batch, frame)
	}
	if kind == 'C' || kind == 'I' {
		it.answers++
		if ours {
			it.ours = it.ours[1:]
			s.decidePending(it, nil)
		}
	}
	return ours && kind != 'Z'
}

// sendGuarded sends a simple query of one statement as messages of the extended protocol, with its
// comparisons behind it, and a Sync.
func (s *session) sendGuarded(it *item, list []engine.Guard) {
	s.sendByMessages(it)
	it.decides = s.sendGuards(&it.batch, list)
	if s.syncLater = it.traits.CopiesIn || s.isImplicit() && (!s.remote.current || s.holdsCode()); s.syncLater {
		s.ensureAnswered()
		return
	}
	s.syncLater = !s.handleSync(emptyReply(request.Sync))
}

// awaitsSync reports whether nothing else of the client's is looked at before the Sync of a simple query is sent. Only COPY data comes
// before it.
func (s *session) awaitsSync() bool { return s.syncLater && !s.copying }

// syncDue reports whether the Sync of a simple query has waited for the query's answer and its comparisons.
func (s *session) syncDue() bool {
	return s.awaitsSync() && !s.verifying && (s.skipping || s.queue.empty())
}

// sendLateSync sends the Sync of a simple query, if it is due. A Sync that runs code is left to ensureLateSync.
func (s *session) sendLateSync() {
	if s.syncDue() && (s.skipping || !s.holdsCode()) {
		s.ensureLateSync()
	}
}

// ensureLateSync makes sure that the Sync of a simple query is sent if it is due, and that the code that it runs is judged before.
func (s *session) ensureLateSync() {
	if s.syncDue() && !s.busy && s.phase == open {
		s.syncLater = !s.handleSync(emptyReply(request.Sync))
	}
}

// awaitsGuard reports whether the answers of a unit wait for a comparison.
func (s *session) awaitsGuard(it *item) bool { return len(s.guarding) > 0 && s.guarding[0] == it.unit }

// guardRow reads the row of a comparison, which says whether the snapshot of its transaction may be
// older than what the statement used.
func (s *session) guardRow(b *engine.Batch, frame []byte) {
	row := textRow(frame[min(headerSize, len(frame)):])
	s.remote.current = len(row) == 1 && row[0] == "0"
	if !s.remote.current {
		batch := *b // the batch may be reused before the answer comes
		s.compareOutside(&batch)
	}
}

// guardPassed handles a message of the answer to a comparison, and reports whether it was the last
// one.
func (s *session) guardPassed(it *item, kind byte) bool {
	switch kind {
	case '1':
		s.remote.guarded = s.remote.guarded || !it.beside
	case '3':
		it.closes--
	}
	return it.closes == 0
}

// compareOutside compares what a unit was judged by with what all sessions see, since the snapshot of the
// unit's transaction may be older than what it used. The server's answers wait for that, and so do the
// client's messages, since one of them may be a COMMIT. If something has changed, the session ends,
// and the transaction with it.
func (s *session) compareOutside(b *engine.Batch) {
	s.verifying = true
	hold := b.HolderForAll()
	s.relay.work.Go(func() {
		var err error = errInternal // if the comparison panics
		defer func() {
			if p := recover(); p != nil {
				s.relay.log.Error("panic beside a relayed session", "panic", p, "stack", string(debug.Stack()))
			}
			s.loop.postWork(func() { s.loop.runGuarded(s, func() { s.endCompareOutside(b, err) }) })
		}()
		err = hold(s.ctx)
	})
}

// endCompareOutside goes on with the server's answers after compareOutside.
func (s *session) endCompareOutside(b *engine.Batch, err error) {
	s.verifying = false
	if s.phase != open {
		return
	}
	if err != nil {
		s.killSession(s.recordUndone(b, err))
		return
	}
	s.fromServer(nil)
	s.loop.scheduleSession(s)
}

// errSnapshot is the client's error for a query of several statements in which a comparison fails because the snapshot of its transaction
// may be too old.
var errSnapshot = sqlstate.New(sqlstate.FeatureNotSupported, "in REPEATABLE READ and SERIALIZABLE a query of several statements cannot be compared while it runs").
	WithHint("Send the statements one by one.")

// endsGuarded reports whether a statement that ends the transaction may be sent: all comparisons in
// the transaction have passed.
func (s *session) endsGuarded(b *engine.Batch) bool {
	return len(s.guarding) == 0 || !b.Traits.Ends || s.ensureAnswered()
}

// syncGuarded reports whether the Sync may be sent that ends an implicit transaction. It waits for
// comparisons whose snapshot may be too old.
func (s *session) syncGuarded() bool {
	return len(s.guarding) == 0 || s.guarding[len(s.guarding)-1] != s.unit || !s.isImplicit() || s.remote.current || s.ensureAnswered()
}

// guardOver notes that a comparison has left the queue.
func (s *session) guardOver(it *item) {
	s.guarding = s.guarding[1:]
	if it.of.OfUsers {
		s.doubting--
	}
}

// doubtsNames reports whether code of users has run, in an earlier unit, that is not known to be what was judged: it may have prepared
// another statement of any name.
func (s *session) doubtsNames() bool { return s.doubting > 0 && s.guarding[0] != s.unit }

// guardFailed tells the client, instead of the answer, that something which the statement names has
// changed. The server skips the rest of the unit.
func (s *session) guardFailed(it *item, e *sqlstate.Error) {
	if it.kind == waitQuery {
		it.of, it.ours = &it.batch, nil
	}
	var err error = e
	switch e.Code {
	case sqlstate.InvalidTextRepresent:
		if err = errSnapshot; !strings.Contains(e.Message, providers.OldSnapshot) {
			err = engine.ErrChanged
		}
	case sqlstate.InvalidStatementName, sqlstate.DuplicatePrepared:
		err = engine.ErrChanged
	}
	s.noteUnread() // what has run is not what was judged, and may have prepared others by their names
	s.soiled = true
	err = s.recordUndone(it.of, err)
	s.failed = sqlstate.From(err)
	s.client.out = s.client.out[:s.safe]
	told := toldError(err)
	if s.farewell {
		told.Severity = reply.Fatal
	}
	s.emitToClient(reply.Error(nil, 'E', told))
	s.safe = len(s.client.out)
	if it.kind == waitQuery {
		return
	}
	if it.unit == s.unit { // the client's Sync has not come yet
		s.skipping, s.unitSent = true, true
	}
	s.skipRest()
	s.sendLateSync()
}
