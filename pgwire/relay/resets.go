package relay

import (
	"strings"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/providers"
)

// This file keeps a session's own settings through RESET ALL and similar statements, which return to
// what the backend's connection was opened with: no application name, and read-only transactions. The
// session returns to the client's application name, by a SET of the relay's own, and to transactions
// that may write, unless its startup message asked for others. The client is told what a server of its
// own would tell it.

// resetsName reports whether a batch may reset the application name.
func resetsName(t engine.Traits) bool {
	return t.Discards || t.Setting != nil && t.Setting.Reset && t.Setting.Name == nameSetting
}

// settingsDone follows a statement that has run and has set or reset something.
func (s *session) settingsDone(t engine.Traits) {
	s.restores = s.restores || resetsName(t) && s.front.Application != ""
	s.ofAccess = s.ofAccess || t.SetsAccess
	if !t.Discards {
		return
	}
	s.discards = true
	if s.shares && t.Setting == nil { // DISCARD ALL
		s.setsGone()
	}
	if s.wishes != s.begins { // the server only reports changes of its own value
		s.emitToClient(reply.ParameterStatus(nil, accessSetting, onOff(s.begins)))
	}
	s.wishes, s.access = s.begins, engine.AnyAccess
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

// restoreName sets the session's own name again after a reset, when the server has answered all.
func (s *session) restoreName() {
	if !s.resets || s.unitSent || s.phase != open || s.backend == nil {
		return
	}
	restores := s.restores && s.status != 'E'
	s.resets, s.restores = false, false
	if !restores {
		return
	}
	it := s.loop.newItem(waitQuery)
	it.own = true
	s.sendToServer(it, s.relay.appendOwn(nil, "SET "+nameSetting+" TO '"+strings.ReplaceAll(s.front.Application, "'", "''")+"'"))
	if s.shares && !s.pinned {
		own := &providers.Setting{Name: nameSetting, Value: s.front.Application}
		s.sets, s.remote.sets = withSetting(s.sets, own), withSetting(s.remote.sets, own)
	}
	s.loop.scheduleSession(s)
}

// tellName follows a report of the application name, and reports whether the client gets it.
func (s *session) tellName(value string, it *item) bool {
	switch {
	case it != nil && it.own: // restoreName has set the session's own name
	case s.restores, it != nil && s.front.Application != "" && resetsName(it.traits):
		if s.called != s.front.Application { // restoreName will set it in a moment
			s.called = s.front.Application
			s.emitToClient(reply.ParameterStatus(nil, nameSetting, s.called))
			s.markSafe('S')
		}
		return false
	}
	if value == s.called && it != nil && it.own {
		return false
	}
	s.called = value
	return true
}

// tellAccess follows a report of what transactions may do by default, and reports whether the client
// gets it.
func (s *session) tellAccess(readsOnly bool, it *item) bool {
	if it != nil && it.own || !s.relayed.MayWrite {
		return false
	}
	discards := s.discards || it != nil && it.traits.Discards
	ofAccess := s.ofAccess || it != nil && it.traits.SetsAccess
	if s.wishes = readsOnly && ofAccess; discards {
		s.wishes = s.begins
	}
	s.access = engine.ReadWrite
	if readsOnly {
		s.access = engine.ReadOnly
	}
	return !discards
}
