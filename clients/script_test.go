package clients

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"
)

// player plays a script to one target.
type player struct {
	t        testing.TB
	target   target
	shower   *shower
	sessions map[string]*session
	asked    map[string]int // ReadyForQuery that are still to come, by session
	begins   string         // how the block begins
}

// answers of a block: a line for each message, in the order of the sessions'
// names where there are several.
type answers []string

// play plays all blocks of a script and returns what came back for each. A last
// one is what came after the end.
func play(t testing.TB, g target, blocks []block) []answers {
	t.Helper()
	p := &player{t: t, target: g, shower: newShower(), sessions: map[string]*session{}, asked: map[string]int{}}
	p.open("", nil)
	p.untilReady("") // who wants to see a startup connects again
	var all []answers
	for _, b := range blocks {
		all = append(all, p.block(b))
	}
	return append(all, p.leave())
}

// block sends what a block has to send and reads what it has to read.
func (p *player) block(b block) (got answers) {
	p.t.Helper()
	p.begins = fmt.Sprintf("in the block %.200q", b.lines)
	for _, line := range b.lines {
		name := ""
		if rest, ok := strings.CutPrefix(line, "@"); ok {
			name, line, _ = strings.Cut(rest, " ")
		}
		got = append(got, p.line(name, expand(line))...)
	}
	p.flush()
	for _, name := range slices.Sorted(maps.Keys(p.sessions)) {
		got = append(got, p.untilReady(name)...)
	}
	return got
}

// flush sends what was written, one session after the other.
func (p *player) flush() {
	for _, name := range slices.Sorted(maps.Keys(p.sessions)) {
		p.sessions[name].flush()
	}
}

// line runs one line of the script for one session.
func (p *player) line(name, line string) (got answers) {
	p.t.Helper()
	s := p.sessions[name]
	verb, rest, _ := strings.Cut(line, " ")
	switch verb {
	case "#", "excused":
	case "connect":
		if s != nil {
			_ = s.conn.Close()
		}
		p.open(name, settings(rest))
	case "reconnect":
		_ = s.conn.Close()
		p.open(name, settings(rest))
		p.untilReady(name)
	case "unanswered":
		p.asked[name]--
	case "running":
		s.flush()
		p.target.running(p.t, rest)
	case "cancel":
		s.flush()
		s.cancel()
	case "approve", "deny":
		p.flush()
		p.target.decide(p.t, rest, verb == "approve")
	case "super":
		p.target.super(p.t, rest)
	case "wait":
		p.flush()
		got = p.until(name, func(line string) bool { return strings.HasPrefix(line, rest) })
	default:
		m, raw, err := parse(line)
		if err != nil {
			p.t.Fatalf("%s: %v", line, err)
		}
		if m == nil {
			s.out = append(s.out, raw...)
			break
		}
		switch m.(type) {
		case *pgproto3.Query, *pgproto3.Sync, *pgproto3.FunctionCall, *pgproto3.Terminate:
			p.asked[name]++
		}
		s.write(m)
	}
	return got
}

// open connects a session; its startup is an answer like any other.
func (p *player) open(name string, settings map[string]string) {
	p.t.Helper()
	protocol := uint32(pgproto3.ProtocolVersion30)
	if settings["protocol"] != "" {
		protocol = 3<<16 | uint32(settings["protocol"][2]-'0')
		delete(settings, "protocol")
	}
	p.sessions[name] = dial(p.t, p.target, protocol, settings)
	p.asked[name] = 1
}

// settings reads "name=value name=value"; what has a blank in it comes last,
// and begins with "options=".
func settings(text string) map[string]string {
	list := map[string]string{}
	text, options, ok := strings.Cut(text, "options=")
	if ok {
		list["options"] = options
	}
	for _, word := range strings.Fields(text) {
		name, value, _ := strings.Cut(word, "=")
		list[name] = value
	}
	return list
}

// untilReady reads until nothing that was asked for is to come.
func (p *player) untilReady(name string) answers {
	p.t.Helper()
	if p.asked[name] <= 0 {
		p.asked[name] = 0
		return nil
	}
	return p.until(name, func(string) bool { return p.asked[name] <= 0 })
}

// until reads what comes for a session until a line is the last, or the end.
func (p *player) until(name string, last func(string) bool) (got answers) {
	p.t.Helper()
	s := p.sessions[name]
	prefix := ""
	if name != "" {
		prefix = "@" + name + " "
	}
	s.doing = p.begins
	for {
		m := s.receive()
		line := p.shower.show(m)
		switch m.kind {
		case 'Z':
			p.asked[name]--
		case 0:
			p.asked[name] = 0
		case 'K':
			p.shower.pids[s.pid()] = "session " + name
		}
		got = append(got, prefix+line)
		s.doing = fmt.Sprintf("%s the last to come was %s", p.begins, short(line))
		if m.kind == 0 || last(line) {
			return inOrder(got)
		}
	}
}

// inOrder sorts the settings of a startup: the server tells them in the order of
// a hash table.
func inOrder(lines answers) answers {
	begin := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, "Authentication 0") })
	end := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, "BackendKeyData") })
	if begin >= 0 && begin < end {
		slices.Sort(lines[begin+1 : end])
	}
	return lines
}

// leave ends all sessions and returns what came that nobody had asked for.
func (p *player) leave() (got answers) {
	p.t.Helper()
	for _, name := range slices.Sorted(maps.Keys(p.sessions)) {
		s := p.sessions[name]
		s.write(&pgproto3.Terminate{})
		s.flush()
		rest := p.until(name, func(string) bool { return false })
		got = append(got, rest[:len(rest)-1]...) // but for the end itself
	}
	return got
}
