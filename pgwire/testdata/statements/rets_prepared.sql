-- Operators between two declared parameters.
PREPARE retp1(date, int) AS SELECT $1 - $2
EXECUTE retp1('2024-01-10', 7)
PREPARE retp2(date, int) AS SELECT $1 + $2
EXECUTE retp2('2024-01-10', 7)
PREPARE retp3(date, date) AS SELECT $1 - $2
EXECUTE retp3('2024-01-10', '2024-01-10')
PREPARE retp4(date, interval) AS SELECT $1 + $2
EXECUTE retp4('2024-01-10', '1 hour')
PREPARE retp5(date, interval) AS SELECT $1 - $2
EXECUTE retp5('2024-01-10', '1 hour')
PREPARE retp6(date, time) AS SELECT $1 + $2
EXECUTE retp6('2024-01-10', '10:00')
PREPARE retp7(date, timestamp) AS SELECT $1 < $2
EXECUTE retp7('2024-01-10', '2024-01-11 10:00')
PREPARE retp8(int, date) AS SELECT $1 + $2
EXECUTE retp8(7, '2024-01-10')
PREPARE retp9(int, int) AS SELECT $1 - $2
EXECUTE retp9(7, 7)
PREPARE retp10(int, interval) AS SELECT $1 * $2
EXECUTE retp10(7, '1 hour')
PREPARE retp11(int, int) AS SELECT $1 / $2
EXECUTE retp11(7, 7)
PREPARE retp12(int, int) AS SELECT $1 % $2
EXECUTE retp12(7, 7)
PREPARE retp13(int, numeric) AS SELECT $1 + $2
EXECUTE retp13(7, 1.50)
PREPARE retp14(int, float8) AS SELECT $1 * $2
EXECUTE retp14(7, 2.5)
PREPARE retp15(int, bigint) AS SELECT $1 = $2
EXECUTE retp15(7, 8)
PREPARE retp16(int, text) AS SELECT $1 + $2
EXECUTE retp16(7, 'a')
PREPARE retp17(int, date) AS SELECT $1 - $2
EXECUTE retp17(7, '2024-01-10')
PREPARE retp18(timestamp, timestamp) AS SELECT $1 - $2
EXECUTE retp18('2024-01-11 10:00', '2024-01-11 10:00')
PREPARE retp19(timestamp, interval) AS SELECT $1 - $2
EXECUTE retp19('2024-01-11 10:00', '1 hour')
PREPARE retp20(timestamp, interval) AS SELECT $1 + $2
EXECUTE retp20('2024-01-11 10:00', '1 hour')
PREPARE retp21(timestamp, int) AS SELECT $1 - $2
EXECUTE retp21('2024-01-11 10:00', 7)
PREPARE retp22(timestamptz, timestamptz) AS SELECT $1 - $2
EXECUTE retp22('2024-01-12 10:00+00', '2024-01-12 10:00+00')
PREPARE retp23(timestamptz, interval) AS SELECT $1 - $2
EXECUTE retp23('2024-01-12 10:00+00', '1 hour')
PREPARE retp24(time, time) AS SELECT $1 - $2
EXECUTE retp24('10:00', '10:00')
PREPARE retp25(time, interval) AS SELECT $1 + $2
EXECUTE retp25('10:00', '1 hour')
PREPARE retp26(time, interval) AS SELECT $1 - $2
EXECUTE retp26('10:00', '1 hour')
PREPARE retp27(time, date) AS SELECT $1 + $2
EXECUTE retp27('10:00', '2024-01-10')
PREPARE retp28(interval, interval) AS SELECT $1 - $2
EXECUTE retp28('1 hour', '1 hour')
PREPARE retp29(interval, int) AS SELECT $1 * $2
EXECUTE retp29('1 hour', 7)
PREPARE retp30(interval, float8) AS SELECT $1 / $2
EXECUTE retp30('1 hour', 2.5)
PREPARE retp31(interval, numeric) AS SELECT $1 * $2
EXECUTE retp31('1 hour', 1.50)
PREPARE retp32(interval, date) AS SELECT $1 + $2
EXECUTE retp32('1 hour', '2024-01-10')
PREPARE retp33(interval, time) AS SELECT $1 + $2
EXECUTE retp33('1 hour', '10:00')
PREPARE retp34(jsonb, text) AS SELECT $1 -> $2
EXECUTE retp34('{"a":1}', 'a')
PREPARE retp35(jsonb, int) AS SELECT $1 -> $2
EXECUTE retp35('{"a":1}', 7)
PREPARE retp36(jsonb, text) AS SELECT $1 ->> $2
EXECUTE retp36('{"a":1}', 'a')
PREPARE retp37(jsonb, text) AS SELECT $1 - $2
EXECUTE retp37('{"a":1}', 'a')
PREPARE retp38(jsonb, int) AS SELECT $1 - $2
EXECUTE retp38('{"a":1}', 7)
PREPARE retp39(jsonb, jsonb) AS SELECT $1 || $2
EXECUTE retp39('{"a":1}', '{"a":1}')
PREPARE retp40(jsonb, jsonb) AS SELECT $1 @> $2
EXECUTE retp40('{"a":1}', '{"a":1}')
PREPARE retp41(jsonb, text) AS SELECT $1 ? $2
EXECUTE retp41('{"a":1}', 'a')
PREPARE retp42(text, text) AS SELECT $1 || $2
EXECUTE retp42('a', 'a')
PREPARE retp43(text, int) AS SELECT $1 || $2
EXECUTE retp43('a', 7)
PREPARE retp44(text, int[]) AS SELECT $1 || $2
EXECUTE retp44('a', '{1,2}')
PREPARE retp45(text, text) AS SELECT $1 - $2
EXECUTE retp45('a', 'a')
PREPARE retp46(text, text) AS SELECT $1 ~ $2
EXECUTE retp46('a', 'a')
PREPARE retp47(int[], int) AS SELECT $1 || $2
EXECUTE retp47('{1,2}', 7)
PREPARE retp48(int[], int[]) AS SELECT $1 || $2
EXECUTE retp48('{1,2}', '{1,2}')
PREPARE retp49(int[], int[]) AS SELECT $1 && $2
EXECUTE retp49('{1,2}', '{1,2}')
PREPARE retp50(int[], int[]) AS SELECT $1 @> $2
EXECUTE retp50('{1,2}', '{1,2}')
PREPARE retp51(boolean, boolean) AS SELECT $1 = $2
EXECUTE retp51(true, true)
PREPARE retp52(boolean, int) AS SELECT $1 + $2
EXECUTE retp52(true, 7)
PREPARE retp53(numeric, numeric) AS SELECT $1 - $2
EXECUTE retp53(1.50, 1.50)
PREPARE retp54(numeric, int) AS SELECT $1 / $2
EXECUTE retp54(1.50, 7)
PREPARE retp55(numeric, int) AS SELECT $1 ^ $2
EXECUTE retp55(1.50, 7)
