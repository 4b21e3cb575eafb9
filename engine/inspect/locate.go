package inspect

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/planner/advice"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Located is a resource, and where it is.
type Located struct {
	Source, Service string
	providers.ResourceDetail
}

// Locate finds the resource that a name means in a source and a service; "" is the default. The name
// may be as it is stored, as SQL spells it, or with its service or source before it. A name that the
// default service does not have may be in another one, if only one has it. See Services; 42P01 names
// the resources that are near.
func (s *Sources) Locate(ctx context.Context, source, service, name string) (Located, error) {
	h, info, err := s.hierarchy(source)
	if err != nil {
		return Located{}, err
	}
	at := Located{Source: info.Name, Service: cmp.Or(service, info.Default)}
	at.ResourceDetail, err = h.Describe(ctx, at.Service, name)
	if !notThere(err) {
		return at, err
	}
	parts := advice.NameParts(name)
	switch n := len(parts); {
	case n == 0:
		return at, err
	case n == 1 && parts[0] != name:
		if found, e := h.Describe(ctx, at.Service, parts[0]); !notThere(e) {
			at.ResourceDetail = found
			return at, e
		}
	case n > 1:
		if found, e := s.locateParts(ctx, source, service, parts); e == nil || !notThere(e) || sqlstate.From(e).Hint != "" {
			return found, e
		}
	}
	return s.locateElsewhere(ctx, h, at, service, parts[len(parts)-1], err)
}

func notThere(err error) bool {
	code := sqlstate.CodeOf(err)
	return code == sqlstate.UndefinedTable || code == sqlstate.InvalidSchemaName
}

// locateParts finds service.resource, source.resource or source.service.resource. A source and a
// service that the caller gives beside the name have to be the same.
func (s *Sources) locateParts(ctx context.Context, source, service string, parts []string) (Located, error) {
	last := parts[len(parts)-1]
	tries := [][2]string{{source, parts[0]}, {parts[0], service}}
	if len(parts) == 3 {
		tries = [][2]string{{parts[0], parts[1]}}
	}
	var failed error
	for _, try := range tries {
		if len(parts) > 3 || source != "" && try[0] != source || service != "" && try[1] != service {
			continue
		}
		h, info, err := s.hierarchy(try[0])
		if err != nil {
			failed = cmp.Or(failed, err)
			continue
		}
		at := Located{Source: info.Name, Service: cmp.Or(try[1], info.Default)}
		if at.ResourceDetail, err = h.Describe(ctx, at.Service, last); !notThere(err) {
			return at, err
		}
		failed = cmp.Or(failed, err)
	}
	if failed == nil {
		failed = sqlstate.New(sqlstate.UndefinedTable, "there is no resource %q in that provider and service", strings.Join(parts, ".")).
			WithHint("Give either the parts of the name in it, or provider and service beside it.")
	}
	return Located{}, failed
}

// locateElsewhere looks for a name in the other services of a source. failed is the error of the search in
// the first one.
func (s *Sources) locateElsewhere(ctx context.Context, h providers.Hierarchy, at Located, service, name string, failed error) (Located, error) {
	found, err := h.Search(ctx, service, providers.Patterns(name))
	if err != nil || strings.ContainsAny(name, "%* ") || len(name) < 3 {
		return at, failed
	}
	same := slices.DeleteFunc(slices.Clone(found), func(f providers.Found) bool { return !strings.EqualFold(f.Name, name) })
	if len(same) == 1 {
		at.Service = same[0].Service
		at.ResourceDetail, err = h.Describe(ctx, at.Service, same[0].Name)
		return at, err
	}
	if len(same) > 1 {
		return at, sqlstate.New(sqlstate.UndefinedTable, "there is more than one %q", name).WithHint("Which one? %s.", listFound(same)).Naming(namesOf(same)...)
	}
	e := *sqlstate.From(failed)
	if e.Hint == "" && len(found) > 0 {
		return at, e.WithHint("Did you mean one of: %s?", listFound(found)).Naming(namesOf(found)...)
	}
	return at, failed
}

// mostNamed is how many names a hint has at most.
const mostNamed = 5

func namesOf(found []providers.Found) (names []string) {
	for _, f := range found[:min(len(found), mostNamed)] {
		names = append(names, f.Service, f.Name)
	}
	return names
}

func listFound(found []providers.Found) string {
	names := make([]string, min(len(found), mostNamed))
	for i := range names {
		names[i] = Spelled(found[i].Service, found[i].Name)
	}
	if len(found) > mostNamed {
		names = append(names, "…")
	}
	return strings.Join(names, ", ")
}
