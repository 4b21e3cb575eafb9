#include <math.h>

#include "operators.h"
#include "spans.h"

// Intervals: interval_pl, interval_mi, interval_um, interval_mul and interval_div of utils/adt/timestamp.c.

static void sumSpans(void *info, void *chunk, void *output, bool subtract) {
	call c = begin(chunk, output, 2);
	const span *left = c.data[0], *right = c.data[1];
	span *result = c.result;
	for (uint64_t i = 0; i < c.size; i++) {
		if (!isSet(&c, i)) continue;
		span a = left[i], b = right[i], *to = &result[i];
		bool over = subtract ? __builtin_sub_overflow(a.months, b.months, &to->months) | __builtin_sub_overflow(a.days, b.days, &to->days) |
		                           __builtin_sub_overflow(a.micros, b.micros, &to->micros)
		                     : __builtin_add_overflow(a.months, b.months, &to->months) | __builtin_add_overflow(a.days, b.days, &to->days) |
		                           __builtin_add_overflow(a.micros, b.micros, &to->micros);
		if (over) return duckdb_scalar_function_set_error(info, SPAN_RANGE);
	}
}

void sallyportAddSpans(void *info, void *chunk, void *output) { sumSpans(info, chunk, output, false); }

void sallyportSubtractSpans(void *info, void *chunk, void *output) { sumSpans(info, chunk, output, true); }

void sallyportNegateSpan(void *info, void *chunk, void *output) {
	call c = begin(chunk, output, 1);
	const span *from = c.data[0];
	span *result = c.result;
	for (uint64_t i = 0; i < c.size; i++) {
		if (!isSet(&c, i)) continue;
		if (from[i].months == INT32_MIN || from[i].days == INT32_MIN || from[i].micros == INT64_MIN) return duckdb_scalar_function_set_error(info, SPAN_RANGE);
		result[i] = (span){-from[i].months, -from[i].days, -from[i].micros};
	}
}

static inline bool fits32(double x) { return x >= INT32_MIN && x <= INT32_MAX; } // not a NaN, either

static inline double roundToMicros(double x) { return rint(x * 1000000.0) / 1000000.0; }

// carry makes an interval of one whose parts are numbers with a fraction, which goes to the part below. It reports whether there is one.
static bool carry(double months, double days, double micros, span *to) {
	if (!fits32(months) || !fits32(days)) return false;
	to->months = (int32_t)months;
	to->days = (int32_t)days;
	double monthDays = roundToMicros((months - to->months) * 30);
	double seconds = roundToMicros((days - to->days + monthDays - (int)monthDays) * 86400);
	int64_t whole = to->days;
	if (fabs(seconds) >= 86400) {
		int more = (int)(seconds / 86400);
		whole += more;
		seconds -= (double)more * 86400;
	}
	whole += (int)monthDays;
	to->days = (int32_t)whole;
	micros = rint(micros + seconds * MICROS_PER_SECOND);
	if (whole != to->days || !(micros >= (double)INT64_MIN && micros < -(double)INT64_MIN)) return false;
	to->micros = (int64_t)micros;
	return true;
}

// scale multiplies an interval by a number, or divides it.
static bool scale(void *info, span from, double by, bool divide, span *to) {
	if (divide && by == 0) {
		duckdb_scalar_function_set_error(info, "22012: division by zero");
		return false;
	}
	bool ok = divide ? carry(from.months / by, from.days / by, from.micros / by, to) : carry(from.months * by, from.days * by, from.micros * by, to);
	if (!ok) duckdb_scalar_function_set_error(info, SPAN_RANGE);
	return ok;
}

// scaleSpans multiplies or divides intervals by numbers of which doubles or else integers are given.
static void scaleSpans(void *info, const call *c, const span *spans, const double *doubles, const int64_t *integers, bool divide) {
	for (uint64_t i = 0; i < c->size; i++)
		if (isSet(c, i) && !scale(info, spans[i], doubles ? doubles[i] : (double)integers[i], divide, (span *)c->result + i)) return;
}

void sallyportMultiplySpan(void *info, void *chunk, void *output) {
	call c = begin(chunk, output, 2);
	scaleSpans(info, &c, c.data[0], c.data[1], NULL, false);
}

void sallyportMultiplyBySpan(void *info, void *chunk, void *output) {
	call c = begin(chunk, output, 2);
	scaleSpans(info, &c, c.data[1], c.data[0], NULL, false);
}

void sallyportMultiplySpanWhole(void *info, void *chunk, void *output) {
	call c = begin(chunk, output, 2);
	scaleSpans(info, &c, c.data[0], NULL, c.data[1], false);
}

void sallyportMultiplyWholeBySpan(void *info, void *chunk, void *output) {
	call c = begin(chunk, output, 2);
	scaleSpans(info, &c, c.data[1], NULL, c.data[0], false);
}

void sallyportDivideSpan(void *info, void *chunk, void *output) {
	call c = begin(chunk, output, 2);
	scaleSpans(info, &c, c.data[0], c.data[1], NULL, true);
}
