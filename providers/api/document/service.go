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

// unread are fields that nothing is done with, and what that means.
var unread = map[string]string{
	"inverse":               "nothing is undone by another method",
	"projection_map":        "columns and inputs have the names of the schema",
	"async_schema_override": "the columns are those of the first answer",
	"xmlTransform":          "the XML is sent as it is made",
	"sqlExternalTables":     "a database is a source of its own in the configuration",
	"variations":            "the columns are those of the schema as it stands",
	"minStackQLVersion":     "it is the version of another program",
}

// unreadConfig are those of config blocks.
var unreadConfig = []string{"sqlExternalTables", "variations", "minStackQLVersion"}

// noteUnread keeps that fields of a thing are not read. The thing itself stays.
func (r *reader) noteUnread(thing string, n node, fields ...string) {
	r.problems = append(r.problems, unreadIn(thing, n, fields...)...)
	r.problems = r.problems[:min(len(r.problems), maxProblems)]
}

func unreadIn(thing string, n node, fields ...string) (list []Problem) {
	for _, field := range fields {
		if at := n.get(field); at.exists() {
			list = append(list, *at.problem("%s%s is not supported, and is not read: %s", thing, field, unread[field]))
		}
	}
	return list
}

// noteUnreadOf keeps what is not read of a method.
func (r *reader) noteUnreadOf(method string, n node) {
	r.noteUnread(method+": ", n, "inverse")
	r.noteUnread(method+": request.", n.get("request"), "projection_map", "xmlTransform")
	r.noteUnread(method+": response.", n.get("response"), "projection_map", "async_schema_override")
	r.noteUnread(method+": config.", n.get("config"), unreadConfig...)
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
	r.noteUnread("x-stackQL-config.", top.get("x-stackQL-config"), unreadConfig...)
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
		r.noteUnreadOf(key+"."+called, m)
	})
	r.noteUnread(key+": config.", n.get("config"), unreadConfig...)
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
