// Package copyformat reads the options of COPY with PostgreSQL's rules and its errors: [Read]. (ProcessCopyOptions,
// commands/copy.c)
package copyformat

import (
	"slices"
	"strconv"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// copyOptions are the options of one COPY as they are written; nil is one that is not.
type copyOptions struct {
	text                    string // the batch
	from                    bool
	format                  providers.CopyFormat
	delimiter, null         *string
	quote, escape           *string
	given                   map[string]bool
	forceNotNull, forceNull bool
	forceQuote              bool
}

// Read reads the options. text is the batch that they stand in.
func Read(c *pg_query.CopyStmt, text string) (providers.CopyFormat, error) {
	o := &copyOptions{from: c.IsFrom, text: text, given: map[string]bool{}}
	for _, n := range c.Options {
		if err := o.read(n.GetDefElem()); err != nil {
			return o.format, err
		}
	}
	if err := o.checkTogether(); err != nil {
		return o.format, err
	}
	if name := duplicated(parse.Strings(c.Attlist)); name != "" {
		return o.format, sqlstate.New(sqlstate.DuplicateColumn, "column %q specified more than once", name)
	}
	return o.format, nil
}

// at places an error at an option.
func (o *copyOptions) at(d *pg_query.DefElem, e *sqlstate.Error) error {
	return e.At(parse.CharacterAt(o.text, int(d.GetLocation())))
}

func unsupportedCopy(format string, args ...any) *sqlstate.Error {
	return sqlstate.New(sqlstate.FeatureNotSupported, format, args...)
}

func invalidCopy(format string, args ...any) *sqlstate.Error {
	return sqlstate.New(sqlstate.InvalidParameterValue, format, args...)
}

// read reads one option.
func (o *copyOptions) read(d *pg_query.DefElem) (err error) {
	name := strings.ToLower(d.GetDefname())
	if o.given[name] {
		return o.at(d, sqlstate.New(sqlstate.SyntaxError, "conflicting or redundant options"))
	}
	o.given[name] = true
	value := OptionText(d.GetArg())
	switch name {
	case "format":
		err = o.readFormat(d, value)
	case "freeze":
		if parse.OptionOn(d) {
			err = unsupportedCopy("COPY FREEZE is not supported")
		}
	case "delimiter":
		o.delimiter = &value
	case "null":
		o.null = &value
	case "quote":
		o.quote = &value
	case "escape":
		o.escape = &value
	case "header":
		err = o.readHeader(d, value)
	case "encoding":
		if !slices.Contains([]string{"UTF8", "UTF-8", "UNICODE"}, strings.ToUpper(value)) {
			err = unsupportedCopy("COPY ENCODING %q is not supported", value).WithHint("The embedded engine has UTF8 alone.")
		}
	case "force_quote":
		o.forceQuote = true
		o.format.ForceQuoteAll, o.format.ForceQuote = d.GetArg().GetAStar() != nil, optionNames(d.GetArg())
	case "force_not_null":
		o.forceNotNull, o.format.ForceNotNull = true, optionNames(d.GetArg())
	case "force_null":
		o.forceNull, o.format.ForceNull = true, optionNames(d.GetArg())
	default:
		err = o.at(d, sqlstate.New(sqlstate.SyntaxError, "option %q not recognized", d.GetDefname()))
	}
	return err
}

func (o *copyOptions) readFormat(d *pg_query.DefElem, value string) error {
	switch value {
	case "text":
	case "csv":
		o.format.Kind = providers.CopyCSV
	case "binary":
		o.format.Kind = providers.CopyBinary
	default:
		return o.at(d, invalidCopy("COPY format %q not recognized", value))
	}
	return nil
}

func (o *copyOptions) readHeader(d *pg_query.DefElem, value string) error {
	o.format.Header = providers.NamesHeader
	switch strings.ToLower(value) {
	case "match":
		if !o.from {
			return unsupportedCopy("cannot use \"match\" with HEADER in COPY TO")
		}
		o.format.Header = providers.MatchHeader
	case "", "true", "on", "1":
	case "false", "off", "0":
		o.format.Header = providers.NoHeader
	default:
		return sqlstate.New(sqlstate.SyntaxError, "%s requires a Boolean value or \"match\"", d.GetDefname())
	}
	return nil
}

// OptionText is an option's value as text.
func OptionText(n *pg_query.Node) string {
	switch v := n.GetNode().(type) {
	case *pg_query.Node_String_:
		return v.String_.Sval
	case *pg_query.Node_Boolean:
		if v.Boolean.Boolval {
			return "true"
		}
		return "false"
	case *pg_query.Node_Integer:
		return strconv.Itoa(int(v.Integer.Ival))
	case *pg_query.Node_TypeName:
		return strings.Join(parse.Strings(v.TypeName.Names), ".")
	}
	return ""
}

func optionNames(n *pg_query.Node) []string { return parse.Strings(n.GetList().GetItems()) }

// checkTogether checks the options against each other, and fills in their defaults.
func (o *copyOptions) checkTogether() error {
	f := &o.format
	csv, binary := f.Kind == providers.CopyCSV, f.Kind == providers.CopyBinary
	switch {
	case binary && o.delimiter != nil:
		return sqlstate.New(sqlstate.SyntaxError, "cannot specify DELIMITER in BINARY mode")
	case binary && o.null != nil:
		return sqlstate.New(sqlstate.SyntaxError, "cannot specify NULL in BINARY mode")
	}
	delimiter, quote, null := "\t", `"`, `\N`
	if csv {
		delimiter, null = ",", ""
	}
	delimiter, quote, null = orDefault(o.delimiter, delimiter), orDefault(o.quote, quote), orDefault(o.null, null)
	escape := orDefault(o.escape, quote)
	switch {
	case len(delimiter) != 1:
		return unsupportedCopy("COPY delimiter must be a single one-byte character")
	case strings.ContainsAny(delimiter, "\r\n"):
		return invalidCopy("COPY delimiter cannot be newline or carriage return")
	case strings.ContainsAny(null, "\r\n"):
		return invalidCopy("COPY null representation cannot use newline or carriage return")
	case !csv && strings.Contains(`\.abcdefghijklmnopqrstuvwxyz0123456789`, delimiter):
		return invalidCopy("COPY delimiter cannot be %q", delimiter)
	case binary && f.Header != providers.NoHeader:
		return unsupportedCopy("cannot specify HEADER in BINARY mode")
	}
	if err := o.checkQuotes(csv, delimiter, quote, escape); err != nil {
		return err
	}
	if err := o.checkForced(csv); err != nil {
		return err
	}
	switch {
	case strings.Contains(null, delimiter):
		return unsupportedCopy("COPY delimiter must not appear in the NULL specification")
	case csv && strings.Contains(null, quote):
		return unsupportedCopy("CSV quote character must not appear in the NULL specification")
	}
	f.Delimiter, f.Null = delimiter[0], null
	if csv {
		f.Quote, f.Escape = quote[0], escape[0]
	}
	return nil
}

// checkQuotes checks the quote and the escape character.
func (o *copyOptions) checkQuotes(csv bool, delimiter, quote, escape string) error {
	switch {
	case !csv && o.quote != nil:
		return unsupportedCopy("COPY quote available only in CSV mode")
	case csv && len(quote) != 1:
		return unsupportedCopy("COPY quote must be a single one-byte character")
	case csv && delimiter == quote:
		return invalidCopy("COPY delimiter and quote must be different")
	case !csv && o.escape != nil:
		return unsupportedCopy("COPY escape available only in CSV mode")
	case csv && len(escape) != 1:
		return unsupportedCopy("COPY escape must be a single one-byte character")
	}
	return nil
}

// checkForced checks that the FORCE options stand where they mean something.
func (o *copyOptions) checkForced(csv bool) error {
	switch {
	case !csv && o.forceQuote:
		return unsupportedCopy("COPY force quote available only in CSV mode")
	case o.forceQuote && o.from:
		return unsupportedCopy("COPY force quote only available using COPY TO")
	case !csv && o.forceNotNull:
		return unsupportedCopy("COPY force not null available only in CSV mode")
	case o.forceNotNull && !o.from:
		return unsupportedCopy("COPY force not null only available using COPY FROM")
	case !csv && o.forceNull:
		return unsupportedCopy("COPY force null available only in CSV mode")
	case o.forceNull && !o.from:
		return unsupportedCopy("COPY force null only available using COPY FROM")
	}
	return nil
}

func orDefault(given *string, otherwise string) string {
	if given != nil {
		return *given
	}
	return otherwise
}

// duplicated returns a name that stands in a list twice, or "" if none does.
func duplicated(names []string) string {
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return name
		}
	}
	return ""
}
