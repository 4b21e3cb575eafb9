package beforehand_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/planner/beforehand"
	"github.com/sallyportdb/sallyport/providers"
)

// shop is a catalog of a table users, a table t, and views over them.
type shop struct{ views map[string]string }

func (shop) Version() uint64 { return 1 }

func (shop) Functions(_, name string) []providers.Function {
	switch name {
	case "upper", "lower", "now", "count", "coalesce", "generate_series", "row_to_json", "string_agg":
		return []providers.Function{{Schema: "pg_catalog", Name: name, Builtin: true, Volatility: providers.Immutable, Kind: 'f', MaxArgs: -1}}
	case "leak":
		return []providers.Function{{Schema: "public", Name: name, Kind: 'f', MaxArgs: 1, Language: "sql"}}
	}
	return nil
}

func (shop) Operators(_, name string) []providers.Function {
	if name == "@@@" {
		return []providers.Function{{Schema: "public", Name: "leak", Language: "sql"}}
	}
	return nil
}

func (s shop) Relation(schema, name string) (providers.Relation, bool) {
	r := providers.Relation{ID: 1, Schema: "public", Name: name, Kind: "table"}
	if schema != "" && schema != "public" {
		return r, false
	}
	switch name {
	case "users":
		r.Columns = []string{"id", "name", "password"}
	case "t":
		r.Columns = []string{"id", "note", "more"}
	case "made":
		r.Columns = []string{"id", "copy", "half"}
		r.Hidden = []providers.Hidden{{What: "generated column public.made.copy", Computes: "copy", SQL: "SELECT upper(password)"}, {What: "generated column public.made.half", Computes: "half", SQL: "SELECT id / 2"}}
	case "files":
		r.Columns = nil
	case "pg_stats":
		r.Builtin, r.Columns = true, []string{"most_common_vals"}
	default:
		sql, ok := s.views[name]
		if !ok {
			return r, false
		}
		columns, query, _ := strings.Cut(sql, ": ")
		r.Kind, r.Columns = "view", strings.Fields(columns)
		r.Hidden = []providers.Hidden{{What: "view public." + name, OfView: true, SQL: query, Unread: query == ""}}
	}
	return r, true
}

func (shop) Type(_, name string) (providers.Type, bool) { return providers.Type{Name: name}, true }
func (shop) TypeOf(uint32) (providers.Type, bool)       { return providers.Type{}, true }

// TestSampleOrigins: a sample hides the values of columns that hold secrets, also under another name, and shows
// all other values. Behind each sample stand its columns, the hidden ones with a minus.
func TestSampleOrigins(t *testing.T) {
	secret := func(c string) bool { return strings.Contains(c, "password") }
	views := map[string]string{
		"v":         "id p: SELECT users.id, users.password AS p FROM users",
		"vv":        "id q: SELECT v.id, v.p AS q FROM v",
		"shout":     "id loud name: SELECT users.id, upper(users.password) AS loud, upper(users.name) AS name FROM users",
		"cte":       "id x: WITH a AS (SELECT users.id, users.password AS y FROM users) SELECT a.id, a.y AS x FROM a",
		"sub":       "id x: SELECT q.id, q.y AS x FROM (SELECT users.id, users.password AS y FROM users) q",
		"called":    "id x: SELECT users.id, leak(users.id) AS x FROM users",
		"listed":    "a b c: SELECT u.a, u.b, u.c FROM users u(a, b, c)",
		"united":    "id x: SELECT t.id, t.note AS x FROM t UNION ALL SELECT users.id, users.password FROM users",
		"scalar":    "id x: SELECT t.id, (SELECT users.password FROM users LIMIT 1) AS x FROM t",
		"joined":    "id note p: SELECT t.id, t.note, v.p FROM t JOIN v USING (id)",
		"row":       "r: SELECT users.*::users AS r FROM users",
		"recursive": "id x: WITH RECURSIVE r(id, x) AS (SELECT t.id, t.note FROM t UNION ALL SELECT v.id, v.p FROM v JOIN r ON r.id = v.id) SELECT r.id, r.x FROM r",
		"forward":   "x: WITH RECURSIVE a AS (SELECT t.note AS x FROM t), b AS (SELECT a.x FROM a) SELECT b.x FROM b",
		"stats":     "x: SELECT pg_stats.most_common_vals AS x FROM pg_stats",
		"locked":    "x: ",
		"gone":      "x: SELECT nowhere.x FROM nowhere",
		"itself":    "x: SELECT itself.x FROM itself",
		"short":     "a b: SELECT t.id FROM t",
		"plain":     "n shout: SELECT t.note AS n, upper(t.more) AS shout FROM t",
		"odd":       "x: SELECT t.note @@@ t.more AS x FROM t",
		"inside":    "x: SELECT (t.note).password AS x FROM t",
		"func":      "x: SELECT t.leak AS x FROM t",
		"args":      "x: SELECT g.x FROM users, LATERAL generate_series(1, users.password) g(x)",
		"numbers":   "x: SELECT g.x FROM generate_series(1, 3) g(x)",
	}
	for sql, want := range map[string]string{
		"DELETE FROM v":                           "id -p",
		"DELETE FROM vv":                          "id -q",
		"DELETE FROM shout":                       "id -loud name",
		"DELETE FROM cte":                         "id -x",
		"DELETE FROM sub":                         "id -x",
		"DELETE FROM called":                      "id -x",
		"DELETE FROM listed":                      "a b -c",
		"DELETE FROM united":                      "id -x",
		"DELETE FROM scalar":                      "id -x",
		"DELETE FROM joined":                      "id note -p",
		"DELETE FROM row":                         "-r",
		"DELETE FROM recursive":                   "id -x",
		"DELETE FROM forward":                     "x",
		"DELETE FROM stats":                       "-x",
		"DELETE FROM locked":                      "-x",
		"DELETE FROM gone":                        "-x",
		"DELETE FROM itself":                      "-x",
		"DELETE FROM short":                       "-a -b",
		"DELETE FROM plain":                       "n shout",
		"DELETE FROM odd":                         "-x",
		"DELETE FROM inside":                      "-x",
		"DELETE FROM func":                        "-x",
		"DELETE FROM args":                        "-x",
		"DELETE FROM numbers":                     "x",
		"DELETE FROM made":                        "id -copy half",
		"DELETE FROM users":                       "id name -password",
		"DELETE FROM t USING v WHERE v.id = t.id": "id note more",
		"DELETE FROM files":                       "a b -password",
		"UPDATE t SET note = v.p FROM v WHERE v.id = t.id":                                "id note more -note",
		"UPDATE t SET note = upper(t.more), more = 'x'":                                   "id note more note more",
		"UPDATE v SET p = 'x'":                                                            "id -p -p",
		"UPDATE t SET note = leak(id)":                                                    "id note more -note",
		"UPDATE t SET note = (SELECT p FROM v LIMIT 1)":                                   "id note more -note",
		"UPDATE t SET note = s.x FROM (SELECT id, password AS x FROM users) s":            "id note more -note",
		"UPDATE t SET note = s.x, more = s.y FROM (SELECT name AS y, p AS x FROM v, t) s": "id note more -note -more",
		"UPDATE t SET note = s.c FROM users AS s(a, b, c) WHERE s.a = t.id":               "id note more -note",
		"UPDATE t SET note = s.b FROM users AS s(a, b, c) WHERE s.a = t.id":               "id note more note",
		"WITH s AS (SELECT id, password AS x FROM users) UPDATE t SET note = s.x FROM s":  "id note more -note",
		"UPDATE t SET note = s::text FROM users s WHERE s.id = t.id":                      "id note more -note",
		"UPDATE users SET name = users::text":                                             "id name -password -name",
		"UPDATE users SET password = name":                                                "id name -password -password",
		"INSERT INTO t SELECT * FROM v":                                                   "id -p",
		"INSERT INTO t SELECT * FROM users AS s(a, b, c)":                                 "a b -c",
		"INSERT INTO t SELECT s FROM users s":                                             "-s",
		"INSERT INTO t SELECT row_to_json(s) FROM users s":                                "-row_to_json",
		"INSERT INTO t SELECT id, note FROM t UNION SELECT id, p FROM v":                  "id -note",
		"INSERT INTO t SELECT id, note FROM t UNION SELECT id, q FROM vv":                 "id -note",
		"INSERT INTO t SELECT v.* FROM t JOIN v USING (id)":                               "id -p",
		"INSERT INTO t SELECT * FROM t JOIN v USING (id)":                                 "id note more -p",
		"INSERT INTO t SELECT * FROM t NATURAL JOIN v":                                    "id note more -p",
		"INSERT INTO t SELECT (x).* FROM (SELECT v AS x FROM v) q":                        "-id -p",
		"INSERT INTO t SELECT * FROM (t JOIN v ON true) AS j(a, b, c, d, e)":              "a b c d -e",
		"INSERT INTO t SELECT v.p FROM v WHERE EXISTS (SELECT 1 FROM t)":                  "-p",
		"INSERT INTO t SELECT upper FROM (SELECT upper(password) FROM users) q":           "-upper",
		"INSERT INTO users (id, password) SELECT id, note FROM t":                         "id -note",
		"INSERT INTO users SELECT id, note, more FROM t":                                  "id note -more",
		"INSERT INTO t SELECT id, CASE WHEN true THEN p ELSE 'x' END FROM v":              "id -case",
		"INSERT INTO t SELECT id, string_agg(p, ',') FROM v GROUP BY id":                  "id -string_agg",
		"INSERT INTO t VALUES (1, (SELECT p FROM v LIMIT 1), 'x')":                        "",
		"INSERT INTO t SELECT * FROM (VALUES (1, 'a'), (2, 'b')) AS x(a, b)":              "a b",
		"INSERT INTO t SELECT id, x FROM t, (SELECT p AS x FROM v) s":                     "id -x",
	} {
		found := beforehand.SamplesOf(sql, 5, planner.Source{Info: providers.Info{Name: "pg", Dialect: providers.Postgres}, Catalog: shop{views}}, secret)
		if len(found) == 0 {
			if want != "" {
				t.Errorf("%s: no sample", sql)
			}
			continue
		}
		var names []providers.Column
		var hidden []bool
		for _, word := range strings.Fields(want) {
			names, hidden = append(names, providers.Column{Name: strings.TrimPrefix(word, "-")}), append(hidden, word[0] == '-')
		}
		if got := found[0].Hides(names); !slices.Equal(got, hidden) {
			t.Errorf("%s\n  %s\n  %v hides %v", sql, found[0].SQL, names, got)
		}
	}
}
