package engine

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// keepsRows are the verbs of statements after which the source's names of rows mean the same rows, or none.
var keepsRows = map[string]bool{
	"SELECT": true, "VALUES": true, "TABLE": true, "INSERT": true, "UPDATE": true, "DELETE": true, "MERGE": true, "COPY": true, "SHOW": true, "SET": true,
	"EXPLAIN": true, "FETCH": true, "MOVE": true, "DECLARE CURSOR": true, "CLOSE CURSOR": true, "SAVEPOINT": true, "RELEASE": true, "LOCK TABLE": true,
}

// atCurrentRow puts the row that a cursor stands on into a statement that changes it.
func (s *Session) atCurrentRow(ctx context.Context, p *planner.Statement, conn providers.Conn, text *providers.Statement) error {
	if p.CurrentOf == nil {
		return nil
	}
	cursor := p.CurrentOf.Cursor
	row, gone, err := s.opened.RowOf(cursor)
	if err != nil {
		return err
	}
	put := func(sql string) string { return strings.ReplaceAll(sql, planner.CurrentRow, row) }
	if !gone {
		there, err := firstValue(ctx, conn, put(p.CurrentOf.There))
		if err != nil {
			return err
		}
		if there == "" {
			return sqlstate.New(sqlstate.FeatureNotSupported, "WHERE CURRENT OF is not supported for a row that was changed or deleted after cursor %q read it", cursor).
				WithHint("Name the row by its key.")
		}
		if p.Verb == "DELETE" {
			s.opened.Delete(cursor, row)
		}
	}
	text.SQL, text.Before, text.After, text.Parts = put(text.SQL), slices.Clone(text.Before), slices.Clone(text.After), slices.Clone(text.Parts)
	for _, list := range [][]string{text.Before, text.After} {
		for i := range list {
			list[i] = put(list[i])
		}
	}
	for i := range text.Parts {
		text.Parts[i].SQL, text.Parts[i].Shape = put(text.Parts[i].SQL), put(text.Parts[i].Shape)
	}
	return nil
}

// followCurrentRow has a cursor follow the row that an UPDATE has changed: the source gives some rows that are changed another name, which
// is then the last one of the table. It asks the source after the statement, within the limit of one. Its error is the statement's, because a
// question that fails may have ended the transaction.
func (s *Session) followCurrentRow(p *planner.Statement, tag string) error {
	conn := s.conns[p.Provider]
	if p.CurrentOf == nil || p.CurrentOf.Last == "" || tag != "UPDATE 1" || conn == nil {
		return nil
	}
	row, _, err := s.opened.RowOf(p.CurrentOf.Cursor)
	if err != nil {
		return nil //nolint:nilerr // the cursor stands on no row any more
	}
	ctx, done := s.withCancelAndLimit(context.Background())
	defer done()
	there, err := firstValue(ctx, conn, strings.ReplaceAll(p.CurrentOf.There, planner.CurrentRow, row))
	if err != nil || there != "" {
		return err
	}
	last, err := firstValue(ctx, conn, p.CurrentOf.Last)
	if err == nil && last != "" {
		s.opened.Rename(p.CurrentOf.Cursor, last)
	}
	return err
}

// firstValue is the first value that a query of a source returns, or "" if it returns none.
func firstValue(ctx context.Context, conn providers.Conn, sql string) (string, error) {
	rows, err := conn.Query(ctx, providers.Statement{SQL: sql, Verb: "SELECT", ReadOnly: true}, providers.Args{})
	if err != nil {
		return "", err
	}
	row, err := rows.Next()
	value := ""
	if err == nil {
		value = string(row[0])
	} else if errors.Is(err, io.EOF) {
		err = nil
	}
	return value, errors.Join(err, rows.Close())
}
