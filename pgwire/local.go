package pgwire

import (
	"context"
	"errors"
	"io"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/pgwire/relay"
	"github.com/sallyportdb/sallyport/pgwire/rows"
	"github.com/sallyportdb/sallyport/pgwire/served"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// localAnswers answers the statements of a relayed session that are for another source
// than the session's, or for none: the engine runs them (relay.Local).
type localAnswers struct{ conversions rows.Conversions }

// localLimit bounds the answer to a local statement, which is held in memory.
const localLimit = 64 << 20

func (a *localAnswers) prepare(ctx context.Context, s *engine.Session, sql string, types []uint32) (*engine.Statement, error) {
	batch, err := s.Prepare(ctx, engine.Request{SQL: sql, ParamTypes: types, Purpose: gate.AnyPurpose})
	if err != nil {
		return nil, err
	}
	if len(batch) != 1 {
		return nil, sqlstate.New(sqlstate.SyntaxError, "there are %d statements where one was expected", len(batch))
	}
	return batch[0], nil
}

// Describe returns the types of parameters, and a RowDescription or NoData.
func (a *localAnswers) Describe(ctx context.Context, s *engine.Session, sql string, types []uint32, formats []providers.Format) ([]uint32, []byte, error) {
	st, err := a.prepare(ctx, s, sql, types)
	if err != nil {
		return nil, nil, err
	}
	d, err := st.Describe(ctx)
	if err != nil {
		return nil, nil, err
	}
	return d.Params, rows.AppendColumns(nil, d.Columns, formats), nil
}

// Execute runs a statement and returns all of its answer.
func (a *localAnswers) Execute(ctx context.Context, s *engine.Session, sql string, types []uint32, args providers.Args) (answer relay.LocalResult, err error) {
	st, err := a.prepare(ctx, s, sql, types)
	if err != nil {
		return answer, err
	}
	result, err := s.Execute(ctx, st, args, engine.Options{})
	if err != nil {
		return answer, err
	}
	err = result.ReadBy(func() (err error) {
		if c := st.Copy(); c != nil {
			answer, err = a.copyOut(result, c)
		} else {
			answer, err = a.readRows(result, args)
		}
		return err
	})
	return answer, err
}

// readRows is the answer to a statement that returns rows, or none.
func (a *localAnswers) readRows(result *engine.Result, args providers.Args) (answer relay.LocalResult, err error) {
	columns := result.Columns()
	answer.Columns = rows.AppendColumns(nil, columns, args.ResultFormats)
	convert, err := a.conversions.For(columns, args.ResultFormats)
	if err != nil {
		return answer, result.Fail(err)
	}
	size := 0
	for {
		row, err := result.Next()
		if errors.Is(err, io.EOF) {
			answer.Tag = result.Tag()
			return answer, nil
		}
		if err != nil {
			return answer, err
		}
		message, err := convert.Append(nil, row)
		if size += len(message); err == nil && size > localLimit {
			err = errLongAnswer()
		}
		if err != nil {
			return answer, result.Fail(err)
		}
		answer.Rows = append(answer.Rows, message)
	}
}

func errLongAnswer() error {
	return sqlstate.New(sqlstate.ProgramLimitExceeded, "the answer is longer than %d MiB", localLimit>>20).
		WithHint("Connect to the source itself (its name is the database), where results are streamed, or ask for less.")
}

// copyOut is the answer to a COPY TO STDOUT.
func (a *localAnswers) copyOut(result *engine.Result, c *providers.Copy) (answer relay.LocalResult, err error) {
	out, err := served.NewCopyOut(c, result.Columns(), &a.conversions)
	if err != nil {
		return answer, result.Fail(err)
	}
	all := out.AppendBegin(nil)
	for {
		row, err := result.Next()
		if errors.Is(err, io.EOF) {
			return relay.LocalResult{Rows: [][]byte{out.AppendEnd(all)}, Tag: result.Tag()}, nil
		}
		if err != nil {
			return answer, err
		}
		if all, err = out.Append(all, row); err == nil && len(all) > localLimit {
			err = errLongAnswer()
		}
		if err != nil {
			return answer, result.Fail(err)
		}
	}
}
