package document

import (
	"errors"
	"slices"
	"strings"
)

// reader reads one service's document.
type reader struct {
	src      *source
	provider string
	levels   []node // the config blocks of service, service as listed, and provider
	problems []Problem
}

// note keeps a problem of a thing in this document.
func (r *reader) note(thing string, err error) {
	if len(r.problems) >= maxProblems {
		return
	}
	p := Problem{File: r.src.file, What: err.Error()}
	if at := (*Problem)(nil); errors.As(err, &at) {
		p = *at
	}
	p.What, p.Of = thing+": "+p.What, thing
	r.problems = append(r.problems, p)
}

// content is what a service's document says, whole.
type content struct {
	Title, Version, Description string
	Signing                     string
	Resources                   []*Resource
	Problems                    []Problem
}

// readService reads a service's document.
func readService(p *Provider, ref *ServiceRef, file string, text []byte) (*content, error) {
	src, err := parse(file, text)
	if err != nil {
		return nil, err
	}
	top := src.top()
	if version := top.get("openapi").text(); !strings.HasPrefix(version, "3.") {
		return nil, top.problem("the document is of OpenAPI version %q; version 3 is supported", version)
	}
	r := &reader{src: src, provider: p.Name, levels: []node{top.get("x-stackQL-config")}}
	for _, config := range []string{ref.config, p.config} {
		if config == "" {
			continue
		}
		outer, err := parse(file, []byte(config))
		if err != nil {
			return nil, err
		}
		r.levels = append(r.levels, outer.top())
	}
	c := &content{
		Title: top.in("info", "title").text(), Version: top.in("info", "version").text(), Description: line(top.in("info", "description").text()),
		Signing: top.in("info", "x-serviceName").text(),
	}
	resources := top.in("components", "x-stackQL-resources")
	if !resources.isMapping() {
		return nil, top.problem("components.x-stackQL-resources is missing: it names the tables")
	}
	resources.each(func(key string, n node) {
		resource, err := r.resource(key, n)
		if err != nil {
			r.note(key, err)
			return
		}
		c.Resources = append(c.Resources, resource)
	})
	c.Problems = r.problems
	return c, nil
}

var verbs = []string{"select", "insert", "update", "replace", "delete"}

func (r *reader) resource(key string, n node) (_ *Resource, err error) {
	out := &Resource{Name: n.get("name").text(), Title: n.get("title").text(), Description: line(n.get("description").text()), Verbs: map[string][]string{}}
	if out.Name == "" {
		out.Name = key
	}
	if !name.MatchString(out.Name) {
		return nil, n.problem("%q is no name for a resource", out.Name)
	}
	n.get("methods").each(func(called string, m node) {
		method, err := r.method(key, called, m, n)
		if err != nil {
			r.note(key+"."+called, err)
			return
		}
		out.Methods = append(out.Methods, method)
	})
	for _, verb := range verbs {
		for _, item := range n.in("sqlVerbs", verb).items() {
			method, err := r.verbMethod(key, item)
			switch {
			case err != nil:
				r.note(key+"."+verb, err)
			case slices.ContainsFunc(out.Methods, func(m *Method) bool { return m.Name == method }):
				out.Verbs[verb] = append(out.Verbs[verb], method)
			default: // its own problem is noted
			}
		}
	}
	if out.Views, err = r.views(n.in("config", "views")); err != nil {
		r.note(key, err)
	}
	return out, nil
}

// verbMethod is the method of the same resource that a verb's reference names.
func (r *reader) verbMethod(resource string, item node) (string, error) {
	ref := item.get("$ref")
	parts, err := pointer(ref)
	if err != nil {
		return "", err
	}
	if len(parts) != 5 || parts[1] != "x-stackQL-resources" || parts[3] != "methods" {
		return "", ref.problem("%s is no method", ref.text())
	}
	if parts[2] != resource {
		return "", ref.problem("%s is a method of another resource", ref.text())
	}
	if _, err := r.src.pointed(ref); err != nil {
		return "", err
	}
	return parts[4], nil
}
