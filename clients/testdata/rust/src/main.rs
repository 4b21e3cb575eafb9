// A program for tokio-postgres that prints a line for each feature.
use futures_util::{future, pin_mut, stream, SinkExt, StreamExt, TryStreamExt};
use std::{env, error::Error, future::Future, time::Duration};
use tokio_postgres::{binary_copy::BinaryCopyInWriter, types::Type, AsyncMessage, Client, NoTls, SimpleQueryMessage};

type Outcome = Result<(), Box<dyn Error>>;

async fn feature(name: &str, f: impl Future<Output = Outcome>) {
    let outcome = tokio::time::timeout(Duration::from_secs(60), f).await;
    match outcome {
        Ok(Ok(())) => println!("{name}: yes"),
        Ok(Err(e)) => {
            let source = e.source().map(|s| format!(": {s}")).unwrap_or_default();
            println!("{name}: no, {}", format!("{e}{source}").split_whitespace().collect::<Vec<_>>().join(" "))
        }
        Err(_) => println!("{name}: no, no answer in 60 s"),
    }
}

fn want(ok: bool, what: impl std::fmt::Debug) -> Outcome {
    if ok { Ok(()) } else { Err(format!("got {what:?}").into()) }
}

async fn connect() -> Result<Client, Box<dyn Error>> {
    let of = |name| env::var(name).unwrap_or_default();
    let url = format!("host={} port={} user={} dbname={}", of("PGHOST"), of("PGPORT"), of("PGUSER"), of("PGDATABASE"));
    let (client, connection) = tokio_postgres::connect(&url, NoTls).await?;
    tokio::spawn(connection);
    Ok(client)
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome {
    let mut c = connect().await?;
    feature("select", async {
        let rows = c.query("select iata, elevation, opened from airports where elevation > $1 order by 1", &[&5i32]).await?;
        let opened: Option<chrono::NaiveDate> = rows[0].get(2);
        want(rows.len() == 2 && rows[1].get::<_, i32>("elevation") == 20 && opened.is_none(), &rows)
    })
    .await;
    feature("types", async {
        let r = c
            .query_one("select '{\"a\":1}'::jsonb, '00000000-0000-0000-0000-000000000007'::uuid, '2024-01-02 03:04:05+00'::timestamptz, array['a','b'], '\\x00ff'::bytea, 1.5::float8, true", &[])
            .await?;
        let doc: serde_json::Value = r.get(0);
        let id: uuid::Uuid = r.get(1);
        let at: chrono::DateTime<chrono::Utc> = r.get(2);
        let list: Vec<String> = r.get(3);
        let raw: Vec<u8> = r.get(4);
        want(doc["a"] == 1 && id.as_u128() == 7 && at.timestamp() == 1704164645 && list[1] == "b" && raw.len() == 2 && r.get::<_, f64>(5) == 1.5 && r.get::<_, bool>(6), &r)
    })
    .await;
    feature("enum", async {
        let s = c.prepare("select feels from people where feels = $1").await?;
        let name = s.params()[0].name().to_string();
        let labels = matches!(s.params()[0].kind(), tokio_postgres::types::Kind::Enum(l) if l.len() == 3);
        want(name == "mood" && labels, s.params())
    })
    .await;
    feature("prepared, typed", async {
        let s = c.prepare_typed("select $1 + elevation from airports where iata = $2", &[Type::INT4, Type::TEXT]).await?;
        for _ in 0..3 {
            let r = c.query_one(&s, &[&5i32, &"AAA"]).await?;
            want(r.get::<_, i32>(0) == 15, &r)?;
        }
        Ok(())
    })
    .await;
    feature("simple query", async {
        let all = c.simple_query("select 1 as a; select iata from airports order by 1").await?;
        let rows = all.iter().filter(|m| matches!(m, SimpleQueryMessage::Row(_))).count();
        want(rows == 3, rows)
    })
    .await;
    feature("query_raw", async {
        let rows = c.query_raw("select i from generate_series(1, $1::int) t(i)", &[1000i32]).await?;
        pin_mut!(rows);
        let mut n = 0;
        while rows.try_next().await?.is_some() {
            n += 1;
        }
        want(n == 1000, n)
    })
    .await;
    feature("pipeline", async {
        let of = ["AAA", "BBB"];
        let got = future::try_join_all(of.iter().map(|k| async { c.query_one("select elevation from airports where iata = $1", &[k]).await })).await?;
        want(got[0].get::<_, i32>(0) == 10 && got[1].get::<_, i32>(0) == 20, &got)
    })
    .await;
    feature("batch_execute", async { Ok(c.batch_execute("create table made_rust (i int primary key, t text); insert into made_rust values (1, 'a')").await?) }).await;
    feature("COPY in, text", async {
        let sink = c.copy_in("copy made_rust from stdin").await?;
        pin_mut!(sink);
        let mut data = stream::iter(["2\tb\n", "3\t\\N\n"].map(|s| Ok::<_, tokio_postgres::Error>(bytes(s))));
        sink.send_all(&mut data).await?;
        let n = sink.finish().await?;
        want(n == 2, n)
    })
    .await;
    feature("COPY in, binary", async {
        let sink = c.copy_in("copy made_rust from stdin binary").await?;
        let writer = BinaryCopyInWriter::new(sink, &[Type::INT4, Type::TEXT]);
        pin_mut!(writer);
        for i in 100..200i32 {
            writer.as_mut().write(&[&i, &"binary"]).await?;
        }
        let n = writer.finish().await?;
        want(n == 100, n)
    })
    .await;
    feature("COPY out", async {
        let out = c.copy_out("copy (select i, t from made_rust where i < 4 order by i) to stdout").await?;
        let all: Vec<u8> = out.try_fold(Vec::new(), |mut all, b| async move { all.extend_from_slice(&b); Ok(all) }).await?;
        want(all == b"1\ta\n2\tb\n3\t\\N\n", String::from_utf8_lossy(&all))
    })
    .await;
    feature("transaction, savepoint, portal", async {
        let mut tx = c.transaction().await?;
        tx.execute("update made_rust set t = $1 where i = 1", &[&"changed"]).await?;
        let inner = tx.transaction().await?;
        let twice = inner.execute("insert into made_rust values (1)", &[]).await;
        want(twice.is_err(), "no error of a key twice")?;
        inner.rollback().await?;
        let portal = tx.bind("select i from made_rust order by i", &[]).await?;
        let (first, second) = (tx.query_portal(&portal, 10).await?, tx.query_portal(&portal, 0).await?);
        want(first.len() == 10 && second.len() == 93, (first.len(), second.len()))?;
        tx.commit().await?;
        Ok(())
    })
    .await;
    feature("errors", async {
        let e = c.execute("insert into made_rust values (1)", &[]).await.expect_err("a key twice");
        let d = e.as_db_error();
        want(d.is_some_and(|d| d.code().code() == "23505" && d.constraint() == Some("made_rust_pkey")), d)
    })
    .await;
    feature("cancel", async {
        let token = c.cancel_token();
        let (ran, _) = future::join(c.batch_execute("select pg_sleep(20)"), async {
            tokio::time::sleep(Duration::from_millis(200)).await;
            token.cancel_query(NoTls).await
        })
        .await;
        let code = ran.err().and_then(|e| e.code().map(|c| c.code().to_string()));
        want(code.as_deref() == Some("57014"), code)
    })
    .await;
    feature("notifications", async {
        let of = |name| env::var(name).unwrap_or_default();
        let url = format!("host={} port={} user={} dbname={}", of("PGHOST"), of("PGPORT"), of("PGUSER"), of("PGDATABASE"));
        let (listener, mut connection) = tokio_postgres::connect(&url, NoTls).await?;
        let (tell, heard) = tokio::sync::oneshot::channel();
        tokio::spawn(async move {
            let mut tell = Some(tell);
            let mut messages = stream::poll_fn(move |cx| connection.poll_message(cx));
            while let Some(Ok(m)) = messages.next().await {
                if let (AsyncMessage::Notification(n), Some(tell)) = (m, tell.take()) {
                    let _ = tell.send(n.payload().to_string());
                }
            }
        });
        listener.batch_execute("listen news").await?;
        c.batch_execute("notify news, 'hi'").await?;
        let payload = heard.await?;
        want(payload == "hi", payload)
    })
    .await;
    Ok(())
}

fn bytes(s: &'static str) -> bytes::Bytes {
    bytes::Bytes::from_static(s.as_bytes())
}
