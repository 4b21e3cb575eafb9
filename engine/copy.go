package engine

import (
	"context"

	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// A COPY takes the same path as any statement. The rows of a COPY TO STDOUT are those of its query;
// the door writes them in the COPY's format. For a COPY FROM STDIN the source asks the client for rows
// when the intent is on disk.

// Copy is what a COPY moves, nil for another statement.
func (st *Statement) Copy() *providers.Copy { return st.plan.Copy }

// carriesCopies refuses a COPY if the session's door cannot carry its rows, or if it names a column that is not copied. Who may not use
// the table does not hear of that.
func (s *Session) carriesCopies(batch []*Statement) error {
	for _, st := range batch {
		c := st.plan.Copy
		switch {
		case c == nil:
		case s.client.CopyIn == nil && (c.From || s.relayed == nil):
			e := sqlstate.New(sqlstate.FeatureNotSupported, "COPY is for clients of the Postgres protocol, such as psql")
			if c.From {
				return e.WithHint("Send the rows by INSERT … VALUES.")
			}
			return e.WithHint("Send the query by itself: run_select_query returns its rows, and its argument export makes a file of them.")
		case c.View != "" && st.decision.Verdict != gate.Deny:
			return copyOfView(c)
		case c.Computed != "" && st.decision.Verdict != gate.Deny:
			return sqlstate.New("42P10", "column %q is a generated column", c.Computed).WithDetail("Generated columns cannot be used in COPY.")
		}
	}
	return nil
}

// copyFrom has a source add the rows that the client sends.
func (s *Session) copyFrom(ctx context.Context, conn providers.Conn, text providers.Statement) (providers.Rows, error) {
	copier, ok := conn.(providers.Copier)
	if !ok || s.client.CopyIn == nil {
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "this source takes no rows by COPY").WithHint("Send them by INSERT … VALUES.")
	}
	return copier.CopyFrom(ctx, text, s.client.CopyIn)
}

// copyOfView is the error of a COPY that names a view.
func copyOfView(c *providers.Copy) error {
	way := "from"
	if c.From {
		way = "to"
	}
	e := sqlstate.New(sqlstate.WrongObjectType, "cannot copy %s %s %q", way, c.View, c.Table)
	if c.From {
		return e
	}
	return e.WithHint("Try the COPY (SELECT ...) TO variant.")
}
