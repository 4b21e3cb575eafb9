#include "operators.h"

// The calendar is computed in eras of 400 years that begin on the first of March. Days are counted from 1970.

#define DAYS_PER_ERA 146097
#define FROM_MARCH_OF_0 719468

int64_t sallyportDaysIn(int64_t year, int64_t month) {
	if (month == 2) return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
	return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

int64_t sallyportDayOf(civil c) {
	int64_t year = c.month <= 2 ? c.year - 1 : c.year, era = floorDiv(year, 400), inEra = year - era * 400;
	int64_t inYear = (153 * ((c.month + 9) % 12) + 2) / 5 + c.day - 1;
	return era * DAYS_PER_ERA + inEra * 365 + inEra / 4 - inEra / 100 + inYear - FROM_MARCH_OF_0;
}

civil sallyportCivilOf(int64_t day) {
	day += FROM_MARCH_OF_0;
	int64_t era = floorDiv(day, DAYS_PER_ERA), inEra = day - era * DAYS_PER_ERA;
	int64_t year = (inEra - inEra / 1460 + inEra / 36524 - inEra / 146096) / 365;
	int64_t inYear = inEra - (365 * year + year / 4 - year / 100), month = (5 * inYear + 2) / 153;
	civil c = {year + era * 400, month + 3, inYear - (153 * month + 2) / 5 + 1};
	if (c.month > 12) {
		c.month -= 12;
		c.year++;
	}
	return c;
}
