package pgcatalog

import "strings"

// The data files are in COPY's text format. DuckDB gets each as a string literal that it splits:
// one constant to parse instead of thousands.

// Separators inside that literal; the data do not contain them.
const (
	fieldMark = "\x1f"
	rowMark   = "\x1e"
	nullMark  = "\x1d"
)

// readFile returns an embedded file, or "" if it is missing, which the tests notice.
func readFile(name string) string {
	data, err := files.ReadFile(name)
	if err != nil {
		return ""
	}
	return string(data)
}

// selectFrom returns a query for a data file's rows.
func selectFrom(file string, columns []column) string {
	return selectOf(readFile("data/"+file), columns)
}

// selectOf returns a query for rows in COPY's text format.
func selectOf(data string, columns []column) string {
	fields := make([]string, len(columns))
	for i, c := range columns {
		fields[i] = field(i+1, c) + " AS " + quote(c.name)
	}
	data = strings.TrimSuffix(data, "\n")
	data = strings.NewReplacer("\t", fieldMark, "\n", rowMark, `\N`, nullMark,
		`\t`, "\t", `\n`, "\n", `\r`, "\r", `\\`, `\`).Replace(data)
	return "SELECT " + strings.Join(fields, ", ") + " FROM (SELECT string_split(line, '" + fieldMark + "') AS f" +
		" FROM (SELECT unnest(string_split(" + literal(data) + ", '" + rowMark + "')) AS line))"
}

// field returns the expression for the i-th field of a row, with its column's type. Arrays are
// written {a,b}, vectors "a b".
func field(i int, c column) string {
	f := "nullif(f[" + itoa(i) + "], '" + nullMark + "')"
	if c.duck == "VARCHAR[]" { // {a,"b c"}
		return "(CASE WHEN " + f + " = '{}' THEN [] ELSE string_split(replace(trim(" + f + ", '{}'), '\"', ''), ',') END)"
	}
	if element, ok := strings.CutSuffix(c.duck, "[]"); ok {
		return "(CASE WHEN " + f + " = '' THEN [] ELSE string_split(replace(trim(" + f + ", '{}'), ' ', ','), ',') END)::" + element + "[]"
	}
	if c.duck == "VARCHAR" {
		return f
	}
	return f + "::" + c.duck
}
