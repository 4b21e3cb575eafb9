package ingest

import (
	"context"
	"encoding/json"

	"github.com/sallyportdb/sallyport/discovery"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// keepReport has the store know what became of a connection. The report of a run that was interrupted is
// kept, too.
func (i *Ingester) keepReport(ctx context.Context, r Result) {
	body, err := json.Marshal(r)
	if err == nil {
		err = i.options.Store.PutReport(context.WithoutCancel(ctx), r.Connection, body)
	}
	if err != nil {
		i.options.Logger.Warn("the report of a snapshot cannot be kept", "connection", r.Connection, "error", err)
	}
}

// Reports returns what became of the last run of each connection, by its name.
func Reports(ctx context.Context, store *discovery.Store) (map[string]Result, error) {
	kept, err := store.Reports(ctx)
	if err != nil {
		return nil, err
	}
	reports := map[string]Result{}
	for connection, body := range kept {
		var r Result
		if err := json.Unmarshal(body, &r); err != nil {
			return nil, sqlstate.Wrap(err, sqlstate.IOError, "the report of the last snapshot of %q cannot be read", connection).
				WithHint("sallyport ingest %s writes it anew.", connection)
		}
		reports[connection] = r
	}
	return reports, nil
}
