package raretypes

import (
	"strings"

	"github.com/sallyportdb/sallyport/planner/parse"
)

// Call is a way to call a function or an operator.
type Call struct {
	Takes   []string
	Returns string
	By      string // the source's function
}

// operatorList has on each line an operator, the types that it takes, the type of its result, and the source's function.
const operatorList = `
	+ money money = money pg__money_add
	- money money = money pg__money_sub
	* money float8 = money pg__money_mul
	* float8 money = money pg__money_times
	/ money money = float8 pg__money_ratio
	/ money int8 = money pg__money_div_int
	/ money float8 = money pg__money_div
	= money money = bool pg__rare_eq
	<> money money = bool pg__rare_ne
	< money money = bool pg__rare_lt
	<= money money = bool pg__rare_le
	> money money = bool pg__rare_gt
	>= money money = bool pg__rare_ge
	@@ tsvector tsquery = bool pg__ts_match
	@@ tsquery tsvector = bool pg__ts_matched
	@@ text tsquery = bool pg__ts_match_text
	@@ text text = bool pg__ts_match_texts
	@@@ tsvector tsquery = bool pg__ts_match
	|| tsvector tsvector = tsvector pg__ts_concat
	|| tsquery tsquery = tsquery pg__tsquery_or
	&& tsquery tsquery = tsquery pg__tsquery_and
	!! tsquery = tsquery pg__tsquery_not
	<-> tsquery tsquery = tsquery pg__tsquery_phrase
	= tsvector tsvector = bool pg__rare_eq
	<> tsvector tsvector = bool pg__rare_ne
	= tsquery tsquery = bool pg__rare_eq
	<> tsquery tsquery = bool pg__rare_ne
	+ point point = point pg__geo_add
	- point point = point pg__geo_sub
	* point point = point pg__geo_mul
	/ point point = point pg__geo_div
	+ box point = box pg__geo_add
	- box point = box pg__geo_sub
	* box point = box pg__geo_mul
	/ box point = box pg__geo_div
	+ circle point = circle pg__geo_add
	- circle point = circle pg__geo_sub
	* circle point = circle pg__geo_mul
	/ circle point = circle pg__geo_div
	+ path point = path pg__geo_add
	- path point = path pg__geo_sub
	* path point = path pg__geo_mul
	/ path point = path pg__geo_div
	+ path path = path pg__geo_join
	<-> point point = float8 pg__geo_distance
	<-> point lseg = float8 pg__geo_distance
	<-> lseg point = float8 pg__geo_distance
	<-> point box = float8 pg__geo_distance
	<-> box point = float8 pg__geo_distance
	<-> point line = float8 pg__geo_distance
	<-> line point = float8 pg__geo_distance
	<-> point circle = float8 pg__geo_distance
	<-> circle point = float8 pg__geo_distance
	<-> circle circle = float8 pg__geo_distance
	<-> box box = float8 pg__geo_distance
	<-> lseg lseg = float8 pg__geo_distance
	@> box point = bool pg__geo_contains
	@> box box = bool pg__geo_contains
	@> circle point = bool pg__geo_contains
	@> circle circle = bool pg__geo_contains
	@> polygon point = bool pg__geo_contains
	<@ point box = bool pg__geo_within
	<@ box box = bool pg__geo_within
	<@ point circle = bool pg__geo_within
	<@ circle circle = bool pg__geo_within
	<@ point polygon = bool pg__geo_within
	<@ point lseg = bool pg__geo_within
	<@ point line = bool pg__geo_within
	&& box box = bool pg__geo_overlaps
	&& circle circle = bool pg__geo_overlaps
	~= point point = bool pg__geo_same
	<> point point = bool pg__geo_differs
	~= box box = bool pg__geo_same
	~= circle circle = bool pg__geo_same
	<< point point = bool pg__geo_left
	>> point point = bool pg__geo_right
	<< box box = bool pg__geo_left
	>> box box = bool pg__geo_right
	<< circle circle = bool pg__geo_left
	>> circle circle = bool pg__geo_right
	<<| point point = bool pg__geo_below
	|>> point point = bool pg__geo_above
	<<| box box = bool pg__geo_below
	|>> box box = bool pg__geo_above
	= box box = bool pg__geo_eq
	< box box = bool pg__geo_lt
	> box box = bool pg__geo_gt
	<= box box = bool pg__geo_le
	>= box box = bool pg__geo_ge
	= circle circle = bool pg__geo_eq
	< circle circle = bool pg__geo_lt
	> circle circle = bool pg__geo_gt
	<= circle circle = bool pg__geo_le
	>= circle circle = bool pg__geo_ge
	= lseg lseg = bool pg__geo_same
	# box box = box pg__geo_meet
	# lseg lseg = point pg__geo_cross
	# path = int4 pg__geo_npoints
	# polygon = int4 pg__geo_npoints
	@-@ lseg = float8 pg__geo_length
	@-@ path = float8 pg__geo_length
	@@ box = point pg__geo_center
	@@ circle = point pg__geo_center
	@@ lseg = point pg__geo_center
	@@ polygon = point pg__geo_center
	?- point point = bool pg__geo_horizontal
	?| point point = bool pg__geo_vertical
	?- lseg = bool pg__geo_flat
	?| lseg = bool pg__geo_upright
	?|| lseg lseg = bool pg__geo_parallel
	?-| lseg lseg = bool pg__geo_perpendicular
	?# lseg lseg = bool pg__geo_meets
`

// functionList has the same for functions.
const functionList = `
	cash_words money = text pg__cash_words
	to_tsvector text = tsvector pg__to_tsvector
	to_tsvector text text = tsvector pg__to_tsvector
	to_tsquery text = tsquery pg__to_tsquery
	to_tsquery text text = tsquery pg__to_tsquery
	plainto_tsquery text = tsquery pg__plainto_tsquery
	plainto_tsquery text text = tsquery pg__plainto_tsquery
	phraseto_tsquery text = tsquery pg__phraseto_tsquery
	phraseto_tsquery text text = tsquery pg__phraseto_tsquery
	websearch_to_tsquery text = tsquery pg__websearch_to_tsquery
	websearch_to_tsquery text text = tsquery pg__websearch_to_tsquery
	array_to_tsvector text[] = tsvector pg__array_to_tsvector
	tsvector_to_array tsvector = text[] pg__tsvector_to_array
	ts_rank tsvector tsquery = float4 pg__ts_rank
	ts_rank tsvector tsquery int4 = float4 pg__ts_rank
	ts_rank text[] tsvector tsquery = float4 pg__ts_rank
	ts_rank text[] tsvector tsquery int4 = float4 pg__ts_rank
	strip tsvector = tsvector pg__ts_strip
	setweight tsvector text = tsvector pg__ts_setweight
	setweight tsvector text text[] = tsvector pg__ts_setweight
	ts_filter tsvector text[] = tsvector pg__ts_filter
	length tsvector = int4 pg__ts_length
	numnode tsquery = int4 pg__tsquery_numnode
	querytree tsquery = text pg__tsquery_tree
	tsquery_phrase tsquery tsquery = tsquery pg__tsquery_phrase
	tsquery_phrase tsquery tsquery int4 = tsquery pg__tsquery_phrase_at
	ts_delete tsvector text = tsvector pg__ts_delete
	ts_delete tsvector text[] = tsvector pg__ts_delete_all
	point float8 float8 = point pg__geo_point
	point box = point pg__geo_center
	point circle = point pg__geo_center
	point lseg = point pg__geo_center
	point polygon = point pg__geo_center
	box point point = box pg__geo_box
	box point = box pg__geo_box_of
	box circle = box pg__geo_box_of
	box polygon = box pg__geo_box_of
	bound_box box box = box pg__geo_bound
	circle point float8 = circle pg__geo_circle
	circle box = circle pg__geo_circle_of
	lseg point point = lseg pg__geo_lseg
	lseg box = lseg pg__geo_lseg_of
	line point point = line pg__geo_line
	path polygon = path pg__geo_path_of
	polygon box = polygon pg__geo_polygon_of
	polygon path = polygon pg__geo_polygon_of
	area box = float8 pg__geo_area
	area circle = float8 pg__geo_area
	area path = float8 pg__geo_area
	center box = point pg__geo_center
	center circle = point pg__geo_center
	diagonal box = lseg pg__geo_lseg_of
	diameter circle = float8 pg__geo_diameter
	radius circle = float8 pg__geo_radius
	height box = float8 pg__geo_height
	width box = float8 pg__geo_width
	isopen path = bool pg__geo_isopen
	isclosed path = bool pg__geo_isclosed
	popen path = path pg__geo_popen
	pclose path = path pg__geo_pclose
	length lseg = float8 pg__geo_length
	length path = float8 pg__geo_length
	npoints path = int4 pg__geo_npoints
	npoints polygon = int4 pg__geo_npoints
	slope point point = float8 pg__geo_slope
	xmlcomment text = xml pg__xmlcomment
	xml_is_well_formed text = bool pg__xml_is_well_formed
	xml_is_well_formed_document text = bool pg__xml_is_document
	xml_is_well_formed_content text = bool pg__xml_is_well_formed
`

// Aggregates has, for an aggregate and the type of its argument, the source's function over the list of values.
var Aggregates = map[string]string{
	"sum money": "pg__money_sum", "min money": "pg__money_min", "max money": "pg__money_max",
	"range_agg int4range": "pg__int4multirange_agg", "range_agg int8range": "pg__int8multirange_agg", "range_agg numrange": "pg__nummultirange_agg",
	"range_agg tsrange": "pg__tsmultirange_agg", "range_agg tstzrange": "pg__tstzmultirange_agg", "range_agg daterange": "pg__datemultirange_agg",
	"range_intersect_agg int4range": "pg__int4multirange_meet", "range_intersect_agg int8range": "pg__int8multirange_meet",
	"range_intersect_agg numrange": "pg__nummultirange_meet", "range_intersect_agg tsrange": "pg__tsmultirange_meet",
	"range_intersect_agg tstzrange": "pg__tstzmultirange_meet", "range_intersect_agg daterange": "pg__datemultirange_meet",
}

// Aggregated has the aggregates whose arguments may be ranges, which are no rare types.
var Aggregated = parse.WordSet(`range_agg range_intersect_agg`)

// Casts has, for the type of a value and the type it is cast to, the source's function. Casts from and to text are not among them.
var Casts = map[string]string{
	"money numeric": "pg__money_numeric", "box point": "pg__geo_center", "circle point": "pg__geo_center", "lseg point": "pg__geo_center",
	"polygon point": "pg__geo_center", "box lseg": "pg__geo_lseg_of", "circle box": "pg__geo_box_of", "polygon box": "pg__geo_box_of", "point box": "pg__geo_box_of",
	"box circle": "pg__geo_circle_of", "box polygon": "pg__geo_polygon_of", "path polygon": "pg__geo_polygon_of", "polygon path": "pg__geo_path_of",
}

// Functions by the types that they take.
var (
	// Shared has those that ordinary types have as well.
	Shared = parse.WordSet(`lower upper length isempty lower_inc upper_inc lower_inf upper_inf range_merge width`)
	// Kept has those that take values of any type.
	Kept = parse.WordSet(`count array_agg pg_typeof num_nulls num_nonnulls concat concat_ws format quote_literal quote_nullable`)
	// Only has those that no other type has.
	Only = parse.WordSet(`to_tsvector to_tsquery plainto_tsquery phraseto_tsquery websearch_to_tsquery point box circle lseg line path polygon`)
)

// Operators and Functions are the lists by name. Results has the type of the result of each of the source's functions.
var (
	Operators = readCalls(operatorList + ofMultiranges(multirangeOperators))
	Functions = readCalls(functionList + ofMultiranges(multirangeFunctions))
	Results   = resultsOf(Operators, Functions)
)

// ByName has the functions whose result is always of one rare type, with that type.
var ByName = func() map[string]string {
	kinds := map[string]string{}
	for name, calls := range Functions {
		kind := calls[0].Returns
		for _, c := range calls {
			if c.Returns != kind || !Types[kind] {
				kind = ""
			}
		}
		if kind != "" {
			kinds[name] = kind
		}
	}
	return kinds
}()

// readCalls reads a list of calls.
func readCalls(list string) map[string][]Call {
	calls := map[string][]Call{}
	for line := range strings.Lines(list) {
		words := strings.Fields(line)
		if len(words) < 4 {
			continue
		}
		last := len(words) - 1
		calls[words[0]] = append(calls[words[0]], Call{Takes: words[1 : last-2], Returns: words[last-1], By: words[last]})
	}
	return calls
}

// resultsOf returns the types of the results of the source's functions, if they are rare types or ranges.
func resultsOf(lists ...map[string][]Call) map[string]string {
	results := map[string]string{
		"pg__scaled_numrange": "numrange", "pg__scaled_nummultirange": "nummultirange",
		"pg__xml_element": "xml", "pg__xml_of": "xml", "pg__money_of_number": "money", "pg__money_sum": "money", "pg__money_min": "money", "pg__money_max": "money",
	}
	for kind := range Types {
		results["pg__as_"+kind] = kind
	}
	for name := range multirangeNames {
		results["pg__"+name+"multirange_agg"], results["pg__"+name+"multirange_meet"] = name+"multirange", name+"range"
	}
	for _, calls := range lists {
		for _, list := range calls {
			for _, c := range list {
				if was, known := results[c.By]; known && was != c.Returns {
					results[c.By] = "" // the call tells: see rareOf
				} else if Types[c.Returns] || RangeElements[c.Returns] != "" {
					results[c.By] = c.Returns
				}
			}
		}
	}
	return results
}
