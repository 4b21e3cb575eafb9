#include <math.h>
#include <stdio.h>

#include "makes.h"
#include "operators.h"

// Dates and times that are made of numbers: make_date, make_timestamp and to_timestamp, with the errors of utils/adt/date.c and timestamp.c.

#define MOST_TEXT 160

// dayOf makes a day since 1970 of a year, a month and a day. A year below 0 is one before Christ. It writes why there is no such day.
static bool dayOf(civil c, bool first, int64_t *day, char *error) {
	int64_t year = c.year, month = c.month, of = c.day;
	if (c.year < 0) c.year++;
	int64_t shown = first && year < 0 ? c.year : year; // make_date tells the year that it has made
	if (year == 0 || month < 1 || month > 12 || of < 1 || of > sallyportDaysIn(c.year, month)) {
		snprintf(error, MOST_TEXT, "22008: date field value out of range: %lld-%02lld-%02lld", (long long)shown, (long long)month, (long long)of);
		return false;
	}
	*day = sallyportDayOf(c);
	if (isDay(*day) || !first && c.year == -4713 && month >= 11) return true;
	snprintf(error, MOST_TEXT, "22008: date out of range: %lld-%02lld-%02lld", (long long)shown, (long long)month, (long long)of);
	return false;
}

static civil civilOf(const call *c, uint64_t row) {
	return (civil){((const int32_t *)c->data[0])[row], ((const int32_t *)c->data[1])[row], ((const int32_t *)c->data[2])[row]};
}

void sallyportMakeDate(void *info, void *chunk, void *output) {
	call c = begin(chunk, output, 3);
	for (uint64_t i = 0; i < c.size; i++) {
		char error[MOST_TEXT];
		int64_t day = 0;
		if (!isSet(&c, i)) continue;
		if (!dayOf(civilOf(&c, i), true, &day, error)) return duckdb_scalar_function_set_error(info, error);
		((int32_t *)c.result)[i] = (int32_t)day;
	}
}

void sallyportMakeMoment(void *info, void *chunk, void *output) {
	call c = begin(chunk, output, 6);
	const int32_t *hours = c.data[3], *minutes = c.data[4];
	const double *seconds = c.data[5];
	int64_t *result = c.result;
	for (uint64_t i = 0; i < c.size; i++) {
		char error[MOST_TEXT];
		civil of = civilOf(&c, i);
		int64_t day = 0;
		if (!isSet(&c, i)) continue;
		if (!dayOf(of, false, &day, error)) return duckdb_scalar_function_set_error(info, error);
		double micros = rint(seconds[i] * MICROS_PER_SECOND);
		int64_t ofDay = (hours[i] * INT64_C(60) + minutes[i]) * 60 * MICROS_PER_SECOND;
		if (hours[i] < 0 || hours[i] > 24 || minutes[i] < 0 || minutes[i] > 59 || !(micros >= 0 && micros <= 60 * MICROS_PER_SECOND) || ofDay + micros > MICROS_PER_DAY) {
			snprintf(error, sizeof error, "22008: time field value out of range: %d:%02d:%02g", hours[i], minutes[i], seconds[i]);
			return duckdb_scalar_function_set_error(info, error);
		}
		ofDay += (int64_t)micros;
		if (day < FIRST_DAY || day >= END_OF_TIMESTAMPS) {
			snprintf(error, sizeof error, "22008: timestamp out of range: %lld-%02lld-%02lld %d:%02d:%02g", (long long)of.year, (long long)of.month, (long long)of.day,
			         hours[i], minutes[i], seconds[i]);
			return duckdb_scalar_function_set_error(info, error);
		}
		if (__builtin_mul_overflow(day, MICROS_PER_DAY, &result[i]) || __builtin_add_overflow(result[i], ofDay, &result[i]) || !finiteMoment(result[i]))
			return duckdb_scalar_function_set_error(info, LATE_MOMENT);
	}
}

void sallyportMomentOfSeconds(void *info, void *chunk, void *output) {
	call c = begin(chunk, output, 1);
	const double *from = c.data[0];
	int64_t *result = c.result;
	const double sinceUnix = 10957.0 * 86400; // PostgreSQL counts from 2000, and rounds what it counts
	for (uint64_t i = 0; i < c.size; i++) {
		if (!isSet(&c, i)) continue;
		if (isnan(from[i])) return duckdb_scalar_function_set_error(info, "22008: timestamp cannot be NaN");
		if (isinf(from[i])) {
			result[i] = from[i] < 0 ? -INT64_MAX : INT64_MAX;
			continue;
		}
		double micros = rint((from[i] - sinceUnix) * MICROS_PER_SECOND);
		if (from[i] < 86400.0 * FIRST_DAY || from[i] >= 86400.0 * END_OF_TIMESTAMPS || micros < ((double)FIRST_DAY * 86400 - sinceUnix) * MICROS_PER_SECOND) {
			char error[MOST_TEXT];
			snprintf(error, sizeof error, "22008: timestamp out of range: \"%g\"", from[i]);
			return duckdb_scalar_function_set_error(info, error);
		}
		if (__builtin_add_overflow((int64_t)micros, (int64_t)sinceUnix * MICROS_PER_SECOND, &result[i]) || !finiteMoment(result[i]))
			return duckdb_scalar_function_set_error(info, LATE_MOMENT);
	}
}
