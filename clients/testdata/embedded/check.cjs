// One program for every client in Node: check.cjs CLIENT prints a line for each feature.
const { execFileSync } = require('child_process'), fs = require('fs'), os = require('os'), path = require('path');
const host = process.env.PGHOST, port = +process.env.PGPORT, user = process.env.PGUSER, database = process.env.PGDATABASE;
const url = `postgres://${user}@${host}:${port}/${database}`;
async function feature(name, f) {
  let timer;
  try { await Promise.race([f(), new Promise((_, no) => { timer = setTimeout(() => no(new Error('no answer in 60 s')), 60000); })]); console.log(name + ': yes'); }
  catch (e) { console.log(`${name}: no, ${String(e && e.stderr || e && (e.message || e.code) || e).replace(/\s+/g, ' ').slice(0, 300)}`); if (process.env.TRACE) console.error(e); }
  clearTimeout(timer);
}
function want(ok, what) { if (!ok) throw new Error('got ' + (typeof what === 'string' ? what : JSON.stringify(what))); }
const clients = {
  async pg() {
    const { Client, Pool } = require('pg');
    const c = new Client({ host, port, user, database }); await c.connect();
    await feature('select', async () => { const r = await c.query('select id, carrier, tags, departs from flights where id = $1', [1]); want(r.rows[0].id === '1', r.rows); });
    await feature('types', async () => { const r = await c.query("select 1::int a, 'x'::text b, true c, 1.5::float8 d, array[1,2] e, now() f, '{\"a\":1}'::json g, '2020-01-01'::date h"); want(r.rows[0].e[1] === 2 && r.rows[0].g.a === 1 && r.rows[0].h instanceof Date, r.rows); });
    await feature('prepared', async () => { for (let i = 0; i < 3; i++) { const r = await c.query({ name: 'p', text: 'select count(*)::int n from airports where elevation > $1', values: [5] }); want(r.rows[0].n === 2, r.rows); } });
    await feature('several statements', async () => { const r = await c.query('select 1 a; select 2 b'); want(r.length === 2 && r[1].rows[0].b === 2, r); });
    await feature('cursor', async () => { const Cursor = require('pg-cursor'); const k = c.query(new Cursor('select i from generate_series(1,100) t(i)')); want((await k.read(10)).length === 10, 'rows'); await k.close(); });
    await feature('stream', async () => { const QS = require('pg-query-stream'); let n = 0; for await (const _ of c.query(new QS('select i from generate_series(1,1000) t(i)', [], { batchSize: 50 }))) n++; want(n === 1000, n); });
    await feature('transaction', async () => { await c.query('begin'); await c.query('create table if not exists made_pg (i int)'); await c.query('insert into made_pg values ($1)', [1]); await c.query('rollback'); });
    await feature('pool', async () => { const p = new Pool({ host, port, user, database, max: 3 }); await Promise.all([1, 2, 3, 4].map(i => p.query('select $1::int', [i]))); await p.end(); });
    await feature('LISTEN', async () => { const d = new Client({ host, port, user, database }); await d.connect(); const heard = new Promise(y => d.on('notification', y)); await d.query('listen news'); await c.query("notify news, 'hi'"); const m = await heard; want(m.payload === 'hi', m); await d.end(); });
    await c.end();
  },
  async 'postgres.js'() {
    const postgres = require('postgres'); const sql = postgres(url, { max: 2, onnotice() {} });
    await feature('select', async () => { const r = await sql`select id, carrier, tags from flights where id = ${1}`; want(r[0].carrier === 'X', r); });
    await feature('arrays and json', async () => { const r = await sql`select ${[1, 2]}::int[] a, ${sql.json({ a: 1 })}::json j`; want(r[0].a[1] === 2 && r[0].j.a === 1, r); });
    await feature('helpers', async () => { await sql`create table if not exists made_postgresjs (i int, t text)`; await sql`insert into made_postgresjs ${sql([{ i: 1, t: 'a' }, { i: 2, t: null }])}`; const r = await sql`select * from made_postgresjs where i in ${sql([1, 2])}`; want(r.length >= 2, r); });
    await feature('transaction', async () => { await sql.begin(async q => { await q`select 1`; await q.savepoint(async s => { await s`select 1`; }); }); });
    await feature('cursor', async () => { let n = 0; for await (const rows of sql`select i from generate_series(1,100) t(i)`.cursor(10)) n += rows.length; want(n === 100, n); });
    await feature('describe', async () => { const d = await sql`select iata, elevation from airports where iata = ${'AAA'}`.describe(); want(d.columns.length === 2, d); });
    await sql.end();
  },
  async knex() {
    const knex = require('knex')({ client: 'pg', connection: { host, port, user, database } });
    await feature('select', async () => { const r = await knex('flights').where({ id: 1 }).first(); want(r.carrier === 'X', r); });
    await feature('columnInfo', async () => { const r = await knex('airports').columnInfo(); want(r.iata.type === 'text' && !r.iata.nullable === false || r.iata.type === 'text', r); });
    await feature('hasTable', async () => { want(await knex.schema.hasTable('airports') && !(await knex.schema.hasTable('nowhere')) && await knex.schema.hasColumn('airports', 'fee'), 'tables'); });
    await feature('createTable', async () => { await knex.schema.dropTableIfExists('made_knex'); await knex.schema.createTable('made_knex', t => { t.integer('id').primary(); t.string('name', 40).notNullable().index(); t.decimal('price', 8, 2); t.timestamp('at'); t.jsonb('doc'); }); });
    await feature('increments', async () => { await knex.schema.dropTableIfExists('made_knex2'); await knex.schema.createTable('made_knex2', t => { t.increments('id'); t.string('name'); t.timestamps(true, true); }); const [r] = await knex('made_knex2').insert({ name: 'a' }).returning('id'); want((r.id ?? r) === 1, r); });
    await feature('insert', async () => { const r = await knex('made_knex').insert([{ id: 1, name: 'a', price: '1.5' }, { id: 2, name: 'b' }]).returning('*'); want(r.length === 2 && r[0].price === '1.50', r); await knex('made_knex').insert({ id: 1, name: 'c' }).onConflict('id').merge(); want((await knex('made_knex').where({ id: 1 }).first()).name === 'c', 'merged'); });
    await feature('migrate', async () => { const d = fs.mkdtempSync(path.join(os.tmpdir(), 'knex')); fs.writeFileSync(d + '/1_a.cjs', "exports.up = k => k.schema.createTable('migrated_knex', t => { t.integer('id') }); exports.down = k => k.schema.dropTable('migrated_knex');"); await knex.migrate.latest({ directory: d, loadExtensions: ['.cjs'] }); });
    await knex.destroy();
  },
  async typeorm() {
    require('reflect-metadata'); const { DataSource, EntitySchema } = require('typeorm');
    const Item = new EntitySchema({ name: 'Item', tableName: 'item_typeorm', columns: { id: { type: 'int', primary: true }, name: { type: 'varchar', length: 40, unique: true }, price: { type: 'numeric', precision: 8, scale: 2, nullable: true }, at: { type: 'timestamptz', nullable: true }, tags: { type: 'text', array: true, nullable: true } } });
    let ds = new DataSource({ type: 'postgres', host, port, username: user, database, entities: [Item] });
    await feature('connect', () => ds.initialize());
    await feature('synchronize', () => ds.synchronize());
    await feature('synchronize again', async () => { const more = await ds.driver.createSchemaBuilder().log(); want(more.upQueries.length === 0, more.upQueries.map(q => q.query)); await ds.synchronize(); });
    await feature('save and find', async () => { const r = ds.getRepository('Item'); await r.save({ id: 1, name: 'a', price: '1.50', tags: ['x'] }); const f = await r.findOneBy({ name: 'a' }); want(f.price === '1.50' && f.tags[0] === 'x', f); await r.remove(f); });
    await feature('generated keys', async () => { const Auto = new EntitySchema({ name: 'Auto', tableName: 'auto_typeorm', columns: { id: { type: 'int', primary: true, generated: true }, name: { type: 'text' } } }); const d = new DataSource({ type: 'postgres', host, port, username: user, database, entities: [Auto], synchronize: true }); await d.initialize(); const s = await d.getRepository('Auto').save({ name: 'x' }); want(s.id === 1, s); await d.destroy(); });
    await feature('query runner', async () => { const q = ds.createQueryRunner(); const t = await q.getTable('flights'); want(t.foreignKeys.length === 1 && t.columns.length === 8 && t.indices.length >= 1, t); await q.release(); });
    if (ds.isInitialized) await ds.destroy();
  },
  async 'drizzle-kit'() {
    const d = fs.mkdtempSync(path.join(os.tmpdir(), 'drizzle'));
    await feature('introspect', async () => { fs.writeFileSync(d + '/drizzle.config.json', JSON.stringify({ dialect: 'postgresql', out: './out', dbCredentials: { url } })); execFileSync(process.execPath, [path.join(process.env.NODE_PATH, 'drizzle-kit/bin.cjs'), 'introspect', '--config', 'drizzle.config.json'], { cwd: d, stdio: 'pipe', timeout: 60000, env: { ...process.env } }); const s = fs.readFileSync(d + '/out/schema.ts', 'utf8'); want(s.includes('pgTable("airports"') && s.includes('foreignKey') && s.includes('pgEnum'), s.slice(0, 3000)); });
    const push = () => execFileSync(process.execPath, [path.join(process.env.NODE_PATH, 'drizzle-kit/bin.cjs'), 'push', '--force', '--verbose', '--config', 'push.config.json'], { cwd: d, stdio: 'pipe', timeout: 60000 }).toString();
    await feature('push', async () => {
      fs.symlinkSync(process.env.NODE_PATH, d + '/node_modules');
      fs.writeFileSync(d + '/push.config.json', JSON.stringify({ dialect: 'postgresql', schema: './made.ts', tablesFilter: ['*_drizzle'], dbCredentials: { url } }));
      fs.writeFileSync(d + '/made.ts', `import { pgTable, pgSequence, pgEnum, serial, text, integer, numeric, timestamp, index } from 'drizzle-orm/pg-core';
        export const counter = pgSequence('counter'); export const mood = pgEnum('mood', ['sad', 'ok', 'happy']);
        export const makers = pgTable('makers_drizzle', { id: serial('id').primaryKey(), name: text('name').notNull().unique() });
        export const items = pgTable('items_drizzle', { id: serial('id').primaryKey(), maker: integer('maker').references(() => makers.id), price: numeric('price', { precision: 8, scale: 2 }), at: timestamp('at', { withTimezone: true }).defaultNow() }, t => [index('items_price').on(t.price)]);`);
      const out = push(); want(out.includes('Changes applied'), out);
    });
    await feature('push again', async () => { const out = push(); want(out.includes('No changes detected'), out.replace(/^[^]*statements:/, '')); });
    await feature('ORM', async () => { const { drizzle } = require('drizzle-orm/node-postgres'); const { pgTable, text, integer } = require('drizzle-orm/pg-core'); const { eq } = require('drizzle-orm'); const t = pgTable('airports', { iata: text('iata').primaryKey(), elevation: integer('elevation') }); const { Pool } = require('pg'); const p = new Pool({ host, port, user, database }); const r = await drizzle(p).select().from(t).where(eq(t.iata, 'AAA')); want(r[0].elevation === 10, r); await p.end(); });
  },
  async kysely() {
    await feature('codegen', async () => { const out = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'kysely')), 'db.d.ts'); execFileSync(process.execPath, [path.join(process.env.NODE_PATH, 'kysely-codegen/dist/cli/bin.js'), '--dialect', 'postgres', '--url', url, '--out-file', out], { stdio: 'pipe', timeout: 60000 }); const s = fs.readFileSync(out, 'utf8'); want(s.includes('interface Airports') && s.includes('Mood') , s.slice(0, 3000)); });
    await feature('introspection', async () => { const { Kysely, PostgresDialect } = require('kysely'); const { Pool } = require('pg'); const k = new Kysely({ dialect: new PostgresDialect({ pool: new Pool({ host, port, user, database }) }) }); const t = await k.introspection.getTables(); want(t.some(x => x.name === 'airports' && x.columns.length === 8), t); await k.destroy(); });
  },
  async postgraphile() {
    await feature('schema', async () => { const { createPostGraphileSchema } = require('postgraphile'); const { printSchema } = require('graphql'); const s = printSchema(await createPostGraphileSchema(url, 'public')); want(s.includes('type Airport') && s.includes('allFlights'), s.slice(0, 500)); });
    await feature('query', async () => { const { createPostGraphileSchema, withPostGraphileContext } = require('postgraphile'); const { graphql } = require('graphql'); const { Pool } = require('pg'); const pgPool = new Pool({ host, port, user, database }); const schema = await createPostGraphileSchema(url, 'public'); const r = await withPostGraphileContext({ pgPool }, c => graphql({ schema, source: '{ allFlights(first: 1) { nodes { id carrier airportByOrigin { name } } } }', contextValue: c })); await pgPool.end(); want(!r.errors && r.data.allFlights.nodes[0].airportByOrigin.name === 'Alpha', r); });
  },
};
clients[process.argv[2]]().then(() => process.exit(0), e => { console.log('start: no, ' + e); process.exit(0); });
