-- A constant that does not fit in its column is an error, also where no row is written.
CREATE TABLE df_e (v varchar(3), c char(3), n numeric(3,1), i smallint, j int, b bigint, d date, e text, f boolean, r real)
UPDATE df_e SET v = 'too long'
UPDATE df_e SET v = 'too long'::text
UPDATE df_e SET v = 'abc   '
UPDATE df_e SET v = 'too long'::varchar(3)
UPDATE df_e SET c = 'too long'
UPDATE df_e SET n = 12345
UPDATE df_e SET n = 99.96
UPDATE df_e SET n = -100
UPDATE df_e SET n = '123.4'
UPDATE df_e SET n = 'abc'
UPDATE df_e SET i = 123456
UPDATE df_e SET i = -32769
UPDATE df_e SET i = '123456'
UPDATE df_e SET j = 12345678901
UPDATE df_e SET j = 99999.9
UPDATE df_e SET j = 1df_e0
UPDATE df_e SET b = 12345678901234567890
UPDATE df_e SET d = '2024-02-30'
UPDATE df_e SET v = NULL, (c, n) = ('abcd', 1)
INSERT INTO df_e (v) SELECT 'too long' FROM df_e
INSERT INTO df_e (n) SELECT 12345 FROM df_e
INSERT INTO df_e (n) VALUES (12345)
INSERT INTO df_e (n) VALUES ('12345')
INSERT INTO df_e (i) VALUES (40000), ('50000')
INSERT INTO df_e (i) VALUES ('50000')
INSERT INTO df_e (j) VALUES (12345678901)
INSERT INTO df_e (b) VALUES (12345678901234567890)
INSERT INTO df_e (n) SELECT g * 10 FROM generate_series(1, 20) g
SELECT 12345::numeric(3,1)
SELECT 1.5::numeric(1,1)
ALTER TABLE df_e ALTER COLUMN j TYPE numeric(3,1)
MERGE INTO df_e USING (SELECT 1) s ON false WHEN MATCHED THEN UPDATE SET v = 'too long' WHEN NOT MATCHED THEN DO NOTHING
UPDATE df_e SET v = 'abcd' WHERE 1 = 2
