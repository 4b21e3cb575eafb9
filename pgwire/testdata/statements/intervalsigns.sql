-- The sign of an interval's first field means all fields where IntervalStyle is sql_standard.
SELECT interval '-1 day 2 hours', interval '-1 2:03:04', interval '-1:02:03';
SET intervalstyle = sql_standard;
SELECT interval '-1 day 2 hours';
SELECT interval '-1 2:03:04';
SELECT '-1 year 2 months'::interval;
SELECT interval '-1 day -2 hours', interval '-1 day +2 hours', interval '1 day -2 hours';
SELECT interval '-1 day', interval '-1-2', interval '-2 hours', interval '1 day 2 hours';
SELECT interval '-1:02:03';
RESET intervalstyle;
SELECT interval '-1 day 2 hours';
