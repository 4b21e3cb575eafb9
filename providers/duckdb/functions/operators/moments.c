#include "moments.h"
#include "operators.h"

// shiftDays adds days to dates, or takes them away where sign is -1.
static void shiftDays(void *info, const call *c, const int32_t *dates, const int32_t *counts, int64_t sign) {
	int32_t *result = c->result;
	uint64_t wrong = 0;
	for (uint64_t i = 0; i < c->size; i++) {
		int64_t sum = dates[i] + sign * counts[i];
		wrong |= (uint64_t)(sum - FIRST_DAY) >= (uint64_t)(END_OF_DATES - FIRST_DAY);
		result[i] = (int32_t)sum;
	}
	if (!wrong) return;
	for (uint64_t i = 0; i < c->size; i++) { // a date that has no end, or the row of a NULL
		if (!isSet(c, i)) continue;
		if (!finiteDay(dates[i]))
			result[i] = dates[i];
		else if (!isDay(dates[i] + sign * counts[i])) {
			duckdb_scalar_function_set_error(info, DATE_RANGE);
			return;
		}
	}
}

void sallyportAddDays(void *info, void *chunk, void *output) {
	call c = begin(chunk, output, 2);
	shiftDays(info, &c, c.data[0], c.data[1], 1);
}

void sallyportAddToDays(void *info, void *chunk, void *output) {
	call c = begin(chunk, output, 2);
	shiftDays(info, &c, c.data[1], c.data[0], 1);
}

void sallyportSubtractDays(void *info, void *chunk, void *output) {
	call c = begin(chunk, output, 2);
	shiftDays(info, &c, c.data[0], c.data[1], -1);
}

// shiftMonths adds months to a day since 1970. The day of the month is its last one where it has no such day.
static int64_t shiftMonths(int64_t day, int64_t months) {
	civil c = sallyportCivilOf(day);
	int64_t all = c.year * 12 + c.month - 1 + months;
	c.year = floorDiv(all, 12);
	c.month = all - c.year * 12 + 1;
	int64_t length = sallyportDaysIn(c.year, c.month);
	if (c.day > length) c.day = length;
	return sallyportDayOf(c);
}

// moment makes microseconds of a day and what has gone of it, or returns why there is no such timestamp.
static const char *moment(int64_t day, int64_t ofDay, int64_t *to) {
	if (day < FIRST_DAY || day >= END_OF_TIMESTAMPS) return MOMENT_RANGE;
	if (__builtin_mul_overflow(day, MICROS_PER_DAY, to) || __builtin_add_overflow(*to, ofDay, to) || *to == INT64_MAX) return LATE_MOMENT;
	return NULL;
}

// shiftMoment adds an interval to a timestamp, first its months, then its days, then its time: as timestamp_pl_interval does.
static const char *shiftMoment(int64_t *micros, span by) {
	if (!finiteMoment(*micros)) return NULL;
	if (by.months || by.days) {
		int64_t day = floorDiv(*micros, MICROS_PER_DAY), ofDay = *micros - day * MICROS_PER_DAY;
		const char *failed = NULL;
		if (by.months) failed = moment(day = shiftMonths(day, by.months), ofDay, micros);
		if (!failed && by.days) failed = moment(day + by.days, ofDay, micros);
		if (failed) return failed;
	}
	if (__builtin_add_overflow(*micros, by.micros, micros)) return MOMENT_RANGE;
	if (!isMoment(*micros)) return MOMENT_RANGE;
	return *micros == INT64_MAX ? LATE_MOMENT : NULL;
}

// shiftMoments adds intervals to timestamps, or to dates, or takes them away where sign is -1.
static void shiftMoments(void *info, const call *c, const void *moments, const span *spans, int32_t sign, bool ofDates) {
	int64_t *result = c->result;
	for (uint64_t i = 0; i < c->size; i++) {
		if (!isSet(c, i)) continue;
		const char *failed = NULL;
		if (!ofDates) {
			result[i] = ((const int64_t *)moments)[i];
		} else {
			int32_t day = ((const int32_t *)moments)[i];
			if (!finiteDay(day))
				result[i] = day < 0 ? -INT64_MAX : INT64_MAX;
			else if (day >= END_OF_TIMESTAMPS)
				failed = DATE_FOR_MOMENT;
			else
				failed = moment(day, 0, &result[i]);
		}
		span by = spans[i];
		if (sign < 0 && !failed) {
			if (by.months == INT32_MIN || by.days == INT32_MIN || by.micros == INT64_MIN) failed = MOMENT_RANGE;
			by.months = (int32_t)-(uint32_t)by.months;
			by.days = (int32_t)-(uint32_t)by.days;
			by.micros = (int64_t)-(uint64_t)by.micros;
		}
		if (!failed) failed = shiftMoment(&result[i], by);
		if (failed) {
			duckdb_scalar_function_set_error(info, failed);
			return;
		}
	}
}

void sallyportAddSpan(void *info, void *chunk, void *output) {
	call c = begin(chunk, output, 2);
	shiftMoments(info, &c, c.data[0], c.data[1], 1, false);
}

void sallyportAddToSpan(void *info, void *chunk, void *output) {
	call c = begin(chunk, output, 2);
	shiftMoments(info, &c, c.data[1], c.data[0], 1, false);
}

void sallyportSubtractSpan(void *info, void *chunk, void *output) {
	call c = begin(chunk, output, 2);
	shiftMoments(info, &c, c.data[0], c.data[1], -1, false);
}

void sallyportAddSpanToDate(void *info, void *chunk, void *output) {
	call c = begin(chunk, output, 2);
	shiftMoments(info, &c, c.data[0], c.data[1], 1, true);
}

void sallyportAddDateToSpan(void *info, void *chunk, void *output) {
	call c = begin(chunk, output, 2);
	shiftMoments(info, &c, c.data[1], c.data[0], 1, true);
}

void sallyportSubtractSpanFromDate(void *info, void *chunk, void *output) {
	call c = begin(chunk, output, 2);
	shiftMoments(info, &c, c.data[0], c.data[1], -1, true);
}

// The values themselves, where they are within the range.

void sallyportWithinDates(void *info, void *chunk, void *output) {
	call c = begin(chunk, output, 1);
	const int32_t *days = c.data[0];
	bool wrong = false;
	for (uint64_t i = 0; i < c.size; i++) wrong |= (uint32_t)(days[i] - FIRST_DAY) >= (uint32_t)(END_OF_DATES - FIRST_DAY);
	for (uint64_t i = 0; wrong && i < c.size; i++)
		if (isSet(&c, i) && finiteDay(days[i]) && !isDay(days[i])) return duckdb_scalar_function_set_error(info, DATE_RANGE);
	memcpy(c.result, days, c.size * sizeof *days);
}

void sallyportWithinMoments(void *info, void *chunk, void *output) {
	call c = begin(chunk, output, 1);
	const int64_t *moments = c.data[0];
	bool wrong = false;
	for (uint64_t i = 0; i < c.size; i++) wrong |= !isMoment(moments[i]);
	for (uint64_t i = 0; wrong && i < c.size; i++)
		if (isSet(&c, i) && finiteMoment(moments[i]) && !isMoment(moments[i])) return duckdb_scalar_function_set_error(info, MOMENT_RANGE);
	memcpy(c.result, moments, c.size * sizeof *moments);
}

// sallyportSame and sallyportSameSpan are for values that have no such range.

void sallyportSame(void *info, void *chunk, void *output) {
	call c = begin(chunk, output, 1);
	memcpy(c.result, c.data[0], c.size * sizeof(int64_t));
}

void sallyportSameSpan(void *info, void *chunk, void *output) {
	call c = begin(chunk, output, 1);
	memcpy(c.result, c.data[0], c.size * sizeof(span));
}
