# psycopg 3: what it can do, printed.
import datetime, decimal, logging, psycopg
from psycopg import sql
from psycopg.rows import dict_row
from psycopg.types.json import Jsonb

# When a pipeline's error arrives is chance, and with it whether psycopg warns that it ignores one.
logging.getLogger('psycopg').setLevel(logging.ERROR)

def error(f):
    try:
        return f()
    except psycopg.Error as e:
        return type(e).__name__, e.sqlstate, e.diag.message_primary, e.diag.statement_position

notices = []
with psycopg.connect("", autocommit=True) as c:
    c.add_notice_handler(lambda d: notices.append((d.severity, d.message_primary)))
    print(c.info.server_version > 0, c.info.encoding, c.info.timezone, c.info.parameter_status("integer_datetimes"))
    c.execute("DROP TABLE IF EXISTS smoke")
    c.execute("CREATE TABLE smoke (id int PRIMARY KEY, t text, n numeric, d date, j jsonb, a int[], b bytea)")
    row = (1, "täxt", decimal.Decimal("1.50"), datetime.date(2026, 1, 31), Jsonb({"k": [1, None]}), [1, 2], b"\x00\xff")
    c.execute("INSERT INTO smoke VALUES (%s, %s, %s, %s, %s, %s, %s)", row)
    for binary in False, True:
        print(c.execute("SELECT * FROM smoke WHERE id = %s", [1], binary=binary).fetchone())
    print(c.cursor(row_factory=dict_row).execute("SELECT id, t FROM smoke").fetchall())
    for _ in range(7):
        last = c.execute("SELECT %s::int + 1", [41], prepare=True).fetchone()
    print(last)
    print(error(lambda: c.execute("SELECT 1/0")), error(lambda: c.execute("SELECT nope")))
    print(error(lambda: c.execute("INSERT INTO smoke (id) VALUES (1)")))
    cur = c.cursor()
    cur.executemany("INSERT INTO smoke (id, t) VALUES (%s, %s) RETURNING id", [(i, str(i)) for i in range(10, 20)], returning=True)
    print([cur.fetchone()[0] for _ in iter(cur.nextset, None)])
    with cur.copy("COPY smoke (id, t) FROM STDIN") as copy:
        for i in range(100, 200):
            copy.write_row((i, "copied"))
    with cur.copy("COPY (SELECT id FROM smoke ORDER BY id) TO STDOUT (FORMAT binary)") as copy:
        copy.set_types(["int4"])
        print(sum(r[0] for r in copy.rows()))
    with c.transaction():
        with c.cursor("named") as named:
            named.execute("SELECT n FROM generate_series(1, 1000) n")
            named.itersize = 100
            print(sum(r[0] for r in named))
    with c.transaction(force_rollback=True):
        c.execute("DELETE FROM smoke")
    try:
        with c.transaction():
            with c.transaction():
                c.execute("SELECT nope")
    except psycopg.Error as e:
        print(e.sqlstate, c.info.transaction_status.name)
    with c.pipeline() as p:
        cursors = [c.execute("SELECT %s::int", [i]) for i in range(5)]
        p.sync()
        print([cur.fetchone() for cur in cursors])
    def failing():
        with c.pipeline():
            c.execute("SELECT 1/0")
            c.execute("SELECT 'skipped'")
    print(error(failing))
    c.execute("LISTEN smoke")
    c.execute("SELECT pg_notify('smoke', 'hello')")
    n = next(c.notifies(timeout=5, stop_after=1))
    print(n.channel, n.payload)
    c.execute("DO $$ BEGIN RAISE NOTICE 'a notice'; END $$")
    print(notices)
    print(c.execute(sql.SQL("SELECT {}, {}").format(sql.Literal("x'y"), sql.Identifier("t")) + sql.SQL(" FROM smoke WHERE id = 1")).fetchone())
    for r in c.cursor().stream("SELECT n FROM generate_series(1, 3) n"):
        print(r)
    print([d.name + ":" + str(d.type_code) for d in c.execute("SELECT * FROM smoke LIMIT 0").description])
    cur = c.execute("SELECT 1; SELECT 2, 3; SELECT 4 WHERE false")
    print(cur.fetchall(), cur.nextset(), cur.fetchall(), cur.nextset(), cur.fetchall(), cur.nextset())
    c.execute("DROP TABLE smoke")
with psycopg.connect("", options="-c search_path=pg_catalog") as c:
    print(c.execute("SHOW search_path").fetchone(), c.info.transaction_status.name)
    c.execute("SET TimeZone = 'Asia/Tokyo'")
    print(c.info.timezone)
    c.rollback()
    print(c.info.timezone)
