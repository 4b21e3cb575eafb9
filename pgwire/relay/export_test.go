package relay

import (
	"fmt"
	"slices"
)

// Check returns what is not so of the sessions that should always be so, between two turns.
func (r *Relay) Check() (broken []string) {
	for _, l := range r.loops {
		checked := make(chan []string, 1)
		if !l.postWork(func() {
			var list []string
			underWay := 0
			for _, s := range l.sessions {
				list = append(list, s.broken()...)
				if !s.queue.empty() {
					underWay++
				}
			}
			if underWay != l.underWay {
				list = append(list, fmt.Sprintf("loop: %d sessions wait for answers, and %d are counted", underWay, l.underWay))
			}
			checked <- list
		}) {
			continue
		}
		broken = append(broken, <-checked...)
	}
	return broken
}

// InBlock reports whether a change in any session may wait for the intent of a COMMIT.
func (r *Relay) InBlock() (found bool) {
	for _, l := range r.loops {
		inBlock := make(chan bool, 1)
		if l.postWork(func() {
			any := false
			for _, s := range l.sessions {
				any = any || s.inBlock()
			}
			inBlock <- any
		}) {
			found = <-inBlock || found
		}
	}
	return found
}

// broken returns what is not so of a session that its types promise.
func (s *session) broken() (list []string) {
	must := func(holds bool, format string, args ...any) {
		if !holds {
			list = append(list, fmt.Sprintf(format, args...))
		}
	}
	must(s.phase != closed, "lifetime: a closed session is in its loop")
	must(s.busy || !s.intending && !s.waiting, "waits: intending %v, waiting %v, and nobody works for it", s.intending, s.waiting)
	must(s.rest >= 0, "input: %d bytes pass", s.rest)
	must(s.rest == 0 || s.head.item == nil, "input: bytes of a message pass, and another is dealt with")
	must((s.backend == nil) == (s.remote == nil), "lease: backend %v, remote %v", s.backend, s.remote)
	must(s.backend != nil || s.queue.empty() || s.phase != open, "lease: no backend, and %d answers are waited for", s.queue.len())
	must(0 <= s.solid && s.solid <= s.safe && s.safe <= len(s.client.out), "output: solid %d, safe %d of %d", s.solid, s.safe, len(s.client.out))
	must(s.client.sent <= s.solid, "output: %d bytes were sent, and %d may leave", s.client.sent, s.solid)
	must(s.passing >= 0, "output: %d bytes pass", s.passing)
	if s.phase != open {
		return list
	}
	moving, dropping, holding, doubting, guarding := 0, 0, 0, 0, []uint64{}
	for _, it := range s.queue.waiting() {
		if it.moves {
			moving++
		}
		if it.traits.Drops {
			dropping++
		}
		if it.traits.HoldsCode {
			holding++
		}
		if it.kind == waitGuard {
			guarding = append(guarding, it.unit)
			if it.of.OfUsers {
				doubting++
			}
		}
	}
	must(moving == s.moving, "namings: %d items may change names, and %d are counted", moving, s.moving)
	must(dropping == s.dropping, "namings: %d items may drop statements, and %d are counted", dropping, s.dropping)
	must(holding == s.holding, "namings: %d items may leave code for the end of the transaction, and %d are counted", holding, s.holding)
	must(doubting == s.doubting, "unitState: %d comparisons of code of users, and %d are counted", doubting, s.doubting)
	must(slices.Equal(guarding, append([]uint64{}, s.guarding...)), "unitState: comparisons of the units %v, and %v are waited for", guarding, s.guarding)
	must(slices.IsSorted(s.guarding), "unitState: comparisons of the units %v", s.guarding)
	return list
}
