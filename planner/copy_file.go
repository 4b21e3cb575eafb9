package planner

import (
	"context"
	"fmt"
	"path"
	"regexp"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/copyformat"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// COPY (query) TO 'files/name.parquet' makes a file in the folder of the embedded source "files", if its operator lets
// statements do so. The file is a table of that source afterwards, so the statement is planned as the CREATE TABLE … AS
// that makes this table: roles, approvals and records know it by the table's name. What is written by it is a file that
// was not there before (providers.File).

// copiedFile matches the names of files that COPY makes: that of a table, and its format.
var copiedFile = regexp.MustCompile(`^([a-z_][a-z0-9_]{0,62})\.(csv|parquet|json)$`)

// copiesToSource reports a COPY TO a file in the folder of a source. To a Postgres server, such a path, which begins at
// no root, would mean nothing.
func copiesToSource(c *pg_query.CopyStmt, scope *Scope) bool {
	source, _, _ := strings.Cut(c.GetFilename(), "/")
	return IsRelativeFile(c) && scope.Known(source)
}

// IsRelativeFile reports whether a COPY writes a file of a source: source/name.
func IsRelativeFile(c *pg_query.CopyStmt) bool {
	source, _, ok := strings.Cut(c.GetFilename(), "/")
	return ok && source != "" && !c.IsFrom && !c.IsProgram
}

// planCopyFile plans a COPY TO a file.
func (p *Planner) planCopyFile(ctx context.Context, one parse.Statement, scope *Scope, before *batchState) (*Statement, error) {
	c := one.Raw.Stmt.GetCopyStmt()
	source, name, _ := strings.Cut(c.Filename, "/")
	src, err := scope.Source(ctx, source)
	if err != nil {
		return nil, err
	}
	file, table, err := fileOf(c, src.Info, name)
	if err != nil {
		return nil, err
	}
	// With a policy, the error comes from writing the file, after the gate has decided: here it would tell
	// of a relation that the principal may not see.
	if _, there := src.Catalog.Relation(src.Info.Default, table); there && !p.tellUses {
		return nil, sqlstate.New(sqlstate.DuplicateTable, "relation %q of the source %q already exists", table, source).
			WithHint("COPY replaces nothing. Write to another file.")
	}
	query, err := parse.Deparsed(one, Copied(c), "what this COPY copies")
	if err != nil {
		return nil, err
	}
	own := *scope
	own.toFile = true
	st, err := p.planInstead(ctx, one, fmt.Sprintf("CREATE TABLE %q.%q.%q AS %s", source, src.Info.Default, table, query), &own, before)
	if err != nil {
		return nil, err
	}
	if st.Into == nil {
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "this COPY cannot write a file")
	}
	st.Verb, st.Makes = "COPY", nil
	st.Into.Verb, st.Into.File = "COPY", file
	for i := range st.Effects {
		if e := &st.Effects[i]; e.What == "CREATE TABLE AS" {
			e.What, e.Reason = "COPY … TO "+c.Filename, "it makes a file in the folder of the source "+source
		}
	}
	return st, nil
}

// fileOf is the file that a COPY makes, and the table that it is.
func fileOf(c *pg_query.CopyStmt, source providers.Info, name string) (file *providers.File, table string, err error) {
	if !source.MakesFiles {
		return nil, "", sqlstate.New(sqlstate.InsufficientPrivilege, "COPY may not make files in the source %q", source.Name).
			WithHint("Its operator allows it with \"copy_to: true\" and a folder (docs/joins.md). COPY … TO STDOUT, as psql's \\copy does it, makes a file of the client.")
	}
	parts := copiedFile.FindStringSubmatch(name)
	if parts == nil {
		return nil, "", sqlstate.New(sqlstate.InvalidName, "COPY makes no file of the name %q", name).
			WithHint("Its name is that of a table, in small letters, digits and underscores, with .csv, .parquet or .json behind it: '%s'.", path.Join(source.Name, "result.parquet"))
	}
	if c.GetQuery() != nil && c.GetQuery().GetSelectStmt() == nil {
		return nil, "", sqlstate.New(sqlstate.FeatureNotSupported, "COPY of a statement that changes rows cannot write a file").
			WithHint("Change the rows first, and COPY a SELECT.")
	}
	file = &providers.File{Name: name, Format: parts[2], Header: true}
	for _, n := range c.Options {
		if err := readFileOption(file, n.GetDefElem()); err != nil {
			return nil, "", err
		}
	}
	return file, parts[1], nil
}

// readFileOption reads an option of a COPY TO a file.
func readFileOption(f *providers.File, d *pg_query.DefElem) error {
	value := strings.ToLower(copyformat.OptionText(d.GetArg()))
	csv := f.Format == "csv"
	switch name := strings.ToLower(d.GetDefname()); {
	case name == "format" && value == f.Format:
	case name == "format":
		return sqlstate.New(sqlstate.InvalidParameterValue, "the format %q is not that of the file %q", value, f.Name).
			WithHint("The file's ending says its format: .csv, .parquet or .json.")
	case name == "header" && csv:
		f.Header = parse.OptionOn(d)
	case name == "delimiter" && csv && len(value) == 1 && !strings.ContainsAny(value, "\r\n\"\x00"):
		f.Delimiter = copyformat.OptionText(d.GetArg())
	case name == "delimiter" && csv:
		return sqlstate.New(sqlstate.InvalidParameterValue, "COPY delimiter must be a single one-byte character, and neither a quote nor the end of a line")
	case name == "compression" && f.Format == "parquet" && (value == "snappy" || value == "zstd" || value == "gzip" || value == "uncompressed"):
		f.Compression = value
	default:
		return sqlstate.New(sqlstate.FeatureNotSupported, "COPY to the file %q has no option %s %s", f.Name, name, value).
			WithHint("There are FORMAT; of .csv HEADER and DELIMITER; of .parquet COMPRESSION snappy, zstd, gzip or uncompressed.")
	}
	return nil
}
