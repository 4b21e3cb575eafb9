package main

import (
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The parts of a run, in order.
const (
	partSelect   = "select"
	partTPCB     = "tpcb"
	partRows     = "rows"
	partIdle     = "idle"
	partConnect  = "connect"
	partStart    = "start"
	partMCP      = "mcp"
	partEmbedded = "embedded"
)

var allParts = []string{partSelect, partTPCB, partRows, partIdle, partConnect, partStart, partMCP, partEmbedded}

type options struct {
	rounds           int
	longRounds       int // of the parts whose rounds take long; 0: as many as of the others
	duration         time.Duration
	scale, tpcbScale int
	clients, writers []int
	protocols        []string
	tpcbProtocols    []string
	syncChanges      []string
	rows, idle       int
	connections      int
	only             []string // empty: all parts
	binary, out      string
	before           string // another binary of the server, to be measured beside; empty: none
	floor, pgcat     string
	match            string // the beginning of the lines' names; empty: all lines
	table, readme    string
}

func (o options) has(part string) bool { return len(o.only) == 0 || slices.Contains(o.only, part) }

func parse(args []string, errors io.Writer) (options, error) {
	var o options
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.SetOutput(errors)
	flags.IntVar(&o.rounds, "rounds", 3, "rounds; every number is their median")
	flags.IntVar(&o.longRounds, "long-rounds", 0, "rounds of tpcb and rows, which take minutes each; as many as of the others if 0")
	flags.DurationVar(&o.duration, "duration", 2*time.Second, "of each measurement, in whole seconds")
	flags.IntVar(&o.scale, "scale", 1, "pgbench's scale for what only reads: 100,000 rows each")
	flags.IntVar(&o.tpcbScale, "tpcb-scale", 100, "pgbench's scale for TPC-B: with too few branches they wait for each other")
	flags.IntVar(&o.rows, "rows", 1_000_000, "rows out and in")
	flags.IntVar(&o.idle, "idle", 1000, "idle connections")
	flags.IntVar(&o.connections, "connections", 8, "MCP clients, and clients that connect again and again")
	clients := flags.String("clients", "1,8,64,500", "numbers of pgbench clients that read")
	writers := flags.String("writers", "8,64", "numbers of pgbench clients that write")
	protocols := flags.String("protocols", "simple,extended,prepared", "pgbench's protocols")
	tpcbProtocols := flags.String("tpcb-protocols", "simple,prepared", "pgbench's protocols for TPC-B, of those of -protocols")
	syncChanges := flags.String("sync-changes", "intent,commit", "values of audit.sync_changes to compare; those that the server does not know are skipped")
	only := flags.String("only", "", "parts, of "+strings.Join(allParts, ",")+"; all if empty")
	flags.StringVar(&o.binary, "sallyport", filepath.Join("bin", "sallyport"), "the server's program")
	flags.StringVar(&o.before, "before", "", "an older program of the server, to be measured beside -sallyport in pairs: of select, tpcb and mcp")
	flags.StringVar(&o.match, "match", "", "measure only what begins so, of the parts: 'prepared, 8'")
	flags.StringVar(&o.floor, "floor", filepath.Join("bin", "floor"), "the program of the floors, from ./bench/floor")
	flags.StringVar(&o.pgcat, "pgcat", "", "pgcat's program, to be measured beside PgBouncer; left out if empty")
	flags.StringVar(&o.out, "out", filepath.Join("bench", "results"), "folder of the results; nothing is kept if empty")
	flags.StringVar(&o.table, "table", "", "measure nothing: print a kept result (.json) as a Markdown table")
	flags.StringVar(&o.readme, "readme", "", "write the table into this file, between its marks: of the run, or with -table of a kept result")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	var err error
	if o.clients, err = numbersOf("-clients", *clients); err != nil {
		return o, err
	}
	if o.writers, err = numbersOf("-writers", *writers); err != nil {
		return o, err
	}
	o.protocols, o.tpcbProtocols, o.syncChanges, o.only = words(*protocols), words(*tpcbProtocols), words(*syncChanges), words(*only)
	return o, o.check()
}

func (o options) check() error {
	if o.rounds < 1 || o.scale < 1 || o.tpcbScale < 1 || o.connections < 1 || o.rows < 1 || o.idle < 1 {
		return fmt.Errorf("-rounds, -scale, -tpcb-scale, -connections, -rows and -idle must be at least 1")
	}
	if o.longRounds < 0 {
		return fmt.Errorf("-long-rounds must not be negative")
	}
	if o.duration < time.Second || o.duration%time.Second != 0 {
		return fmt.Errorf("-duration: %s is not whole seconds, which is what pgbench takes", o.duration)
	}
	for _, part := range o.only {
		if !slices.Contains(allParts, part) {
			return fmt.Errorf("-only: %q is none of %s", part, strings.Join(allParts, ", "))
		}
	}
	for _, p := range slices.Concat(o.protocols, o.tpcbProtocols) {
		if !slices.Contains([]string{"simple", "extended", "prepared"}, p) {
			return fmt.Errorf("-protocols and -tpcb-protocols: %q is neither simple, extended nor prepared", p)
		}
	}
	if o.readme != "" && o.table == "" && o.out == "" {
		return fmt.Errorf("-readme needs -table or -out, which the table names")
	}
	return nil
}

// roundsOf is how many rounds a part has.
func (o options) roundsOf(part string) int {
	if o.longRounds > 0 && (part == partTPCB || part == partRows) {
		return min(o.longRounds, o.rounds)
	}
	return o.rounds
}

// words splits at commas.
func words(list string) []string {
	return strings.FieldsFunc(list, func(c rune) bool { return c == ',' || c == ' ' })
}

func numbersOf(name, list string) ([]int, error) {
	var found []int
	for _, text := range words(list) {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			return nil, fmt.Errorf("%s: %q is not a number of clients", name, text)
		}
		found = append(found, n)
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("%s: a number of clients is missing", name)
	}
	return found, nil
}
