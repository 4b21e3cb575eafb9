package document

import "strconv"

// block is a block of the innermost level that has one: a block is replaced as a
// whole, and not merged.
func block(levels []node, key string) node {
	for _, level := range levels {
		if n := level.get(key); n.exists() {
			return n
		}
	}
	return node{}
}

// configure reads the blocks that a method may inherit.
func (r *reader) configure(m *Method, levels []node) {
	m.Translate = block(levels, "requestTranslate").get("algorithm").text()
	m.Transpose = block(levels, "queryParamTranspose").get("algorithm").text()
	m.Pagination = r.pagination(block(levels, "pagination"))
	m.Pushdown = readPushdown(block(levels, "queryParamPushdown"))
	m.Retry = readRetry(block(levels, "retry"))
}

// pagination is how a method's pages follow each other. Where a document says
// nothing the reference follows the Link header of GitHub and Okta, and Google's page
// tokens for all others; so do we.
func (r *reader) pagination(n node) *Pagination {
	if !n.isMapping() {
		if r.provider == "github" || r.provider == "okta" {
			return &Pagination{Request: Token{Location: "request"}, Response: Token{Key: "Link", Location: InHeader}}
		}
		return &Pagination{Request: Token{Key: "pageToken", Location: InQuery}, Response: Token{Key: "$.nextPageToken", Location: "body"}}
	}
	p := &Pagination{Request: readToken(n.get("requestToken")), Response: readToken(n.get("responseToken")), Algorithm: n.get("algorithm").text()}
	if end := n.get("responseTerminator"); end.exists() {
		t := readToken(end)
		p.Terminator = &t
	}
	return p
}

func readToken(n node) Token {
	return Token{Key: n.get("key").text(), Location: n.get("location").text(), Algorithm: n.get("algorithm").text()}
}

func readPushdown(n node) *Pushdown {
	if !n.isMapping() {
		return nil
	}
	return &Pushdown{
		Select: readPushedDown(n.get("select")), Filter: readPushedDown(n.get("filter")), OrderBy: readPushedDown(n.get("orderBy")),
		Top: readPushedDown(n.get("top")), Skip: readPushedDown(n.get("skip")), Count: readPushedDown(n.get("count")),
	}
}

func readPushedDown(n node) *PushedDown {
	columns, operators := n.get("supportedColumns"), n.get("supportedOperators")
	if !n.exists() || columns.isEmptyList() || operators.isEmptyList() {
		return nil
	}
	return &PushedDown{
		Dialect: n.get("dialect").text(), ParamName: n.get("paramName").text(), Syntax: n.get("syntax").text(),
		Delimiter: n.get("delimiter").text(), ParamValue: n.get("paramValue").text(), ResponseKey: n.get("responseKey").text(),
		Columns: columns.texts(), Operators: operators.texts(), MaxValue: number(n.get("maxValue")),
	}
}

func readRetry(n node) *Retry {
	if !n.isMapping() {
		return nil
	}
	r := &Retry{
		MaxAttempts: number(n.get("max_attempts")), InitialDelayMS: number(n.get("initial_delay_ms")), MaxDelayMS: number(n.get("max_delay_ms")),
		Multiplier: fraction(n.get("multiplier")), Jitter: fraction(n.get("jitter_fraction")), Methods: n.get("retryable_methods").texts(),
	}
	for _, status := range n.in("retryable_conditions", "status_codes").items() {
		r.Statuses = append(r.Statuses, number(status))
	}
	return r
}

func number(n node) int {
	i, _ := strconv.Atoi(n.text()) //nolint:errcheck // what is no number is none
	return i
}

func fraction(n node) float64 {
	f, _ := strconv.ParseFloat(n.text(), 64) //nolint:errcheck // the same
	return f
}
