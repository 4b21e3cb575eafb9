package discovery

import (
	"context"
	"database/sql"
	"errors"
)

// Querier is the pool of readers, or a transaction.
type Querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// EachRow calls f with each row of a query.
func EachRow(ctx context.Context, q Querier, f func(*sql.Rows) error, query string, args ...any) error {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	for rows.Next() {
		if err := f(rows); err != nil {
			return errors.Join(err, rows.Close())
		}
	}
	return errors.Join(rows.Err(), rows.Close())
}

// Values reads rows of one value.
func Values[T any](ctx context.Context, q Querier, query string, args ...any) (list []T, err error) {
	err = EachRow(ctx, q, func(rows *sql.Rows) error {
		var v T
		err := rows.Scan(&v)
		list = append(list, v)
		return err
	}, query, args...)
	return list, err
}

// refs reads rows of references.
func refs(ctx context.Context, q Querier, query string, args ...any) (list []TableRef, err error) {
	err = EachRow(ctx, q, func(rows *sql.Rows) error {
		var r TableRef
		err := rows.Scan(&r.Catalog, &r.DB, &r.Name)
		list = append(list, r)
		return err
	}, query, args...)
	return list, err
}

// insert runs one statement for each of several rows.
func insert(ctx context.Context, tx *sql.Tx, statement string, rows [][]any) error {
	prepared, err := tx.PrepareContext(ctx, statement)
	if err != nil {
		return err
	}
	for _, row := range rows {
		if _, err := prepared.ExecContext(ctx, row...); err != nil {
			return errors.Join(err, prepared.Close())
		}
	}
	return prepared.Close()
}

// run runs statements with the same arguments.
func run(ctx context.Context, tx *sql.Tx, args []any, statements ...string) error {
	for _, s := range statements {
		if _, err := tx.ExecContext(ctx, s, args...); err != nil {
			return err
		}
	}
	return nil
}
