package hostile

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/auth"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestPayloads plays every payload through every door, in every mode, as every
// role, and sees that nothing has changed.
func TestPayloads(t *testing.T) {
	var all tally
	for _, f := range load(t) {
		t.Run(f.name, func(t *testing.T) {
			r := &run{T: t, house: open(t, f)}
			r.marked(r.everyone())
			all.add(f.name, r.tally)
		})
	}
	t.Logf("\n%s", &all)
}

// run plays the payloads of one file.
type run struct {
	*testing.T
	house *house
	tally tally
	// problems of the payload being played, for payloads that are known to have some
	problems []string
}

// everyone plays the payloads that hold, in all modes side by side, and looks for changes. If something has
// changed, they are played one by one in a new house. It returns how all looks afterwards.
func (r *run) everyone() pgtest.Digest {
	var list []*payload
	for _, p := range r.house.file.payloads {
		if !p.alone() && p.check == "" {
			list = append(list, p)
		}
	}
	room := r.house.rooms[gate.ReadOnly]
	left, before := r.house.leftovers(r.T, room), r.house.look(r.T)
	parts := map[gate.Mode]*run{}
	r.Run("mode", func(t *testing.T) {
		for _, mode := range gate.Modes {
			part := &run{house: r.house}
			parts[mode] = part
			t.Run(mode.String(), func(t *testing.T) {
				t.Parallel()
				part.T = t
				part.all(list, mode)
			})
		}
	})
	for _, part := range parts {
		r.tally.merge(part.tally)
	}
	after := r.house.look(r.T)
	if found := before.Diff(after); len(found) > 0 {
		r.Errorf("something changed:\n%s\n%s", strings.Join(found, "\n"), r.culprits(list))
	}
	if now := r.house.leftovers(r.T, room); now != left {
		r.Errorf("later sessions find %s\nearlier ones found %s", now, left)
	}
	return after
}

// slow is what a payload takes when it is worth a word.
const slow = 2 * time.Second

// all plays payloads in one mode.
func (r *run) all(list []*payload, mode gate.Mode) {
	clients := r.clients(r.house.rooms[mode])
	for _, p := range list {
		began := time.Now()
		r.play(p, r.house.rooms[mode], clients)
		r.complain(p)
		if took := time.Since(began); took > slow {
			r.Logf("%s took %v", p, took)
		}
	}
	for _, c := range clients {
		c.close()
	}
}

// culprits plays payloads one by one in a fresh house and names those that
// change something.
func (r *run) culprits(list []*payload) string {
	again := &run{T: r.T, house: open(r.T, r.house.file)}
	var found strings.Builder
	before := again.house.look(r.T)
	for _, p := range list {
		for _, mode := range gate.Modes {
			again.single(p, mode)
		}
		after := again.house.look(r.T)
		if changes := before.Diff(after); len(changes) > 0 {
			fmt.Fprintf(&found, "%s\n    %s\n", p, strings.Join(changes, "\n    "))
		}
		before = after
	}
	return found.String()
}

func (r *run) single(p *payload, mode gate.Mode) {
	clients := r.clients(r.house.rooms[mode])
	r.play(p, r.house.rooms[mode], clients)
	for _, c := range clients {
		c.close()
	}
}

// marked plays the payloads that are watched alone, and the checks. One that is
// marked as not holding must not hold. What they change is told by how all looked before.
func (r *run) marked(before pgtest.Digest) {
	for _, p := range r.house.file.payloads {
		switch {
		case p.check != "":
			r.check(p)
		case p.alone():
			for _, mode := range gate.Modes {
				r.single(p, mode)
			}
			after := r.house.look(r.T)
			for _, change := range before.Diff(after) { // the superuser changes the catalog, too
				if !p.meddles() || !strings.HasPrefix(change, "next transaction") && !strings.HasPrefix(change, "table pg_catalog.") {
					r.problem("%s", change)
				}
			}
			before = after
			r.complain(p)
		}
	}
}

func (r *run) problem(format string, args ...any) {
	if problem := fmt.Sprintf(format, args...); !slices.Contains(r.problems, problem) {
		r.problems = append(r.problems, problem)
	}
}

// complain tells of the problems found with a payload.
func (r *run) complain(p *payload) {
	text := strings.Join(r.problems, "\n    ")
	switch {
	case p.todo != "" && text == "":
		r.Errorf("%s holds now: take its todo away (%s)", p, p.todo)
	case p.todo != "":
		r.tally.todo++
		r.Logf("TODO %s\n    %s\n    %s", p, p.todo, text)
	case text != "":
		r.Errorf("%s (%s)\n    %s", p, p.why, text)
	}
	r.problems = nil
}

// clients has a session at the wire for each source.
func (r *run) clients(room *room) map[string]*psql {
	list := map[string]*psql{}
	for _, source := range r.house.sources {
		c, err := dial(room.wire, source)
		must(r.T, err)
		list[source] = c
	}
	return list
}

// play runs a payload through the doors of a room, as every role.
func (r *run) play(p *payload, room *room, clients map[string]*psql) {
	r.tally.count(p, room.mode)
	for _, source := range r.house.sources {
		if p.steps != nil {
			if p.runsIn(room.mode) {
				r.script(p, room, source)
			}
			continue
		}
		if room.mode == gate.ReadOnly {
			r.validate(p, room, source)
		}
		if !p.runsIn(room.mode) {
			continue
		}
		text := r.house.fill(p.text)
		for _, way := range []func(*psql, string) outcome{(*psql).simple, (*psql).extended} {
			o := way(clients[source], text)
			r.told(p, p.want, room.mode, source, "wire", o)
			if o.closed {
				r.redial(room, clients, source)
			}
		}
		if p.leaves() {
			r.redial(room, clients, source)
		}
		if !p.onWire {
			r.tools(p, room, source, text)
		}
	}
}

func (r *run) redial(room *room, clients map[string]*psql, source string) {
	clients[source].close()
	c, err := dial(room.wire, source)
	must(r.T, err)
	clients[source] = c
}

// script plays steps.
func (r *run) script(p *payload, room *room, source string) {
	s := &script{room: room, source: source, clients: map[string]*psql{}, super: func(sql string) {
		server.Exec(r.T, r.house.db, r.house.fill(sql))
	}}
	defer func() {
		for _, c := range s.clients {
			c.close()
		}
	}()
	for _, st := range p.steps {
		st.text = r.house.fill(st.text)
		o, told, err := s.play(st)
		if err != nil {
			r.problem("%s as %s: %s: %v", room.mode, source, st.verb, err)
			return
		}
		if told && st.want != nil {
			r.told(p, st.want, room.mode, source, st.verb+" "+st.text, o)
		}
	}
}

// tools gives a text to the tools of MCP. What is no read is refused by
// run_select_query in every mode, and what the mode does not allow by
// run_mutation_query.
func (r *run) tools(p *payload, room *room, source, text string) {
	arguments := map[string]any{"sql": text, "provider": source}
	o, _ := room.mcp.call("run_select_query", arguments)
	if p.want.reads() && o.code == "" || o.code != "" && !o.refused() {
		r.told(p, p.want, room.mode, source, "run_select_query", o)
	} else {
		r.tally.answer(o)
		if o.code == "" {
			r.problem("%s as %s: run_select_query ran it", room.mode, source)
		}
	}
	o, _ = room.mcp.call("run_mutation_query", arguments)
	r.tally.answer(o)
	if o.code == "" {
		r.problem("%s as %s: run_mutation_query ran it", room.mode, source)
	}
}

// told compares what came with what was to come.
func (r *run) told(p *payload, want verdicts, mode gate.Mode, source, door string, o outcome) {
	r.tally.answer(o)
	word := want[mode]
	ok := false
	switch word {
	case "allow":
		ok = !o.closed && o.code == p.fails[source] && !o.refused()
		if p.fails[source] != "" {
			word += ", then " + p.fails[source]
		}
	case "ask", "deny":
		// Several statements at once are a mistake where one is taken.
		ok = o.refused() || o.code == string(sqlstate.SyntaxError) && severalOnly(o)
	default:
		ok = o.code == word && !o.refused()
	}
	if !ok {
		r.problem("%s as %s, %s: %s, want %s", mode, source, door, o, word)
	}
}

func severalOnly(o outcome) bool {
	return strings.Contains(o.message, "multiple commands") || strings.Contains(o.message, "takes exactly one")
}

// validate asks for the verdicts of every mode without running anything: the
// engine, and the tool for it.
func (r *run) validate(p *payload, room *room, source string) {
	s, err := room.engine.Open(r.Context(), engine.Client{Door: "test", Principal: auth.Fixed("test", auth.Local), Source: source, Ceiling: room.mode})
	must(r.T, err)
	defer func() { must(r.T, s.Close()) }()
	list, err := s.Validate(r.Context(), engine.Request{SQL: r.house.fill(p.text), Purpose: gate.AnyPurpose})
	if err != nil {
		o := outcome{code: string(sqlstate.CodeOf(err)), message: err.Error()}
		// What the source cannot even prepare has no verdict; what the gate says of it, the doors tell.
		unprepared := strings.HasPrefix(o.code, "42") && o.code != "42501" || o.code == "0A000"
		if p.want[room.mode] != o.code && p.engine != o.code && !unprepared {
			r.problem("validate as %s: %s, want %s", source, o, p.want[room.mode])
		}
		return
	}
	worst := map[string]string{}
	for _, v := range list {
		for _, m := range v.Verdicts {
			if w, ok := worst[m.Mode]; !ok || strings.Index("deny ask allow", m.Verdict) < strings.Index("deny ask allow", w) {
				worst[m.Mode] = m.Verdict
			}
		}
	}
	r.compare(p, "validate as "+source, worst, describe(list))
	if p.onWire || len(list) != 1 {
		return
	}
	o, content := room.mcp.call("validate_select_query", map[string]any{"sql": r.house.fill(p.text), "provider": source})
	var told struct {
		Verdicts []struct{ Mode, Verdict string }
	}
	if o.code != "" || json.Unmarshal(content, &told) != nil {
		r.problem("validate_select_query as %s: %s", source, o)
		return
	}
	verdicts := map[string]string{}
	for _, v := range told.Verdicts {
		verdicts[v.Mode] = v.Verdict
	}
	r.compare(p, "validate_select_query as "+source, verdicts, "")
}

func (r *run) compare(p *payload, door string, got map[string]string, found string) {
	var want, is []string
	for _, m := range gate.Modes {
		want, is = append(want, p.want[m]), append(is, got[m.String()])
	}
	if len(got) > 0 && !slices.Equal(want, is) {
		r.problem("%s: %s, want %s %s", door, strings.Join(is, " "), strings.Join(want, " "), found)
	}
}

func describe(list []engine.Validation) string {
	var found []string
	for _, v := range list {
		for _, e := range v.Effects {
			found = append(found, fmt.Sprintf("%s: %s (%s)", e.Class, e.What, e.Reason))
		}
	}
	return "{" + strings.Join(found, "; ") + "}"
}

// tally counts.
type tally struct {
	files                                  []string
	payloads, answers, refused, errors, ok int
	todo                                   int
}

func (c *tally) count(_ *payload, mode gate.Mode) {
	if mode == gate.ReadOnly {
		c.payloads++
	}
}

func (c *tally) answer(o outcome) {
	c.answers++
	switch {
	case o.refused():
		c.refused++
	case o.code != "":
		c.errors++
	default:
		c.ok++
	}
}

const tallyLine = "%-14s %9s %8s %8s %8s %8s %6s\n"

func (c *tally) add(name string, one tally) {
	c.files = append(c.files, one.line(name))
	c.merge(one)
}

func (c *tally) merge(one tally) {
	c.payloads += one.payloads
	c.answers += one.answers
	c.refused += one.refused
	c.errors += one.errors
	c.ok += one.ok
	c.todo += one.todo
}

func (c *tally) line(name string) string {
	n := func(i int) string { return fmt.Sprint(i) }
	return fmt.Sprintf(tallyLine, name, n(c.payloads), n(c.answers), n(c.refused), n(c.errors), n(c.ok), n(c.todo))
}

func (c *tally) String() string {
	return fmt.Sprintf(tallyLine, "", "payloads", "answers", "refused", "errors", "allowed", "todo") + strings.Join(c.files, "") + c.line("all")
}
