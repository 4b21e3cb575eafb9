# psqlODBC, through pyodbc: what it can do, printed.
import os, pyodbc

def connect(more=""):
    return pyodbc.connect("Driver={PostgreSQL Unicode};Server=%s;Port=%s;Database=%s;Uid=%s;%s" % (
        os.environ["PGHOST"], os.environ["PGPORT"], os.environ["PGDATABASE"], os.environ["PGUSER"], more), autocommit=True)

for more in "", "UseServerSidePrepare=0", "UseDeclareFetch=1;Fetch=7", "Protocol=7.4-2":
    c = connect(more)
    k = c.cursor()
    k.execute("CREATE TEMP TABLE smoke (id int PRIMARY KEY, t varchar(20), n numeric(10, 2), d date)")
    k.execute("INSERT INTO smoke VALUES (?, ?, ?, ?)", 1, "täxt", 1.5, "2026-01-31")
    k.executemany("INSERT INTO smoke (id, t) VALUES (?, ?)", [(i, str(i)) for i in range(10, 40)])
    print(k.execute("SELECT * FROM smoke WHERE id = ?", 1).fetchone(), [d[:2] + d[3:] for d in k.description])
    print(len(k.execute("SELECT * FROM smoke ORDER BY id").fetchall()))
    for text in "SELECT 1/0", "SELECT nope", "INSERT INTO smoke (id) VALUES (1)":
        try:
            k.execute(text)
        except pyodbc.Error as e:
            print(e.args)
    c.autocommit = False
    k.execute("DELETE FROM smoke")
    c.rollback()
    try:
        k.execute("SELECT nope")
    except pyodbc.Error as e:
        print(e.args[0])
    print(k.execute("SELECT count(*) FROM smoke").fetchone())
    c.rollback()
    c.autocommit = True
    print([r[2:4] for r in k.tables(schema="pg_catalog", table="pg_cl%")])
    print([(r.column_name, r.type_name, r.column_size) for r in k.columns(table="pg_class", schema="pg_catalog")][:5])
    print([tuple(r)[2:5] for r in k.primaryKeys("smoke")], len(list(k.getTypeInfo())))
    c.close()
