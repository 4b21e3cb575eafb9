package call

import (
	"regexp"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/api/document"
)

// anonymous is the column of what has no properties.
const anonymous = "_"

// column is a column of rows: a property of the answer, or an input.
type column struct {
	name     string // as the query has it
	property string // as the answer has it; "": it is an input
	kind     string // one of document's types
	whole    bool   // the row as a whole
	required bool   // it is never NULL
	input    *input
}

// columnsOf are the columns of a method's rows. If the document does not describe the
// answer, there is one column: the whole answer.
func columnsOf(m *document.Method, inputs []*input, snake bool) []column {
	var list []column
	taken := map[string]bool{}
	add := func(c column) {
		if !taken[strings.ToLower(c.name)] {
			taken[strings.ToLower(c.name)] = true
			list = append(list, c)
		}
	}
	for _, c := range m.Response.Columns {
		name := c.Name
		if snake && !taken[snakeCase(name)] {
			name = snakeCase(name)
		}
		add(column{name: name, property: c.Name, kind: c.Type, required: c.Required, whole: c.Name == anonymous && len(m.Response.Columns) == 1})
	}
	if len(m.Response.Columns) == 0 && m.Response.Status != "204" {
		add(column{name: anonymous, property: anonymous, kind: document.JSON, whole: true})
	}
	for _, in := range inputs {
		if snake && taken[snakeCase(in.name)] {
			continue
		}
		add(column{name: in.name, kind: in.kind, input: in})
	}
	return list
}

// Columns are those of a method's rows, in the order of the document, and behind them
// the inputs whose names no column has.
func Columns(m *document.Method, snake bool) []providers.Column {
	var list []providers.Column
	for _, c := range columnsOf(m, inputsOf(m), snake) {
		list = append(list, providers.Column{Name: c.name, Type: typeOID(c.kind), TypeMod: -1, Size: typeSize(c.kind), TypeName: typeName(c.kind)})
	}
	return list
}

func typeName(kind string) string {
	if kind == "" {
		return document.Text
	}
	return kind
}

func typeOID(kind string) uint32 {
	switch kind {
	case document.BigInt:
		return pgtype.Int8OID
	case document.Double:
		return pgtype.Float8OID
	case document.Boolean:
		return pgtype.BoolOID
	case document.Timestamp:
		return pgtype.TimestamptzOID
	case document.Date:
		return pgtype.DateOID
	case document.JSON:
		return pgtype.JSONOID
	}
	return pgtype.TextOID
}

func typeSize(kind string) int16 {
	switch kind {
	case document.BigInt, document.Double, document.Timestamp:
		return 8
	case document.Boolean:
		return 1
	case document.Date:
		return 4
	}
	return -1
}

var (
	plural     = regexp.MustCompile(`[A-Z]{2,}s$`)
	beforeWord = regexp.MustCompile(`(.)([A-Z][a-z]+)`)
	beforeRun  = regexp.MustCompile(`([a-z])([0-9]+)`)
	beforeCap  = regexp.MustCompile(`([a-z0-9])([A-Z])`)
)

// snakeCase writes a name as AWS's command line does, which the reference follows:
// VPCId is vpc_id, UserARNs is user_arns. A name with an underscore stays as it is.
func snakeCase(name string) string {
	if strings.Contains(name, "_") {
		return strings.ToLower(name)
	}
	if end := plural.FindString(name); end != "" {
		name = name[:len(name)-len(end)] + "_" + strings.ToLower(end)
	}
	for _, boundary := range []*regexp.Regexp{beforeWord, beforeRun, beforeCap} {
		name = boundary.ReplaceAllString(name, "${1}_${2}")
	}
	return strings.ToLower(name)
}
