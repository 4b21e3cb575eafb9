package relay

import (
	"encoding/binary"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/pgwire/relay/descriptor"
	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/pgwire/request"
	"github.com/sallyportdb/sallyport/providers"
)

// With transaction pooling, a session has a backend from the first message of a transaction to the
// transaction's end. Its prepared statements follow it: a statement has the same name in all sessions,
// made of its text and types, and is prepared on a backend when it is first needed there. Settings
// that drivers send when they connect follow it, too. A statement that leaves anything else behind in
// its session (a temporary table, LISTEN, a lock) pins the session to its backend: from then on the
// session is pooled by session. What triggers and constraints of tables run, nobody has judged: behind
// it the backend is reset, as it is between two sessions.

const (
	// globalPrefix begins the names of statements on shared backends.
	globalPrefix = "_sallyport_"
	// mostKnown bounds the prepared statements of one backend.
	mostKnown = 500
)

// remote is what the relay knows of a backend.
type remote struct {
	conn    *descriptor.Conn
	fd      int
	access  engine.Access     // as in lease
	refuses bool              // its server lets nobody write, for example because it is a gateway that only reads
	guarded bool              // the statement that compares is prepared there
	current bool              // its transactions are known to see what is committed meanwhile
	known   map[string]uint64 // statements that are prepared there, and the count of needs when each was needed last
	needs   uint64            // counts how often a statement was needed
	sets    map[string]string // the settings that the last session has made
	drawn   bool              // somebody may have drawn from sequences since they were forgotten there
	draws   bool              // its server refuses to forget what was drawn
}

// names gives statements their global names, and never takes one back. It holds the statements' texts,
// so there are as many as the clients' programs have texts; beyond the maximum, sessions give
// statements names of their own.
type names struct {
	mu    sync.Mutex
	of    map[string]string
	bytes int
	last  uint64
}

// globalName returns the global name of a statement.
func (n *names) globalName(sql string, types []uint32) string {
	const most = 16 << 20
	key := make([]byte, 0, len(sql)+4*len(types)+4)
	key = binary.AppendUvarint(key, uint64(len(types)))
	for _, t := range types {
		key = binary.BigEndian.AppendUint32(key, t)
	}
	key = append(key, sql...)
	n.mu.Lock()
	defer n.mu.Unlock()
	if name, ok := n.of[string(key)]; ok {
		return name
	}
	n.last++
	name := globalPrefix + strconv.FormatUint(n.last, 36)
	if n.bytes += len(key) + 64; n.bytes <= most {
		n.of[string(key)] = name
	}
	return name
}

// following are the settings that follow a session from backend to backend.
var following = []string{
	"application_name", "bytea_output", "client_min_messages", "datestyle", "extra_float_digits", "idle_in_transaction_session_timeout",
	"intervalstyle", "lock_timeout", "statement_timeout", "timezone",
}

// settingsFollow reports whether all that a batch leaves behind is a setting that follows the session.
func (s *session) settingsFollow(t engine.Traits, b *engine.Batch) bool {
	return t.Setting != nil && b.Statements == 1 && s.status == byte(providers.Idle) && (slices.Contains(following, t.Setting.Name) || t.Setting.Name == "" && t.Setting.Reset)
}

// setDone notes that the server has carried out a SET.
func (s *session) setDone(t engine.Traits) {
	switch {
	case t.Setting == nil:
		return
	case t.Setting.Name == "":
		s.setsGone()
	case t.Setting.Reset:
		delete(s.sets, t.Setting.Name)
		delete(s.remote.sets, t.Setting.Name)
	default:
		s.sets, s.remote.sets = withSetting(s.sets, t.Setting), withSetting(s.remote.sets, t.Setting)
	}
}

// setsGone forgets the settings that a RESET ALL or DISCARD ALL has taken back.
func (s *session) setsGone() { s.sets, s.remote.sets = nil, nil }

func withSetting(sets map[string]string, set *providers.Setting) map[string]string {
	if sets == nil {
		sets = map[string]string{}
	}
	sets[set.Name] = set.Value
	return sets
}

// noteLeft notes what a batch that runs may leave on the backend. follows says that it is a setting that follows the session.
func (s *session) noteLeft(t engine.Traits, follows bool) {
	s.pinned, s.soiled = s.pinned || t.Stays && !follows, s.soiled || t.MayStay
	if s.shares && (t.Changes || t.OfUsers) { // a default may draw from a sequence, and users' code
		s.remote.drawn = true
	}
}

// noteLeftByBind notes what the code of a batch may leave that runs although nothing is executed: the server plans the batch, or reads its constants.
func (s *session) noteLeftByBind(b *engine.Batch) {
	if b.RunsWhenBound || b.RunsWhenParsed {
		s.noteLeft(b.Traits, false)
	}
}

// forgetDrawn makes the backend forget what was drawn from sequences in the transaction before, so that neither another
// session reads it by lastval and currval, nor the same session at some times and not at others.
func (s *session) forgetDrawn() {
	if !s.remote.drawn || s.remote.draws {
		return
	}
	s.remote.drawn = false
	it := s.loop.newItem(waitQuery)
	it.own, it.forgets = true, true
	s.sendToServer(it, queryMessage("DISCARD SEQUENCES"))
}

// applySettings sets, on the backend, the settings of the session that has it now.
func (s *session) applySettings() {
	if maps.Equal(s.sets, s.remote.sets) {
		return
	}
	var sql strings.Builder
	for name := range s.remote.sets {
		if _, ok := s.sets[name]; !ok {
			sql.WriteString("RESET " + name + "; ")
		}
	}
	for name, value := range s.sets {
		if was, ok := s.remote.sets[name]; !ok || was != value {
			sql.WriteString("SET " + name + " TO '" + strings.ReplaceAll(value, "'", "''") + "'; ")
		}
	}
	s.remote.sets = maps.Clone(s.sets)
	it := s.loop.newItem(waitQuery)
	it.own = true
	s.sendToServer(it, queryMessage(sql.String()))
}

// loanEnds gives the backend back to the pool between two transactions.
func (s *session) loanEnds() {
	if !s.busy && s.head.item == nil && !s.head.asked {
		s.lendBackend()
	}
}

// lendBackend gives the backend back to the pool if the session does not need it at the moment.
func (s *session) lendBackend() {
	if s.shares && !s.pinned && s.backend != nil && s.queue.empty() && !s.unitSent && s.server.left() == 0 &&
		s.status == byte(providers.Idle) && len(s.part) == 0 && s.passing == 0 && s.rest == 0 {
		how := providers.Clean
		if s.soiled {
			how = providers.Used
		}
		s.releaseBackend(how, false)
	}
}

// ensurePrepared prepares a statement on the session's backend, if it is not prepared there, and returns its
// name there.
func (s *session) ensurePrepared(st *statement) string {
	if st.global == "" { // the unnamed one
		if st.loan != s.loan {
			s.prepareThere("", st).lent = st // the backend has it when the server has confirmed that
		}
		return ""
	}
	link := s.remote
	link.needs++
	if _, ok := link.known[st.global]; !ok {
		s.prepareThere(st.global, st)
	}
	s.notePrepared(st.global)
	return st.global
}

// notePrepared notes that the backend needs a prepared statement. If there are too many, the one that was not
// needed for the longest time is closed.
func (s *session) notePrepared(name string) {
	link := s.remote
	if link.known == nil {
		link.known = map[string]uint64{}
	}
	link.known[name] = link.needs
	if len(link.known) <= mostKnown {
		return
	}
	oldest, when := "", link.needs
	for n, at := range link.known {
		if at < when {
			oldest, when = n, at
		}
	}
	delete(link.known, oldest)
	it := s.loop.newItem(waitClose)
	it.own, it.global = true, oldest
	b, at := reply.Begin(nil, request.Close)
	s.sendToServer(it, reply.End(reply.Text(append(b, 'S'), oldest), at))
}

// prepareThere sends a Parse of the relay's own before a message that needs it. If it fails, the
// client gets the error as if its own message had failed.
func (s *session) prepareThere(name string, st *statement) *item {
	it := s.loop.newItem(waitParse)
	it.own, it.tell, it.global = true, true, name
	it.of, it.attempt = &st.batch, s.attemptIn(&st.attempt)
	sql := []byte(st.batch.Request.SQL)
	patchText(sql, st.batch.Patches)
	b, at := reply.Begin(nil, request.Parse)
	b = reply.Text(reply.Text(b, name), string(sql))
	types := st.batch.Request.ParamTypes
	b = binary.BigEndian.AppendUint16(b, uint16(len(types)))
	for _, t := range types {
		b = binary.BigEndian.AppendUint32(b, t)
	}
	s.unitSent = true
	s.sendToServer(it, reply.End(b, at))
	return it
}

// withName returns a message, or the beginning of a message that has all bytes in total, with another
// name in the place of the one that stands skip bytes behind the header.
func withName(frame []byte, all, skip int, was, name string) []byte {
	body := frame[headerSize:]
	all += len(name) - len(was)
	out := make([]byte, 0, len(frame)+len(name))
	out = binary.BigEndian.AppendUint32(append(out, frame[0]), uint32(all-1))
	out = append(append(out, body[:skip]...), name...)
	return append(out, body[skip+len(was):]...)
}
