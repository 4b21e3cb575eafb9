# A real Postgres (CLIENTS_POSTGRES) that has the tables of the server at PGHOST and PGPORT as foreign tables.
real() { env -u PGHOST -u PGPORT -u PGUSER -u PGDATABASE -u PGOPTIONS psql -Xqt -v ON_ERROR_STOP=1 "$CLIENTS_POSTGRES" -c "$1" 2>&1; }
feature() {
    if out=$(real "$2") && [ "$(echo $out)" = "$3" ]; then echo "$1: yes"; else echo "$1: no, $(echo "$out" | head -n 1)"; fi
}
feature "server" "CREATE EXTENSION postgres_fdw;
    CREATE SERVER door FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '$PGHOST', port '$PGPORT', dbname '$PGDATABASE', use_remote_estimate 'false');
    CREATE USER MAPPING FOR CURRENT_USER SERVER door OPTIONS (user '$PGUSER', password_required 'false')" ""
feature "IMPORT FOREIGN SCHEMA" "CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy'); IMPORT FOREIGN SCHEMA public FROM SERVER door INTO public" ""
feature "select" "SELECT name, elevation FROM airports WHERE iata = 'AAA'" "Alpha | 10"
feature "pushed down" "SELECT count(*), max(f.id) FROM flights f JOIN airports a ON f.origin = a.iata WHERE a.elevation > 15 AND f.carrier LIKE 'Y%'" "1 | 2"
feature "insert" "INSERT INTO people (id, feels, born) VALUES (50, 'ok', '2020-01-02'); SELECT feels, born FROM people WHERE id = 50" "ok | 2020-01-02"
feature "update" "UPDATE people SET feels = 'happy' WHERE id = 50; SELECT feels FROM people WHERE id = 50" "happy"
feature "update with a local function" "UPDATE people SET born = born + (random() * 0)::int WHERE id = 50; SELECT born FROM people WHERE id = 50" "2020-01-02"
feature "delete" "DELETE FROM people WHERE id = 50; SELECT count(*) FROM people WHERE id = 50" "0"
feature "remote estimates" "ALTER SERVER door OPTIONS (SET use_remote_estimate 'true'); SELECT count(*) FROM flights WHERE id = 1" "1"
feature "ANALYZE" "ANALYZE airports" ""
