// Package main is one program for the clients in Go: `golang CLIENT` prints a line for each feature. It is a module of its own, so
// that the server needs none of them.
package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/lib/pq"
)

func feature(name string, f func(ctx context.Context) error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := f(ctx); err != nil {
		fmt.Printf("%s: no, %s\n", name, strings.Join(strings.Fields(err.Error()), " "))
		return
	}
	fmt.Printf("%s: yes\n", name)
}

// want returns an error that shows what came, unless it is right.
func want(ok bool, what ...any) error {
	if ok {
		return nil
	}
	return fmt.Errorf("got %v", what)
}

func main() {
	url := fmt.Sprintf("postgres://%s@%s:%s/%s?sslmode=disable", os.Getenv("PGUSER"), os.Getenv("PGHOST"), os.Getenv("PGPORT"), os.Getenv("PGDATABASE"))
	if os.Args[1] == "pgx" {
		withPgx(url)
	} else {
		withPq(url)
	}
}

// airport is what a row of the table is scanned into by name.
type airport struct {
	Iata      string
	Name      string
	Elevation int32
}

func withPgx(url string) {
	ctx := context.Background()
	c, err := pgx.Connect(ctx, url)
	if err != nil {
		fmt.Println("connect: no,", err)
		return
	}
	defer c.Close(ctx)
	feature("select", func(ctx context.Context) error {
		rows, err := c.Query(ctx, "select iata, name, elevation from airports where elevation > $1 order by 1", 5)
		if err != nil {
			return err
		}
		list, err := pgx.CollectRows(rows, pgx.RowToStructByName[airport])
		return errors.Join(err, want(len(list) == 2 && list[1].Elevation == 20, list))
	})
	feature("types", func(ctx context.Context) error {
		var n pgtype.Numeric
		var at time.Time
		var list []string
		var doc map[string]int
		var id [16]byte
		err := c.QueryRow(ctx, `select 12.50::numeric, '2024-01-02 03:04:05+00'::timestamptz, array['a','b'], '{"a":1}'::jsonb, '00000000-0000-0000-0000-000000000007'::uuid`).Scan(&n, &at, &list, &doc, &id)
		return errors.Join(err, want(n.Int.String() == "1250" && n.Exp == -2 && at.Unix() == 1704164645 && len(list) == 2 && doc["a"] == 1 && id[15] == 7, n, at, list, doc, id))
	})
	feature("enum", func(ctx context.Context) error {
		kind, err := c.LoadType(ctx, "mood")
		if err != nil {
			return err
		}
		c.TypeMap().RegisterType(kind)
		var mood string
		err = c.QueryRow(ctx, "select $1::mood", "happy").Scan(&mood)
		return errors.Join(err, want(mood == "happy", mood))
	})
	feature("simple protocol", func(ctx context.Context) error {
		var n int
		err := c.QueryRow(ctx, "select count(*) from airports where iata = $1", pgx.QueryExecModeSimpleProtocol, "AAA").Scan(&n)
		return errors.Join(err, want(n == 1, n))
	})
	feature("exec mode", func(ctx context.Context) error {
		var n int
		err := c.QueryRow(ctx, "select count(*) from airports where iata = $1 and elevation = $2", pgx.QueryExecModeExec, "AAA", 10).Scan(&n)
		return errors.Join(err, want(n == 1, n))
	})
	feature("batch", func(ctx context.Context) error {
		_, err := c.Exec(ctx, "create table made_pgx (i int primary key, t text, at timestamptz)")
		if err != nil {
			return err
		}
		b := &pgx.Batch{}
		for i := range 10 {
			b.Queue("insert into made_pgx values ($1, $2, now())", i, fmt.Sprint("row ", i))
		}
		var n int
		b.Queue("select count(*) from made_pgx").QueryRow(func(row pgx.Row) error { return row.Scan(&n) })
		err = c.SendBatch(ctx, b).Close()
		return errors.Join(err, want(n == 10, n))
	})
	feature("CopyFrom", func(ctx context.Context) error {
		n, err := c.CopyFrom(ctx, pgx.Identifier{"made_pgx"}, []string{"i", "t", "at"}, pgx.CopyFromSlice(1000, func(i int) ([]any, error) { return []any{i + 100, "copied", time.Now()}, nil }))
		return errors.Join(err, want(n == 1000, n))
	})
	feature("transaction and savepoint", func(ctx context.Context) error {
		err := pgx.BeginFunc(ctx, c, func(tx pgx.Tx) error {
			if _, err := tx.Exec(ctx, "update made_pgx set t = 'changed' where i = 1"); err != nil {
				return err
			}
			return want(pgx.BeginFunc(ctx, tx, func(tx pgx.Tx) error {
				_, err := tx.Exec(ctx, "insert into made_pgx values (1)")
				return err
			}) != nil, "no error of a key twice")
		})
		var t string
		return errors.Join(err, c.QueryRow(ctx, "select t from made_pgx where i = 1").Scan(&t), want(t == "changed", t))
	})
	feature("errors", func(ctx context.Context) error {
		_, err := c.Exec(ctx, "insert into made_pgx values (1)")
		var e *pgconn.PgError
		return want(errors.As(err, &e) && e.Code == "23505" && e.TableName == "made_pgx" && e.ConstraintName == "made_pgx_pkey", err)
	})
	feature("cancel", func(ctx context.Context) error {
		short, cancel := context.WithTimeout(ctx, 300*time.Millisecond)
		defer cancel()
		d, err := pgx.Connect(ctx, url)
		if err != nil {
			return err
		}
		_, err = d.Exec(short, "select pg_sleep(20)")
		return want(err != nil && short.Err() != nil, err)
	})
	feature("LISTEN", func(ctx context.Context) error {
		d, err := pgx.Connect(ctx, url)
		if err != nil {
			return err
		}
		defer d.Close(ctx)
		if _, err := d.Exec(ctx, "listen news"); err != nil {
			return err
		}
		if _, err := c.Exec(ctx, "notify news, 'hi'"); err != nil {
			return err
		}
		heard, err := d.WaitForNotification(ctx)
		return errors.Join(err, want(heard != nil && heard.Payload == "hi", heard))
	})
	feature("pool", func(ctx context.Context) error {
		p, err := pgxpool.New(ctx, url)
		if err != nil {
			return err
		}
		defer p.Close()
		failed := make(chan error, 8)
		for i := range 8 {
			go func() {
				var n int
				err := p.QueryRow(ctx, "select elevation from airports where elevation = $1", 10+10*(i%2)).Scan(&n)
				failed <- errors.Join(err, want(n == 10+10*(i%2), n))
			}()
		}
		for range 8 {
			err = errors.Join(err, <-failed)
		}
		return err
	})
}

func withPq(url string) {
	db, err := sql.Open("postgres", url)
	if err != nil {
		fmt.Println("connect: no,", err)
		return
	}
	defer db.Close()
	feature("select", func(ctx context.Context) error {
		var name string
		var opened sql.NullTime
		err := db.QueryRowContext(ctx, "select name, opened from airports where iata = $1", "AAA").Scan(&name, &opened)
		return errors.Join(err, want(name == "Alpha" && !opened.Valid, name, opened))
	})
	feature("types", func(ctx context.Context) error {
		var list pq.StringArray
		var numbers pq.Int64Array
		var at time.Time
		var raw []byte
		err := db.QueryRowContext(ctx, `select array['a','b "c"'], array[1,2]::bigint[], '2024-01-02 03:04:05+00'::timestamptz, '\x00ff'::bytea`).Scan(&list, &numbers, &at, &raw)
		return errors.Join(err, want(len(list) == 2 && list[1] == `b "c"` && numbers[1] == 2 && at.Unix() == 1704164645 && len(raw) == 2, list, numbers, at, raw))
	})
	feature("prepared", func(ctx context.Context) error {
		s, err := db.PrepareContext(ctx, "select count(*) from airports where elevation > $1")
		if err != nil {
			return err
		}
		defer s.Close()
		for range 3 {
			var n int
			if err := errors.Join(s.QueryRow(15).Scan(&n), want(n == 1, n)); err != nil {
				return err
			}
		}
		return nil
	})
	feature("binary parameters", func(ctx context.Context) error {
		b, err := sql.Open("postgres", url+"&binary_parameters=yes")
		if err != nil {
			return err
		}
		defer b.Close()
		var n int
		err = b.QueryRowContext(ctx, "select count(*) from airports where iata = $1 and elevation = $2", "AAA", 10).Scan(&n)
		return errors.Join(err, want(n == 1, n))
	})
	feature("array parameter", func(ctx context.Context) error {
		var n int
		err := db.QueryRowContext(ctx, "select count(*) from airports where iata = any($1)", pq.Array([]string{"AAA", "BBB"})).Scan(&n)
		return errors.Join(err, want(n == 2, n))
	})
	feature("columns", func(ctx context.Context) error {
		rows, err := db.QueryContext(ctx, "select iata, elevation, fee from airports")
		if err != nil {
			return err
		}
		defer rows.Close()
		types, err := rows.ColumnTypes()
		precision, scale, ok := types[2].DecimalSize()
		return errors.Join(err, want(types[0].DatabaseTypeName() == "TEXT" && types[1].DatabaseTypeName() == "INT4" && ok && precision == 8 && scale == 2, types[0].DatabaseTypeName(), precision, scale))
	})
	feature("transaction", func(ctx context.Context) error {
		if _, err := db.ExecContext(ctx, "create table made_pq (i int primary key, t text)"); err != nil {
			return err
		}
		tx, err := db.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead})
		if err != nil {
			return err
		}
		r, err := tx.ExecContext(ctx, "insert into made_pq values ($1, $2), (2, 'b')", 1, "a")
		if err != nil {
			return errors.Join(err, tx.Rollback())
		}
		n, err := r.RowsAffected()
		return errors.Join(err, tx.Commit(), want(n == 2, n))
	})
	feature("read only", func(ctx context.Context) error {
		tx, err := db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, "insert into made_pq values (9, 'x')")
		var e *pq.Error
		return errors.Join(tx.Rollback(), want(errors.As(err, &e) && e.Code == "25006", err))
	})
	feature("CopyIn", func(ctx context.Context) error {
		tx, err := db.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		s, err := tx.PrepareContext(ctx, pq.CopyIn("made_pq", "i", "t"))
		if err != nil {
			return errors.Join(err, tx.Rollback())
		}
		for i := range 500 {
			if _, err := s.ExecContext(ctx, i+100, "copied"); err != nil {
				return errors.Join(err, tx.Rollback())
			}
		}
		_, err = s.ExecContext(ctx)
		var n int
		return errors.Join(err, s.Close(), tx.Commit(), db.QueryRow("select count(*) from made_pq where i >= 100").Scan(&n), want(n == 500, n))
	})
	feature("errors", func(ctx context.Context) error {
		_, err := db.ExecContext(ctx, "insert into made_pq values (1, 'again')")
		var e *pq.Error
		return want(errors.As(err, &e) && e.Code.Name() == "unique_violation" && e.Constraint == "made_pq_pkey", err)
	})
	feature("cancel", func(ctx context.Context) error {
		short, cancel := context.WithTimeout(ctx, 300*time.Millisecond)
		defer cancel()
		_, err := db.ExecContext(short, "select pg_sleep(20)")
		return want(err != nil && short.Err() != nil, err)
	})
	feature("Listener", func(ctx context.Context) error {
		l := pq.NewListener(url, time.Second, time.Second, nil)
		defer l.Close()
		if err := l.Listen("news"); err != nil {
			return err
		}
		if _, err := db.ExecContext(ctx, "select pg_notify('news', 'hi')"); err != nil {
			return err
		}
		for {
			select {
			case n := <-l.Notify:
				if n != nil {
					return want(n.Extra == "hi", n)
				}
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	})
}
