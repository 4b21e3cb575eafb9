package duckdb

import (
	"regexp"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/columndef"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	shown "github.com/sallyportdb/sallyport/providers/duckdb/functions/rules"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/object"
	"github.com/sallyportdb/sallyport/providers/duckdb/tabledef"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// What uses an enum that ALTER TYPE makes anew: columns hold its labels; defaults, constraints and views name it in casts. DuckDB drops
// no type that a table names. So tables are made again twice: with the labels in the place of the name before the type is dropped, and
// with the new type after it is made.

// spelledLabels is how DuckDB spells an enum without a name.
func spelledLabels(labels []string) string {
	quoted := make([]string, len(labels))
	for i, l := range labels {
		quoted[i] = native.Text(l)
	}
	return "ENUM(" + strings.Join(quoted, ", ") + ")"
}

// enumName is where the enum's name stands in a text.
type enumName struct{ start, end int }

// findCasts finds the names behind AS, of casts to the enum, in a text of DuckDB's.
func (e alteredEnum) findCasts(list []definition.Token) (found []enumName) {
	for i := range list {
		switch rest := list[i+1:]; {
		case !list[i].Is("AS") || len(rest) == 0:
		case len(rest) > 2 && rest[1].Text == "." && strings.EqualFold(rest[0].Name(), e.Schema) && strings.EqualFold(rest[2].Name(), e.Name):
			found = append(found, enumName{rest[0].At, rest[2].End})
		case strings.EqualFold(rest[0].Name(), e.Name) && (len(rest) == 1 || rest[1].Text != "."):
			found = append(found, enumName{rest[0].At, rest[0].End})
		}
	}
	return found
}

// isCastTo reports whether a text casts to the enum.
func (e alteredEnum) isCastTo(text string) bool { return len(e.findCasts(definition.Tokens(text))) > 0 }

// isTypeOf reports whether the enum, or arrays of it, are the type of a column, which DuckDB calls duckType.
func (e alteredEnum) isTypeOf(duckType string) bool {
	return columndef.KeyOf(strings.TrimRight(duckType, "[]")) == columndef.LabelsKey(e.old)
}

// withType puts another type in the place of the enum's name.
func (e alteredEnum) withType(text, to string) string {
	for _, n := range slices.Backward(e.findCasts(definition.Tokens(text))) {
		text = text[:n.start] + to + text[n.end:]
	}
	return text
}

// withLabels puts a type in the place of the enum's labels.
func (e alteredEnum) withLabels(text, to string) string {
	list := definition.Tokens(text)
	for i, t := range slices.Backward(list) {
		if !t.Is("ENUM") || i+1 >= len(list) || list[i+1].Text != "(" {
			continue
		}
		end := slices.IndexFunc(list[i:], func(t definition.Token) bool { return t.Text == ")" })
		if end > 0 && e.isTypeOf(text[t.At:list[i+end].End]) {
			text = text[:t.At] + to + text[list[i+end].End:]
		}
	}
	return text
}

// relabelCasts puts the new name of a label where the text casts the label to the enum. It returns how often.
func (e alteredEnum) relabelCasts(text string) (string, int) {
	count, list := 0, definition.Tokens(text)
	names := e.findCasts(list)
	for i, t := range slices.Backward(list) {
		if !strings.HasPrefix(t.Text, "'") || literalText(t) != e.from {
			continue
		}
		behind := list[i+1:]
		for len(behind) > 0 && (strings.HasPrefix(behind[0].Text, "'") || strings.Contains(",])", behind[0].Text)) { // the labels of an array
			behind = behind[1:]
		}
		if len(behind) > 1 && behind[0].Is("AS") && slices.ContainsFunc(names, func(n enumName) bool { return n.start == behind[1].At }) {
			text, count = text[:t.At]+native.Text(e.to)+text[t.End:], count+1
		}
	}
	return text, count
}

// renameShown returns how an expression is shown after the alteration, and how many labels have another name in it.
func (e alteredEnum) renameShown(text string) (string, int, error) {
	mark := providers.SchemaStarts + shown.Quote(e.Schema) + "." + providers.SchemaEnds
	count := 0
	var err error
	constant := regexp.MustCompile(`'((?:[^']|'')*)'::` + regexp.QuoteMeta(mark+shown.Quote(e.Name)) + `(\[\]|\b)`)
	text = constant.ReplaceAllStringFunc(text, func(found string) string {
		m := constant.FindStringSubmatch(found)
		switch label := strings.ReplaceAll(m[1], "''", "'"); {
		case e.from == "":
		case m[2] == "" && label == e.from:
			count++
			return native.Text(e.to) + strings.TrimPrefix(found, "'"+m[1]+"'")
		case m[2] == "[]" && strings.Contains(label, e.from):
			err = e.errNotFollowed("an expression with arrays of it")
		}
		return found
	})
	if e.renamed != "" {
		name := regexp.MustCompile(regexp.QuoteMeta(mark+shown.Quote(e.Name)) + `($|[^a-z0-9_$"])`)
		text = name.ReplaceAllString(text, strings.ReplaceAll(mark+shown.Quote(e.renamed), "$", "$$")+"${1}")
	}
	return text, count, err
}

// errNotFollowed refuses to rename the enum, or a label of it, because of what names it.
func (e alteredEnum) errNotFollowed(what string) error {
	return sqlstate.New(sqlstate.FeatureNotSupported, "ALTER TYPE … RENAME of an enum that %s names is not supported", what)
}

// elementNow returns an element of a table as it is after the alteration.
func (e alteredEnum) elementNow(element, table string) (string, error) {
	path := e.newPath()
	if !e.renames() {
		return e.withLabels(e.withType(element, path), path), nil
	}
	text, count := element, 0
	if e.from != "" {
		text, count = e.relabelCasts(element)
		list := definition.Tokens(text)
		if at := slices.IndexFunc(list, func(t definition.Token) bool { return t.Is("DEFAULT") }); at > 0 && at+2 < len(list) && e.withLabels(text[:list[at].At], "") != text[:list[at].At] && literalText(list[at+2]) == e.from {
			text = text[:list[at+2].At] + native.Text(e.to) + text[list[at+2].End:]
		}
	}
	if k, start, end, ok := definition.KeptIn(text); ok {
		full, n, err := e.renameShown(k.Shown)
		if err != nil {
			return "", err
		}
		pretty, _, err := e.renameShown(k.Pretty)
		if err != nil {
			return "", err
		}
		unknown := k.Shown == "" && e.isCastTo(element)
		if unknown || n != count {
			return "", e.errNotFollowed("an expression of table " + shown.Quote(table))
		}
		k.Shown, k.Pretty = full, pretty
		text = text[:start] + native.Text(k.Text()) + text[end:]
	}
	return e.withLabels(e.withType(text, path), path), nil
}

// usingTables are the tables that have columns of the enum, or name it.
func (c *Conn) usingTables(e alteredEnum) (list []*tabledef.Table, err error) {
	rows, err := c.collectText(`SELECT database_name, schema_name, table_name, sql FROM duckdb_tables() WHERE database_name IN ('temp', ` +
		native.Text(c.provider.options.Name) + `) AND (contains(sql, 'ENUM(') OR contains(lower(sql), ` + native.Text(strings.ToLower(e.Name)) + `))`)
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		uses := func(element string) bool { return e.isCastTo(element) || e.withLabels(element, "") != element }
		if !slices.ContainsFunc(definition.Elements(row[3]), uses) {
			continue
		}
		t, err := c.readTableOf(row[0], row[1], row[2])
		if err != nil {
			return nil, err
		}
		if len(t.Keys) > 0 {
			return nil, tabledef.ErrNotRebuilt(t.Name, "a foreign key")
		}
		list = append(list, t)
	}
	return list, nil
}

// freeTables makes the tables again that name the enum, with its labels in the place of the name.
func (c *Conn) freeTables(e alteredEnum, tables []*tabledef.Table) error {
	for _, t := range tables {
		if !slices.ContainsFunc(t.Elements, e.isCastTo) {
			continue
		}
		elements := slices.Clone(t.Elements)
		for i, element := range elements {
			elements[i] = e.withType(element, spelledLabels(e.old))
		}
		again, err := c.makeAgain(t, elements)
		if err == nil {
			err = c.runSteps(again)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// bindTables makes the tables again with the new type.
func (c *Conn) bindTables(e alteredEnum, tables []*tabledef.Table) error {
	for _, t := range tables {
		relabel, err := c.relabelSteps(e, t)
		if err != nil {
			return err
		}
		elements := slices.Clone(t.Elements)
		for i, element := range elements {
			if elements[i], err = e.elementNow(element, t.Name); err != nil {
				return err
			}
		}
		again, err := c.makeAgain(t, elements)
		if err != nil {
			return err
		}
		for i := range t.Indexes {
			if err := e.followIndex(&t.Indexes[i]); err != nil {
				return err
			}
		}
		if err := c.runSteps(slices.Concat(again[:1], relabel, again[1:], t.MakeIndexes())); err != nil {
			return err
		}
	}
	return nil
}

// followIndex has what is kept of an index follow the new name of the enum, or of a label.
func (e alteredEnum) followIndex(i *tabledef.Index) (err error) {
	follow := func(computed, full, pretty *string) error {
		now, count, err := e.renameShown(*full)
		if err != nil {
			return err
		}
		list, found := definition.Tokens(*computed), 0
		for _, t := range slices.Backward(list) {
			if e.from != "" && strings.HasPrefix(t.Text, "'") && literalText(t) == e.from {
				*computed, found = (*computed)[:t.At]+native.Text(e.to)+(*computed)[t.End:], found+1
			}
		}
		if found != count {
			return e.errNotFollowed("an index")
		}
		*full = now
		*pretty, _, err = e.renameShown(*pretty)
		return err
	}
	for n := range i.Kept.Keys {
		key := &i.Kept.Keys[n]
		if err := follow(&key.Expression, &key.Full, &key.Pretty); err != nil {
			return err
		}
	}
	if e.from != "" && strings.Contains(i.Kept.Chosen, native.Text(e.from)) {
		return e.errNotFollowed("an exclusion constraint")
	}
	return follow(&i.Kept.Where, &i.Kept.Full, &i.Kept.Pretty)
}

// relabelSteps are the statements that give a label its new name in the copied rows of a table.
func (c *Conn) relabelSteps(e alteredEnum, t *tabledef.Table) (steps []string, err error) {
	if e.from == "" {
		return nil, nil
	}
	columns, err := c.columnsOf(object.Object{Database: t.Database, Schema: t.Schema, Name: t.Name})
	if err != nil {
		return nil, err
	}
	relabeled := func(x string) string {
		return "CASE " + x + " WHEN " + native.Text(e.from) + " THEN " + native.Text(e.to) + " ELSE " + x + " END"
	}
	for _, column := range columns {
		if !e.isTypeOf(column[1]) || slices.ContainsFunc(t.Elements, func(el string) bool { return definition.IsColumn(el, column[0]) && columndef.Computes(el) }) {
			continue
		}
		name, dims := native.Ident(column[0]), column[1][len(strings.TrimRight(column[1], "[]")):]
		value := "CAST(" + name + " AS VARCHAR" + dims + ")"
		switch dims {
		case "":
			value = relabeled(value)
		case "[]":
			value = "list_transform(" + value + ", lambda x: " + relabeled("x") + ")"
		default:
			return nil, sqlstate.New(sqlstate.FeatureNotSupported, "RENAME VALUE of an enum of which table %q has arrays of arrays is not supported", t.Name)
		}
		steps = append(steps, `ALTER TABLE temp.main."__rebuilt" ALTER COLUMN `+name+" TYPE VARCHAR"+dims+" USING "+value)
	}
	return steps, nil
}

// usingViews are the views that have columns of the enum or name it, as they are after the alteration.
func (c *Conn) usingViews(e alteredEnum) (list []remadeView, err error) {
	rows, err := c.allViews()
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		v := remadeView{Object: object.Object{Kind: row[4], Database: row[0], Schema: row[1], Name: row[2]}, names: row[3]}
		casts := e.isCastTo(row[3])
		if v.Kind == matview {
			if casts && e.renames() {
				return nil, e.errNotFollowed("the query of a materialized view")
			}
			continue
		}
		if !casts {
			columns, err := c.columnsOf(v.Object)
			if err != nil {
				return nil, err
			}
			if !slices.ContainsFunc(columns, func(column []string) bool { return e.isTypeOf(column[1]) }) {
				continue
			}
		}
		var query string
		v.list, query = splitView(row[3])
		if v.query, err = e.queryNow(query); err != nil {
			return nil, err
		}
		if v.steps, err = c.commentsOfView(v.Object); err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return inOrder(list), nil
}

// queryNow is the query of a view after the alteration.
func (e alteredEnum) queryNow(query string) (string, error) {
	if !e.renames() {
		return query, nil
	}
	text, count := query, 0
	if e.from != "" {
		text, count = e.relabelCasts(query)
	}
	kept, ok := providers.ParseShownQuery(query)
	if !ok && e.isCastTo(query) {
		return "", e.errNotFollowed("a view")
	}
	full, n, err := e.renameShown(kept.Full)
	if err == nil && n != count {
		err = e.errNotFollowed("a view")
	}
	if err != nil {
		return "", err
	}
	if kept.Pretty, _, err = e.renameShown(kept.Pretty); err != nil {
		return "", err
	}
	kept.Full = full
	for i := range kept.Reads.Types {
		if t := &kept.Reads.Types[i]; e.renamed != "" && t.Schema == e.Schema && t.Name == e.Name {
			t.Name = e.renamed
		}
	}
	return kept.PutInto(e.withType(text, e.newPath())), nil
}
