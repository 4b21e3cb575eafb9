package duckdb

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
)

// planNode has the fields that are read of an operator of a plan, as json_serialize_plan writes it.
type planNode struct {
	Type       string     `json:"type"`
	Children   []planNode `json:"children"`
	Name       string     `json:"name"` // of a table function
	Parameters []struct {
		Value json.RawMessage `json:"value"`
	} `json:"parameters"`
}

// ReadOnce plans the statement and counts how often the plan reads each stream. Everything below a
// recursive query counts as read more than once. Of a statement whose plan DuckDB does not show,
// no stream is read once.
func (c *Conn) ReadOnce(ctx context.Context, s providers.Statement) ([]string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.loadable(ctx); err != nil {
		return nil, err
	}
	p, err := c.preparedFor(s)
	if err != nil {
		return nil, err
	}
	shown, err := native.Collect(c.conn, "SELECT CAST(json_serialize_plan("+native.Text(p.sql)+", optimize := true) AS VARCHAR)")
	if err != nil || len(shown) != 1 {
		return nil, nil //nolint:nilerr // the statement itself says what is wrong with it
	}
	var plan struct {
		Error bool       `json:"error"`
		Plans []planNode `json:"plans"`
	}
	if err := json.Unmarshal([]byte(shown[0][0]), &plan); err != nil || plan.Error || len(plan.Plans) != 1 {
		return nil, nil //nolint:nilerr // as above
	}
	reads := map[string]int{}
	plan.Plans[0].countReads(1, reads)
	var once []string
	for _, one := range c.streams.list {
		if one.statement == nil && reads[one.key()] == 1 {
			once = append(once, one.table)
		}
	}
	return once, nil
}

// countReads counts the reads of streams by their numbers, each as so many.
func (n *planNode) countReads(each int, reads map[string]int) {
	if n.Name == pgcatalog.StreamFunction && len(n.Parameters) == 1 {
		reads[string(n.Parameters[0].Value)] += each
	}
	if strings.Contains(n.Type, "RECURSIVE") || strings.Contains(n.Type, "DEPENDENT") {
		each = 2
	}
	for i := range n.Children {
		n.Children[i].countReads(each, reads)
	}
}
