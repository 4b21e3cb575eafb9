package planner

// PostgreSQL spells out a view or a rule after it has found it by a query of its own: "SELECT * FROM pg_catalog.pg_rewrite WHERE ev_class =
// $1 AND rulename = $2". The operator there has no schema. So an operator = of users runs if the search path has it before pg_catalog.

var (
	// spellsRule are the functions that run such a query.
	spellsRule = map[string]bool{"pg_get_viewdef": true, "pg_get_ruledef": true}
	// showsRules are the server's views that call these functions.
	showsRules = map[string]bool{"pg_views": true, "pg_matviews": true, "pg_rules": true, "views": true}
)

// noteServerQuery notes the operator that such a query uses.
func (w *walker) noteServerQuery() {
	w.queried = true
	w.noteOperators("=")
}
