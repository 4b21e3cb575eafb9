package redact_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/planner/redact"
)

// places are statements with a place for a secret, {}, that is a constant.
var places = []string{
	"CREATE ROLE x LOGIN PASSWORD {}",
	"CREATE USER x ENCRYPTED PASSWORD {} VALID UNTIL 'infinity'",
	"ALTER ROLE x PASSWORD {}",
	"CREATE USER MAPPING FOR x SERVER s OPTIONS (user 'u', password {})",
	"ALTER SERVER s OPTIONS (SET token {})",
	"CREATE FOREIGN TABLE f (a int) SERVER s OPTIONS (key {})",
	"SET app.jwt_secret = {}",
	"ALTER SYSTEM SET ssl_passphrase_command = {}",
	"SELECT set_config('app.api_token', {}, true)",
	"SELECT crypt({}, gen_salt('bf'))",
	"SELECT pgp_sym_decrypt(c, {}) FROM t",
	"SELECT hmac(c, {}, 'sha256') FROM t",
	"INSERT INTO users (id, password) VALUES (1, 'x'), (2, {})",
	"INSERT INTO users (id, password) SELECT 1, {} FROM t",
	"INSERT INTO users (id, password) SELECT 1, 'x' UNION ALL SELECT 2, {}",
	"UPDATE users SET name = 'x', api_key = {} WHERE id = 1",
	"UPDATE users SET (name, pwd) = ('x', {})",
	"SELECT * FROM users WHERE 'x' = name AND (token = {} OR id = 5)",
	"SELECT * FROM users WHERE lower(data->>'password') IN ('x', {})",
	"SELECT * FROM users WHERE (id, secret) IN ((1, {}))",
	"SELECT f(a => 1, password => {})",
	"SELECT jsonb_build_object('a', 1, 'client_secret', {})",
	"SELECT {}::text AS access_token",
	"MERGE INTO u USING n ON u.id = n.id WHEN NOT MATCHED THEN INSERT (id, pwd) VALUES (1, {})",
	"CREATE TABLE t (a int, password text DEFAULT {})",
	"EXECUTE unknown(1, {})",
	"CREATE SECRET s (TYPE s3, SECRET {})",
	"ALTER ROLE x PASWORD {}",
	"SELECT CASE WHEN secret = {} THEN 1 END FROM t",
	"SELECT starts_with(password, {}), 1 FROM t",
	"SELECT replace(u.password, {}, '') FROM u",
	"SELECT regexp_replace(lower(password), {}, 'y') FROM t",
	"SELECT xmlelement(name password, {})",
	"SELECT 'password', {}",
	"SELECT 'password' AS k, 1 AS n, {} AS v",
	"SELECT array['password', {}]",
	"SELECT hstore(array['a', 'b', 'api_key', {}])",
	"SELECT * FROM c WHERE k = 'api_key' AND v = {}",
	"DELETE FROM c WHERE v IN ('x', {}) AND k = 'api_key'",
	"SELECT * FROM c WHERE (k, v) = ('api_key', {})",
	"SELECT * FROM c WHERE (k, v) IN (('a', 'b'), ('api_key', {}))",
	"SELECT CASE k WHEN 'api_key' THEN {} ELSE v END FROM c",
	"SELECT CASE WHEN k = 'api_key' THEN {} END FROM c",
	"INSERT INTO c (k, v) VALUES ('api_key', 'x') ON CONFLICT (k) DO UPDATE SET v = {}",
	"MERGE INTO c USING d ON c.k = 'api_key' WHEN MATCHED THEN UPDATE SET v = {}",
	"SELECT json_object(array['password'], array[{}])",
	"CALL login('bob', {})",
}

// texts are places for a secret inside of a constant or a comment.
var texts = []string{
	"'host=h password={}'", "'postgres://u:{}@h/d'", `'{"password": "{}"}'`, "'ALTER ROLE x PASSWORD ''{}'''", "'https://h/?token={}'",
	"'PGPASSWORD={} psql'", "'Authorization: Bearer {}'", "'password: {}'", "'curl -u a:{} https://h'", "'<secret>{}</secret>'",
	"1 -- password {}\n", "/* postgres://u:{}@h */ 1", "$$ secret={} $$", `E'{"token":\n"{}"}'`, "'password\n'\n'={}'",
	"'-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----'",
	"'my password is {}'", "'the token {}'", "'mysql -p{} shop'", "'sshpass -p {} ssh h'", "'PGPASSWORD={} psql -h h'", "'curl --user bob:{} https://h'",
	"'mytool --password {}'", "'{login,bob,password,{}}'", "'password,{}'", "'redis-cli -a {} ping'", "'docker login -u u -p {} r'",
}

// around is what a statement stands in.
var around = []string{
	"{}", "SELECT 'x' FROM t; {}", "{}; SELECT 1", "EXPLAIN {}", "PREPARE p AS {}", "{} RETURNING 1", "{} nonsense nonsense", "{} AND 'x' = 'y",
	"WITH q AS ({}) SELECT * FROM q", "SELECT (({}))", "DO $do$ BEGIN {}; END $do$", "({})", "\n\t {} ", "CREATE FUNCTION f() RETURNS int LANGUAGE plpgsql AS $f$ BEGIN {}; RETURN 1; END $f$",
}

// constants writes a text as a constant in every way that SQL has.
func constants(secret string) []string {
	var hex, unicode strings.Builder
	for _, c := range []byte(secret) {
		fmt.Fprintf(&hex, `\x%02x`, c)
		fmt.Fprintf(&unicode, `\%04x`, c)
	}
	half := len(secret) / 2
	return []string{
		"'" + secret + "'", "E'" + secret + "'", "E'" + hex.String() + "'", "U&'" + unicode.String() + "'", "$$" + secret + "$$",
		"$a$" + secret + "$a$", "'" + secret[:half] + "'\n'" + secret[half:] + "'", "'''" + secret + "'''", "('" + secret + "')", "'" + secret + "'::text",
		"'x' || '" + secret + "'", "N'" + secret + "'", "E'\\'" + secret + "'",
	}
}

// TestPlantedSecrets puts a secret into every place, written in every way,
// inside of everything.
func TestPlantedSecrets(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	check := func(sql, secret string) {
		got := redacted(sql)
		for _, form := range []string{secret, secret[:6], constants(secret)[2][2:20], constants(secret)[3][3:20]} {
			if strings.Contains(got, form) {
				t.Errorf("%s\nbecame %s", sql, got)
				return
			}
		}
		if again := redacted(got); again != got {
			t.Errorf("%s\nbecame %s\nand that %s", sql, got, again)
		}
	}
	for _, outer := range around {
		for _, place := range places {
			secret := word(random)
			for _, constant := range constants(secret) {
				check(strings.Replace(outer, "{}", strings.Replace(place, "{}", constant, 1), 1), secret)
			}
		}
		for _, text := range texts {
			secret := word(random)
			check(strings.Replace(outer, "{}", "SELECT a, "+strings.ReplaceAll(text, "{}", secret)+" FROM t", 1), secret)
		}
	}
}

// word makes a word of letters and digits that looks like nothing.
func word(random *rand.Rand) string {
	b := []byte("Q")
	for range 10 + random.IntN(10) {
		b = append(b, "bdfgjklmnQRSTVWXZ23456789"[random.IntN(25)])
	}
	return string(b)
}

// TestNothingToHide: what clients and our own tests ask is recorded as it is,
// byte by byte, but for what is about passwords.
func TestNothingToHide(t *testing.T) {
	content, err := os.ReadFile(filepath.Join("..", "..", "providers", "duckdb", "pgcatalog", "testdata", "queries.json"))
	if err != nil {
		t.Fatal(err)
	}
	var queries []struct{ From, SQL string }
	if err := json.Unmarshal(content, &queries); err != nil {
		t.Fatal(err)
	}
	if len(queries) < 200 {
		t.Fatalf("%d queries", len(queries))
	}
	for _, q := range queries {
		if got := redacted(q.SQL); got != q.SQL {
			t.Errorf("%s: %s\nbecame %s", q.From, q.SQL, got)
		}
	}
	for _, name := range []string{"pg.sql", "duck.sql", "odd.sql"} {
		content, err := os.ReadFile(filepath.Join("..", "testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(content)) {
			if got := redacted(line); got != line && !aboutSecret(line) {
				t.Errorf("%s: %sbecame %s", name, line, got)
			}
		}
	}
}

// aboutSecret reports whether a line of the tests is about what is hidden.
func aboutSecret(line string) bool {
	line = strings.ToLower(line)
	for _, word := range []string{"password", "passwd", "secret", "token", "crypt", "digest", "hmac", "md5", "sha256", "execute"} {
		if strings.Contains(line, word) {
			return true
		}
	}
	return false
}

// FuzzRedact: no text makes Redact panic, and its result has no secret left: neither by itself nor when a message
// repeats it.
func FuzzRedact(f *testing.F) {
	for _, s := range redactCases(f) {
		f.Add(s)
	}
	for _, s := range append(append([]string{"PASS 0''0", "PASSWORD 1$$x$$", "COPY t FROM '\xf6' WITH (pAss=A0000)"}, texts...), around...) {
		f.Add(s)
	}
	r, err := redact.New([]string{`\d{3}-\d{4}`, `<[a-z]+>`}, []string{"card_number"})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, safe := range []func(string) string{redacted, func(s string) string { return r.Statement(s).Text }} {
			got := safe(text)
			if again := safe(got); again != got {
				t.Errorf("%q\nbecame %q\nand that %q", text, got, again)
			}
		}
		statement := r.Statement(text)
		statement.Message("syntax error at or near \"" + text + "\"")
		r.Text(text)
		r.Value(text)
	})
}
