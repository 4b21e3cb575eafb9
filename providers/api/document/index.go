package document

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// An index holds what was read of one document: the length of its head, the
// head as JSON, and behind it each resource as JSON, which the head finds by offset and
// length. So a question about one resource reads one resource.

// Service is an index that was read.
type Service struct {
	Name, Title, Version, Description string
	Signing                           string    `json:",omitempty"` // what AWS calls it in signatures
	Resources                         []Summary // by name
	details                           []byte
}

// Summary is a resource in a list.
type Summary struct {
	Name, Title, Description string
	Methods                  []MethodSummary
	Views                    bool // queries stand in the place of methods

	At, Length int // in the details
}

// MethodSummary is a method in a list.
type MethodSummary struct {
	Name     string
	Verb     string // "SELECT", …; "EXEC" for what no verb names
	Required []string
}

// head is the beginning of an index.
type head struct {
	Title, Version, Description string
	Signing                     string `json:",omitempty"`
	Resources                   []Summary
	Problems                    []Problem
}

// Resource returns a resource by its name, without regard to case. ErrUnknown: there
// is none.
func (s *Service) Resource(called string) (*Resource, error) {
	i := slices.IndexFunc(s.Resources, func(r Summary) bool { return strings.EqualFold(r.Name, called) })
	if i < 0 {
		return nil, ErrUnknown
	}
	r := s.Resources[i]
	out := new(Resource)
	if err := json.Unmarshal(s.details[r.At:r.At+r.Length], out); err != nil {
		return nil, fmt.Errorf("the index of %s: %w", s.Name, err)
	}
	return out, nil
}

// encode makes an index of a document's content.
func (c *content) encode() ([]byte, error) {
	slices.SortStableFunc(c.Resources, func(a, b *Resource) int { return strings.Compare(a.Name, b.Name) })
	h := head{Title: c.Title, Version: c.Version, Description: c.Description, Signing: c.Signing, Problems: c.Problems}
	var details []byte
	for _, r := range c.Resources {
		text, err := json.Marshal(r)
		if err != nil {
			return nil, err
		}
		s := r.summary()
		s.At, s.Length = len(details), len(text)
		h.Resources, details = append(h.Resources, s), append(details, text...)
	}
	text, err := json.Marshal(h)
	if err != nil {
		return nil, err
	}
	return slices.Concat(binary.BigEndian.AppendUint64(nil, uint64(len(text))), text, details), nil
}

// decode reads an index.
func decode(called string, index []byte) (*Service, []Problem, error) {
	if len(index) < 8 || binary.BigEndian.Uint64(index) > uint64(len(index)-8) {
		return nil, nil, errors.New("the index is cut")
	}
	end := 8 + int(binary.BigEndian.Uint64(index))
	var h head
	if err := json.Unmarshal(index[8:end], &h); err != nil {
		return nil, nil, err
	}
	s := &Service{Name: called, Title: h.Title, Version: h.Version, Description: h.Description, Signing: h.Signing, Resources: h.Resources, details: index[end:]}
	for _, r := range s.Resources {
		if r.At < 0 || r.Length < 0 || r.At+r.Length > len(s.details) {
			return nil, nil, errors.New("the index is cut")
		}
	}
	return s, h.Problems, nil
}

// indexedService reads a service's index, or makes it.
func (l *Library) indexedService(p *Provider, ref *ServiceRef, file string, text []byte) (*Service, []Problem, error) {
	key := l.cache.key("service", p.Name, ref.Name, file, ref.config, p.config, string(text))
	if index := l.cache.get(key); index != nil {
		if s, problems, err := decode(ref.Name, index); err == nil {
			return s, problems, nil
		}
	}
	c, err := readService(p, ref, file, text)
	if err != nil {
		return nil, nil, err
	}
	index, err := c.encode()
	if err != nil {
		return nil, nil, err
	}
	l.cache.put(key, index)
	return decode(ref.Name, index)
}

// indexedProvider is what a provider.yaml says, with what only this package needs.
type indexedProvider struct {
	Provider
	Config   string
	Files    []string // of the services
	Configs  []string
	Problems []Problem
}

// indexedProvider reads a provider's index, or makes it.
func (l *Library) indexedProvider(folder string, text []byte) (*Provider, []Problem, error) {
	key := l.cache.key("provider", folder, string(text))
	var in indexedProvider
	if index := l.cache.get(key); index != nil && json.Unmarshal(index, &in) == nil && len(in.Files) == len(in.Services) && len(in.Configs) == len(in.Services) {
		p := in.Provider
		p.config = in.Config
		for i := range p.Services {
			p.Services[i].file, p.Services[i].config = in.Files[i], in.Configs[i]
		}
		return &p, in.Problems, nil
	}
	p, problems, err := readProvider(folder, text)
	if err != nil {
		return nil, nil, err
	}
	out := indexedProvider{Provider: *p, Config: p.config, Problems: problems}
	for _, s := range p.Services {
		out.Files, out.Configs = append(out.Files, s.file), append(out.Configs, s.config)
	}
	index, err := json.Marshal(out)
	if err != nil {
		return nil, nil, err
	}
	l.cache.put(key, index)
	return p, problems, nil
}

// summary is a resource in a list.
func (r *Resource) summary() Summary {
	s := Summary{Name: r.Name, Title: r.Title, Description: r.Description, Views: len(r.Views) > 0}
	for _, m := range r.Methods {
		one := MethodSummary{Name: m.Name, Verb: "EXEC", Required: m.Required()}
		for _, verb := range verbs {
			if slices.Contains(r.Verbs[verb], m.Name) {
				one.Verb = strings.ToUpper(verb)
				break
			}
		}
		s.Methods = append(s.Methods, one)
	}
	return s
}

// Required are the names of the inputs that a method cannot do without.
func (m *Method) Required() []string {
	var list []string
	for _, p := range m.Params {
		if p.Required {
			list = append(list, p.Name)
		}
	}
	if len(m.Servers) > 0 {
		for _, v := range m.Servers[0].Variables {
			list = append(list, v.Name)
		}
	}
	if m.Body != nil {
		for _, p := range m.Body.Properties {
			if p.Required {
				list = append(list, m.Body.Column(p.Name))
			}
		}
	}
	return list
}

// Column is how a query calls a property of a body.
func (b *Body) Column(property string) string {
	if b.Naming == "" {
		return "data__" + property
	}
	return property
}
