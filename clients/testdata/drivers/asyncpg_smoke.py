# asyncpg: what it can do, printed.
import asyncio, asyncpg, datetime, decimal

async def main():
    c = await asyncpg.connect(database=__import__("os").environ["PGDATABASE"])
    print(c.get_server_version().major > 0, c.get_settings().TimeZone)
    await c.execute("DROP TABLE IF EXISTS smoke; CREATE TABLE smoke (id int PRIMARY KEY, t text, n numeric, d timestamptz, j jsonb, a int[])")
    await c.execute("INSERT INTO smoke VALUES ($1, $2, $3, $4, $5, $6)", 1, "täxt", decimal.Decimal("1.50"),
                    datetime.datetime(2026, 1, 31, tzinfo=datetime.timezone.utc), '{"k": 1}', [1, 2])
    print(await c.fetch("SELECT * FROM smoke"))
    await c.executemany("INSERT INTO smoke (id, t) VALUES ($1, $2)", [(i, str(i)) for i in range(10, 20)])
    print(await c.fetchval("SELECT sum(id) FROM smoke"))
    print(await c.copy_records_to_table("smoke", records=[(i, "copied") for i in range(100, 200)], columns=["id", "t"]))
    out = []
    async def collect(data): out.append(data)
    print(await c.copy_from_query("SELECT id FROM smoke ORDER BY id LIMIT 3", output=collect), b"".join(out))
    try:
        await c.fetch("SELECT 1/$1::int", 0)
    except asyncpg.PostgresError as e:
        print(e.sqlstate, e)
    try:
        async with c.transaction():
            await c.execute("INSERT INTO smoke (id) VALUES (1)")
    except asyncpg.UniqueViolationError as e:
        print(e.constraint_name, e.detail, c.is_in_transaction())
    async with c.transaction(isolation="serializable", readonly=True):
        print([r[0] async for r in c.cursor("SELECT n FROM generate_series(1, 120) n", prefetch=50)][-1])
        cur = await c.cursor("SELECT n FROM generate_series(1, 20) n")
        await cur.forward(5)
        print(await cur.fetch(3))
    s = await c.prepare("SELECT $1::int + $2::int AS sum, $3::text[]")
    print(s.get_parameters(), s.get_attributes(), await s.fetchrow(1, 2, ["a", None]))
    await c.execute("CREATE TYPE smoke_mood AS ENUM ('sad', 'happy'); CREATE TYPE smoke_pair AS (a int, b smoke_mood)")
    print(await c.fetchval("SELECT ROW(1, 'happy')::smoke_pair"), await c.fetchval("SELECT ARRAY['sad']::smoke_mood[]"))
    heard = asyncio.Event()
    await c.add_listener("smoke", lambda conn, pid, channel, payload: (print(channel, payload), heard.set()))
    await c.execute("NOTIFY smoke, 'hello'")
    await asyncio.wait_for(heard.wait(), 5)
    logs = []
    c.add_log_listener(lambda conn, m: logs.append((m.severity, m.message)))
    await c.execute("DO $$ BEGIN RAISE NOTICE 'a notice'; END $$")
    print(logs)
    try:
        await c.fetch("SELECT pg_sleep(30)", timeout=0.2)
    except asyncio.TimeoutError:
        print("timed out", await c.fetchval("SELECT 'goes on'"))
    await c.execute("DROP TABLE smoke; DROP TYPE smoke_pair; DROP TYPE smoke_mood")
    await c.reset()
    await c.close()
    pool = await asyncpg.create_pool(database=__import__("os").environ["PGDATABASE"], min_size=2, max_size=4, server_settings={"search_path": "pg_catalog"})
    print(sum(await asyncio.gather(*(pool.fetchval("SELECT $1::int", i) for i in range(50)))), await pool.fetchval("SHOW search_path"))
    await pool.close()

asyncio.run(main())
