package duckdb

import (
	"cmp"
	"maps"
	"slices"
	"strings"
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

// newSettings returns the settings of a new session.
func newSettings(p *Provider, o providers.ConnOptions) pgsettings.Session {
	defaults := map[string]string{
		"application_name":              providers.ApplicationName(o.ApplicationName),
		"server_version":                "15.0 (DuckDB " + p.Info().Version + ")",
		"default_transaction_read_only": pgsettings.OnOff(o.ReadOnly),
		"session_authorization":         o.Principal.Name,
	}
	if value := p.ownSetting(); value != "" {
		defaults["search_path"] = value
	}
	return pgsettings.NewSession(defaults, &p.settingsVersions)
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
	set := func() error { return c.runSet(*s.Setting) }
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

// runSet runs SET and RESET of one setting.
func (c *Conn) runSet(s providers.Setting) error {
	if s.Local && !c.settings.InTransaction {
		c.sendWarning(sqlstate.NoActiveTransaction, "SET LOCAL can only be used in transaction blocks")
	}
	return c.changeSetting(s)
}

// changeSetting changes one setting.
func (c *Conn) changeSetting(s providers.Setting) error {
	name := strings.ToLower(s.Name)
	if name == "default_with_oids" {
		return setWithOIDs(s)
	}
	known, ok := pgsettings.Find(name)
	if !ok {
		if err := pgsettings.CheckCustom(name); err != nil {
			return err
		}
		c.settings.Custom[name] = true
		c.settings.Change(name, s.Value, s.Local, s.Reset)
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
	before := c.settings.Snapshot()
	c.settings.Change(name, value, s.Local, s.Reset)
	if err := c.applySettings(); err != nil {
		c.settings.Restore(before)
		return err
	}
	return nil
}

// setWithOIDs sets what old dumps set: there is one value, and no other setting of the name.
func setWithOIDs(s providers.Setting) error {
	if on, ok := pgsettings.ParseBool(s.Value); s.Reset || ok && !on {
		return nil
	} else if !ok {
		return sqlstate.New(sqlstate.InvalidParameterValue, "parameter \"default_with_oids\" requires a Boolean value")
	}
	return sqlstate.New(sqlstate.FeatureNotSupported, "tables declared WITH OIDS are not supported")
}

// settingValue returns the value that a SET or RESET gives to a setting, or why it cannot.
func (c *Conn) settingValue(known *pgsettings.Setting, s providers.Setting) (string, error) {
	name := strings.ToLower(known.Name)
	if s.Reset {
		value, _ := c.settings.Initial(name)
		return value, nil
	}
	named := *known
	named.Name = cmp.Or(s.Written, s.Name)
	value, err := named.Parse(s.Value)
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
	if slices.Contains(words, "DEFERRABLE") {
		if err := c.checkDeferrable(); err != nil {
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
	case len(c.tx.savepoints) > 0:
		return sqlstate.New(sqlstate.ActiveTransaction, "SET TRANSACTION ISOLATION LEVEL must not be called in a subtransaction")
	}
	c.tx.isolation = level
	return nil
}

// checkDeferrable returns why the open transaction cannot be made DEFERRABLE, or the contrary. Neither makes a difference here.
func (c *Conn) checkDeferrable() error {
	switch {
	case len(c.tx.savepoints) > 0:
		return sqlstate.New(sqlstate.ActiveTransaction, "SET TRANSACTION [NOT] DEFERRABLE cannot be called within a subtransaction")
	case c.tx.used:
		return sqlstate.New(sqlstate.ActiveTransaction, "SET TRANSACTION [NOT] DEFERRABLE must be called before any query")
	}
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
		return c.provider.translateError(err, "", nil)
	}
	c.tx.readOnly = on
	return c.beginAtDuckDB(on)
}

// applySettings applies the settings that have an effect.
func (c *Conn) applySettings() error {
	s := &c.settings
	styles := c.readStyles()
	s.Timeout = s.Duration("statement_timeout")
	value, _ := s.Get("timezone")
	location, _ := pgsettings.LoadZone(value)
	if location == nil {
		location = time.UTC
	}
	if location.String() != s.Zone.String() {
		if err := native.Run(c.conn, "SET TimeZone = "+native.Text(location.String())); err != nil {
			known, _ := pgsettings.Find("timezone")
			return notHere(known, value, "the zones that DuckDB knows")
		}
		s.Zone = location
		c.dropAllPrepared()
	}
	if styles != c.styled {
		c.styled = styles
		c.dropAllPrepared()
	}
	if form := (bysession.Form{Styles: c.styled, Zone: s.Zone}); !form.Usual() || c.formed {
		c.formed = !form.Usual()
		c.provider.bySession.ShowForm(c.conn, form)
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

// Begun makes the current values those that the session begins with: RESET returns to them.
func (c *Conn) Begun() {
	maps.Copy(c.settings.Defaults, c.settings.Values)
	clear(c.settings.Values)
	c.settings.Renumber()
}
