SELECT 1e23::float8::numeric

SELECT 1e22::float8::numeric, 1e21::float8::numeric, 1e15::float8::numeric, 123456789012345678::float8::numeric

SELECT 1e30::float8::numeric, (-1e30)::float8::numeric

SELECT 1e37::float8::numeric

SELECT 1.5e37::float8::numeric

SELECT 1e38::float8::numeric

SELECT 1e100::float8::numeric

SELECT 0.1::float8::numeric, (1.0/3)::float8::numeric, (2.0/3)::float8::numeric

SELECT 1e-10::float8::numeric

SELECT 1e-20::float8::numeric

SELECT 1.23456789012345678e-15::float8::numeric

SELECT 1e-37::float8::numeric

SELECT 1e-50::float8::numeric

SELECT 123456.789::float4::numeric, 1.1::float4::numeric, 16777217::float4::numeric

SELECT 1e20::float4::numeric, 1e-20::float4::numeric

SELECT 3.4e38::float4::numeric

SELECT 0::float8::numeric, '-0'::float8::numeric

SELECT 'NaN'::float8::numeric

SELECT 'Infinity'::float8::numeric

SELECT pi()::numeric, exp(1.0::float8)::numeric, sqrt(2::float8)::numeric

SELECT 1e23::float8::numeric(30,2)

SELECT 1e23::float8::numeric(20,2)

SELECT 12345.6789::float8::numeric(10,2)

SELECT x::numeric FROM (VALUES (1.5::float8), (2e10), (1e-3)) v(x)

SELECT x::numeric FROM (VALUES (1e23::float8), (1.5)) v(x)

SELECT round(1e23::float8::numeric, 2)

SELECT round((1.0/3)::float8::numeric, 2), round(2.5::float8::numeric), trunc(9.99::float8::numeric, 1)

CREATE TABLE ff (id int, d float8, r float4)

INSERT INTO ff VALUES (1, 1e23, 1.1), (2, 0.1, 123456.789), (3, 1e-7, 1e10), (4, -1e25, -1e-5)

SELECT id, d::numeric FROM ff ORDER BY id

SELECT id, r::numeric FROM ff ORDER BY id

SELECT sum(d::numeric) FROM ff

SELECT id, round(d::numeric, 3) FROM ff ORDER BY id

SELECT id, d::numeric + 1 FROM ff ORDER BY id

SELECT id, cast(d AS numeric(30,4)) FROM ff ORDER BY id

SELECT id FROM ff WHERE d::numeric > 1e20

SELECT id, d::numeric(38,10) FROM ff WHERE id > 1 ORDER BY id

SELECT CAST(1e23::float8 AS decimal), 1e23::double precision::numeric::text

CREATE TABLE fn (n numeric)

INSERT INTO fn SELECT d FROM ff

INSERT INTO fn VALUES (1e23::float8)

SELECT n FROM fn ORDER BY n
