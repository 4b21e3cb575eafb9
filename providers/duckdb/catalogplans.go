package duckdb

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/lexical"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
	"github.com/sallyportdb/sallyport/providers/duckdb/supplied"
)

// Clients ask the Postgres catalog the same about one object after the other: psql's \d * sends a few texts hundreds of
// times, and these differ in OIDs. DuckDB takes longer to plan such a statement than to run it. So statements over the
// catalog's tables that differ only in OIDs share a plan, in which calls of package supplied stand for the OIDs. They
// stand for values of no other type: DuckDB's plan shows what each call is compared with.

// preparedCatalog returns the plan that a statement over the catalog's tables shares with those that differ in OIDs, and
// sets the OIDs of this statement. begun is how many fills of its tables have begun. It returns nil for a statement that
// has a plan of its own. In a transaction block an error of a shared plan would fail the transaction, so none is used
// there.
func (c *Conn) preparedCatalog(s providers.Statement, begun uint64) *prepared {
	if !s.ReadOnly || len(s.ParamTypes) > 0 || strings.Contains(strings.ToLower(s.SQL), supplied.Prefix) || c.tx.status != providers.Idle || c.running != nil || c.provider.supplied == nil {
		return nil
	}
	sql, oids := shareOIDs(s.SQL)
	if len(oids) == 0 || len(oids) > supplied.Most {
		return nil
	}
	s.SQL, s.Constants = sql, nil
	key, version := statementKey(s), c.provider.version.Load()
	p := c.prepared[key]
	switch {
	case p != nil && p.version == version && p.begun == begun && c.isCurrent(p):
		c.preparedKeys = append(slices.DeleteFunc(c.preparedKeys, func(k string) bool { return k == key }), key)
	case c.alone[key] == version:
		return nil
	default:
		if p != nil {
			c.dropPrepared(key)
		}
		rows := moved{c.provider.commits.Snapshot(), c.wrote}
		if p = c.prepareCatalog(s); p == nil {
			c.notAlike(key, version)
			return nil
		}
		p.version, p.begun, p.rows = version, begun, rows
		c.keepPrepared(key, p)
	}
	for i, oid := range oids {
		c.supplied.SetNumber(i, oid)
	}
	return p
}

// prepareCatalog prepares the text that statements share. It returns nil if DuckDB does not prepare the text, or if the
// plan does more with the OIDs than compare them in the catalog.
func (c *Conn) prepareCatalog(s providers.Statement) (p *prepared) {
	if c.supplied == nil {
		if c.supplied = c.provider.supplied.Values(c.conn); c.supplied == nil {
			return nil
		}
	}
	c.supplied.Plan(func() {
		var err error
		if p, err = c.prepareStatement(s); err != nil {
			p = nil
			return
		}
		shown, err := native.Collect(c.conn, "EXPLAIN (FORMAT JSON) "+p.sql)
		if err != nil || p.kind != lib.StatementTypeSelect || len(p.params) > 0 || len(shown) != 1 || len(shown[0]) != 2 || !comparesOIDs(shown[0][1]) {
			p.destroy()
			p = nil
		}
	})
	if p != nil {
		p.fixed = true
	}
	return p
}

// dropFixed drops the shared plans after one of them has failed, because DuckDB makes none of them anew.
func (c *Conn) dropFixed() {
	for key, p := range c.prepared {
		if p.fixed {
			c.dropPrepared(key)
		}
	}
}

// longestOID is how many digits an OID has at most.
const longestOID = 10

// ofAnyOID is a function of the emulation that answers the same for all relations. psql passes it the OID that it compares.
const ofAnyOID = ".pg_relation_is_publishable("

// shareOIDs puts calls in the place of quoted numbers after a name and an equal sign. It returns the numbers.
func shareOIDs(sql string) (shared string, oids []int64) {
	var b strings.Builder
	last := 0
	for i := 0; i < len(sql); {
		end := lexical.SkipQuoted(sql, i)
		oid, is := quotedNumber(sql[i:end])
		if is && (strings.HasSuffix(sql[:i], " = ") && isOfName(sql[:i-len(" = ")]) || strings.HasSuffix(sql[:i], ofAnyOID)) {
			at := slices.Index(oids, oid)
			if at < 0 {
				at, oids = len(oids), append(oids, oid)
			}
			b.WriteString(sql[last:i] + supplied.Fixed.Call(at))
			last = end
		}
		i = max(end, i+1)
	}
	return b.String() + sql[last:], oids
}

// quotedNumber reads a quoted text if it is a number written as an OID is.
func quotedNumber(quoted string) (int64, bool) {
	if len(quoted) < len("'1'") || len(quoted) > longestOID+len("''") || quoted[0] != '\'' {
		return 0, false
	}
	digits := quoted[1 : len(quoted)-1]
	if strings.Trim(digits, "0123456789") != "" || digits[0] == '0' {
		return 0, false
	}
	number, err := strconv.ParseInt(digits, 10, 64)
	return number, err == nil
}

// isOfName reports whether a text ends with a name.
func isOfName(text string) bool {
	at := len(text) - 1
	return at >= 0 && (text[at] == '"' || text[at] == '_' || text[at]|0x20 >= 'a' && text[at]|0x20 <= 'z')
}

var (
	callOfOID  = regexp.MustCompile(supplied.Prefix)
	comparison = regexp.MustCompile(`[\w"] = CAST\(pg__supplied_fixed\((\d+)\) AS PG_OID\)`)
	scanned    = regexp.MustCompile(`"Table": "([^"]*)"`)
)

// comparesOIDs reports whether a plan, as EXPLAIN (FORMAT JSON) tells it, compares OIDs with columns of that type and uses them
// for nothing else, and reads only tables of the catalog. An OID that the plan does not have is compared with what has no rows.
func comparesOIDs(plan string) bool {
	compared := comparison.FindAllStringSubmatch(plan, -1)
	if len(compared) != len(callOfOID.FindAllString(plan, -1)) {
		return false
	}
	for _, m := range scanned.FindAllStringSubmatch(plan, -1) {
		if !slices.ContainsFunc(pgcatalog.Databases, func(name string) bool { return strings.HasPrefix(m[1], name+".") }) {
			return false
		}
	}
	return true
}
