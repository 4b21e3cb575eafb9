package config

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v4"
)

// StackQL has the values of StackQL's flags for which Sallyport has no key. Sallyport takes
// these flags as StackQL does, so that a command line for one starts the other;
// docs/stackql.md says what becomes of each.
type StackQL struct {
	Transport string // of MCP: http or stdio
	Proxy     bool   // the server type is reverse_proxy

	// What follows is for the sources that are APIs.

	Registry    Registry
	Auth        Secret // JSON, by provider
	EnvFile     string // of --env.file, which credentials are read from
	PageLimit   int
	MaxResults  int
	APITimeout  time.Duration
	Concurrency int
}

// Registry is where provider documents come from.
type Registry struct {
	URL              string         `yaml:"url"`
	LocalDocRoot     string         `yaml:"localDocRoot"`
	SrcPrefix        string         `yaml:"srcPrefix"`
	DistPrefix       string         `yaml:"distPrefix"`
	AllowSrcDownload bool           `yaml:"allowSrcDownload"`
	VerifyConfig     RegistryVerify `yaml:"verifyConfig"`
	// Folder is the folder on this machine that URL or LocalDocRoot names; "": none.
	Folder string `yaml:"-"`
}

// RegistryVerify is how documents are verified.
type RegistryVerify struct {
	NopVerify bool `yaml:"nopVerify"`
}

// The transports of MCP, and StackQL's third server type.
const (
	HTTP         = "http"
	Stdio        = "stdio"
	reverseProxy = "reverse_proxy"
)

const serverType = "--mcp.server.type"

// mcpConfig is the object of --mcp.config. dsn_env and dsn_file are ours.
type mcpConfig struct {
	Server struct {
		Transport string `yaml:"transport" oneof:"http stdio sse"`
		Address   string `yaml:"address"`
		Mode      string `yaml:"mode" oneof:"read_only safe delete_safe full_access"`
		ReadOnly  bool   `yaml:"read_only"`
		Render    string `yaml:"render" oneof:"markdown json"`
		CertFile  string `yaml:"tls_cert_file" path:"yes"`
		KeyFile   string `yaml:"tls_key_file" path:"yes"`
		Audit     struct {
			Disabled    bool   `yaml:"disabled"`
			FailureMode string `yaml:"failure_mode" oneof:"strict strict_mutations best_effort"`
			Sink        string `yaml:"sink" oneof:"file"`
			File        struct {
				Path       string `yaml:"path" path:"yes"`
				Dir        string `yaml:"dir" path:"yes"`
				MaxSizeMB  int    `yaml:"max_size_mb" min:"1"`
				MaxBackups int    `yaml:"max_backups" min:"0"`
				MaxAgeDays int    `yaml:"max_age_days" min:"0"`
			} `yaml:"file"`
		} `yaml:"audit"`
		Name                  string        `yaml:"name"`
		Version               string        `yaml:"version"`
		Description           string        `yaml:"description"`
		Scheme                string        `yaml:"scheme" oneof:"http https"`
		MaxConcurrentRequests int           `yaml:"max_concurrent_requests" min:"1"`
		RequestTimeout        time.Duration `yaml:"request_timeout" min:"0"`
		TransportCfg          yaml.Node     `yaml:"transport_cfg"`
	} `yaml:"server"`
	Backend struct {
		Type              string        `yaml:"type"`
		AppName           string        `yaml:"app_name"`
		DSN               Secret        `yaml:"dsn"`
		DSNEnv            string        `yaml:"dsn_env"`
		DSNFile           string        `yaml:"dsn_file" path:"yes"`
		MaxConnections    int           `yaml:"max_connections" min:"1"`
		ConnectionTimeout time.Duration `yaml:"connection_timeout" min:"0"`
		QueryTimeout      time.Duration `yaml:"query_timeout" min:"0"`
	} `yaml:"backend"`
	EnabledTools        []string `yaml:"enabled_tools"`
	EnabledPrompts      []string `yaml:"enabled_prompts"`
	EnabledResources    []string `yaml:"enabled_resources"`
	DisableInstructions bool     `yaml:"disable_instructions"`
	QueryLibrary        struct {
		BaseURL     string `yaml:"base_url"`
		FallbackURL string `yaml:"fallback_url"`
		Offline     bool   `yaml:"offline"`
		TTLSeconds  int    `yaml:"ttl_seconds" min:"0"`
	} `yaml:"query_library"`
}

// same are the keys of the object that mean the same as a key of ours.
var same = []struct{ theirs, ours string }{
	{"server.address", "mcp.address"},
	{"server.mode", "mode"},
	{"server.render", "mcp.format"},
	{"server.tls_cert_file", "mcp.tls.cert_file"},
	{"server.tls_key_file", "mcp.tls.key_file"},
	{"server.audit.failure_mode", "audit.failure_mode"},
	{"server.audit.file.dir", "audit.dir"},
	{"server.audit.file.max_size_mb", "audit.max_size_mb"},
	{"server.audit.file.max_backups", "audit.max_backups"},
	{"server.audit.file.max_age_days", "audit.max_age_days"},
	{"server.max_concurrent_requests", "mcp.max_calls"},
	{"enabled_tools", "mcp.enabled_tools"},
	{"enabled_prompts", "mcp.enabled_prompts"},
	{"enabled_resources", "mcp.enabled_resources"},
}

// idle are the keys that have no effect, and why.
var idle = []struct{ theirs, why string }{
	{"server.name", "clients are told that this is Sallyport"},
	{"server.version", "clients are told Sallyport's version"},
	{"server.description", "the instructions for clients are Sallyport's"},
	{"server.transport_cfg", "the transports have no settings of that kind"},
	{"backend.type", "the DSN says what the backend is"},
	{"backend.app_name", "name the application in the DSN: application_name=…"},
	{"backend.connection_timeout", "set it in the DSN: connect_timeout=…"},
	{"query_library.base_url", noLibrary},
	{"query_library.fallback_url", noLibrary},
	{"query_library.ttl_seconds", noLibrary},
}

const noLibrary = "there is no query library: nothing is ever fetched"

// elsewhere are tools of StackQL's that Sallyport does not have.
var elsewhere = []string{"reload_credentials", "query_library_search", "query_library_get"}

// object is --mcp.config, decoded.
type object struct {
	*loader // ours

	theirs mcpConfig
	set    map[string]string // where each of its keys was set
	inline bool
}

// where says where a key of the object was set, and which.
func (o *object) where(key string) string { return fmt.Sprintf("%s (%s)", o.set[key], key) }

func (o *object) has(key string) bool { return o.set[key] != "" }

// idle notes that what was set has no effect.
func (o *object) idle(key, why string) {
	o.notice("%s: %s has no effect: %s", o.set[key], key, why)
}

func (l *loader) notice(format string, args ...any) {
	l.config.Notices = append(l.config.Notices, fmt.Sprintf(format, args...))
}

// object reads --mcp.config: JSON itself, or the path of a file.
func (l *loader) object(text string) *object {
	o := &object{loader: l, set: map[string]string{}}
	if strings.TrimSpace(text) == "" {
		return o
	}
	sub := &loader{origin: o.set}
	name, content := mcpConfigFlag, []byte(text)
	if o.inline = strings.HasPrefix(strings.TrimSpace(text), "{"); !o.inline {
		var err error
		if content, err = os.ReadFile(text); err != nil {
			l.fail(mcpConfigFlag, "", "is neither an object in JSON ({…}) nor a file that can be read: %v", err)
			return o
		}
		name, sub.dir = text, filepath.Dir(text)
	}
	sub.document(name, content, &o.theirs)
	l.errs, l.unclear = append(l.errs, sub.errs...), l.unclear || len(sub.errs) > 0
	return o
}

// apply maps the object to our configuration.
func (o *object) apply() {
	for _, k := range same {
		if o.has(k.theirs) {
			o.adopt(k.theirs, k.ours)
		}
	}
	for _, k := range idle {
		if o.has(k.theirs) {
			o.idle(k.theirs, k.why)
		}
	}
	o.mode()
	o.record()
	o.timeout()
	if s := o.theirs.Server; s.Scheme == "https" && s.CertFile == "" {
		o.fail(o.set["server.scheme"], "server.scheme", "https needs tls_cert_file and tls_key_file")
	}
	if o.theirs.DisableInstructions {
		o.config.MCP.Instructions = false
		o.origin["mcp.instructions"] = o.where("disable_instructions")
	}
}

// adopt sets our key to the value of StackQL's key. In a list of enabled tools, names that only
// StackQL has are left out; StackQL takes an empty list for all.
func (o *object) adopt(theirs, ours string) {
	from, to := lookup(reflect.ValueOf(&o.theirs).Elem(), theirs).value, o.lookup(ours).value
	if list, ok := from.Interface().([]string); ok {
		if len(list) == 0 {
			return
		}
		kept := slices.DeleteFunc(slices.Clone(list), func(name string) bool { return slices.Contains(elsewhere, name) })
		if len(kept) < len(list) {
			o.notice("%s: %s: Sallyport has no %s", o.set[theirs], theirs, strings.Join(elsewhere, ", "))
		}
		from = reflect.ValueOf(kept)
	}
	to.Set(from)
	o.origin[ours] = o.where(theirs)
	if group := ours[:max(strings.LastIndexByte(ours, '.'), 0)]; strings.Contains(group, ".") {
		o.origin[group] = o.where(theirs)
	}
}

// mode knows the key that was there before server.mode.
func (o *object) mode() {
	const old = "server.read_only"
	switch s := o.theirs.Server; {
	case s.ReadOnly && s.Mode != "" && s.Mode != "read_only":
		o.fail(o.set[old], old, "true and server.mode: %s contradict each other: leave one of them out", s.Mode)
	case s.ReadOnly:
		o.text(o.where(old), "mode", "read_only")
	}
}

// record says where the record is. Nothing switches it off.
func (o *object) record() {
	const path, dir = "server.audit.file.path", "server.audit.file.dir"
	a := o.theirs.Server.Audit
	if a.Disabled {
		o.idle("server.audit.disabled", "nothing runs here without a record, which is kept all the same (sallyport audit); "+
			"server.audit.failure_mode: best_effort answers also when none can be written")
	}
	if a.File.Path == "" {
		return
	}
	o.text(o.where(path), "audit.dir", filepath.Dir(a.File.Path))
	if o.has(dir) {
		o.idle(dir, "path says where the record is")
	}
	o.notice("%s: %s: the record has file names of its own: it is audit.jsonl in %s", o.set[path], path, filepath.Dir(a.File.Path))
}

// timeout takes the shorter of both; zero is none.
func (o *object) timeout() {
	const request, query = "server.request_timeout", "backend.query_timeout"
	for _, k := range []struct {
		key string
		d   time.Duration
	}{{request, o.theirs.Server.RequestTimeout}, {query, o.theirs.Backend.QueryTimeout}} {
		if !o.has(k.key) {
			continue
		}
		before := o.origin["limits.statement_timeout"]
		mine := before == o.where(request)
		if !mine || k.d > 0 && (o.config.Limits.StatementTimeout == 0 || k.d < o.config.Limits.StatementTimeout) {
			o.config.Limits.StatementTimeout = k.d
			o.origin["limits.statement_timeout"] = o.where(k.key)
		}
	}
}
