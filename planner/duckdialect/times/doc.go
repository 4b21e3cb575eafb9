// Package times has the rules for dates and times: formats of to_char, to_date and to_timestamp (formats.go), AT TIME ZONE and
// date_trunc in a zone (zones.go), and dates whose order of day and month the session's DateStyle says (slashed.go).
//
// DuckDB's strftime knows other patterns than to_char. A constant format is translated as far as DuckDB has its patterns, and a
// format with others is read by the source's own functions, or refused.
package times
