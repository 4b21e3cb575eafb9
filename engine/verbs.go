package engine

import (
	"context"
	"io"
	"path"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// ownColumns are the columns of the dialect's own verbs, those that EXTENDED adds behind the bar. The
// names are StackQL's, as far as there is one for a thing.
var ownColumns = map[string]string{
	planner.ShowProviders: "name version | kind description",
	planner.ShowServices:  "id name title | description version preferred",
	planner.ShowResources: "name id | description title kind rows",
	planner.ShowMethods:   "MethodName RequiredParams SQLVerb | description",
	planner.ShowColumns:   "name type | description nullable key default",
	planner.ShowMethod:    "name type param_type | shape description",
	planner.ShowInsert:    "template",
	planner.ShowVersion:   "version | commit platform",
	planner.ShowReleases:  "provider version",
	planner.PullRelease:   "message",
}

// ownVerb returns the columns of one of the dialect's own verbs.
func (s *Session) ownVerb(p *planner.Statement) ([]providers.Column, bool) {
	if p.Control != planner.OwnVerb {
		return nil, false
	}
	if p.View != nil {
		return nil, true
	}
	plain, more, _ := strings.Cut(ownColumns[p.Show.What], " | ")
	names := strings.Fields(plain)
	if p.Show.Extended {
		names = append(names, strings.Fields(more)...)
	}
	if p.Show.What == planner.ShowReleases && len(p.Show.In) > 0 {
		names = []string{"provider", "versions"}
	}
	columns := make([]providers.Column, len(names))
	for i, n := range names {
		columns[i] = providers.Column{Name: n, Type: textOID, TypeMod: -1, Size: -1, TypeName: "text"}
	}
	return columns, true
}

const textOID = 25

// runOwnVerb answers one of the dialect's own verbs.
func (s *Session) runOwnVerb(ctx context.Context, p *planner.Statement) (providers.Rows, error) {
	if p.View != nil {
		return s.changeViews(ctx, p)
	}
	columns, _ := s.ownVerb(p)
	table := &listing{columns: columns}
	err := s.listOwn(ctx, p.Show, table)
	if err != nil {
		return nil, err
	}
	table.tag = p.Verb + " " + strconv.Itoa(len(table.rows))
	return table, nil
}

func (s *Session) listOwn(ctx context.Context, show *planner.Show, table *listing) error {
	match := likePattern(show.Like)
	in := show.In
	switch show.What {
	case planner.ShowProviders:
		s.listSources(ctx, match, table)
	case planner.ShowServices:
		list, err := s.Services(ctx, in[0])
		for _, v := range list {
			if match(v.Name) {
				table.add(ServiceID(v), v.Name, either(v.Title, v.Name), v.Description, v.Version, strconv.FormatBool(v.Preferred))
			}
		}
		return err
	case planner.ShowResources:
		list, err := s.Resources(ctx, in[0], in[1])
		for _, r := range list {
			if match(r.Name) {
				table.add(r.Name, strings.Join([]string{in[0], in[1], r.Name}, "."), r.Description, r.Title, r.Kind, rowsOf(r))
			}
		}
		return err
	case planner.ShowMethods:
		list, err := s.SQLMethods(ctx, in)
		for _, m := range list {
			if match(m.Name) {
				table.add(m.Name, strings.Join(m.Required, ", "), m.Verb, m.Description)
			}
		}
		return err
	case planner.ShowColumns:
		d, err := s.describeAt(ctx, in)
		for _, c := range d.Columns {
			table.add(c.Name, c.Type, c.Description, yesNo(c.Nullable), yesNo(c.Key), c.Default)
		}
		return err
	case planner.ShowMethod:
		return s.listMethod(ctx, in, table)
	case planner.ShowInsert:
		template, err := s.insertTemplate(ctx, in, show.Required)
		table.add(template)
		return err
	case planner.ShowVersion:
		i := s.engine.Info()
		table.add(i.Version, i.Commit, runtime.GOOS+"/"+runtime.GOARCH)
	case planner.ShowReleases:
		return s.listReleases(ctx, in, table)
	case planner.PullRelease:
		message, err := s.PullProvider(ctx, in[0], show.Release)
		table.add(message)
		return err
	default:
		return sqlstate.New(sqlstate.FeatureNotSupported, "%s is not supported", show.What)
	}
	return nil
}

// listSources lists the sources that there are for the client.
func (s *Session) listSources(ctx context.Context, match func(string) bool, table *listing) {
	s.engine.FindSources(ctx)
	for _, i := range s.engine.Info().Sources {
		if s.client.may(i.Name) && match(i.Name) {
			table.add(i.Name, i.Version, i.Kind, i.Description)
		}
	}
}

// ServiceID is what StackQL calls the id of a service: its name, and the version of its document.
func ServiceID(v providers.Service) string {
	if v.Version == "" {
		return v.Name
	}
	return v.Name + ":" + v.Version
}

// FullName is the full name of a resource, in a source and a service of which "" are the defaults: what
// StackQL calls its id.
func (s *Session) FullName(source, service, resource string) string {
	if p, err := s.engine.sourceFor(s.client, either(source, s.source.Name)); err == nil {
		source, service = p.Info().Name, either(service, p.Info().Default)
	}
	return strings.Join([]string{source, service, resource}, ".")
}

func rowsOf(r providers.Resource) string {
	if r.Rows < 0 {
		return ""
	}
	return strconv.FormatInt(r.Rows, 10)
}

// describeAt describes the resource of a name with one to three parts.
func (s *Session) describeAt(ctx context.Context, name []string) (providers.ResourceDetail, error) {
	in := threeParts(name)
	return s.DescribeResource(ctx, in[0], in[1], in[2])
}

// threeParts is a name with what it leaves out as "".
func threeParts(name []string) []string { return slices.Concat(make([]string, 3-len(name)), name) }

// listMethod lists what a method takes and gives.
func (s *Session) listMethod(ctx context.Context, name []string, table *listing) error {
	m, err := s.SQLMethod(ctx, name[:len(name)-1], name[len(name)-1])
	if err != nil {
		return err
	}
	for _, in := range m.Inputs {
		kind := "input_optional"
		if in.Required {
			kind = "input_required"
		}
		table.add(in.Name, in.TypeName, kind, shape(in.TypeName, in.Labels), in.Description)
	}
	for _, c := range m.Columns {
		table.add(c.Name, c.Type, "output", shape(c.Type, c.Labels), c.Description)
	}
	return nil
}

// shape is the JSON Schema of values of a type.
func shape(typeName string, labels []string) string {
	kind := "string"
	switch {
	case strings.HasSuffix(typeName, "[]"):
		kind = "array"
	case strings.HasPrefix(typeName, "json"):
		return "{}"
	case strings.HasPrefix(typeName, "bool"):
		kind = "boolean"
	case slices.ContainsFunc([]string{"small", "int", "big"}, func(p string) bool { return strings.HasPrefix(typeName, p) }) && typeName != "interval":
		kind = "integer"
	case slices.ContainsFunc([]string{"numeric", "decimal", "real", "double"}, func(p string) bool { return strings.HasPrefix(typeName, p) }):
		kind = "number"
	}
	if len(labels) == 0 {
		return `{"type":"` + kind + `"}`
	}
	quoted := make([]string, len(labels))
	for i, label := range labels {
		quoted[i] = strconv.Quote(label)
	}
	return `{"type":"` + kind + `","enum":[` + strings.Join(quoted, ",") + `]}`
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// likePattern matches as LIKE does, for % and _ alone.
func likePattern(pattern string) func(string) bool {
	if pattern == "" {
		return func(string) bool { return true }
	}
	glob := strings.NewReplacer(`*`, `\*`, `?`, `\?`, `[`, `\[`, `\`, `\\`, `%`, `*`, `_`, `?`).Replace(pattern)
	return func(name string) bool {
		ok, err := path.Match(glob, strings.ReplaceAll(name, "/", "_"))
		return err == nil && ok
	}
}

// listing is a small result made here.
type listing struct {
	columns []providers.Column
	rows    []providers.Row
	tag     string
	next    int
}

// add adds a row: a value for each column, and those that EXTENDED would show. "" is no value.
func (l *listing) add(values ...string) {
	row := make(providers.Row, len(l.columns))
	for i := range row {
		if v := values[i]; v != "" || l.columns[i].Name == "RequiredParams" {
			row[i] = []byte(v)
		}
	}
	l.rows = append(l.rows, row)
}

func (l *listing) Columns() []providers.Column { return l.columns }

func (l *listing) Next() (providers.Row, error) {
	if l.next == len(l.rows) {
		return nil, io.EOF
	}
	l.next++
	return l.rows[l.next-1], nil
}

func (l *listing) Tag() string { return l.tag }

func (l *listing) Close() error { return nil }
