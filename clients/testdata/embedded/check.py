"""One program for every client in Python: check.py CLIENT prints a line for each feature."""
import os, sys, traceback, datetime, decimal
host, port, user, db = os.environ["PGHOST"], os.environ["PGPORT"], os.environ["PGUSER"], os.environ["PGDATABASE"]
def feature(name, f):
    try:
        f()
        print(f"{name}: yes")
    except BaseException as e:
        if os.environ.get("TRACE"): traceback.print_exc()
        print(f"{name}: no, {type(e).__name__}: {' '.join(str(e).split())[:300]}")

def sqlalchemy(driver):
    import sqlalchemy as sa
    from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, Session, relationship
    engine = sa.create_engine(f"postgresql+{driver}://{user}@{host}:{port}/{db}")
    feature("connect", lambda: engine.connect().close())
    def reflect():
        m = sa.MetaData(); m.reflect(engine, views=True)
        t = m.tables["airports"]
        assert t.c.iata.primary_key and isinstance(t.c.fee.type, sa.Numeric) and t.c.fee.type.scale == 2, t.c.fee.type
        f = m.tables["flights"]
        assert [str(k.target_fullname) for k in f.foreign_keys] == ["airports.iata"]
        assert isinstance(f.c.tags.type, sa.ARRAY), f.c.tags.type
        assert isinstance(m.tables["people"].c.feels.type, sa.Enum), m.tables["people"].c.feels.type
        assert any(i.name == "flights_carrier_idx" for i in f.indexes), f.indexes
        assert "busy" in m.tables
    feature("reflection", reflect)
    def inspect():
        i = sa.inspect(engine)
        assert "airports" in i.get_table_names() and "busy" in i.get_view_names()
        assert i.get_schema_names() and i.get_pk_constraint("airports")["constrained_columns"] == ["iata"]
        assert i.get_unique_constraints("flights")[0]["column_names"] == ["carrier", "departs"]
        assert i.get_check_constraints("airports"), "no checks"
        assert i.get_table_comment("airports")["text"] == "where planes land"
        assert [e["labels"] for e in i.get_enums()] == [["sad", "ok", "happy"]], i.get_enums()
        i.get_view_definition("busy"); i.get_sequence_names()
    feature("inspection", inspect)
    suffix = driver
    class Base(DeclarativeBase): pass
    class Owner(Base):
        __tablename__ = f"owner_{suffix}"
        id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
        name: Mapped[str] = mapped_column(sa.String(30))
        pets: Mapped[list["Pet"]] = relationship(back_populates="owner")
    class Pet(Base):
        __tablename__ = f"pet_{suffix}"
        id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
        born: Mapped[datetime.date]
        weight: Mapped[decimal.Decimal] = mapped_column(sa.Numeric(8, 2))
        seen: Mapped[datetime.datetime] = mapped_column(sa.DateTime(timezone=True))
        data: Mapped[bytes]
        owner_id: Mapped[int] = mapped_column(sa.ForeignKey(f"owner_{suffix}.id"))
        owner: Mapped[Owner] = relationship(back_populates="pets")
    feature("create_all", lambda: Base.metadata.create_all(engine))
    def orm():
        with Session(engine) as s:
            o = Owner(id=1, name="Ann")
            o.pets = [Pet(id=1, born=datetime.date(2020, 1, 2), weight=decimal.Decimal("3.25"), seen=datetime.datetime(2024, 1, 2, 3, 4, 5, tzinfo=datetime.timezone.utc), data=b"\x00x"),
                      Pet(id=2, born=datetime.date(2021, 1, 2), weight=decimal.Decimal("4.5"), seen=datetime.datetime(2024, 1, 2, tzinfo=datetime.timezone.utc), data=b"")]
            s.add(o); s.commit()
        with Session(engine) as s:
            p = s.scalars(sa.select(Pet).join(Owner).where(Owner.name == "Ann").order_by(Pet.id)).all()
            assert len(p) == 2 and p[0].weight == decimal.Decimal("3.25") and p[0].data == b"\x00x" and p[0].born == datetime.date(2020, 1, 2), vars(p[0])
            p[0].weight = decimal.Decimal("5"); s.commit()
            assert s.scalar(sa.select(sa.func.count()).select_from(Pet)) == 2
            s.delete(p[1]); s.commit()
    feature("ORM", orm)
    class Base2(DeclarativeBase): pass
    class Auto(Base2):
        __tablename__ = f"auto_{suffix}"
        id: Mapped[int] = mapped_column(primary_key=True)
        name: Mapped[str]
    def auto():
        Base2.metadata.create_all(engine)
        with Session(engine) as s:
            a = Auto(name="x"); s.add(a); s.commit(); assert a.id == 1, a.id
    feature("SERIAL keys", auto)
    def drop():
        Base.metadata.drop_all(engine)
    feature("drop_all", drop)
    def server_side():
        with engine.connect().execution_options(stream_results=True, max_row_buffer=10) as c:
            assert len(c.execute(sa.text("select i from generate_series(1,100) t(i)")).fetchall()) == 100
    feature("streaming", server_side)

def asyncpg_sa():
    import asyncio, sqlalchemy as sa
    from sqlalchemy.ext.asyncio import create_async_engine
    async def main():
        e = create_async_engine(f"postgresql+asyncpg://{user}@{host}:{port}/{db}")
        def reflect(sync):
            m = sa.MetaData(); m.reflect(sync, views=True)
            t = m.tables["airports"]; assert t.c.iata.primary_key and t.c.fee.type.scale == 2
            assert isinstance(m.tables["people"].c.feels.type, sa.Enum)
        async with e.connect() as c: await c.run_sync(reflect)
        m = sa.MetaData(); t = sa.Table("made_asyncpg", m, sa.Column("id", sa.Integer, primary_key=True, autoincrement=False), sa.Column("n", sa.Numeric(8, 2)), sa.Column("d", sa.Date), sa.Column("a", sa.ARRAY(sa.Text)))
        async with e.begin() as c:
            await c.run_sync(m.create_all)
            await c.execute(t.insert(), [dict(id=1, n=decimal.Decimal("1.5"), d=datetime.date(2020,1,1), a=["x", None])])
        async with e.connect() as c:
            r = (await c.execute(sa.select(t))).all(); assert r[0][1] == decimal.Decimal("1.50") and r[0][3] == ["x", None], r
        await e.dispose()
    feature("reflection, create_all, select", lambda: asyncio.run(main()))

def asyncpg_():
    import asyncio, asyncpg
    async def run(f):
        c = await asyncpg.connect(host=host, port=int(port), user=user, database=db)
        try: await f(c)
        finally: await c.close()
    def go(name, f): feature(name, lambda: asyncio.run(run(f)))
    async def sel(c): assert (await c.fetchval("select count(*) from flights where id > $1", 0)) == 2
    go("select", sel)
    async def enum(c):
        await c.execute("delete from people where id = 7")
        await c.execute("insert into people (id, feels) values (7, $1)", "ok"); assert (await c.fetchval("select feels from people where id = 7")) == "ok"
    go("enum", enum)
    async def arr(c):
        assert (await c.fetchval("select $1::text[]", ["a", None])) == ["a", None]
        assert (await c.fetchval("select array_agg(id) from flights")) == [1, 2]
    go("arrays", arr)
    async def types(c):
        r = await c.fetchrow("select $1::date d, $2::timestamptz t, $3::numeric(8,2) n, $4::uuid u, $5::interval i", datetime.date(2020,1,1), datetime.datetime(2020,1,1,tzinfo=datetime.timezone.utc), decimal.Decimal("1.5"), __import__("uuid").UUID(int=5), datetime.timedelta(days=1, seconds=5))
        assert r["n"] == decimal.Decimal("1.50") and r["i"] == datetime.timedelta(days=1, seconds=5), r
    go("types", types)
    async def cat(c):
        r = await c.fetch("select oid, typname, typcategory, typinput, typelem from pg_type where typname = 'int4'"); assert r[0]["oid"] == 23
        await c.fetch("select attname, atttypid::regtype, attnum from pg_attribute where attrelid = 'flights'::regclass")
        await c.fetch("select indkey, indclass from pg_index")
    go("catalogs", cat)
    async def ps(c):
        s = await c.prepare("select iata, name, elevation, tags from airports join flights on origin = iata where iata = $1"); a = s.get_attributes(); assert a[3].type.name == "text[]", a
        assert len(await s.fetch("AAA")) == 1
    go("prepared", ps)
    async def cur(c):
        async with c.transaction():
            n = 0
            async for r in c.cursor("select i from generate_series(1,100) t(i)", prefetch=10): n += 1
            assert n == 100
    go("cursor", cur)
    async def copy(c):
        await c.execute("create table if not exists copied_asyncpg (i int, t text)")
        await c.copy_records_to_table("copied_asyncpg", records=[(1, "a"), (2, None)]); assert (await c.fetchval("select count(*) from copied_asyncpg")) == 2
    go("COPY", copy)
    async def pool(c):
        async with asyncpg.create_pool(host=host, port=int(port), user=user, database=db, min_size=1, max_size=2) as p:
            for _ in range(3):
                async with p.acquire() as k: await k.fetchval("select 1")
    go("pool", pool)

def pg8000_():
    import pg8000.dbapi as d
    c = d.connect(user=user, host=host, port=int(port), database=db)
    def sel():
        cur = c.cursor(); cur.execute("select id, carrier, tags, departs from flights where id = %s", (1,)); assert cur.fetchone()[0] == 1
        cur.execute("select 1::numeric(4,2), 'a'::name, oid, relkind from pg_class where relname = 'flights'"); assert isinstance(cur.fetchone()[2], int)
    feature("select", sel)

def pandas_():
    import pandas as pd, sqlalchemy as sa
    e = sa.create_engine(f"postgresql+psycopg2://{user}@{host}:{port}/{db}")
    feature("read_sql", lambda: pd.read_sql("select * from flights", e).shape)
    def rt(): 
        df = pd.read_sql_table("airports", e); assert df.shape[0] == 2
    feature("read_sql_table", rt)
    def w():
        pd.DataFrame({"a": [1, 2], "b": ["x", None], "t": pd.to_datetime(["2020-01-01", "2021-01-01"])}).to_sql("made_pandas", e, index=False, if_exists="replace")
        assert pd.read_sql("select * from made_pandas", e).shape == (2, 3)
    feature("to_sql", w)

def polars_():
    import polars as pl
    uri = f"postgresql://{user}@{host}:{port}/{db}"
    feature("read, connectorx", lambda: pl.read_database_uri("select id, carrier, departs, tags from flights", uri, engine="connectorx").shape)
    feature("read, ADBC", lambda: pl.read_database_uri("select id, carrier, departs, tags, cancelled from flights", uri, engine="adbc").shape)
    def w():
        pl.DataFrame({"a": [1, 2], "b": ["x", None]}).write_database("made_polars", uri, engine="adbc", if_table_exists="replace")
        assert pl.read_database_uri("select * from made_polars", uri, engine="adbc").shape == (2, 2)
    feature("write, ADBC", w)

def connectorx_():
    import connectorx as cx
    uri = f"postgresql://{user}@{host}:{port}/{db}"
    for proto in ("binary", "csv", "cursor", "simple"):
        feature(f"{proto}", lambda: cx.read_sql(uri, "select iata, name, elevation, lat, fee, opened from airports", protocol=proto, return_type="arrow").num_rows == 2 or 1/0)
    feature("partitions", lambda: cx.read_sql(uri, "select id, carrier from flights", partition_on="id", partition_num=2, return_type="arrow").num_rows == 2 or 1/0)

def adbc_():
    import adbc_driver_postgresql.dbapi as a
    uri = f"postgresql://{user}@{host}:{port}/{db}"
    c = a.connect(uri)
    def sel():
        with c.cursor() as cur: cur.execute("select id, carrier, departs, arrives, tags, seats from flights"); assert cur.fetch_arrow_table().num_rows == 2
    feature("select", sel)
    def par():
        with c.cursor() as cur: cur.execute("select id from flights where carrier = $1", ("X",)); assert cur.fetchall() == [(1,)]
    feature("parameters", par)
    def objs():
        t = c.adbc_get_objects(depth="all", catalog_filter=db).read_all(); assert "airports" in str(t.to_pylist())
    feature("get_objects", objs)
    feature("table schema", lambda: c.adbc_get_table_schema("airports"))
    def ing():
        import pyarrow as pa
        with c.cursor() as cur: cur.adbc_ingest("made_adbc", pa.table({"a": [1, 2], "b": ["x", None]}), mode="create"); c.commit()
        with c.cursor() as cur: cur.execute("select * from made_adbc"); assert cur.fetch_arrow_table().num_rows == 2
    feature("ingest", ing)

def django_():
    import subprocess, tempfile, pathlib
    d = pathlib.Path(tempfile.mkdtemp())
    (d / "site_settings.py").write_text(f"""
SECRET_KEY='x'
INSTALLED_APPS=['django.contrib.contenttypes','django.contrib.auth','shop']
DATABASES={{'default':{{'ENGINE':'django.db.backends.postgresql','NAME':'{db}','USER':'{user}','HOST':'{host}','PORT':'{port}'}}}}
DEFAULT_AUTO_FIELD='django.db.models.BigAutoField'
USE_TZ=True
""")
    (d / "shop").mkdir(); (d / "shop/__init__.py").write_text("")
    (d / "shop/models.py").write_text("""
from django.db import models
class Maker(models.Model):
    name = models.CharField(max_length=40, unique=True)
class Item(models.Model):
    maker = models.ForeignKey(Maker, on_delete=models.CASCADE)
    price = models.DecimalField(max_digits=8, decimal_places=2)
    made = models.DateTimeField(auto_now_add=True)
    tags = models.JSONField(default=dict)
""")
    env = dict(os.environ, DJANGO_SETTINGS_MODULE="site_settings", PYTHONPATH=str(d))
    def manage(*args, code=None):
        argv = [sys.executable, "-m", "django", *args] if not code else [sys.executable, "-c", code]
        r = subprocess.run(argv, env=env, cwd=d, capture_output=True, text=True, timeout=120)
        if r.returncode: raise RuntimeError(r.stderr.strip().splitlines()[-1] + (" " + r.stderr if os.environ.get("TRACE") else ""))
        return r.stdout
    def insp():
        out = manage("inspectdb", "airports", "flights", "people")
        assert "class Airports" in out and "ForeignKey(Airports" in out and "unable" not in out.lower() and "primary_key=True" in out, out
    feature("inspectdb", insp)
    def mig(): manage("makemigrations", "shop"); manage("migrate")
    feature("migrate", mig)
    def orm(name, code): feature(name, lambda: manage(code="import django; django.setup(); from django.db import IntegrityError, transaction; from django.db.models import *; from shop.models import *; " + code))
    orm("ORM, create and find", "m = Maker.objects.create(name='a'); Item.objects.create(maker=m, price='1.50', tags={'a': 1}); i = Item.objects.select_related('maker').get(maker__name='a'); assert str(i.price) == '1.50' and i.tags == {'a': 1}, i.tags; assert Item.objects.filter(tags__a=1).count() == 1")
    orm("ORM, change", "i = Item.objects.get(); i.price = '2.50'; i.tags['b'] = 2; i.save(); m = i.maker; m.name = 'b'; m.save(); Item.objects.update(price=F('price') + 1); assert str(Item.objects.get(maker__name='b').price) == '3.50'")
    orm("ORM, bulk and get_or_create", "m = Maker.objects.get_or_create(name='b')[0]; Item.objects.bulk_create([Item(maker=m, price=p) for p in range(5)]); assert m.item_set.count() >= 5; Maker.objects.bulk_create([Maker(name='b')], ignore_conflicts=True)")
    orm("ORM, update_or_create", "Maker.objects.update_or_create(name='c', defaults={'name': 'd'})")
    orm("ORM, aggregates", "assert Maker.objects.annotate(n=Count('item'), s=Sum('item__price')).get(name='b').n >= 5; list(Item.objects.dates('made', 'month')); list(Item.objects.values('maker__name').annotate(a=Avg('price')).order_by('-a')[:3]); list(Item.objects.filter(made__year=2020, tags__has_key='a')); list(Maker.objects.filter(Exists(Item.objects.filter(maker=OuterRef('pk')))))")
    orm("ORM, iterate", "assert sum(1 for _ in Item.objects.iterator(chunk_size=2)) > 5")
    orm("ORM, transactions", "\nwith transaction.atomic():\n  try:\n    with transaction.atomic(): Maker.objects.create(name='b')\n  except IntegrityError: pass\n  Maker.objects.create(name='e')\nassert Maker.objects.filter(name='e').exists()")
    orm("ORM, delete", "Item.objects.filter(price__lt=2).delete(); Maker.objects.get(name='e').delete()")
    orm("ORM, delete with what refers", "Maker.objects.get(name='b').delete(); assert Item.objects.count() == 0")

def psycopg_():
    import psycopg
    dsn = f"host={host} port={port} user={user} dbname={db}"
    def sel():
        with psycopg.connect(dsn) as c: assert c.execute("select id, tags, departs from flights where id = %s", (1,)).fetchone()[0] == 1
    feature("select", sel)
    def binary():
        with psycopg.connect(dsn) as c:
            cur = c.cursor(binary=True); cur.execute("select * from flights"); cur.fetchall(); cur.execute("select * from airports"); cur.fetchall()
            cur.execute("select oid, relname, relkind, relfrozenxid from pg_class limit 5"); cur.fetchall()
    feature("binary", binary)
    def server():
        with psycopg.connect(dsn) as c:
            cur = c.cursor("named"); cur.execute("select i from generate_series(1,100) t(i)"); assert len(cur.fetchmany(10)) == 10; cur.close()
    feature("server cursor", server)
    def pipe():
        with psycopg.connect(dsn) as c, c.pipeline():
            a = c.execute("select 1"); b = c.execute("select 2"); assert a.fetchone() == (1,) and b.fetchone() == (2,)
    feature("pipeline", pipe)
    def copy():
        with psycopg.connect(dsn) as c:
            c.execute("create table if not exists copied_psycopg (i int, t text)")
            with c.cursor().copy("copy copied_psycopg from stdin") as cp: cp.write_row((1, "a"))
    feature("COPY", copy)
    def enum():
        from psycopg.types.enum import EnumInfo
        from psycopg.types import TypeInfo
        with psycopg.connect(dsn) as c:
            i = EnumInfo.fetch(c, "mood"); assert i.labels == ["sad", "ok", "happy"], i
            assert TypeInfo.fetch(c, "int4").oid == 23
    feature("type info", enum)
    def ex():
        with psycopg.connect(dsn) as c: 
            with c.transaction():
                try:
                    with c.transaction(): c.execute("select 1/0")
                except psycopg.errors.DivisionByZero: pass
                assert c.execute("select 1").fetchone() == (1,)
    feature("savepoints", ex)

def psycopg2_():
    import psycopg2, psycopg2.extras
    dsn = f"host={host} port={port} user={user} dbname={db}"
    def sel():
        c = psycopg2.connect(dsn); cur = c.cursor(); cur.execute("select id, tags, departs from flights where id = %s", (1,)); assert cur.fetchone()[0] == 1
        psycopg2.extras.execute_values(cur, "insert into people (id) values %s", [(100,), (101,)]); c.rollback()
    feature("select", sel)
    def named():
        c = psycopg2.connect(dsn); cur = c.cursor("n"); cur.execute("select i from generate_series(1,100) t(i)"); assert len(cur.fetchall()) == 100
    feature("server cursor", named)

def odbc():
    import pyodbc
    c = pyodbc.connect(f"DRIVER={{PostgreSQL Unicode}};SERVER={host};PORT={port};UID={user};DATABASE={db}", autocommit=True)
    feature("select", lambda: c.execute("select * from flights where id = ?", 1).fetchone())
    def tables():
        assert {r.table_name for r in c.cursor().tables(schema="public")} >= {"airports", "flights", "busy"}
    feature("SQLTables", tables)
    feature("SQLColumns", lambda: len(c.cursor().columns(table="airports").fetchall()) == 8 or 1/0)
    feature("SQLPrimaryKeys", lambda: [r.column_name for r in c.cursor().primaryKeys("airports")] == ["iata"] or 1/0)
    feature("SQLForeignKeys", lambda: len(c.cursor().foreignKeys(foreignTable="flights").fetchall()) == 1 or 1/0)
    feature("SQLStatistics", lambda: len(c.cursor().statistics("flights").fetchall()) > 2 or 1/0)
    feature("SQLProcedures", lambda: c.cursor().procedures().fetchall())
    feature("SQLGetTypeInfo", lambda: c.cursor().getTypeInfo().fetchall())

def pgcli_():
    """What pgcli asks for to complete names, and what it runs."""
    from pgcli.pgexecute import PGExecute
    from pgspecial.main import PGSpecial
    e = PGExecute(db, user, "", host, port)
    feature("select", lambda: [list(r[1]) for r in e.run("select iata from airports order by iata")][0] == [("AAA",), ("BBB",)] or 1/0)
    def complete():
        assert ("public", "airports") in list(e.tables()) and ("public", "busy") in list(e.views())
        assert any(c[:3] == ("public", "airports", "iata") for c in e.table_columns()) and list(e.view_columns())
        assert "public" in list(e.schemata()) and db in list(e.databases()) and e.search_path()
        assert [f.parenttable for f in e.foreignkeys()] == ["airports"], list(e.foreignkeys())
        assert ("public", "mood") in list(e.datatypes()), list(e.datatypes())
        list(e.functions())
    feature("completion", complete)
    feature("casing", lambda: list(e.casing()))
    def raised(x): raise x
    def special():
        for c in (r"\d", r"\d airports", r"\dt", r"\l", r"\df", r"\dn", r"\du", r"\dT", r"\di", r"\dv"):
            for r in e.run(c, pgspecial=PGSpecial(), exception_formatter=raised): list(r[1] or [])
    feature("commands", special)
    feature("view definition", lambda: "flights" in e.view_definition("busy") or 1/0)
    def fails():
        list(e.run("begin")); list(e.run("select 1/0", exception_formatter=str)); assert e.failed_transaction(); list(e.run("rollback"))
    feature("failed transaction", fails)

def dbt_():
    import pathlib, subprocess, tempfile
    d = pathlib.Path(tempfile.mkdtemp())
    (d / "dbt_project.yml").write_text("name: shop\nversion: '1.0.0'\nprofile: shop\nmodel-paths: [models]\nseed-paths: [seeds]\nsnapshot-paths: [snapshots]\n")
    (d / "profiles.yml").write_text(f"shop:\n  target: dev\n  outputs:\n    dev: {{type: postgres, host: {host}, port: {port}, user: {user}, password: x, dbname: {db}, schema: shop, threads: 1}}\n")
    for name, text in {
        "seeds/makers.csv": "id,name,at\n1,a,2020-01-01\n2,b,2021-01-01\n",
        "models/plain.sql": "select id, name from {{ ref('makers') }}",
        "models/kept.sql": "{{ config(materialized='table') }} select count(*) as n from {{ ref('plain') }}",
        "models/grown.sql": "{{ config(materialized='incremental', unique_key='id') }} select id, name from {{ ref('makers') }} {% if is_incremental() %} where id > (select max(id) from {{ this }}) {% endif %}",
        "models/schema.yml": "version: 2\nmodels:\n  - name: plain\n    columns:\n      - {name: id, tests: [unique, not_null]}\n",
        "snapshots/history.sql": "{% snapshot history %}{{ config(target_schema='shop', unique_key='id', strategy='check', check_cols=['name']) }} select * from {{ ref('makers') }}{% endsnapshot %}",
    }.items():
        (d / name).parent.mkdir(exist_ok=True); (d / name).write_text(text)
    def dbt(*args):
        r = subprocess.run([sys.executable, "-c", "from dbt.cli.main import cli; cli()", *args, "--profiles-dir", "."], cwd=d, capture_output=True, text=True, timeout=120, env=dict(os.environ, DBT_SEND_ANONYMOUS_USAGE_STATS="false", NO_COLOR="1"))
        if r.returncode: raise RuntimeError(" ".join([l for l in r.stdout.splitlines() if "rror" in l][:4]) + (r.stdout if os.environ.get("TRACE") else ""))
    for name, commands in {"debug": ["debug"], "seed": ["seed"], "run": ["run"], "run again": ["run"], "test": ["test"], "snapshot": ["snapshot", "snapshot"], "docs generate": ["docs generate"]}.items():
        feature(name, lambda: [dbt(*c.split()) for c in commands])

def alembic_():
    import pathlib, tempfile
    import sqlalchemy as sa
    from alembic import command
    from alembic.config import Config
    d = pathlib.Path(tempfile.mkdtemp())
    url = f"postgresql+psycopg://{user}@{host}:{port}/{db}"
    config = Config(stdout=open(os.devnull, "w"))
    config.set_main_option("script_location", str(d / "migrations"))
    config.config_file_name = str(d / "alembic.ini")
    def models(more):
        return "import sqlalchemy as sa\nm = sa.MetaData()\n" \
            "sa.Table('alembic_maker', m, sa.Column('id', sa.Integer, primary_key=True), sa.Column('name', sa.String(40), nullable=False, unique=True))\n" \
            "sa.Table('alembic_item', m, sa.Column('id', sa.Integer, primary_key=True), sa.Column('maker', sa.ForeignKey('alembic_maker.id')), sa.Column('price', sa.Numeric(8, 2)), sa.Column('at', sa.DateTime(timezone=True), server_default=sa.func.now()), sa.Index('alembic_item_price', 'price')" + more + ")\n"
    def write(more):
        (d / "models.py").write_text(models(more))
    def init():
        command.init(config, str(d / "migrations"))
        (d / "migrations" / "env.py").write_text(f"""
import runpy, sqlalchemy as sa
from alembic import context
target = runpy.run_path({str(d / 'models.py')!r})["m"]
def ours(o, name, kind, reflected, other): return kind != "table" or name.startswith("alembic_")
with sa.create_engine({url!r}).connect() as c:
    context.configure(connection=c, target_metadata=target, include_object=ours, compare_type=True, compare_server_default=True)
    with context.begin_transaction():
        context.run_migrations()
""")
        write("")
    feature("init", init)
    feature("autogenerate", lambda: command.revision(config, "first", autogenerate=True))
    feature("upgrade", lambda: command.upgrade(config, "head"))
    feature("check", lambda: command.check(config))
    def more():
        write(", sa.Column('note', sa.Text), sa.UniqueConstraint('note', name='one_note')")
        command.revision(config, "more", autogenerate=True); command.upgrade(config, "head"); command.check(config)
    feature("a column and a constraint more", more)
    feature("downgrade", lambda: command.downgrade(config, "-1"))
    feature("history and current", lambda: (command.history(config), command.current(config)))
    feature("downgrade to nothing", lambda: command.downgrade(config, "base"))

clients = dict(alembic=alembic_, pgcli=pgcli_, dbt=dbt_, psycopg=psycopg_, psycopg2=psycopg2_, asyncpg=asyncpg_, pg8000=pg8000_, pandas=pandas_, polars=polars_, connectorx=connectorx_, adbc=adbc_, django=django_, odbc=odbc)
for driver in ("psycopg", "psycopg2", "pg8000"):
    clients["SQLAlchemy with " + driver] = lambda driver=driver: sqlalchemy(driver)
clients["SQLAlchemy with asyncpg"] = asyncpg_sa
clients[sys.argv[1]]()
