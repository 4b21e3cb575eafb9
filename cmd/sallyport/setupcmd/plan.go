package setupcmd

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/cmd/sallyport/setupcmd/jsonedit"
)

// plan is what a command would do.
type plan struct {
	changes  []*change
	snippets []printed
	notes    []string
	agents   []agent
	failure  error // of parts; the others are carried out
	remove   bool
}

// change is one file, before and after. nil: there is none.
type change struct {
	agents        []string
	what          string // entry, skill
	file          string
	before, after []byte
	mode          fs.FileMode // of a new file
	folders       []string    // to be removed with the file
	kept          string      // why nothing is done
	record        record      // for the manifest; on removal, the one that is taken out
	keepRecord    bool
}

func (c *change) changes() bool {
	return c.kept == "" && ((c.before == nil) != (c.after == nil) || !bytes.Equal(c.before, c.after))
}

type printed struct {
	agent agent
	snippet
}

// pending are the changes that change something.
func (p *plan) pending() (list []*change) {
	for _, c := range p.changes {
		if c.changes() {
			list = append(list, c)
		}
	}
	return list
}

// settles reports whether the manifest has to be written though no file has.
func (p *plan) settles(m *manifest) bool {
	return slices.ContainsFunc(p.changes, func(c *change) bool {
		known := m.find(c.record.File, c.record.Path)
		if p.remove {
			return known != nil && (!c.keepRecord || !slices.Equal(known.Agents, c.record.Agents))
		}
		return c.kept == "" && known != nil && !slices.Equal(known.Agents, c.record.Agents)
	})
}

// planInstall plans the entries and skills of the clients.
func (s *setup) planInstall(m *manifest) (*plan, error) {
	p := &plan{}
	var errs []error
	for _, name := range s.names {
		a, _ := findAgent(name)
		if !a.takes(s.scope) {
			errs = append(errs, fmt.Errorf("%s has no scope %s: it has %s", a.name, s.scope, strings.Join(a.scopes, ", ")))
			continue
		}
		p.agents = append(p.agents, a)
		switch {
		case a.config == nil:
			p.snippets = append(p.snippets, printed{a, a.snippet(s.places, s.scope, s.server)})
		case s.server.token && isShared(s.scope) && s.shared == "skip":
			p.notes = append(p.notes, a.title+": no entry, since the file is shared and the server wants a token (--shared-token skip)")
		default:
			errs = append(errs, s.planEntry(p, m, a))
		}
		if !s.noSkill {
			errs = append(errs, s.planSkill(p, m, a))
		}
	}
	if s.server.token && isShared(s.scope) && s.shared == "env" {
		p.notes = append(p.notes, "the files are shared: they name the variable "+tokenVariable+", and everybody needs a value of their own for it")
	}
	return p, errors.Join(errs...)
}

// planEntry plans the member of a client's file.
func (s *setup) planEntry(p *plan, m *manifest, a agent) error {
	file, key := a.config(s.places, s.scope)
	path := append(slices.Clone(key), s.server.name)
	value := compact(a.entry(s.server))
	before, err := readFile(file)
	if err != nil {
		return err
	}
	there, err := jsonedit.Get(before, path)
	if err != nil {
		return broken(file, err)
	}
	known := m.find(file, path)
	c := &change{agents: []string{a.name}, what: "entry " + strings.Join(path, "."), file: file, before: before, after: before, mode: 0o600}
	if isShared(s.scope) {
		c.mode = 0o644
	}
	p.changes = append(p.changes, c)
	base, created, folders := before, before == nil, missingFolders(file)
	ours := known != nil && there != nil && jsonedit.Same(there, known.Value)
	switch {
	case there == nil:
	case jsonedit.Same(there, value):
		c.kept = "is there already"
		return nil
	case ours:
		base, err = jsonedit.Unset(before, path, *known.Undo)
		created, folders = known.Created, known.Folders
	case s.force, s.print:
		base, err = jsonedit.Unset(before, path, jsonedit.Undo{})
	default:
		p.changes = p.changes[:len(p.changes)-1]
		return fmt.Errorf("%s has an entry %q already, which setup did not write or somebody has changed: remove it, take another --name, or replace it with --force", file, s.server.name)
	}
	if err != nil {
		return broken(file, err)
	}
	after, undo, err := jsonedit.Set(base, path, value)
	if err != nil {
		return broken(file, err)
	}
	c.after = after
	c.record = record{Agents: c.agents, Scope: s.scope, Kind: kindKey, File: file, Created: created, Folders: folders, Path: path, Value: value, Undo: &undo}
	return nil
}

func broken(file string, err error) error {
	return fmt.Errorf("%s is left as it is: %w", file, err)
}

// planSkill plans the file of a client's skill. Two clients may look into the same folder.
func (s *setup) planSkill(p *plan, m *manifest, a agent) error {
	file, content := a.skill(s.places, s.scope), []byte(a.wrap(s.scope))
	for _, c := range p.changes {
		if c.file == file {
			c.agents = append(c.agents, a.name)
			c.record.Agents = c.agents
			return nil
		}
	}
	before, err := readFile(file)
	if err != nil {
		return err
	}
	c := &change{agents: []string{a.name}, what: "skill", file: file, before: before, after: content, mode: 0o644}
	r := record{Agents: c.agents, Scope: s.scope, Kind: kindFile, File: file, Created: true, Folders: missingFolders(file), SHA256: digest(content)}
	if known := m.find(file, nil); known != nil {
		r.Folders, r.Scope = known.Folders, known.Scope
		for _, other := range known.Agents {
			if !slices.Contains(c.agents, other) {
				c.agents = append(c.agents, other)
			}
		}
		r.Agents = c.agents
		if before != nil && digest(before) != known.SHA256 && !bytes.Equal(before, content) && !s.force {
			c.kept = "somebody has changed it: it stays (--force replaces it)"
		}
	} else if before != nil && !bytes.Equal(before, content) && !s.force && !s.print {
		return fmt.Errorf("%s is there already, and setup did not write it: remove it, leave the skill out (--no-skill), or replace it with --force", file)
	} else if before != nil && bytes.Equal(before, content) {
		c.kept = "is there already"
	}
	c.record = r
	p.changes = append(p.changes, c)
	return nil
}

// apply writes the manifest, and then the files. What cannot be written does not keep the others
// from being written.
func (p *plan) apply(m *manifest) error {
	if p.remove {
		return p.applyRemoval(m)
	}
	for _, c := range p.changes {
		if c.kept == "" {
			m.put(c.record)
		}
	}
	if err := m.write(); err != nil {
		return err
	}
	var errs []error
	for _, c := range p.pending() {
		errs = append(errs, c.write())
	}
	return errors.Join(errs...)
}
