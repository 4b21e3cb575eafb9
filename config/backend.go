package config

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"
)

// backendName is the source's name where the database's will not do.
const backendName = "backend"

// backend makes the DSN of the object the default source of a proxy.
func (o *object) backend() {
	b := o.theirs.Backend
	key, given := "", 0
	for _, k := range []struct{ key, text string }{
		{"backend.dsn", b.DSN.Reveal()}, {"backend.dsn_env", b.DSNEnv}, {"backend.dsn_file", b.DSNFile},
	} {
		if k.text != "" && !strings.HasPrefix(k.text, "stackql://") { // StackQL's name for itself
			key, given = k.key, given+1
		}
	}
	switch {
	case given > 1:
		o.fail(o.set["backend"], "backend", "has %d of dsn, dsn_env and dsn_file: give only one of them", given)
	case given == 0 && o.config.StackQL.Proxy:
		o.needsSource()
	case given == 0:
	case !o.config.StackQL.Proxy:
		o.idle(key, "it is for "+serverType+"="+reverseProxy)
	default:
		o.addBackend(key)
	}
	if b.MaxConnections > 0 && (given != 1 || !o.config.StackQL.Proxy) {
		o.idle("backend.max_connections", "there is no backend")
	}
	if o.inline && key == "backend.dsn" && hasPassword(b.DSN.Reveal()) {
		o.notice("%s: backend.dsn has a password, and other users of this machine can see the arguments of a program: "+
			"name a variable in backend.dsn_env (--env.file can set it) or a file in backend.dsn_file, or give %s a file", mcpConfigFlag, mcpConfigFlag)
	}
}

// needsSource refuses a proxy of nothing.
func (o *object) needsSource() {
	name := o.config.DefaultSource()
	for _, s := range o.config.Sources {
		if s.Name == name && s.Kind == Postgres {
			return
		}
	}
	o.fail(serverType, "", "%s needs the server that it stands before: backend.dsn (or dsn_env, dsn_file) in %s, or a default source of kind postgres in the configuration",
		reverseProxy, mcpConfigFlag)
}

func (o *object) addBackend(key string) {
	b := o.theirs.Backend
	s := Source{Name: backendName, Kind: Postgres, Default: true, DSN: b.DSN, DSNEnv: b.DSNEnv, DSNFile: b.DSNFile, MCPMaxConnections: b.MaxConnections}
	if found, err := s.ResolveDSN(o.getenv); err == nil { // otherwise opening the source reports the error
		s.DSN, s.DSNEnv, s.DSNFile = found, "", ""
	}
	dsn, dropped := withoutExecMode(s.DSN.Reveal())
	s.DSN = Secret(dsn)
	if dropped {
		o.notice("%s: %s: its default_query_exec_mode has no effect: statements reach the server by the protocol that they came by", o.set[key], key)
	}
	taken := map[string]bool{}
	for _, other := range o.config.Sources {
		taken[other.Name] = true
		if other.Default {
			o.fail(o.set[key], key, "would be the default source, and %q says that it is: take default: true from there", other.Name)
			return
		}
	}
	if name := strings.ToLower(databaseOf(dsn)); name != "" && nameProblem(name) == "" && !taken[name] {
		s.Name = name
	}
	at := fmt.Sprintf("sources[%d]", len(o.config.Sources))
	o.config.Sources = append(o.config.Sources, s)
	o.origin[at] = o.where(key)
}

// getenv looks a variable up; the last one counts.
func (l *loader) getenv(name string) (value string) {
	for _, entry := range l.environ {
		if v, ok := strings.CutPrefix(entry, name+"="); ok {
			value = v
		}
	}
	return value
}

// databaseOf is the database that a DSN names, if it does.
func databaseOf(dsn string) string {
	if strings.HasPrefix(dsn, "postgres://") || strings.HasPrefix(dsn, "postgresql://") {
		u, err := url.Parse(dsn)
		if err != nil {
			return ""
		}
		if name := u.Query().Get("dbname"); name != "" {
			return name
		}
		return strings.TrimPrefix(u.Path, "/")
	}
	if found := dbname.FindStringSubmatch(dsn); found != nil {
		return strings.Trim(found[1], "'")
	}
	return ""
}

func hasPassword(dsn string) bool {
	if u, err := url.Parse(dsn); err == nil && u.User != nil {
		if _, set := u.User.Password(); set {
			return true
		}
	}
	return password.MatchString(dsn)
}

var (
	dbname   = regexp.MustCompile(`(?:^|\s)dbname\s*=\s*('[^']*'|\S+)`)
	password = regexp.MustCompile(`(?:^|[\s?&])password\s*=`)
	execMode = regexp.MustCompile(`([?&])default_query_exec_mode=[a-z_]+(&|$)`)
)

// withoutExecMode drops what only StackQL's own driver understands.
func withoutExecMode(dsn string) (string, bool) {
	found := execMode.FindStringSubmatchIndex(dsn)
	if found == nil {
		return dsn, false
	}
	before, after := dsn[:found[0]], dsn[found[1]:]
	if after != "" {
		after = dsn[found[2]:found[3]] + after
	}
	return before + after, true
}
