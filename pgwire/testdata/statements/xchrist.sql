-- to_char of years before Christ, and of the times of days before 1970.
SELECT to_char(date '0044-03-15 BC', 'YYYY AD') AS g, to_char(timestamp '0044-03-15 10:00 BC', 'DD Mon YYYY BC') AS h, to_char(date '0001-01-01 BC', 'Y,YYY YYY YY Y bc b.c. A.D. Bc') AS i
SELECT d, to_char(d, 'YYYY-MM-DD AD') AS a, to_char(d, 'CC') AS c, to_char(d, 'FMCC') AS f, to_char(d, 'IYYY IW ID IDDD') AS i, to_char(d, 'DDD D Day WW W Q J') AS j FROM (VALUES (date '0001-01-01'), ('0001-12-31 BC'), ('0002-02-28 BC'), ('0005-02-29 BC'), ('0044-03-15 BC'), ('0100-06-01 BC'), ('0101-06-01 BC'), ('0500-12-31 BC'), ('4713-01-01 BC'), ('2024-02-29')) t (d) ORDER BY d
SELECT to_char(t, 'J HH24:MI:SS.US') AS a, to_char(t, 'SSSS DDD') AS b FROM (VALUES (timestamp '1960-01-01 12:00'), ('1969-12-31 23:59:59.999999'), ('1970-01-01'), ('1970-01-01 00:00:01'), ('0044-03-15 10:00 BC'), ('1900-03-01 00:00:00.5')) v (t) ORDER BY t
SELECT to_char(date '0044-03-15 BC', 'YYYYth CCth FMYYYY') AS a, to_char(date '0044-03-15 BC', 'Month RM') AS b
SELECT to_char(date '0044-03-15 BC' + 1, 'YYYY BC') AS a, to_char(timestamp '0001-01-01' - interval '1 second', 'YYYY-MM-DD HH24:MI:SS BC') AS b
SELECT to_date('44 BC', 'YYYY BC') AS a, to_date('0044-03-15 BC', 'YYYY-MM-DD BC') AS b, to_timestamp('0044-03-15 BC', 'YYYY-MM-DD BC') AT TIME ZONE 'UTC' AS c
SELECT to_char(timestamp '2024-03-05 16:07:08.25', 'Yyyy') AS a, to_char(timestamp '2024-03-05 16:07:08.25', 'Hh24:Mi:Ss') AS b, to_char(timestamp '2024-03-05 16:07:08.25', 'Am Pm aM a.M. A.m.') AS c, to_char(timestamp '2024-03-05 16:07:08.25', 'MOnth MoNTH mONTH Day DAy dAY') AS d
SELECT to_char(timestamp '2024-03-05 16:07:08.25', 'Rm rm RM Dd dD Q q W w Iyyy iyyy J j Cc cc') AS a, to_char(timestamp '2024-03-05 16:07:08.25', 'Ddth DDTH DDth ddth DDTh') AS b, to_char(timestamp '2024-03-05 16:07:08.25', 'fmdd Fmdd FMdd fMDD') AS c
SELECT to_char(interval '15 hours 2 minutes 12 seconds', 'Hh24 HH24 hh12 Pm PM') AS a
SELECT to_char(date '2024-02-01', 'DDth') AS a, to_char(date '2024-02-02', 'DDTH') AS b, to_char(date '2024-02-11', 'ddth') AS c, to_char(date '2024-02-23', 'FMDDth "of" FMMonth') AS d, to_char(date '2024-02-23', 'YYYYth DDDth WWth Qth') AS e
SELECT to_char(1234.5, 'fm9999.9') AS a, to_char(485, '9th') AS b, to_char(485, '999Th') AS c, to_char(485, '999TH') AS d, to_char(-12, 'Rn') AS e, to_char(12, 'rn') AS f, to_char(12.4, '99v9') AS g, to_char(12, 's99') AS h, to_char(-12, '99pr') AS i, to_char(12, 'Fm99') AS j
SELECT to_char(1234567, '9,999,999') AS a, to_char(1234567, '9g999g999') AS b, to_char(12.5, '99d99') AS c, to_char(1.5, '9.99eeee') AS d, to_char(-5, '9mi') AS e, to_char(5, '9pl') AS f, to_char(5, 'l9') AS g
SELECT to_date('2024-03-05', 'Yyyy-Mm-Dd') AS a
SELECT to_date('2024-03-05', 'yyyy-mm-dd') AS a, to_date('05 March 2024', 'dd Month yyyy') AS b, to_date('05 Mar 2024', 'DD Mon YYYY') AS c, to_date('5th 3 2024', 'DDTh MM YYYY') AS d
SELECT to_timestamp('2024-03-05 04:07 PM', 'YYYY-MM-DD Hh12:MI Pm') AT TIME ZONE 'UTC' AS a
SELECT to_date('5 3 2024', 'FmDD MM YYYY') AS a
SELECT to_number('1,234.5', '9,999.9') AS a, to_number('12th', '99Th') AS b, to_number('-12', 's99') AS c, to_number('12-', '99Mi') AS d
-- to_number reads by its format.
SELECT to_number('1234', '99.9') AS a
SELECT to_number('12-34', '9999') AS a, to_number('12.34', '9999') AS b, to_number('12.345', '99.99') AS c, to_number('1,234,567.89', '9,999,999.99') AS d, to_number('1234567', '9,999,999') AS e
SELECT to_number('12,454.8-', '99G999D9S') AS a, to_number('-12', 'S99') AS b, to_number('12-', '99S') AS c, to_number('12-', '99MI') AS d, to_number('-12', 'MI99') AS e, to_number('<12>', '99PR') AS f, to_number('+12', 'SG99') AS g, to_number('12+', '99PL') AS h
SELECT to_number('$12.50', 'L99.99') AS a, to_number('12.50 EUR', '99.99 "EUR"') AS b, to_number('abc123', '"abc"999') AS c, to_number('xyz123', '"abc"999') AS d, to_number('x123', '"é"999') AS e
SELECT to_number(' 12', '999') AS a, to_number('1 2', '99') AS b, to_number('1 2 3', '999') AS c, to_number('  12', '9999') AS d, to_number('12 ', '999') AS e
SELECT to_number('.5', '9.9') AS a, to_number('0.5', '9.9') AS b, to_number('5.', '9.9') AS c, to_number('00012', '99999') AS d, to_number('-0', '99') AS e, to_number('-.5', '.9') AS f
SELECT to_number('abc', '999') AS a
SELECT to_number('', '999') AS a
SELECT to_number('12', '') AS a
SELECT to_number('123', '99') AS a, to_number('99999', '99') AS b
SELECT to_number('12th', '99th') AS a, to_number('1st', '9TH') AS b, to_number('12th3', '99th9') AS c
SELECT to_number('1.234,5', '9G999D9') AS a, to_number('1,2,3', '9,9,9') AS b, to_number('123', '9,9,9') AS c, to_number('1,234', 'FM9,999') AS d, to_number('1,234', '9999') AS e
SELECT to_number('12', '9S9S') AS a
SELECT to_number('12', '99SMI') AS a
SELECT to_number('12', '99PR9') AS a
SELECT to_number('12', '9.9.9') AS a
SELECT to_number('XII', 'RN') AS a
SELECT to_number('1.2e3', '9.9EEEE') AS a
SELECT to_number('- 12', 'S99') AS a, to_number('12 -', '99 S') AS b, to_number('12 -', '99MI') AS c, to_number('-12', '99') AS d, to_number('--12', '9999') AS e
SELECT to_number('٣', '9') AS a
SELECT to_number('1é2', '9é9') AS a, to_number('12 %', '99 %') AS b, to_number('1a2', '9 9') AS c, to_number('12', '9 9') AS d, to_number('12', 'B99') AS e
SELECT to_number(x, '999,999.99') AS a FROM (VALUES ('1,234.50'), ('12.5'), ('-7'), ('0'), ('999,999.99'), (NULL)) t (x) ORDER BY 1
SELECT to_number('123.456', '999D99') + 1 AS a, to_number('5', '9') / 2 AS b, round(to_number('2.55', '9.99'), 1) AS c, pg_typeof(to_number('5', '9')) AS d
SELECT to_number('12345678901234567890', '99999999999999999999') AS a, to_number('0.12345678901234567890', '9.99999999999999999999') AS b
