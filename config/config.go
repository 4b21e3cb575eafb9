// Package config reads what an operator wants into typed structs.
//
// [Load] takes, in rising precedence, the defaults, one YAML file (JSON is
// YAML), SALLYPORT_* variables, StackQL's --mcp.config object, and command line
// flags, StackQL's among them (stackql.go). The tags of the structs
// in this file are the whole schema: the key's name (yaml), the words it takes
// (oneof), its least number (min), whether it is a path, which a file may give
// relative to itself (path), and the kind of source it belongs to (kind).
// docs/configuration.md and sallyport.example.yaml explain every key; a test
// holds them to this file.
//
// Loading is strict. An unknown key, a misspelt word or a value that cannot be
// right is an error that says where it stands (file:line, the variable, or the
// flag), which key, and what was probably meant. All mistakes are reported
// together. Anchors, aliases and merge keys are refused: a reader of the file
// sees what is set.
//
// A variable's name is SALLYPORT_ and the key in upper case with _ for each
// dot: SALLYPORT_PGWIRE_ADDRESS. Sources are set in the file alone.
//
// Secrets are a [Secret], which prints as "[secret]" wherever it goes by
// accident, and no message holds one. Better, a source names the variable or
// the file that has its DSN.
package config

import (
	"path/filepath"
	"time"
)

// Config is the whole configuration.
type Config struct {
	Mode      string    `yaml:"mode" oneof:"read_only safe delete_safe full_access"`
	StateDir  string    `yaml:"state_dir" path:"yes"`
	PGWire    PGWire    `yaml:"pgwire"`
	MCP       MCP       `yaml:"mcp"`
	Auth      Auth      `yaml:"auth"`
	Audit     Audit     `yaml:"audit"`
	Approvals Approvals `yaml:"approvals"`
	Log       Log       `yaml:"log"`
	Limits    Limits    `yaml:"limits"`
	Discovery Discovery `yaml:"discovery"`
	Wiki      Wiki      `yaml:"wiki"`
	Sources   []Source  `yaml:"sources"`
	Roles     []Role    `yaml:"roles"`
	// DefaultRole is the role of principals that have none; "": they may do nothing once there are roles.
	DefaultRole string `yaml:"default_role"`

	// What follows has no keys, and stands last.

	StackQL StackQL `yaml:"-"`
	// Notices are printed for the operator at the start.
	Notices []string `yaml:"-"`
	// Origin says where each key that was set was set: file:line, a variable, a
	// flag.
	Origin map[string]string `yaml:"-"`
}

// PGWire is the Postgres front door.
type PGWire struct {
	Address        string    `yaml:"address"`
	TLS            PGWireTLS `yaml:"tls"`
	MaxConnections int       `yaml:"max_connections" min:"1"`
	AllowInsecure  bool      `yaml:"allow_insecure"`
	Users          []User    `yaml:"users"`

	Tokens PGWireTokens `yaml:"tokens"`

	IdleTimeout              time.Duration `yaml:"idle_timeout" min:"0"`
	IdleInTransactionTimeout time.Duration `yaml:"idle_in_transaction_timeout" min:"0"`
}

// TLS names a certificate; both files or none.
type TLS struct {
	CertFile string `yaml:"cert_file" path:"yes"`
	KeyFile  string `yaml:"key_file" path:"yes"`
}

// Enabled reports whether a certificate is configured.
func (t TLS) Enabled() bool { return t.CertFile != "" }

// Audit is where the record goes.
type Audit struct {
	Dir        string `yaml:"dir" path:"yes"`
	HeadDir    string `yaml:"head_dir" path:"yes"`
	MaxSizeMB  int    `yaml:"max_size_mb" min:"1"`
	MaxBackups int    `yaml:"max_backups" min:"0"`
	MaxAgeDays int    `yaml:"max_age_days" min:"0"`
	Compress   bool   `yaml:"compress"`
	Table      bool   `yaml:"table"`

	FailureMode  string        `yaml:"failure_mode" oneof:"strict strict_mutations best_effort"`
	SyncReads    string        `yaml:"sync_reads" oneof:"always interval never"`
	SyncChanges  string        `yaml:"sync_changes" oneof:"outcome intent commit"`
	SyncInterval time.Duration `yaml:"sync_interval" min:"1000000"`
	SyncTimeout  time.Duration `yaml:"sync_timeout" min:"1000000"`

	Parameters string `yaml:"parameters" oneof:"types values"`
	Redact     Redact `yaml:"redact"`

	Sinks       []Sink      `yaml:"sinks"`
	PublishHead PublishHead `yaml:"publish_head"`
}

// Sink is where copies of the records go beside the file.
type Sink struct {
	Kind     string `yaml:"kind" oneof:"stdout syslog http"`
	Name     string `yaml:"name"`
	Address  string `yaml:"address"`
	URL      string `yaml:"url"`
	TokenEnv string `yaml:"token_env"`
}

// PublishHead is where the head of the log goes from time to time: to a file, to
// a sink by its name, or to both.
type PublishHead struct {
	Every time.Duration `yaml:"every" min:"1000000000"`
	File  string        `yaml:"file" path:"yes"`
	Sink  string        `yaml:"sink"`
}

// Redact adds to the secrets that the record always hides.
type Redact struct {
	Patterns []string `yaml:"patterns"`
	Names    []string `yaml:"names"`
}

// Log is the server's own log, on standard error.
type Log struct {
	Level  string `yaml:"level" oneof:"trace debug info warn error off"`
	Format string `yaml:"format" oneof:"text json"`
}

// Limits bound what one statement may take.
type Limits struct {
	StatementTimeout time.Duration `yaml:"statement_timeout" min:"0"`
	MaxSQLBytes      int           `yaml:"max_sql_bytes" min:"1"`
	MCPMaxRows       int64         `yaml:"mcp_max_rows" min:"1"`
	MCPMaxBytes      int64         `yaml:"mcp_max_bytes" min:"1"`
	MCPMaxTextBytes  int           `yaml:"mcp_max_text_bytes" min:"1024"`
	APIMaxRows       int64         `yaml:"api_max_rows" min:"1"`
	APIMaxBytes      int64         `yaml:"api_max_bytes" min:"1"`
	APITimeout       time.Duration `yaml:"api_timeout" min:"0"`
	JoinMemory       string        `yaml:"join_memory"`
}

// Wiki is where people keep pages about the data.
type Wiki struct {
	Folder string `yaml:"folder" path:"yes"` // "": there is none
}

// Source is one named source of data.
type Source struct {
	Name        string `yaml:"name"`
	Kind        string `yaml:"kind" oneof:"duckdb postgres api"`
	Description string `yaml:"description"`
	Default     bool   `yaml:"default"`
	// HarmlessFunctions may be called by reads, whatever they are.
	HarmlessFunctions []string `yaml:"harmless_functions"`
	// Tenants are those whose principals may use the source, * being any; none: everybody may.
	Tenants []string `yaml:"tenants"`

	// What people and dbt say of its tables.
	Descriptions []string `yaml:"descriptions" path:"yes"`
	DBT          string   `yaml:"dbt" path:"yes"`

	Path        string `yaml:"path" kind:"duckdb" path:"yes"`
	Folder      string `yaml:"folder" kind:"duckdb" path:"yes"`
	Copies      string `yaml:"copies" kind:"duckdb"`
	CopyTo      bool   `yaml:"copy_to" kind:"duckdb"` // COPY … TO may make files in Folder
	MemoryLimit string `yaml:"memory_limit" kind:"duckdb"`
	Threads     int    `yaml:"threads" kind:"duckdb" min:"1"`

	DSN     Secret `yaml:"dsn" kind:"postgres"`
	DSNEnv  string `yaml:"dsn_env" kind:"postgres"`
	DSNFile string `yaml:"dsn_file" kind:"postgres" path:"yes"`

	// Identity says what each session is told of its principal. PerPrincipal has the logins of a source
	// that has several.
	Identity     []string `yaml:"identity" kind:"postgres" oneof:"subject tenant roles client"`
	PerPrincipal []Login  `yaml:"per_principal" kind:"postgres"`
	// LoginBypassesPolicies says that a login that row-level security does not hold is meant, although
	// the source is for tenants.
	LoginBypassesPolicies bool `yaml:"login_bypasses_policies" kind:"postgres"`

	Pooling           string        `yaml:"pooling" kind:"postgres" oneof:"session transaction"`
	MaxConnections    int           `yaml:"max_connections" kind:"postgres" min:"1"`
	MCPMaxConnections int           `yaml:"mcp_max_connections" kind:"postgres" min:"1"`
	MaxWait           time.Duration `yaml:"max_wait" kind:"postgres" min:"1000000"`
	MaxIdle           int           `yaml:"max_idle" kind:"postgres" min:"1"`
	IdleTimeout       time.Duration `yaml:"idle_timeout" kind:"postgres" min:"1000000000"`
	MaxLifetime       time.Duration `yaml:"max_lifetime" kind:"postgres" min:"1000000000"`
	ServerReset       string        `yaml:"server_reset" kind:"postgres"`
	CompareReads      bool          `yaml:"compare_reads" kind:"postgres"`

	Registry       string   `yaml:"registry" kind:"api" path:"yes"`
	Provider       string   `yaml:"provider" kind:"api"`
	AllowAddresses []string `yaml:"allow_addresses" kind:"api"`
	AllowHosts     []string `yaml:"allow_hosts" kind:"api"`
}

// Memory is the Source.Path of a database that ends with the server.
const Memory = ":memory:"

// The kinds of sources.
const (
	DuckDB   = "duckdb"
	Postgres = "postgres"
	API      = "api"
)

// Transaction is the Source.Pooling that gives a connection back at the end of
// each transaction.
const Transaction = "transaction"

// Default returns the configuration of a server that was told nothing. It has
// no sources, and the state directory is left to the caller.
func Default() Config {
	return Config{
		Mode:      "safe",
		PGWire:    PGWire{Address: "127.0.0.1:5466", MaxConnections: 200, Tokens: PGWireTokens{Ask: "password"}},
		MCP:       defaultMCP(),
		Auth:      defaultAuth(),
		Approvals: defaultApprovals(),
		Audit: Audit{
			MaxSizeMB: 100, Table: true, FailureMode: "strict", SyncReads: "interval", SyncChanges: "intent",
			SyncInterval: 500 * time.Millisecond, SyncTimeout: 10 * time.Second,
			Parameters: "types", PublishHead: PublishHead{Every: time.Minute},
		},
		Log: Log{Level: "info", Format: "text"},
		Limits: Limits{
			StatementTimeout: 5 * time.Minute, MaxSQLBytes: 4 << 20, MCPMaxRows: 10_000, MCPMaxBytes: 64 << 10, MCPMaxTextBytes: 32 << 10,
			APIMaxRows: 10_000_000, APIMaxBytes: 4 << 30,
		},

		Discovery: defaultDiscovery(),

		StackQL: StackQL{Transport: HTTP},
	}
}

// AuditDir is the audit log's folder: as configured, or in the state directory.
func (c Config) AuditDir() string {
	if c.Audit.Dir != "" {
		return c.Audit.Dir
	}
	return filepath.Join(c.StateDir, "audit")
}

// HeadDir is the folder where the server keeps heads of its log: as configured, or
// in the state directory.
func (c Config) HeadDir() string {
	if c.Audit.HeadDir != "" {
		return c.Audit.HeadDir
	}
	return filepath.Join(c.StateDir, "heads")
}

// ApprovalsDir is the folder of the approvals of a state directory's first process.
func (c Config) ApprovalsDir() string { return filepath.Join(c.StateDir, "approvals") }

// DefaultSource names the source that unqualified tables belong to: the source marked default,
// or else the first.
func (c Config) DefaultSource() string {
	for _, s := range c.Sources {
		if s.Default {
			return s.Name
		}
	}
	if len(c.Sources) > 0 {
		return c.Sources[0].Name
	}
	return ""
}
