package catalog

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/planner/parse/pathtest"
	"github.com/sallyportdb/sallyport/providers/postgres/query"
)

// ownQueries are all texts of this package that are sent somewhere, by the names of their constants.
var ownQueries = map[string]string{
	"settingsSQL": settingsSQL, "eventTriggersSQL": eventTriggersSQL, "pathSQL": pathSQL, "emptyPathSQL": emptyPathSQL, "castsSQL": castsSQL, "implicitSQL": implicitSQL, "operatorsSQL": operatorsSQL,
	"builtinTypesSQL": builtinTypesSQL, "signaturesSQL": signaturesSQL, "lockTimeoutSQL": lockTimeoutSQL, "momentSQL": momentSQL, "namedSQL": namedSQL, "typeNamedSQL": typeNamedSQL, "printsSQL": printsSQL,
	"relationsSQL": relationsSQL, "heirsSQL": heirsSQL, "columnsSQL": columnsSQL, "viewsSQL": viewsSQL, "ownViewsSQL": ownViewsSQL, "ownRulesSQL": ownRulesSQL, "parentsSQL": parentsSQL, "rulesSQL": rulesSQL, "triggersSQL": triggersSQL,
	"policiesSQL": policiesSQL, "typesByNameSQL": typesByNameSQL, "typesByOIDSQL": typesByOIDSQL, "collationsSQL": collationsSQL, "typeCodeSQL": typeCodeSQL,
	"listRelationsSQL": listRelationsSQL, "listFunctionsSQL": listFunctionsSQL, "listTypesSQL": listTypesSQL, "listOperatorsSQL": listOperatorsSQL,
	"revisionSQL": revisionSQL, "committedSQL": committedSQL, "ownSQL": ownSQL, "pendingAloneSQL": pendingAloneSQL, "endGuardSQL": endGuardSQL,
	"GuardText": GuardText, "mineSQL": "WITH " + mineSQL + " SELECT 1", "marksSQL": marksSQL, "StrictGuardText": StrictGuardText, "comparedText": comparedText, "printGlobal": printGlobal,
	"seenSQL": "WITH " + seenSQL + " SELECT 1", "deferringSQL": "SELECT 1 FROM " + deferringSQL, "pendingSQL": "SELECT " + pendingSQL, "oldSQL": "SELECT " + oldSQL,
}

// TestOwnQueriesAreQualified: what may run on a client's connection names the schema of everything that a search path decides on.
func TestOwnQueriesAreQualified(t *testing.T) {
	queries := []string{askPrints([]string{"r4 name.x", "c 1", "f x", "p 1", "t x", "y 1", "g"}).SQL, askPrints(nil).SQL}
	for _, kind := range printKinds {
		queries = append(queries, askPrints([]string{string(kind.kind) + "4 name.x"}).SQL)
	}
	for _, major := range []int{13, 14} {
		f := &fetch{global: &global{major: major}}
		queries = append(queries, f.tableCodeSQL(false), f.tableCodeSQL(true), f.functionsSQL()+functionsByName, f.functionsSQL()+functionsByOID)
	}
	for _, sql := range queries {
		pathtest.DemandQualified(t, query.Qualify(sql))
	}
	for _, sql := range ownQueries {
		if sql == viewsSQL || sql == rulesSQL { // never on a client's connection: tripsOf sends others there; in one flight with emptyPathSQL
			sql = strings.Replace(sql, "SELECT ", "SELECT pg_catalog.set_config('search_path', '', true), ", 1)
		}
		pathtest.DemandQualified(t, query.Qualify(sql))
	}
	for _, sql := range []string{GuardText, StrictGuardText, comparedText, GuardBesideText(false), GuardBesideText(true)} {
		pathtest.DemandQualified(t, sql)
		if query.Qualify(sql) != sql {
			t.Errorf("the guard is sent as it is: %s", sql)
		}
	}
}

// TestOwnQueriesAreListed: a query that is added is looked at by TestOwnQueriesAreQualified.
func TestOwnQueriesAreListed(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			decl, ok := d.(*ast.GenDecl)
			if !ok || decl.Tok != token.CONST && decl.Tok != token.VAR || strings.HasSuffix(name, "_test.go") {
				continue
			}
			for _, spec := range decl.Specs {
				for _, n := range spec.(*ast.ValueSpec).Names {
					if !strings.HasSuffix(n.Name, "SQL") && !strings.HasSuffix(n.Name, "Text") {
						continue
					}
					if seen++; ownQueries[n.Name] == "" {
						t.Errorf("%s of %s is not in ownQueries", n.Name, name)
					}
				}
			}
		}
	}
	if seen < 30 {
		t.Errorf("only %d queries were found", seen)
	}
}
