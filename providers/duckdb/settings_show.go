package duckdb

import (
	"maps"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgsettings"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
)

// runShow answers SHOW.
func (c *Conn) runShow(name string) (providers.Rows, error) {
	if name == "" || name == "all" {
		out := &table{columns: showColumns("name", "setting", "description"), tag: "SHOW"}
		for _, s := range pgsettings.Listed() {
			shown, _ := c.shownValue(strings.ToLower(s.Name))
			out.rows = append(out.rows, providers.Row{[]byte(s.Name), []byte(shown), []byte(s.Description)})
		}
		for _, name := range slices.Sorted(maps.Keys(c.settings.Custom)) {
			shown, _ := c.shownValue(name)
			out.rows = append(out.rows, providers.Row{[]byte(name), []byte(shown), nil})
		}
		return out, nil
	}
	shown, ok := c.shownValue(name)
	if !ok {
		return nil, pgsettings.Unknown(name)
	}
	return &table{columns: showColumns(displayName(name)), rows: []providers.Row{{[]byte(shown)}}, tag: "SHOW"}, nil
}

// displayName returns a setting's name as SHOW spells it.
func displayName(name string) string {
	if s, ok := pgsettings.Find(name); ok {
		return s.Name
	}
	return name
}

// presentValue returns the present value of a setting. It knows the settings of the transaction as well.
func (c *Conn) presentValue(name string) (string, bool) {
	switch name {
	case "transaction_read_only":
		return pgsettings.OnOff(c.mayNotWrite()), true
	case "transaction_deferrable":
		if c.tx.status != providers.Idle {
			return pgsettings.OnOff(c.tx.deferrable), true
		}
		return c.settings.Get("default_transaction_deferrable")
	case "transaction_isolation":
		if c.tx.status != providers.Idle {
			return c.tx.isolation, true
		}
		return c.settings.Get("default_transaction_isolation")
	}
	return c.settings.Get(name)
}

// shownValue returns what SHOW says of a setting; false if there is no such setting.
func (c *Conn) shownValue(name string) (string, bool) {
	value, ok := c.presentValue(name)
	if s, known := pgsettings.Find(name); known {
		value = s.Show(value)
	}
	return value, ok
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
	return (&vector.Type{Duck: "VARCHAR"}).Column(name)
}

// planColumn returns the one column of EXPLAIN.
func planColumn() providers.Column { return textColumn("QUERY PLAN") }

// ParameterStatus returns a setting as the client is told of it. default_transaction_read_only is
// reported to clients that may write, because a client that is a gateway relies on it.
func (c *Conn) ParameterStatus(name string) string {
	name = strings.ToLower(name)
	if name == "default_transaction_read_only" && c.options.ReadOnly {
		return ""
	}
	value, _ := c.shownValue(name)
	return value
}

// StatusVersion is the version of the session's settings.
func (c *Conn) StatusVersion() uint64 { return c.settings.Version }

// publishSettings lets the SQL of the emulation read the session's settings, if a statement asks
// for them: those that differ from the table's, in a variable of the connection.
func (c *Conn) publishSettings(sql string) error {
	c.tellSettings()
	if !slices.ContainsFunc(pgcatalog.ReadingSettings, func(name string) bool { return strings.Contains(sql, name) }) {
		return nil
	}
	var b strings.Builder
	for _, name := range c.namesOfSettings() {
		value, _ := c.presentValue(name)
		shown, _ := c.shownValue(name)
		initial, _ := c.settings.Initial(name)
		source := "default"
		if _, set := c.settings.Values[name]; set {
			source = "session"
		} else if _, begun := c.settings.Defaults[name]; begun && name != "server_version" {
			source = "client"
		}
		b.WriteString("{'name': " + native.Text(name) + ", 'setting': " + native.Text(value) + ", 'shown': " + native.Text(shown) +
			", 'reset': " + native.Text(initial) + ", 'source': " + native.Text(source) + "}, ")
	}
	return c.publishVariable(pgcatalog.SettingsVariable, "["+strings.TrimSuffix(b.String(), ", ")+"]")
}

// toldSettings is what the values of the session's settings depend on.
type toldSettings struct {
	version              uint64
	isolation            string
	readOnly, deferrable string
}

// tellSettings lets the functions that read settings know those of the session, if they have changed.
func (c *Conn) tellSettings() {
	now := toldSettings{version: c.settings.Version}
	now.isolation, _ = c.presentValue("transaction_isolation")
	now.readOnly, _ = c.presentValue("transaction_read_only")
	now.deferrable, _ = c.presentValue("transaction_deferrable")
	if now == c.told {
		return
	}
	c.told = now
	shown := map[string]string{}
	for _, name := range c.namesOfSettings() {
		shown[name], _ = c.shownValue(name)
	}
	c.provider.bySession.TellSettings(c.conn, shown)
}

// namesOfSettings are the settings whose values may differ from the table's, sorted.
func (c *Conn) namesOfSettings() []string {
	names := slices.Collect(maps.Keys(c.settings.Defaults))
	names = append(names, "transaction_isolation", "transaction_read_only", "transaction_deferrable")
	names = slices.AppendSeq(names, maps.Keys(c.settings.Values))
	names = slices.AppendSeq(names, maps.Keys(c.settings.Custom))
	slices.Sort(names)
	return slices.Compact(names)
}

// publishVariable sets a variable of the connection, if it has another value.
func (c *Conn) publishVariable(variable, value string) error {
	if c.published[variable] == value {
		return nil
	}
	if err := native.Run(c.conn, "SET VARIABLE "+variable+" = "+value); err != nil {
		return c.provider.translateError(err, "", nil)
	}
	c.dropAllPrepared() // DuckDB has put the value into them
	if c.published == nil {
		c.published = map[string]string{}
	}
	c.published[variable] = value
	return nil
}

// setBefore carries out the calls of set_config in a statement, which reads their values then.
func (c *Conn) setBefore(s providers.Statement, args providers.Args) error {
	if len(s.Sets) == 0 {
		return nil
	}
	values := make([]string, len(s.Sets))
	for i, set := range s.Sets {
		if set.Param > 0 && set.Param <= len(args.Values) {
			set.Value = string(args.Values[set.Param-1])
			set.Reset = args.Values[set.Param-1] == nil
		}
		if set.Computed != "" {
			if err := c.computeSet(&set, values[:i]); err != nil {
				return err
			}
		}
		if err := c.changeSetting(set); err != nil {
			return err
		}
		shown, _ := c.shownValue(strings.ToLower(set.Name))
		if set.Local && !c.settings.InTransaction {
			var err error
			if shown, err = c.localValue(set); err != nil {
				return err
			}
		}
		values[i] = native.Text(shown)
	}
	return c.publishVariable(pgcatalog.SetVariable, "["+strings.Join(values, ", ")+"]")
}

// computeSet computes the value of a call of set_config. values are those that the calls before have set, as texts of SQL.
func (c *Conn) computeSet(set *providers.Setting, values []string) error {
	if err := c.publishVariable(pgcatalog.SetVariable, "["+strings.Join(values, ", ")+"]"); err != nil {
		return err
	}
	rows, err := native.Collect(c.conn, "SELECT (v IS NULL)::varchar, coalesce(v, '')::varchar FROM ("+set.Computed+") AS s(v)")
	if err != nil {
		return c.provider.translateError(err, "", nil)
	}
	set.Reset, set.Value = rows[0][0] == "true", rows[0][1]
	return nil
}

// localValue is what a setting is shown as that holds for one statement.
func (c *Conn) localValue(set providers.Setting) (string, error) {
	known, ok := pgsettings.Find(strings.ToLower(set.Name))
	if !ok {
		return set.Value, nil
	}
	value, err := c.settingValue(known, set)
	return known.Show(value), err
}
