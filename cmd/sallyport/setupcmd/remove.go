package setupcmd

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/cmd/sallyport/setupcmd/jsonedit"
)

// planRemoval plans to take back what the manifest has, of all clients or of those named, in all
// scopes or in the one that was named.
func (s *setup) planRemoval(m *manifest) (*plan, error) {
	p := &plan{remove: true}
	content := map[string][]byte{} // of files that have two entries
	for i := len(m.Entries) - 1; i >= 0; i-- {
		r := m.Entries[i]
		if s.scopeSet && r.Scope != s.scope || !s.concerns(r) {
			continue
		}
		c := &change{agents: r.Agents, what: "skill", file: r.File, record: r, folders: r.Folders}
		if r.Kind == kindKey {
			c.what = "entry " + strings.Join(r.Path, ".")
		}
		p.changes = append(p.changes, c)
		if rest := s.others(r); len(rest) > 0 {
			c.kept, c.keepRecord = "stays for "+strings.Join(rest, ", "), true
			c.record.Agents = rest
			continue
		}
		before, seen := content[r.File]
		if !seen {
			var err error
			if before, err = readFile(r.File); err != nil {
				p.fail(c, err)
				continue
			}
		}
		c.before, c.after = before, before
		s.planBack(p, c)
		content[r.File] = c.after
	}
	for _, name := range s.names {
		a, _ := findAgent(name)
		if a.snippet != nil {
			said := a.snippet(s.places, s.scope, s.server)
			p.notes = append(p.notes, fmt.Sprintf("%s: what was printed is not removed: in %s, %s", a.title, said.file, said.remove))
		}
	}
	return p, nil
}

// concerns reports whether a record is to be taken back.
func (s *setup) concerns(r record) bool {
	return len(s.names) == 0 || slices.ContainsFunc(r.Agents, func(name string) bool { return slices.Contains(s.names, name) })
}

// others are the clients that still need what a record has.
func (s *setup) others(r record) (rest []string) {
	for _, name := range r.Agents {
		if len(s.names) > 0 && !slices.Contains(s.names, name) {
			rest = append(rest, name)
		}
	}
	return rest
}

func (p *plan) fail(c *change, err error) {
	c.kept, c.keepRecord = err.Error(), true
	p.failure = errors.Join(p.failure, err)
}

// planBack plans one file as it was before.
func (s *setup) planBack(p *plan, c *change) {
	r := c.record
	if c.before == nil {
		c.kept = "is gone already"
		return
	}
	if r.Kind == kindFile {
		if digest(c.before) != r.SHA256 && !s.force {
			c.kept, c.keepRecord = "somebody has changed it: it stays (--force removes it)", true
			return
		}
		c.after = nil
		return
	}
	there, err := jsonedit.Get(c.before, r.Path)
	switch {
	case err != nil:
		p.fail(c, broken(r.File, err))
		return
	case there == nil:
		c.kept = "is gone already"
		return
	case !jsonedit.Same(there, r.Value) && !s.force:
		c.kept, c.keepRecord = "somebody has changed it: it stays (--force removes it)", true
		return
	}
	after, err := jsonedit.Unset(c.before, r.Path, *r.Undo)
	if err != nil {
		p.fail(c, broken(r.File, err))
		return
	}
	c.after = append([]byte{}, after...) // a file without content is a file
	if r.Created && isEmpty(after) {
		c.after = nil
	}
}

// isEmpty reports whether nothing is left of a file that was made for an entry.
func isEmpty(content []byte) bool {
	return len(bytes.TrimSpace(content)) == 0 || jsonedit.Same(content, []byte("{}"))
}

// applyRemoval writes the files, and takes out of the manifest what they no longer have.
func (p *plan) applyRemoval(m *manifest) error {
	var errs []error
	for _, c := range p.changes {
		if c.changes() {
			if err := c.write(); err != nil {
				errs = append(errs, err)
				continue
			}
		}
		if c.keepRecord {
			m.put(c.record)
			continue
		}
		m.drop(c.record.File, c.record.Path)
	}
	return errors.Join(append(errs, m.write())...)
}
