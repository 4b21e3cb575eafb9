package duckdb

import (
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers/duckdb/memory"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// minMemory is the smallest default memory limit.
const minMemory = 512 << 20

// setMemory sets the instance's memory limit, and adds it to the process's bound until forgetMemory.
func (p *Provider) setMemory() error {
	machine := p.memorySetting() // DuckDB's default is four fifths of the machine's memory, or of the container's
	limit := p.options.MemoryLimit
	if limit == "" {
		limit = strconv.FormatUint(max(minMemory, machine/80*25)>>20, 10) + "MiB"
	}
	if err := native.Run(p.admin, "SET memory_limit = "+native.Text(limit)); err != nil {
		return p.configError(err, "memory limit %q is not understood", limit).
			WithHint("Write a number and a unit, such as 2GB.")
	}
	p.memory = p.memorySetting()
	if p.memory == 0 {
		return sqlstate.New(sqlstate.InternalError, "source %q: DuckDB does not tell its memory limit", p.options.Name)
	}
	memory.Allow(int64(p.memory), int64(machine))
	return nil
}

// forgetMemory takes the instance's limit from the process's bound.
func (p *Provider) forgetMemory() {
	memory.Allow(-int64(p.memory), 0)
	p.memory = 0
}

// memorySetting reads DuckDB's memory limit, in bytes.
func (p *Provider) memorySetting() uint64 {
	rows, err := native.Collect(p.admin, "SELECT CAST(current_setting('memory_limit') AS VARCHAR)")
	if err != nil || len(rows) != 1 {
		return 0
	}
	number, unit, _ := strings.Cut(rows[0][0], " ")
	factor := map[string]float64{"bytes": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "TiB": 1 << 40}[unit]
	size, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return 0
	}
	return uint64(size * factor)
}
