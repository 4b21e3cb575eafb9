package main

import (
	"strings"
	"testing"
)

// TestSeveralIntoRunsNothingUnjudged: what the source of the target runs of users' code, to make the values of its
// columns of the rows of other sources, is judged: no function deletes anything where a deletion needs an approval.
func TestSeveralIntoRunsNothingUnjudged(t *testing.T) {
	s := newSpread(t, "mode: delete_safe\napprovals: {desk: false}\n")
	s.pg.Exec(t, s.ops, `CREATE TABLE victims AS SELECT 1 AS a;
		CREATE TYPE explicit AS (a text); CREATE TYPE assigned AS (a text); CREATE TYPE harmless AS (a text); CREATE TYPE mood2 AS ENUM ('cust 1', 'cust 2');
		CREATE FUNCTION harm(text) RETURNS text LANGUAGE plpgsql AS 'BEGIN DELETE FROM victims; RETURN $1; END';
		CREATE FUNCTION to_explicit(text) RETURNS explicit LANGUAGE plpgsql AS 'BEGIN DELETE FROM victims; RETURN ROW($1)::explicit; END';
		CREATE FUNCTION to_assigned(text) RETURNS assigned LANGUAGE plpgsql AS 'BEGIN DELETE FROM victims; RETURN ROW($1)::assigned; END';
		CREATE FUNCTION to_harmless(text) RETURNS harmless LANGUAGE sql IMMUTABLE AS 'SELECT ROW($1)::harmless';
		CREATE CAST (text AS explicit) WITH FUNCTION to_explicit(text);
		CREATE CAST (text AS assigned) WITH FUNCTION to_assigned(text) AS ASSIGNMENT;
		CREATE CAST (text AS harmless) WITH FUNCTION to_harmless(text) AS ASSIGNMENT;
		CREATE DOMAIN checked AS text CHECK (harm(VALUE) <> ''); CREATE DOMAIN above AS checked; CREATE DOMAIN typed AS explicit;
		CREATE FUNCTION still(text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS 'BEGIN DELETE FROM victims; RETURN $1; END';
		CREATE TABLE t_explicit (id int, v explicit); CREATE TABLE t_assigned (id int, v assigned); CREATE TABLE t_harmless (id int, v harmless);
		CREATE TABLE t_checked (id int, v checked); CREATE TABLE t_above (id int, v above); CREATE TABLE t_typed (id int, v typed);
		CREATE TABLE t_generated (id int, v text, w text GENERATED ALWAYS AS (still(v)) STORED);
		CREATE TABLE t_default (id int, v text, w text DEFAULT harm('x')); CREATE TABLE t_enum (id int, v mood2);
		CREATE TABLE t_rule (id int, v text); CREATE RULE r AS ON INSERT TO t_rule DO ALSO DELETE FROM victims`)
	c := s.connect(t, "crm")
	for _, table := range []string{"t_explicit", "t_assigned", "t_checked", "t_above", "t_typed", "t_generated", "t_default", "t_rule", "t_harmless", "t_enum"} {
		for _, sql := range []string{
			"INSERT INTO ops.public." + table + " (id, v) SELECT c.id, c.name FROM customers c WHERE c.id = 1",
			"INSERT INTO ops.public." + table + " (v, id) SELECT c.name, c.id FROM customers c WHERE c.id = 1",
			"INSERT INTO ops.public." + table + " SELECT c.id, c.name FROM customers c WHERE c.id = 1",
		} {
			got := outcome(t, c, sql)
			want := "ERROR"
			if table == "t_harmless" || table == "t_enum" {
				want = "INSERT 0 1"
			}
			if !strings.HasPrefix(got, want) {
				t.Errorf("%s: %s, want %s", sql, got, want)
			}
		}
		if left := outcome(t, c, "SELECT count(*) FROM ops.public.victims"); left != "SELECT 1;1" {
			t.Fatalf("%s: code ran unjudged: %s", table, left)
		}
	}
}
