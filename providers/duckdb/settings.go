package duckdb

import (
	"maps"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/bysession"
	"github.com/sallyportdb/sallyport/providers/duckdb/lexical"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgsettings"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// The levels of isolation.
const (
	repeatableRead = "repeatable read"
	serializable   = "serializable"
)

// settings are one session's Postgres settings, as pg_settings has their values: settings_table.go
// says what each does.
type settings struct {
	defaults map[string]string // defaults that differ from the table's
	values   map[string]string // the settings that were set, by lower-case name
	custom   map[string]bool   // the application's own settings that were ever set
	zone     *time.Location
	timeout  time.Duration
	version  uint64         // of the values: another number after each change
	versions *atomic.Uint64 // numbers the versions of all sessions

	// In a transaction that has set something: the values after its end.
	inTransaction        bool
	onRollback, onCommit map[string]string
}

func newSettings(p *Provider, o providers.ConnOptions) settings {
	s := settings{
		defaults: map[string]string{
			"application_name":              providers.ApplicationName(o.ApplicationName),
			"server_version":                "15.0 (DuckDB " + p.Info().Version + ")",
			"default_transaction_read_only": pgsettings.OnOff(o.ReadOnly),
			"session_authorization":         o.Principal.Name,
		},
		values: map[string]string{},
		custom: map[string]bool{},
		zone:   time.UTC,

		versions: &p.settingsVersions,
	}
	s.changed()
	if path := p.options.path(); !slices.Equal(path, []string{defaultSchema}) {
		s.defaults["search_path"] = strings.Join(path, ", ")
	}
	return s
}

// changed numbers the values anew.
func (s *settings) changed() { s.version = s.versions.Add(1) }

// get returns a setting's value; false if there is no such setting.
func (s *settings) get(name string) (string, bool) {
	if v, ok := s.values[name]; ok {
		return v, true
	}
	return s.initial(name)
}

// initial returns a setting's value without any SET.
func (s *settings) initial(name string) (string, bool) {
	if v, ok := s.defaults[name]; ok {
		return v, true
	}
	if known, ok := pgsettings.Find(name); ok {
		return known.Value, true
	}
	return "", s.custom[name]
}

// change changes a setting, for this transaction or for longer. reset returns it to its initial value.
func (s *settings) change(name, value string, local, reset bool) {
	change := func(m map[string]string) {
		if reset {
			delete(m, name)
		} else {
			m[name] = value
		}
	}
	s.changed()
	if local && !s.inTransaction {
		return // it holds for this statement, which is over
	}
	if s.inTransaction && s.onCommit == nil {
		s.onRollback, s.onCommit = maps.Clone(s.values), maps.Clone(s.values)
	}
	change(s.values)
	if s.inTransaction && !local {
		change(s.onCommit)
	}
}

func (s *settings) beginTransaction() { s.inTransaction = true }

// endTransaction ends the transaction and reports whether settings were rolled back.
func (s *settings) endTransaction(committed bool) (changed bool) {
	before := s.values
	if s.onCommit != nil {
		s.changed()
		if s.values = s.onRollback; committed {
			s.values = s.onCommit
		}
	}
	s.inTransaction, s.onRollback, s.onCommit = false, nil, nil
	return !maps.Equal(before, s.values)
}

// settled is what ROLLBACK TO returns the settings to.
type settled struct{ values, onCommit map[string]string }

// snapshot returns the settings as they are when a savepoint is set.
func (s *settings) snapshot() settled { return settled{maps.Clone(s.values), maps.Clone(s.onCommit)} }

// restore returns to a snapshot of the settings that was taken in the same transaction.
func (s *settings) restore(k settled) {
	s.changed()
	s.values = maps.Clone(k.values)
	switch {
	case k.onCommit != nil:
		s.onCommit = maps.Clone(k.onCommit)
	case s.onCommit != nil: // nothing was set before the savepoint
		s.onCommit = maps.Clone(k.values)
	}
}

// runSetting runs SET, RESET or SHOW.
func (c *Conn) runSetting(s providers.Statement) (providers.Rows, error) {
	name := strings.ToLower(s.Setting.Name)
	switch {
	case verb(s) == "SHOW":
		return c.runShow(name)
	case s.Setting.Reset && name == "":
		return &table{tag: "RESET"}, c.resetAll()
	}
	set := func() error { return c.set(*s.Setting) }
	if name == "transaction" || name == "session characteristics" {
		set = func() error { return c.setTransactionModes(name == "transaction", lexical.Scan(s.SQL).Words) }
	}
	if err := set(); err != nil {
		return nil, err
	}
	if verb(s) == "RESET" {
		return &table{tag: "RESET"}, nil
	}
	return &table{tag: "SET"}, nil
}

// set runs SET and RESET of one setting.
func (c *Conn) set(s providers.Setting) error {
	if s.Local && !c.settings.inTransaction {
		c.sendWarning(sqlstate.NoActiveTransaction, "SET LOCAL can only be used in transaction blocks")
	}
	return c.changeSetting(s)
}

// changeSetting changes one setting.
func (c *Conn) changeSetting(s providers.Setting) error {
	name := strings.ToLower(s.Name)
	known, ok := pgsettings.Find(name)
	if !ok {
		if err := pgsettings.CheckCustom(name); err != nil {
			return err
		}
		c.settings.custom[name] = true
		c.settings.change(name, s.Value, s.Local, s.Reset)
		return nil
	}
	if err := known.Refuse(); err != nil {
		return err
	}
	value, err := c.settingValue(known, s)
	if err != nil {
		return err
	}
	switch name {
	case "transaction_read_only":
		return c.setTransactionReadOnly(value)
	case "transaction_isolation":
		return c.setTransactionIsolation(value)
	case "seed":
		return nil
	}
	before := c.settings.snapshot()
	c.settings.change(name, value, s.Local, s.Reset)
	if err := c.applySettings(); err != nil {
		c.settings.restore(before)
		return err
	}
	return nil
}

// settingValue returns the value that a SET or RESET gives to a setting, or why it cannot.
func (c *Conn) settingValue(known *pgsettings.Setting, s providers.Setting) (string, error) {
	name := strings.ToLower(known.Name)
	if s.Reset {
		value, _ := c.settings.initial(name)
		return value, nil
	}
	value, err := known.Parse(s.Value)
	if err != nil {
		return "", err
	}
	if rule := rules[name]; rule != nil {
		return rule(c, known, value)
	}
	return value, nil
}

// setTransactionModes runs SET TRANSACTION, and SET SESSION CHARACTERISTICS AS TRANSACTION.
func (c *Conn) setTransactionModes(transaction bool, words []string) error {
	level := isolationLevel(words)
	readOnly, said := accessMode(words)
	switch {
	case slices.Contains(words, "SNAPSHOT"):
		return sqlstate.New(sqlstate.FeatureNotSupported, "SET TRANSACTION SNAPSHOT is not supported")
	case !transaction:
		var list []providers.Setting
		if level != "" {
			list = append(list, providers.Setting{Name: "default_transaction_isolation", Value: level})
		}
		if said {
			list = append(list, providers.Setting{Name: "default_transaction_read_only", Value: pgsettings.OnOff(readOnly)})
		}
		if i := slices.Index(words, "DEFERRABLE"); i > 0 {
			list = append(list, providers.Setting{Name: "default_transaction_deferrable", Value: pgsettings.OnOff(words[i-1] != "NOT")})
		}
		for _, s := range list {
			if err := c.changeSetting(s); err != nil {
				return err
			}
		}
		return nil
	case c.tx.status == providers.Idle:
		c.sendWarning(sqlstate.NoActiveTransaction, "SET TRANSACTION can only be used in transaction blocks")
		return nil
	}
	if level != "" {
		if err := c.setTransactionIsolation(level); err != nil {
			return err
		}
	}
	if said {
		return c.setTransactionReadOnly(pgsettings.OnOff(readOnly))
	}
	return nil
}

// isolationLevel finds ISOLATION LEVEL among the words of a statement; "" if it is not there.
func isolationLevel(words []string) string {
	i := slices.Index(words, "LEVEL")
	if i < 0 || i+1 >= len(words) {
		return ""
	}
	if words[i+1] == "SERIALIZABLE" {
		return serializable
	}
	return strings.ToLower(strings.Join(words[i+1:min(i+3, len(words))], " "))
}

// setTransactionIsolation notes the level of the open transaction.
func (c *Conn) setTransactionIsolation(level string) error {
	switch {
	case c.tx.status == providers.Idle, level == c.tx.isolation:
		return nil
	case c.tx.used:
		return sqlstate.New(sqlstate.ActiveTransaction, "SET TRANSACTION ISOLATION LEVEL must be called before any query")
	}
	c.tx.isolation = level
	return nil
}

// setTransactionReadOnly runs SET TRANSACTION READ ONLY or READ WRITE. It begins the transaction
// anew, which is possible until a statement has run in it.
func (c *Conn) setTransactionReadOnly(value string) error {
	on := value == "on"
	switch {
	case c.tx.status == providers.Idle, on == c.tx.readOnly:
		return nil
	case on && c.tx.used:
		c.tx.readOnly, c.tx.writable = true, true
		return nil
	case c.options.ReadOnly:
		return errReadsOnly()
	case c.tx.used:
		return sqlstate.New(sqlstate.ActiveTransaction, "transaction read-write mode must be set before any query")
	}
	if err := native.Run(c.conn, "ROLLBACK"); err != nil {
		return c.provider.translate(err, "", nil)
	}
	c.tx.readOnly = on
	return c.beginAtDuckDB(on)
}

// applySettings applies the settings that have an effect.
func (c *Conn) applySettings() error {
	s := &c.settings
	styles := c.readStyles()
	s.timeout = s.duration("statement_timeout")
	value, _ := s.get("timezone")
	location, _ := pgsettings.LoadZone(value)
	if location == nil {
		location = time.UTC
	}
	if location.String() != s.zone.String() {
		if err := native.Run(c.conn, "SET TimeZone = "+native.Text(location.String())); err != nil {
			known, _ := pgsettings.Find("timezone")
			return notHere(known, value, "the zones that DuckDB knows")
		}
		s.zone = location
		c.dropAllPrepared()
	}
	if styles != c.styled {
		c.styled = styles
		c.dropAllPrepared()
	}
	if c.Styled() || c.formed {
		c.formed = c.Styled()
		c.provider.bySession.ShowForm(c.conn, bysession.Form{Styles: c.styled, Zone: s.zone})
	}
	return c.applySearchPath()
}

// dropAllPrepared drops the kept prepared statements: names or values in them may mean something
// else now.
func (c *Conn) dropAllPrepared() {
	for _, p := range c.prepared {
		p.destroy()
	}
	clear(c.prepared)
	c.preparedKeys = c.preparedKeys[:0]
}

// lastSchema ends every search path, so that none is empty: DuckDB's own.
const lastSchema = "main"

// applySearchPath sets DuckDB's search path to the schemas of search_path that exist. A path other than
// the source's own is looked at again when the catalog has changed: a schema may have come or gone.
func (c *Conn) applySearchPath() error {
	value, _ := c.settings.get("search_path")
	version := c.provider.version.Load()
	if value == c.path && (version == c.pathVersion || value == c.ownPath) {
		return nil
	}
	existing, err := c.collectText("SELECT schema_name FROM duckdb_schemas() WHERE database_name = " +
		native.Text(c.provider.options.Name))
	if err != nil {
		return err
	}
	var schemas []string
	for _, name := range splitNames(value) {
		for _, row := range existing {
			if strings.EqualFold(row[0], name) && !slices.Contains(schemas, row[0]) {
				schemas = append(schemas, row[0])
			}
		}
	}
	c.pathVersion = version
	if value == c.path && slices.Equal(schemas, c.schemas) {
		return nil
	}
	if err := c.provider.setSearchPath(c.conn, append(slices.Clone(schemas), lastSchema)); err != nil {
		return err
	}
	c.path, c.schemas = value, schemas
	c.dropAllPrepared()
	return nil
}

// splitNames returns the names of search_path.
func splitNames(list string) []string {
	names, _ := readNames(list)
	return names
}

// Begun makes the current values those that the session begins with: RESET returns to them.
func (c *Conn) Begun() {
	maps.Copy(c.settings.defaults, c.settings.values)
	clear(c.settings.values)
	c.settings.changed()
}
