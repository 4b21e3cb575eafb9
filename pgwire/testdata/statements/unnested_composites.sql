CREATE TYPE reading AS (at_min smallint, celsius numeric(4,1))
CREATE TABLE batch (bid int, rows_ reading[])
INSERT INTO batch VALUES (1, '{"(3,-4.5)",NULL,"(,)"}'), (2, '{}'), (3, NULL)
SELECT b.bid, r.at_min, r.celsius, r IS NULL AS rnull FROM batch b LEFT JOIN LATERAL unnest(b.rows_) AS r ON true ORDER BY b.bid, r.at_min NULLS LAST, r.celsius
SELECT b.bid, r.at_min, r IS NOT NULL AS there FROM batch b LEFT JOIN LATERAL unnest(b.rows_) AS r ON true ORDER BY b.bid, r.at_min NULLS LAST, r.celsius
SELECT b.bid, r.at_min, r IS NULL AS rnull, r IS NOT NULL AS there FROM batch b CROSS JOIN LATERAL unnest(b.rows_) AS r ORDER BY b.bid, r.at_min NULLS LAST
SELECT b.bid, r.at_min, r IS NULL AS rnull, r IS NOT NULL AS there FROM batch b, unnest(b.rows_) AS r ORDER BY b.bid, r.at_min NULLS LAST
SELECT b.bid, count(r) FROM batch b LEFT JOIN LATERAL unnest(b.rows_) AS r ON true GROUP BY b.bid ORDER BY b.bid
SELECT b.bid, count(r) FROM batch b CROSS JOIN LATERAL unnest(b.rows_) AS r GROUP BY b.bid ORDER BY b.bid
SELECT b.bid, count(r.*) FROM batch b LEFT JOIN LATERAL unnest(b.rows_) AS r ON true GROUP BY b.bid ORDER BY b.bid
SELECT count(r), count(r.at_min), count(*) FROM batch b, unnest(b.rows_) AS r
SELECT b.bid, coalesce(r, ROW(9,9.5)::reading) FROM batch b LEFT JOIN LATERAL unnest(b.rows_) AS r ON true ORDER BY b.bid, r.at_min NULLS LAST
SELECT b.bid, r::text FROM batch b LEFT JOIN LATERAL unnest(b.rows_) AS r ON true ORDER BY b.bid, r::text
SELECT b.bid, r FROM batch b LEFT JOIN LATERAL unnest(b.rows_) AS r ON true ORDER BY b.bid, r.at_min NULLS LAST
SELECT b.bid, (r).* FROM batch b LEFT JOIN LATERAL unnest(b.rows_) AS r ON true ORDER BY b.bid, r.at_min NULLS LAST
SELECT b.bid, r.* FROM batch b LEFT JOIN LATERAL unnest(b.rows_) AS r ON true ORDER BY b.bid, r.at_min NULLS LAST
SELECT * FROM batch b LEFT JOIN LATERAL unnest(b.rows_) AS r ON true ORDER BY b.bid, r.at_min NULLS LAST
SELECT b.bid, r = ROW(3,-4.5)::reading AS same FROM batch b LEFT JOIN LATERAL unnest(b.rows_) AS r ON true ORDER BY b.bid, r.at_min NULLS LAST
SELECT b.bid, r = ROW(NULL,NULL)::reading AS same FROM batch b LEFT JOIN LATERAL unnest(b.rows_) AS r ON true ORDER BY b.bid, 2
SELECT b.bid, r IS DISTINCT FROM ROW(NULL,NULL)::reading AS differs FROM batch b LEFT JOIN LATERAL unnest(b.rows_) AS r ON true ORDER BY b.bid, 2
SELECT b.bid, r.at_min, r IS NULL AS rnull FROM batch b LEFT JOIN LATERAL unnest(b.rows_) WITH ORDINALITY AS r(at_min, celsius, n) ON true ORDER BY b.bid, r.n
SELECT b.bid, r.*, r IS NULL AS rnull, r IS NOT NULL AS there FROM batch b CROSS JOIN LATERAL unnest(b.rows_) WITH ORDINALITY AS r ORDER BY b.bid, r.ordinality
SELECT b.bid, count(r) FROM batch b LEFT JOIN LATERAL unnest(b.rows_) WITH ORDINALITY AS r ON true GROUP BY b.bid ORDER BY b.bid
SELECT bid, unnest(rows_) AS u FROM batch ORDER BY bid, 2
SELECT bid, u IS NULL AS unull, u IS NOT NULL AS there FROM (SELECT bid, unnest(rows_) AS u FROM batch) s ORDER BY bid, 2, 3
SELECT bid, count(u), count(*) FROM (SELECT bid, unnest(rows_) AS u FROM batch) s GROUP BY bid ORDER BY bid
SELECT bid, (unnest(rows_)).* FROM batch ORDER BY bid, 2, 3
SELECT bid, (unnest(rows_)).celsius FROM batch ORDER BY bid, 2
SELECT bid, (u).celsius, u::text FROM (SELECT bid, unnest(rows_) AS u FROM batch) s ORDER BY bid, 2, 3
SELECT b.bid FROM batch b LEFT JOIN LATERAL unnest(b.rows_) AS r ON true WHERE r IS NULL ORDER BY b.bid
SELECT b.bid FROM batch b LEFT JOIN LATERAL unnest(b.rows_) AS r ON true WHERE r IS NOT NULL ORDER BY b.bid
SELECT b.bid FROM batch b LEFT JOIN LATERAL unnest(b.rows_) AS r ON true WHERE NOT (r IS NULL) ORDER BY b.bid
SELECT b.bid FROM batch b LEFT JOIN LATERAL unnest(b.rows_) AS r ON r.at_min > 1 WHERE r IS NULL ORDER BY b.bid
SELECT b.bid, r.at_min, r IS NULL AS rnull FROM batch b LEFT JOIN LATERAL (SELECT * FROM unnest(b.rows_)) AS r ON true ORDER BY b.bid, r.at_min NULLS LAST
SELECT b.bid, r.at_min, r IS NULL AS rnull, count(r) OVER () FROM batch b LEFT JOIN LATERAL (SELECT * FROM unnest(b.rows_) u WHERE u.at_min IS NOT NULL) AS r ON true ORDER BY b.bid
SELECT r IS NULL AS rnull, r IS NOT NULL AS there, r FROM unnest((SELECT rows_ FROM batch WHERE bid = 1)) AS r ORDER BY r.at_min NULLS LAST
SELECT r IS NULL AS rnull, r IS NOT NULL AS there, r.at_min FROM unnest(ARRAY[ROW(1,NULL)::reading, ROW(NULL,NULL)::reading, NULL, ROW(2,3)::reading]) AS r ORDER BY r.at_min NULLS LAST
SELECT count(r) FROM unnest(ARRAY[ROW(1,NULL)::reading, ROW(NULL,NULL)::reading, NULL, ROW(2,3)::reading]) AS r
SELECT r IS NULL AS rnull, r IS NOT NULL AS there FROM unnest(ARRAY[ROW(1,NULL)::reading, ROW(NULL,NULL)::reading, NULL]) WITH ORDINALITY AS r ORDER BY r.ordinality
SELECT bid, rows_[1] IS NULL AS a, rows_[2] IS NULL AS b, rows_[3] IS NULL AS c, rows_[4] IS NULL AS d FROM batch ORDER BY bid
SELECT bid, rows_[1] IS NOT NULL AS a, rows_[2] IS NOT NULL AS b, rows_[3] IS NOT NULL AS c, rows_[4] IS NOT NULL AS d FROM batch ORDER BY bid
SELECT b.bid, array_agg(r) FROM batch b LEFT JOIN LATERAL unnest(b.rows_) AS r ON true WHERE b.bid > 1 GROUP BY b.bid ORDER BY b.bid
SELECT b.bid, row_to_json(r) FROM batch b LEFT JOIN LATERAL unnest(b.rows_) AS r ON true ORDER BY b.bid, r.at_min NULLS LAST
SELECT b.bid, num_nulls(r), CASE WHEN r IS NULL THEN 'none' ELSE 'some' END AS w FROM batch b LEFT JOIN LATERAL unnest(b.rows_) AS r ON true ORDER BY b.bid, r.at_min NULLS LAST
SELECT DISTINCT r IS NULL AS rnull, r.at_min FROM batch b LEFT JOIN LATERAL unnest(b.rows_) AS r ON true ORDER BY 1, 2
SELECT b.bid, r IS NULL AS rnull FROM batch b LEFT JOIN batch r ON r.bid = b.bid + 1 ORDER BY b.bid
SELECT b.bid, count(r), bool_or(r IS NOT NULL) FROM batch b LEFT JOIN batch r ON r.bid = b.bid + 1 GROUP BY b.bid ORDER BY b.bid
SELECT r IS NULL AS rnull, r IS NOT NULL AS there FROM (SELECT bid, rows_ AS x FROM batch) b, unnest(b.x) AS r ORDER BY r.at_min NULLS LAST
WITH b AS (SELECT bid, rows_ AS x FROM batch) SELECT r IS NULL AS rnull, r.at_min FROM b, unnest(b.x) AS r ORDER BY r.at_min NULLS LAST
WITH b AS (SELECT bid, rows_ FROM batch) SELECT r IS NULL AS rnull, r.at_min, count(r) OVER () FROM b, unnest(b.rows_) AS r ORDER BY r.at_min NULLS LAST
SELECT bid, first_value(u) OVER (ORDER BY bid) IS NULL AS f, lag(u) OVER (ORDER BY (u).at_min) IS NULL AS l FROM (SELECT bid, unnest(rows_) AS u FROM batch) s ORDER BY 1, 2, 3
SELECT (array_agg(rows_[3]))[1] IS NULL AS a, (array_agg(rows_[3] ORDER BY bid))[1] IS NOT NULL AS b FROM batch
SELECT NULLIF(rows_[3], ROW(1,2)::reading) IS NULL AS a, NULLIF(rows_[3], ROW(1,2)::reading) IS NOT NULL AS b FROM batch WHERE bid = 1
SELECT bid, unnest(rows_) IS NULL AS n, unnest(rows_)::text AS t FROM batch ORDER BY 1, 2, 3
SELECT bid, EXISTS (SELECT FROM unnest(rows_) r WHERE r IS NULL) AS e, (SELECT count(*) FROM unnest(rows_) r WHERE r IS NULL) AS n FROM batch ORDER BY bid
SELECT bid, ARRAY(SELECT r FROM unnest(rows_) r WHERE r IS NOT NULL) AS kept FROM batch ORDER BY bid
SELECT bid, (SELECT string_agg(r::text, ';' ORDER BY r.at_min) FROM unnest(rows_) r) AS t FROM batch ORDER BY bid
SELECT r IS NULL AS rnull, q.bid FROM batch q JOIN LATERAL unnest(q.rows_) r ON r IS NOT NULL ORDER BY 2
SELECT unnest IS NULL AS rnull, unnest FROM batch, unnest(rows_) ORDER BY 1, 2
SELECT u IS NULL AS rnull FROM batch, unnest(rows_) AS u(m, c) ORDER BY 1
SELECT u.m, u.c FROM batch, unnest(rows_) AS u(m, c) ORDER BY 1
INSERT INTO batch SELECT 4, array_agg(r ORDER BY r.at_min) FROM batch b, unnest(b.rows_) r
SELECT bid, rows_ FROM batch ORDER BY bid
DELETE FROM batch WHERE EXISTS (SELECT FROM unnest(rows_) r WHERE r IS NOT NULL) RETURNING bid
