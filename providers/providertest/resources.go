package providertest

import (
	"slices"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// RunResources runs the cases of a source whose resources are answered by methods. Fixture.Service has some. No case
// sends a request.
func RunResources(t *testing.T, open func(t *testing.T) Fixture) {
	RunSessions(t, open)
	run(t, open, resourceCases)
}

var resourceCases = map[string]func(*suite){
	"what is listed is described": listedIsDescribed,
	"what is listed is planned":   listedIsPlanned,
	"names unknown":               namesUnknown,
	"another print":               anotherPrint,
}

// eachResource calls each with all that the provider lists.
func (s *suite) eachResource(each func(service, resource string)) {
	s.Helper()
	services, err := s.hierarchy().Services(s.ctx)
	if err != nil || !slices.ContainsFunc(services, func(v providers.Service) bool { return v.Name == s.fixture.Service }) {
		s.Fatalf("services %+v, %v: want %q among them", services, err, s.fixture.Service)
	}
	count := 0
	for _, service := range services {
		resources, err := s.hierarchy().Resources(s.ctx, service.Name)
		if err != nil {
			s.Errorf("resources of %s: %v", service.Name, err)
		}
		for _, r := range resources {
			count++
			each(service.Name, r.Name)
		}
	}
	if count == 0 {
		s.Fatal("the provider has no resources")
	}
}

func (s *suite) methods() providers.MethodLister {
	s.Helper()
	lister, ok := s.fixture.Provider.(providers.MethodLister)
	if !ok {
		s.Fatal("the provider lists no methods")
	}
	return lister
}

// unreadable reports whether what is listed cannot be read, and says so.
func unreadable(err error) bool { return sqlstate.CodeOf(err) == sqlstate.DataException }

// listedIsDescribed: whatever is listed and can be read can be described, and is found by its name.
func listedIsDescribed(s *suite) {
	lister := s.methods()
	s.eachResource(func(service, resource string) {
		if detail, err := lister.Describe(s.ctx, service, resource); (err != nil || detail.Name != resource) && !unreadable(err) {
			s.Errorf("%s.%s is described as %+v, %v", service, resource, detail, err)
		}
		found, err := lister.Search(s.ctx, service, []providers.Pattern{providers.Pattern(strings.ToLower(resource))})
		if err != nil || !slices.ContainsFunc(found, func(f providers.Found) bool { return f.Service == service && f.Resource.Name == resource }) {
			s.Errorf("a search for %s.%s finds %+v, %v", service, resource, found, err)
		}
		list, err := lister.ListMethods(s.ctx, service, strings.ToUpper(resource))
		if err != nil {
			s.Errorf("methods of %s.%s: %v", service, resource, err)
		}
		for _, m := range list {
			if detail, err := lister.DescribeMethod(s.ctx, service, resource, m.Name); (err != nil || detail.Name != m.Name || detail.Verb != m.Verb || detail.Effect != m.Effect) && !unreadable(err) {
				s.Errorf("%s.%s.%s is listed as %+v and described as %+v, %v", service, resource, m.Name, m, detail, err)
			}
		}
	})
}

// resources is the catalog as statements over methods see it.
func (s *suite) resources() providers.Methods {
	s.Helper()
	c, err := s.fixture.Provider.Catalog(s.ctx)
	if err != nil {
		s.Fatal(err)
	}
	methods, ok := c.(providers.Methods)
	if !ok {
		s.Fatal("the catalog has no methods")
	}
	return methods
}

// listedIsPlanned: a method that is listed is chosen where its inputs are given, with the effect that people are told;
// without them the error names one.
func listedIsPlanned(s *suite) {
	lister, catalog := s.methods(), s.resources()
	s.eachResource(func(service, resource string) {
		list, err := lister.ListMethods(s.ctx, service, resource)
		if err != nil {
			s.Errorf("methods of %s.%s: %v", service, resource, err)
		}
		for _, m := range list {
			if m.Effect == providers.Reads && m.Verb == "SELECT" && m.Name == "__view__" {
				continue
			}
			planned, err := catalog.Method(service, resource, m.Name, m.Required)
			if err != nil || planned.Name != m.Name || planned.Print == "" || planned.Effect == providers.NotKnown {
				s.Errorf("%s.%s.%s is planned as %+v, %v", service, resource, m.Name, planned, err)
			}
			if len(m.Required) == 0 {
				continue
			}
			_, err = catalog.Method(service, resource, m.Name, nil)
			if e := s.asError("a method without its inputs", err, sqlstate.InvalidColumnReference); !strings.Contains(e.Message+e.Hint, m.Required[0]) {
				s.Errorf("%s.%s.%s without inputs: %s %s", service, resource, m.Name, e.Message, e.Hint)
			}
		}
	})
}

func namesUnknown(s *suite) {
	lister, service, resource := s.methods(), s.fixture.Service, ""
	s.eachResource(func(in, name string) {
		if in == service && resource == "" {
			resource = name
		}
	})
	for what, test := range map[string]struct {
		ask  func() error
		code sqlstate.Code
	}{
		"Resources of an unknown service":   {func() error { _, err := lister.Resources(s.ctx, service+"x"); return err }, sqlstate.InvalidSchemaName},
		"Describe in an unknown service":    {func() error { _, err := lister.Describe(s.ctx, service+"x", resource); return err }, sqlstate.InvalidSchemaName},
		"Describe of an unknown resource":   {func() error { _, err := lister.Describe(s.ctx, service, resource+"x"); return err }, sqlstate.UndefinedTable},
		"ListMethods in an unknown service": {func() error { _, err := lister.ListMethods(s.ctx, service+"x", resource); return err }, sqlstate.InvalidSchemaName},
		"ListMethods of what is unknown":    {func() error { _, err := lister.ListMethods(s.ctx, service, resource+"x"); return err }, sqlstate.UndefinedTable},
		"DescribeMethod of what is unknown": {func() error { _, err := lister.DescribeMethod(s.ctx, service, resource, "nothing"); return err }, sqlstate.UndefinedObject},
		"Choose of what is unknown":         {func() error { _, err := s.resources().Choose(service, resource+"x", "select", nil); return err }, sqlstate.UndefinedTable},
		"Method of what is unknown":         {func() error { _, err := s.resources().Method(service, resource, "nothing", nil); return err }, sqlstate.UndefinedFunction},
	} {
		_ = s.asError(what, test.ask(), test.code)
	}
}

// anotherPrint: a scan of a method that is not the one that was judged sends nothing.
func anotherPrint(s *suite) {
	c, asked := s.connect(providers.ConnOptions{}), 0
	s.eachResource(func(service, resource string) {
		m, err := s.resources().Choose(service, resource, "select", nil)
		if err != nil || len(m.Columns) == 0 {
			return
		}
		asked++
		scan := providers.Scan{Source: s.fixture.Provider.Info().Name, Service: service, Resource: resource, Method: m.Name, Print: m.Print + "x", Table: "judged", Columns: m.Columns[:1]}
		rows, err := c.Conn.Query(s.ctx, providers.Statement{SQL: "SELECT count(*) FROM judged", Verb: "SELECT", ReadOnly: true, Scans: []providers.Scan{scan}}, providers.Args{})
		if err == nil {
			_, err = rows.Next()
			_ = rows.Close()
		}
		_ = s.asError("a scan of "+service+"."+resource+" with another print", err, sqlstate.SerializationFailure)
	})
	if asked == 0 {
		s.Error("no resource answers SELECT without inputs")
	}
}
