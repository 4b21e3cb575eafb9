package duckdb

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/columndef"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/object"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// DuckDB does not alter enums, and a column holds the labels of its enum and not its name. So ALTER TYPE makes the type anew, and
// what uses it (enumuses.go), in one transaction.

// alteredEnum is an enum and what becomes of its labels.
type alteredEnum struct {
	object.Object
	old, now []string
	from, to string // a label that gets another name; "": none does
	added    string // a label that is new; "": none is
	renamed  string // the enum's new name; "": it keeps its own
}

// renames reports whether the enum or a label gets another name.
func (e alteredEnum) renames() bool { return e.from != "" || e.renamed != "" }

// newPath is the name after the alteration, with the schema.
func (e alteredEnum) newPath() string { return native.Path(e.Schema, cmp.Or(e.renamed, e.Name)) }

// runAlterType runs ALTER TYPE of an enum.
func (c *Conn) runAlterType(s providers.Statement) (providers.Rows, error) {
	if c.mayNotWrite() {
		return nil, errReadOnly("ALTER TYPE")
	}
	list := definition.Tokens(s.SQL)[2:]
	written, rest := definition.NameAt(s.SQL, list)
	rest = withEscapes(rest)
	found, err := c.lookUpObject("TYPE", written)
	switch {
	case err != nil:
		return nil, err
	case found == nil:
		return nil, sqlstate.New(sqlstate.UndefinedObject, "type %q does not exist", strings.Join(definition.SplitName(written), "."))
	}
	e := alteredEnum{Object: *found}
	if e.old, err = c.labelsOf(found); err != nil {
		return nil, err
	}
	e.now = slices.Clone(e.old)
	done := &table{tag: "ALTER TYPE"}
	switch {
	case len(rest) > 2 && rest[0].Is("ADD") && rest[1].Is("VALUE"):
		exists, err := e.addLabel(c, rest[2:])
		if err != nil || exists {
			return done, err
		}
	case len(rest) > 4 && rest[0].Is("RENAME") && rest[1].Is("VALUE"):
		if err := e.renameLabel(literalText(rest[2]), literalText(rest[4])); err != nil {
			return nil, err
		}
	case len(rest) > 2 && rest[0].Is("RENAME") && rest[1].Is("TO"):
		e.renamed = rest[2].Name()
	default:
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "this ALTER TYPE is not supported").WithHint("ADD VALUE, RENAME VALUE and RENAME TO are.")
	}
	err = c.inOne(func() error { return c.alterEnum(e) })
	if err != nil {
		return nil, err
	}
	if c.tx.status != providers.Idle && len(e.now) > len(e.old) {
		c.tx.labels = append(c.tx.labels, newLabel{enum: e.Name, label: e.added})
	}
	return done, nil
}

// newLabel is a label that the open transaction has added to an enum.
type newLabel struct{ enum, label string }

// refuseNewLabels refuses a statement that casts a label to its enum in the transaction which added the label, as Postgres does.
func (t *transaction) refuseNewLabels(sql string) error {
	for _, l := range t.labels {
		written := native.Text(l.label)
		if strings.Contains(sql, written+"::") || strings.Contains(sql, written+" AS ") || listsLabels(sql, written, l.enum) {
			return sqlstate.New("55P04", "unsafe use of new value %q of enum type %s", l.label, l.enum).
				WithHint("New enum values must be committed before they can be used.")
		}
	}
	return nil
}

// listsLabels reports whether a statement lists the labels of an enum, as enum_range does, and a new one of them.
func listsLabels(sql, label, enum string) bool {
	for _, m := range labelList.FindAllStringSubmatch(sql, -1) {
		if strings.Contains(m[1], label) && strings.EqualFold(strings.Trim(m[2], `"`), enum) {
			return true
		}
	}
	return false
}

// labelList matches a list of labels that is cast to arrays of an enum.
var labelList = regexp.MustCompile(`\[((?:'(?:[^']|'')*'(?:,\s*)?)+)\](?:::text\[\])?::(?:(?:"(?:[^"]|"")*"|\w+)\.)?("(?:[^"]|"")*"|\w+)\[\]`)

// withEscapes puts the E before texts with escapes and the texts together.
func withEscapes(list []definition.Token) []definition.Token {
	var out []definition.Token
	for _, token := range list {
		if last := len(out) - 1; last >= 0 && out[last].Is("E") && out[last].End == token.At && strings.HasPrefix(token.Text, "'") {
			out[last].Text, out[last].End = out[last].Text+token.Text, token.End
			continue
		}
		out = append(out, token)
	}
	return out
}

// literalText returns the text that a quoted constant means.
func literalText(t definition.Token) string {
	text := strings.TrimPrefix(strings.TrimPrefix(t.Text, "E"), "e")
	escaped := len(text) < len(t.Text)
	text = strings.ReplaceAll(strings.TrimSuffix(strings.TrimPrefix(text, "'"), "'"), "''", "'")
	if escaped {
		text = escapes.Replace(text)
	}
	return text
}

// escapes reads the escapes of a text that begins with E.
var escapes = strings.NewReplacer(`\\`, `\`, `\'`, `'`, `\n`, "\n", `\t`, "\t", `\r`, "\r", `\b`, "\b", `\f`, "\f")

// labelsOf reads the labels of an enum.
func (c *Conn) labelsOf(o *object.Object) ([]string, error) {
	rows, err := c.collectText(`SELECT array_to_string(labels, chr(31)) FROM duckdb_types() WHERE database_name = ` + native.Text(o.Database) +
		` AND schema_name = ` + native.Text(o.Schema) + ` AND type_name = ` + native.Text(o.Name))
	if err != nil || len(rows) != 1 {
		return nil, err
	}
	return columndef.SplitUnits(rows[0][0]), nil
}

// addLabel adds a label. It reports whether the enum has the label already, and the statement allows that.
func (e *alteredEnum) addLabel(c *Conn, list []definition.Token) (exists bool, err error) {
	lenient := list[0].Is("IF") && len(list) > 3
	if lenient {
		list = list[3:]
	}
	label := literalText(list[0])
	if len(label) > 63 {
		return false, sqlstate.New("42602", "invalid enum label %q", label).WithDetail("Labels must be 63 bytes or less.")
	}
	if slices.Contains(e.old, label) {
		if lenient {
			c.sendNotice("42710", `enum label "`+label+`" already exists, skipping`)
			return true, nil
		}
		return false, sqlstate.New(sqlstate.DuplicateObject, "enum label %q already exists", label)
	}
	own, _ := providers.SplitMark(e.old)
	at := len(own)
	if len(list) > 2 && (list[1].Is("BEFORE") || list[1].Is("AFTER")) {
		beside := literalText(list[2])
		if at = slices.Index(e.old, beside); at < 0 {
			return false, sqlstate.New(sqlstate.InvalidParameterValue, "%q is not an existing enum label", beside)
		}
		if list[1].Is("AFTER") {
			at++
		}
	}
	e.placeLabel(at)
	e.now, e.added = slices.Insert(e.now, at, label), label
	return false, nil
}

// placeLabel gives the mark of the enum the places of its labels, as pg_enum has them, where these are not 1, 2 and so on: a new label is
// placed in the middle of those beside it. at is where the label is added.
func (e *alteredEnum) placeLabel(at int) {
	own, mark := providers.SplitMark(e.now)
	mark, kept, _ := strings.Cut(mark, ";")
	places := readPlaces(kept, len(own))
	var place float32
	switch {
	case len(own) == 0:
		place = 1
	case at == 0:
		place = places[0] - 1
	case at == len(own):
		place = places[at-1] + 1
	default:
		place = (places[at-1] + places[at]) / 2
	}
	crowded := at > 0 && at < len(own) && (place == places[at-1] || place == places[at])
	places = slices.Insert(places, at, place)
	plain := true
	texts := make([]string, len(places))
	for i := range places {
		if crowded { // RenumberEnumType
			places[i] = float32(i + 1)
		}
		plain = plain && places[i] == float32(i+1)
		texts[i] = strconv.FormatFloat(float64(places[i]), 'g', -1, 32)
	}
	e.now = slices.Clone(own)
	if !plain {
		mark = cmp.Or(mark, providers.EnumMark+"1") + ";" + strings.Join(texts, ",")
	}
	if mark != "" {
		e.now = append(e.now, mark)
	}
}

// readPlaces reads the places of so many labels. Those that are not kept are 1, 2 and so on.
func readPlaces(kept string, labels int) []float32 {
	texts, places := strings.Split(kept, ","), make([]float32, labels)
	for i := range places {
		places[i] = float32(i + 1)
		if i < len(texts) {
			if place, err := strconv.ParseFloat(texts[i], 32); err == nil {
				places[i] = float32(place)
			}
		}
	}
	return places
}

// renameLabel gives a label another name.
func (e *alteredEnum) renameLabel(from, to string) error {
	at := slices.Index(e.old, from)
	switch {
	case at < 0:
		return sqlstate.New(sqlstate.InvalidParameterValue, "%q is not an existing enum label", from)
	case slices.Contains(e.old, to):
		return sqlstate.New(sqlstate.DuplicateObject, "enum label %q already exists", to)
	case len(to) > 63:
		return sqlstate.New("42602", "invalid enum label %q", to).WithDetail("Labels must be 63 bytes or less.")
	}
	e.now[at], e.from, e.to = to, from, to
	return nil
}

// alterEnum makes an enum anew, and the columns that have it.
func (c *Conn) alterEnum(e alteredEnum) error {
	defer func(unsaid bool) { c.unsaid = unsaid }(c.unsaid)
	c.unsaid = true
	c.provider.tabled.changing.Add(1)
	defer c.provider.tabled.changing.Add(-1)
	if e.renamed != "" {
		if taken, err := c.lookUpObject("TYPE", e.newPath()); err != nil {
			return err
		} else if taken != nil {
			return sqlstate.New(sqlstate.DuplicateObject, "type %q already exists", e.renamed)
		}
	}
	if err := c.refuseAlike(e); err != nil {
		return err
	}
	users, err := c.routinesThat(usesObject, &e.Object)
	if err != nil {
		return err
	}
	if e.renamed != "" && len(users) > 0 {
		return e.errNotFollowed("the function " + users[0].Signature())
	}
	steps, err := c.remakeTypeSteps(e)
	if err != nil {
		return err
	}
	tables, err := c.usingTables(e)
	if err != nil {
		return err
	}
	views, err := c.usingViews(e)
	if err != nil {
		return err
	}
	if err := c.freeTables(e, tables); err != nil {
		return err
	}
	if err := c.runSteps(steps); err != nil {
		if sqlstate.CodeOf(err) == sqlstate.DependentObjectsExist {
			return sqlstate.New(sqlstate.FeatureNotSupported, "ALTER TYPE of an enum that the definition of another object names is not supported")
		}
		return err
	}
	c.tx.changes.Unkept = "ALTER TYPE has run in the transaction"
	c.changesCatalog()
	c.dropAllPrepared()
	if err := c.bindTables(e, tables); err != nil {
		return err
	}
	for _, v := range views {
		if err := c.remakeView(v); err != nil {
			return err
		}
	}
	return nil
}

// remakeTypeSteps are the statements that make the enum anew.
func (c *Conn) remakeTypeSteps(e alteredEnum) ([]string, error) {
	steps := []string{"DROP TYPE " + native.Path(e.Schema, e.Name), "CREATE TYPE " + e.newPath() + " AS " + spelledLabels(e.now)}
	comments, err := c.collectText(`SELECT comment FROM duckdb_types() WHERE comment IS NOT NULL AND database_name = ` + native.Text(e.Database) +
		` AND schema_name = ` + native.Text(e.Schema) + ` AND type_name = ` + native.Text(e.Name))
	for _, comment := range comments {
		steps = append(steps, "COMMENT ON TYPE "+e.newPath()+" IS "+native.Text(comment[0]))
	}
	return steps, err
}

// refuseAlike refuses to alter an enum if another enum has the same labels, because nothing tells their columns apart.
func (c *Conn) refuseAlike(e alteredEnum) error {
	rows, err := c.listEnums(e.Database)
	if err != nil {
		return err
	}
	for _, row := range rows {
		if row[0] == e.Schema && row[1] == e.Name {
			continue
		}
		switch row[2] {
		case columndef.LabelsKey(e.old):
			return sqlstate.New(sqlstate.FeatureNotSupported, "ALTER TYPE of an enum whose labels another enum has is not supported: %q", row[1])
		case columndef.LabelsKey(e.now):
			return sqlstate.New(sqlstate.FeatureNotSupported, "ALTER TYPE that gives an enum the labels of another is not supported: %q", row[1])
		}
	}
	return nil
}
