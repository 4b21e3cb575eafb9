CREATE TABLE apn (id int PRIMARY KEY, scores numeric(5,2)[], plain numeric[], ints int[], texts text[], f float8[], s3 numeric(6,3))
INSERT INTO apn VALUES (1, '{1.5,2.25}', '{1,2.5}', '{1}', '{a}', '{1.5}', 1.5), (2, NULL, NULL, NULL, NULL, NULL, NULL), (3, '{}', '{}', '{}', '{}', '{}', 0)
UPDATE apn SET scores = scores || 5.55 WHERE id = 1
SELECT scores FROM apn ORDER BY id
UPDATE apn SET scores = scores || 5.55 WHERE id > 1
SELECT scores FROM apn ORDER BY id
UPDATE apn SET scores = 0.5 || scores WHERE id = 1 RETURNING scores
UPDATE apn SET scores = scores || 1.005 WHERE id = 1 RETURNING scores
UPDATE apn SET scores = scores || 7 WHERE id = 1 RETURNING scores
UPDATE apn SET scores = scores || s3 WHERE id = 1 RETURNING scores
UPDATE apn SET scores = scores || ARRAY[8.125, 9] WHERE id = 1 RETURNING scores
UPDATE apn SET scores = scores || 1000.5 WHERE id = 1 RETURNING scores
UPDATE apn SET scores = scores || '6.5' WHERE id = 1 RETURNING scores
UPDATE apn SET scores = scores || '{6.5}' WHERE id = 1 RETURNING scores
UPDATE apn SET scores = scores || NULL WHERE id = 1 RETURNING scores
UPDATE apn SET scores = scores || NULL::numeric WHERE id = 1 RETURNING scores
UPDATE apn SET scores = array_append(scores, 4.44) WHERE id = 3 RETURNING scores
UPDATE apn SET scores = array_prepend(4.4, scores) WHERE id = 3 RETURNING scores
UPDATE apn SET scores = array_cat(scores, ARRAY[1.1]) WHERE id = 3 RETURNING scores
UPDATE apn SET plain = plain || 1.250 WHERE id = 1 RETURNING plain
UPDATE apn SET plain = plain || 7 WHERE id = 1 RETURNING plain
UPDATE apn SET plain = plain || s3 WHERE id = 1 RETURNING plain
UPDATE apn SET ints = ints || 5 WHERE id = 1 RETURNING ints
UPDATE apn SET f = f || 2.5::float8 WHERE id = 1 RETURNING f
UPDATE apn SET ints = ints || 5.5 WHERE id = 1 RETURNING ints
SELECT scores || 1, scores || 1.5, 1 || scores, scores || s3, s3 || scores, scores || plain FROM apn WHERE id = 3
SELECT id, scores || 1.555 FROM apn ORDER BY id
SELECT plain || 1, plain || 1.5, 2.50 || plain FROM apn ORDER BY id
SELECT ARRAY[1.5, 2] || 3.25, 3.25 || ARRAY[1.5, 2], ARRAY[1, 2] || 3.5
SELECT '{1.5}'::numeric[] || 2::numeric, '{1.50}'::numeric[] || 2.250, '{1.50,2}'::numeric(4,1)[] || '{3.333}'::numeric[]
