-- Quoted constants beside numerics, and functions of JSON in FROM.
CREATE TABLE qn (id int, fee numeric(8,2), n numeric, big bigint)
INSERT INTO qn VALUES (1, 12.50, 1.5, 10), (2, 0.25, 100, 20)
SELECT id, fee * '2', '1.5' + fee, fee / '4', fee - '0.05' FROM qn ORDER BY id
SELECT id FROM qn WHERE fee > '1' AND fee + '1' > '13' ORDER BY id
SELECT id, sum(fee) * '2', fee % '2' FROM qn GROUP BY id, fee ORDER BY id
SELECT fee * 'x' FROM qn
SELECT floor(extract(epoch FROM timestamp '2024-01-01 10:00') / '86400') * '86400'
SELECT percentile_cont('0.25') WITHIN GROUP (ORDER BY fee) FROM qn
SELECT generate_series('1'::int, '3'::int), generate_series(1::int, 2)
SELECT * FROM json_each('{"a":1}')
SELECT key, value FROM jsonb_each_text('{"a":1,"b":"x"}') ORDER BY key
SELECT e.* FROM qn, jsonb_each('{"a":1}') e ORDER BY 1
