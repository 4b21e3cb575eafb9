// Package served is the sessions of the Postgres door whose statements the engine
// runs: prepared statements, portals, pipelines, and the loop of psql-wire behind them.
package served
