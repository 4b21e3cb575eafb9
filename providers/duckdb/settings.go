package duckdb

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// settings are one session's Postgres settings. Only TimeZone, search_path, statement_timeout,
// default_transaction_read_only and client_min_messages have an effect; the others are checked and
// stored.
type settings struct {
	defaults map[string]string // defaults that differ from the table's
	values   map[string]string // the settings that were set, by lower-case name
	zone     *time.Location
	timeout  time.Duration

	// In a transaction that has set something: the values after its end.
	inTransaction        bool
	onRollback, onCommit map[string]string
}

func newSettings(p *Provider, o providers.ConnOptions) settings {
	s := settings{
		defaults: map[string]string{
			"application_name":              printable(o.ApplicationName),
			"server_version":                "15.0 (DuckDB " + p.Info().Version + ")",
			"default_transaction_read_only": onOff(o.ReadOnly),
		},
		values: map[string]string{},
		zone:   time.UTC,
	}
	if path := p.options.path(); !slices.Equal(path, []string{defaultSchema}) {
		s.defaults["search_path"] = strings.Join(path, ", ")
	}
	return s
}

// get returns a setting's value; false if there is no such setting.
func (s *settings) get(name string) (string, bool) {
	if v, ok := s.values[name]; ok {
		return v, true
	}
	return s.initial(name)
}

// isSet reports whether the client has given a setting a value, even that of its default.
func (s *settings) isSet(name string) bool {
	_, now := s.values[name]
	_, begun := s.defaults[name]
	return now || begun
}

// initial returns a setting's value without any SET.
func (s *settings) initial(name string) (string, bool) {
	if v, ok := s.defaults[name]; ok {
		return v, true
	}
	known, ok := parameters[name]
	return known.value, ok
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
		if s.values = s.onRollback; committed {
			s.values = s.onCommit
		}
	}
	s.inTransaction, s.onRollback, s.onCommit = false, nil, nil
	return !maps.Equal(before, s.values)
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
	set := func() error { return c.changeSetting(name, *s.Setting) }
	if name == "transaction" || name == "session characteristics" {
		set = func() error { return c.setTransactionModes(name == "transaction", scan(s.SQL).words) }
	}
	if err := set(); err != nil {
		return nil, err
	}
	if verb(s) == "RESET" {
		return &table{tag: "RESET"}, nil
	}
	return &table{tag: "SET"}, nil
}

// changeSetting changes one setting.
func (c *Conn) changeSetting(name string, s providers.Setting) error {
	known, ok := parameters[name]
	switch {
	case !ok && !strings.Contains(name, "."):
		return errUnknownSetting(s.Name)
	case known.fixed:
		return sqlstate.New("55P02", "parameter %q cannot be changed", s.Name)
	case s.Local && !c.settings.inTransaction:
		c.sendWarning(sqlstate.NoActiveTransaction, "SET LOCAL can only be used in transaction blocks")
		return nil
	case name == "transaction_read_only" && !s.Reset:
		return c.setTransactionReadOnly(s.Value)
	}
	value := s.Value
	if !s.Reset && known.check != nil {
		var err error
		if value, err = known.check(value); err != nil {
			return invalidSetting(s.Name, s.Value, err)
		}
	}
	if name == "default_transaction_read_only" && value == "off" && c.options.ReadOnly {
		return sqlstate.New(sqlstate.InsufficientPrivilege, "this session can only read")
	}
	before := maps.Clone(c.settings.values)
	c.settings.change(name, value, s.Local, s.Reset)
	if err := c.applySettings(); err != nil {
		c.settings.values = before
		return err
	}
	return nil
}

func errUnknownSetting(name string) error {
	return sqlstate.New(sqlstate.UndefinedObject, "unrecognized configuration parameter %q", name)
}

func invalidSetting(name, value string, err error) error {
	var outside outOfRange
	if errors.As(err, &outside) {
		return sqlstate.New(sqlstate.InvalidParameterValue, string(outside), name)
	}
	e := sqlstate.New(sqlstate.InvalidParameterValue, "invalid value for parameter %q: %q", name, value)
	if errors.Is(err, errUnsupported) {
		e.Code = sqlstate.FeatureNotSupported
	}
	return e.WithHint("%s", err.Error())
}

// setTransactionModes runs SET TRANSACTION, and SET SESSION CHARACTERISTICS AS TRANSACTION.
func (c *Conn) setTransactionModes(transaction bool, words []string) error {
	if slices.Contains(words, "SERIALIZABLE") {
		return errSerializable()
	}
	if i := slices.Index(words, "LEVEL"); i >= 0 {
		repeatable := slices.Contains(words, "REPEATABLE")
		if transaction {
			c.tx.repeatable = repeatable
		} else if err := c.setIsolation(repeatable); err != nil {
			return err
		}
	}
	readOnly, said := accessMode(words)
	if !said {
		return nil // DEFERRABLE, or nothing else than the level
	}
	value := onOff(readOnly)
	if transaction {
		return c.setTransactionReadOnly(value)
	}
	return c.changeSetting("default_transaction_read_only", providers.Setting{Name: "default_transaction_read_only", Value: value})
}

// setIsolation notes whether the session's transactions keep one snapshot.
func (c *Conn) setIsolation(repeatable bool) error {
	s := providers.Setting{Name: "default_transaction_isolation", Value: "repeatable read", Reset: !repeatable}
	return c.changeSetting(s.Name, s)
}

// setTransactionReadOnly runs SET TRANSACTION READ ONLY or READ WRITE. It begins the transaction
// anew, which is possible until a statement has run in it.
func (c *Conn) setTransactionReadOnly(value string) error {
	text, err := checkBool(value)
	if err != nil {
		return invalidSetting("transaction_read_only", value, err)
	}
	on := text == "on"
	switch {
	case c.tx.status == providers.Idle:
		c.sendWarning(sqlstate.NoActiveTransaction, "SET TRANSACTION can only be used in transaction blocks")
		return nil
	case on == c.tx.readOnly:
		return nil
	case on && c.tx.used:
		c.tx.readOnly, c.tx.writable = true, true
		return nil
	case c.options.ReadOnly:
		return sqlstate.New(sqlstate.InsufficientPrivilege, "this session can only read")
	case c.tx.used:
		return sqlstate.New(sqlstate.ActiveTransaction, "transaction read-write mode must be set before any query")
	}
	if err := run(c.conn, "ROLLBACK"); err != nil {
		return c.provider.translate(err, "", nil)
	}
	c.tx.readOnly = on
	return c.beginAtDuckDB(on)
}

// applySettings applies the settings that have an effect.
func (c *Conn) applySettings() error {
	s := &c.settings
	value, _ := s.get("statement_timeout")
	s.timeout, _ = parseDuration(value)
	zone, _ := s.get("timezone")
	location, err := loadZone(zone)
	if err != nil {
		return invalidSetting("TimeZone", zone, err)
	}
	if location != s.zone && location.String() != s.zone.String() {
		if err := run(c.conn, "SET TimeZone = "+quoteText(location.String())); err != nil {
			return invalidSetting("TimeZone", zone, errZone)
		}
		s.zone = location
		c.dropAllPrepared()
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

// applySearchPath sets DuckDB's search path to the schemas of search_path that exist.
func (c *Conn) applySearchPath() error {
	value, _ := c.settings.get("search_path")
	if value == c.path {
		return nil
	}
	existing, err := collect(c.conn, "SELECT schema_name FROM duckdb_schemas() WHERE database_name = "+
		quoteText(c.provider.options.Name))
	if err != nil {
		return c.provider.translate(err, "", nil)
	}
	var schemas []string
	for _, name := range splitNames(value) {
		for _, row := range existing {
			if strings.EqualFold(row[0], name) && !slices.Contains(schemas, row[0]) {
				schemas = append(schemas, row[0])
			}
		}
	}
	schemas = append(schemas, "main") // DuckDB's main is last, so the path is never empty
	if err := c.provider.setSearchPath(c.conn, schemas); err != nil {
		return err
	}
	c.path = value
	c.dropAllPrepared()
	return nil
}

// splitNames reads a list of names: "$user", public.
func splitNames(list string) []string {
	var names []string
	for part := range strings.SplitSeq(list, ",") {
		part = strings.TrimSpace(part)
		if strings.HasPrefix(part, `"`) || strings.HasPrefix(part, "'") {
			part = strings.Trim(part, `"'`)
		} else {
			part = strings.ToLower(part)
		}
		if part != "" {
			names = append(names, part)
		}
	}
	return names
}

// runShow answers SHOW.
func (c *Conn) runShow(name string) (providers.Rows, error) {
	if name == "" || name == "all" {
		out := &table{columns: showColumns("name", "setting", "description"), tag: "SHOW"}
		for _, name := range slices.Sorted(maps.Keys(parameters)) {
			value := c.shownValue(name)
			out.rows = append(out.rows, providers.Row{[]byte(displayName(name)), []byte(value), nil})
		}
		return out, nil
	}
	if _, ok := c.settings.get(name); !ok {
		return nil, errUnknownSetting(name)
	}
	return &table{
		columns: showColumns(displayName(name)),
		rows:    []providers.Row{{[]byte(c.shownValue(name))}},
		tag:     "SHOW",
	}, nil
}

// shownValue returns what SHOW says of a setting that exists.
func (c *Conn) shownValue(name string) string {
	if name == "transaction_read_only" {
		return onOff(c.tx.readOnly || c.tx.status == providers.Idle && c.readOnly())
	}
	value, _ := c.settings.get(name)
	return value
}

// describeControl describes statements that DuckDB never sees.
func (c *Conn) describeControl(s providers.Statement) providers.Description {
	if s.Setting == nil || verb(s) != "SHOW" {
		return providers.Description{}
	}
	name := strings.ToLower(s.Setting.Name)
	if name == "" || name == "all" {
		return providers.Description{Columns: showColumns("name", "setting", "description")}
	}
	return providers.Description{Columns: showColumns(displayName(name))}
}

func showColumns(names ...string) []providers.Column {
	columns := make([]providers.Column, len(names))
	for i, name := range names {
		columns[i] = textColumn(name)
	}
	return columns
}

func textColumn(name string) providers.Column {
	return (&node{duck: "VARCHAR"}).column(name)
}

// planColumn returns the one column of EXPLAIN.
func planColumn() providers.Column { return textColumn("QUERY PLAN") }

// Begun makes the current values those that the session begins with: RESET returns to them.
func (c *Conn) Begun() {
	maps.Copy(c.settings.defaults, c.settings.values)
	clear(c.settings.values)
}

// ParameterStatus reports default_transaction_read_only to clients that may write, because a client
// that is a gateway relies on it.
func (c *Conn) ParameterStatus(name string) string {
	if name != "default_transaction_read_only" || c.options.ReadOnly {
		return ""
	}
	value, _ := c.settings.get(name)
	return value
}
