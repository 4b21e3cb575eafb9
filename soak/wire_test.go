package soak

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// patience is how long a client waits for an answer to one message. A server that is
// killed closes the connection at once; whoever waits longer was forgotten.
const patience = 20 * time.Second

// wire is a client of the Postgres door.
type wire struct {
	ledger *ledger
	random *rand.Rand
	source string
	conn   *pgconn.PgConn
	stuck  func() // is called when an answer does not come
}

func (w *wire) add(kind string) *change {
	return w.ledger.add(change{kind: kind, door: "pgwire", source: w.source})
}

// connect opens a connection. Its application name is in its records.
func (w *wire) connect(ctx context.Context, port int, application string) (err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	w.conn, err = pgconn.Connect(ctx, fmt.Sprintf("postgres://soak@127.0.0.1:%d/%s?sslmode=disable&application_name=%s", port, w.source, application))
	if err == nil {
		_, err = w.conn.Prepare(ctx, "put", "INSERT INTO soak (id) VALUES ($1)", nil)
	}
	return err
}

func (w *wire) close() {
	if w.conn != nil {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_ = w.conn.Close(ctx)
	}
}

// act does one of the things that clients do. Afterwards the connection may be gone.
func (w *wire) act(ctx context.Context) {
	acts := []func(context.Context){
		w.alone, w.alone, w.alone, w.alone, w.inTransaction, w.inTransaction, w.inTransaction,
		w.inBatch, w.inBatch, w.inPipeline, w.inPipeline, w.inOneMessage, w.failing, w.refused, w.reading,
	}
	acts[w.random.IntN(len(acts))](ctx)
	if status := w.conn.TxStatus(); !w.conn.IsClosed() && status != 'I' {
		// What ended without COMMIT or ROLLBACK, such as a block with an error in it.
		if _, err := w.exec(ctx, "ROLLBACK"); err != nil || w.conn.TxStatus() != 'I' {
			w.close()
		}
	}
}

// exec sends one simple query and waits for its answer.
func (w *wire) exec(ctx context.Context, sql string) ([]*pgconn.Result, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return w.conn.Exec(ctx, sql).ReadAll()
}

// text is a statement that writes a row.
func (w *wire) text(c *change) string {
	plain := fmt.Sprintf("INSERT INTO soak (id) VALUES ('%s')", c.id)
	if w.source != shop {
		return plain
	}
	switch n := w.random.IntN(30); {
	case n == 0: // a record of many pages takes longer to write
		return fmt.Sprintf("INSERT INTO soak (id, pad) VALUES ('%s', '%s')", c.id, strings.Repeat("x", 1000+w.random.IntN(60_000)))
	case n < 4:
		return fmt.Sprintf("WITH gone AS (DELETE FROM soak WHERE id = 'nobody') INSERT INTO soak (id) SELECT '%s'", c.id)
	case n < 9:
		return fmt.Sprintf("SELECT put('%s')", c.id)
	case n < 14:
		return plain + " RETURNING at"
	}
	return plain
}

// run runs one statement in one of three ways, and notes whether it succeeded.
func (w *wire) run(ctx context.Context, c *change) (err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	switch w.random.IntN(3) {
	case 0:
		_, err = w.exec(ctx, w.text(c))
	case 1:
		err = w.conn.ExecParams(ctx, "INSERT INTO soak (id) VALUES ($1)", [][]byte{[]byte(c.id)}, nil, nil, nil).Read().Err
	default:
		err = w.conn.ExecPrepared(ctx, "put", [][]byte{[]byte(c.id)}, nil, nil).Read().Err
	}
	w.told(c, err)
	return err
}

// told notes what came of one statement, but not of its transaction.
func (w *wire) told(c *change, err error) {
	w.ledger.tell(func() {
		var e *pgconn.PgError
		switch {
		case err == nil:
			c.answered = true
		case errors.As(err, &e):
			if c.code = e.Code; definite(c.code) {
				c.fate = never
			}
		case errors.Is(err, context.DeadlineExceeded):
			c.code = forgotten
			w.stuck()
		}
	})
}

// forgotten stands where a client waited in vain.
const forgotten = "no answer"

// alone runs a statement that is its own transaction.
func (w *wire) alone(ctx context.Context) {
	c := w.add("alone")
	if w.run(ctx, c) == nil {
		w.ledger.all([]*change{c}, done)
	}
}

// inTransaction runs several statements between BEGIN and COMMIT, or ROLLBACK.
func (w *wire) inTransaction(ctx context.Context) {
	if _, err := w.exec(ctx, "BEGIN"); err != nil {
		return
	}
	tx := &transaction{}
	var list []*change
	for n := 1 + w.random.IntN(4); n > 0; n-- {
		c := w.add("in a transaction")
		c.tx, tx.last = tx, c
		list = append(list, c)
		undone := w.source == shop && w.random.IntN(8) == 0
		if undone {
			_, _ = w.exec(ctx, "SAVEPOINT here")
		}
		err := w.run(ctx, c)
		if err == nil && undone {
			_, err = w.exec(ctx, "ROLLBACK TO SAVEPOINT here")
			w.ledger.all([]*change{c}, never)
		}
		if err != nil {
			break
		}
	}
	if w.conn.IsClosed() || w.random.IntN(8) == 0 {
		w.ledger.all(list, never) // nobody said COMMIT
		_, _ = w.exec(ctx, "ROLLBACK")
		return
	}
	results, err := w.exec(ctx, "COMMIT")
	w.ended(tx, list, results, err)
}

// ended notes how a transaction ended: by the tag of its last result.
func (w *wire) ended(tx *transaction, list []*change, results []*pgconn.Result, err error) {
	var e *pgconn.PgError
	switch tag := lastTag(results); {
	case err == nil && tag == "ROLLBACK", errors.As(err, &e) && definite(e.Code):
		w.ledger.all(list, never)
	case err == nil:
		w.ledger.tell(func() { tx.committed = true })
		w.ledger.all(list, done)
	}
}

func lastTag(results []*pgconn.Result) string {
	if len(results) == 0 {
		return ""
	}
	return results[len(results)-1].CommandTag.String()
}

// several makes the changes of one message, and their texts.
func (w *wire) several(kind string) (tx *transaction, list []*change, texts []string) {
	tx = &transaction{implicit: w.source == shop && kind != "in one message"}
	for n := 2 + w.random.IntN(3); n > 0; n-- {
		c := w.add(kind)
		c.tx, tx.last = tx, c
		list, texts = append(list, c), append(texts, w.text(c))
	}
	return tx, list, texts
}

// each notes the statements of a message that succeeded one by one, from the
// result with this number on.
func (w *wire) each(list []*change, results []*pgconn.Result, first int) {
	for i, c := range list {
		if at := first + i; at < len(results) && results[at].Err == nil && results[at].CommandTag.String() != "" {
			w.told(c, nil)
		}
	}
}

// inBatch sends several statements as one simple query: an implicit transaction.
func (w *wire) inBatch(ctx context.Context) {
	tx, list, texts := w.several("in a batch")
	if w.random.IntN(6) == 0 {
		texts = append(texts, "SELECT 1/(SELECT 0)")
	}
	results, err := w.exec(ctx, strings.Join(texts, "; "))
	w.each(list, results, 0)
	w.ended(tx, list, results, err)
}

// inOneMessage sends a transaction as one simple query.
func (w *wire) inOneMessage(ctx context.Context) {
	tx, list, texts := w.several("in one message")
	results, err := w.exec(ctx, "BEGIN; "+strings.Join(texts, "; ")+"; COMMIT")
	w.each(list, results, 1)
	w.ended(tx, list, results, err)
}

// inPipeline sends several statements up to one Sync.
func (w *wire) inPipeline(ctx context.Context) {
	tx, list, texts := w.several("in a pipeline")
	batch := &pgconn.Batch{}
	for i, c := range list {
		switch w.random.IntN(3) {
		case 0:
			batch.ExecParams(texts[i], nil, nil, nil, nil)
		case 1:
			batch.ExecParams("INSERT INTO soak (id) VALUES ($1)", [][]byte{[]byte(c.id)}, nil, nil, nil)
		default:
			batch.ExecPrepared("put", [][]byte{[]byte(c.id)}, nil, nil)
		}
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	results, err := w.conn.ExecBatch(ctx, batch).ReadAll()
	w.each(list, results, 0)
	w.ended(tx, list, results, err)
}

// failing runs a statement that never writes its row.
func (w *wire) failing(ctx context.Context) {
	c := w.add("failing")
	_, err := w.exec(ctx, fmt.Sprintf("INSERT INTO soak (id) SELECT '%s' WHERE 1/(SELECT 0) = 1", c.id))
	w.told(c, err)
	w.ledger.all([]*change{c}, never) // on DuckDB 1/0 is NULL, and no row is written
}

// refused sends what no mode lets through, with a change in front of it.
func (w *wire) refused(ctx context.Context) {
	c := w.add("refused")
	texts := []string{
		"INSERT INTO soak (id) VALUES ('%s'); SET standard_conforming_strings = off",
		"INSERT INTO soak (id) VALUES ('%s'",
	}
	if w.source != shop {
		texts = texts[1:] // DuckDB's own session says no to that setting, when the change before it has run
	}
	_, err := w.exec(ctx, fmt.Sprintf(texts[w.random.IntN(len(texts))], c.id))
	w.told(c, err)
	w.ledger.tell(func() { c.refused = c.fate == never })
}

// reading runs what changes nothing, and is on record all the same.
func (w *wire) reading(ctx context.Context) {
	c := w.ledger.add(change{kind: "reading", door: "pgwire", source: w.source, reads: true})
	_, err := w.exec(ctx, fmt.Sprintf("SELECT '%s'", c.id))
	w.told(c, err)
}
