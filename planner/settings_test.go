package planner_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/planner"
)

// askedSettings are settings that an ordinary user may set and that the table leaves out, so that
// they are exec.
var askedSettings = strings.Fields(`array_nulls backend_flush_after commit_siblings debug_print_plan debug_print_rewritten
	default_statistics_target max_parallel_workers max_parallel_maintenance_workers exit_on_error gin_pending_list_limit local_preload_libraries log_parameter_max_length_on_error
	password_encryption timezone_abbreviations trace_notify trace_sort vacuum_cost_delay vacuum_cost_limit
	vacuum_cost_page_dirty vacuum_cost_page_hit vacuum_cost_page_miss vacuum_failsafe_age vacuum_freeze_min_age
	vacuum_freeze_table_age vacuum_multixact_failsafe_age vacuum_multixact_freeze_min_age vacuum_multixact_freeze_table_age
	wal_sender_timeout wal_skip_threshold post_auth_delay ignore_system_indexes`)

// TestServersSettings: every setting of the real server is in the table or in askedSettings.
// Settings for superusers alone are exec, but for lc_messages.
func TestServersSettings(t *testing.T) {
	conn, err := pgx.Connect(t.Context(), pgtest.Start(t).CreateDB(t))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context()) //nolint:errcheck // it was to ask
	rows, err := conn.Query(t.Context(), "SELECT lower(name), context FROM pg_settings WHERE context IN ('user', 'superuser', 'backend', 'superuser-backend')")
	if err != nil {
		t.Fatal(err)
	}
	scope := planner.FixtureScope("pg")
	classOf := func(sql string) planner.Class {
		plans, err := planner.New(0).Plan(t.Context(), sql, scope)
		if err != nil {
			t.Fatal(err)
		}
		return plans[0].Class
	}
	for rows.Next() {
		var name, context string
		if err := rows.Scan(&name, &context); err != nil {
			t.Fatal(err)
		}
		class := classOf("SET " + name + " = 'neverheard'")
		switch asked := slices.Contains(askedSettings, name); {
		case asked && class != planner.Exec:
			t.Errorf("%s is %s", name, class)
		case !asked && context == "user" && class == planner.Exec && classOf("RESET "+name) != planner.Session:
			t.Errorf("nobody has decided what %s means", name)
		case strings.HasPrefix(context, "superuser") && class != planner.Exec && class != planner.Unknown && name != "lc_messages":
			t.Errorf("%s is %s, and only superusers may set it", name, class)
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
}
