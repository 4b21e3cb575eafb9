# What people and machines do with this repository. `make run` needs Go and a C
# compiler, nothing else; `make test` installs what is missing (scripts/deps).

VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
COMMIT  ?= $(shell git rev-parse --short=12 HEAD 2>/dev/null || echo unknown)
CLI := github.com/sallyportdb/sallyport/cmd/sallyport/cli
LDFLAGS := -s -w -X $(CLI).version=$(VERSION) -X $(CLI).commit=$(COMMIT)
# Go exports the C++ symbols of DuckDB from the binary. Nobody looks there for one, and the loader would
# read all of them at each start: 7 MB that stay in memory.
ifeq ($(shell uname -s),Linux)
NO_EXPORT := -Wl,--no-export-dynamic
LDFLAGS += -extldflags=$(NO_EXPORT)
endif

GOLANGCI_LINT_VERSION := v2.15.0
FUZZTIME ?= 20s
# For `make fuzz FUZZ=Key`: the fuzz tests whose names have this in them.
FUZZ ?=
# Of `make soak`: at least so many kills and statements that write; a seed of 0
# takes one.
KILLS ?= 200
MUTATIONS ?= 20000
SEED ?= 0
# What `make test` runs of the relay's tests over poll(2); `make test-poll` runs all.
POLLED := ^Test(Once|Writable|HangUp|Wake|RemoveMeanwhile|ClientVanishes|SlowReader|SlowWriter|ComeAndGo|Shutdown|NetworkCut|BackendKilled)$$
# Where goroutines meet: these are tested with the race detector, which costs most
# others two to three times their time. What takes longest comes first, so that nothing
# else is left to wait for. TestRaced holds the list to the code.
RACED := ./pgwire/relay ./pgwire/relay/descriptor ./mcp ./engine ./pgwire ./providers/postgres ./providers/duckdb ./providers/duckdb/streams ./soak ./audit/... ./pgwire/served/... \
	./providers/postgres/backends ./providers/postgres/catalog ./discovery/find \
	./providers/api/auth ./providers/api/call ./providers/api/registry ./providers/api/transform \
	./approval ./auth/server ./auth/token ./desk ./discovery/remote ./federation ./mcp/admission ./mcp/progress ./mcp/transport ./shell ./webhooks
# What is tested so in the packages of RACED_PARTLY.
RACED_PARTLY := ./planner ./cmd/sallyport
RACED_TESTS := ^Test(CacheTogether|Shell.*|SQL.*|Hangup|Renewal|SignalDrains|ClientsAreTold|ApproveAtTheDesk|AuditTailFollows|MCPOverHTTPAlone)$$
# Of the packages of RACED, what compares long lists of answers by one session or by several in turn, or unpacks what is large: test-raced leaves it out, and
# test-compared has it, without the race detector. TestRaced looks that no such test starts a goroutine, by itself or by a function of the tests, and that none lies in a package that is not in COMPARED_IN.
COMPARED := ^Test(SQLExecution|HostileValues|MethodsOfPostgres|LeadingOn|Misread|Instructions|APIs|DescribeShop|Resources|ReferencedBy|ExamplesOfPostgres|CapsOfPostgres|FindRefuses|ValidateTellsTheTruth|FirstSnapshot|Direct|NotDirect|ListsKnow|GuideSeesChanges|HostileSnapshot|RegistryTools|CursorsAreBounded|PathsAndPolicies|LongBatchIsLinear|ConstraintsOfDeniedColumns|KeysToHidden|HintsNameNothingHidden|StepsOfDeniedRelations|ChangesOfDeniedRelations|WaysToDeniedColumnsOfDuckDB|TypesOfDeniedRelations|DefinitionsOfDeniedRelations|RefusedTextIsNotKept|SecretsByPosition|ReplacedFunctions|NoSecretInTheRecord|TemporaryColumns|TemporaryTablesHideNothing|PathsAndNewRelations|OwnTables|SchemaIsMadeAgain|Tables|CatalogPlans|Image|CatalogIsReadInParts|NewDatabaseHasNoMacros|HeldRowsFollowChanges|Streaming|StreamBinary|LongValue|LookupsLikeOthers|Savepoints|PreparedCatalog|KeptPlansSeeRows|SameStatements|SameCorpora|SameValues|JSONPathsAreBounded|ManyResources|Export|Tools|FailuresDoNotGrow|PagesEnd|Profiles|Tokens|FindByRole|FindTools|Aliases|HugeAnswers|RequestStateAltered|GrowingFunctions|NestedCallsAreBounded|DeniedColumnsDifferentially|CatalogsShowNoValues|WaysToDeniedColumns|HiddenIsToldAsAbsent|FunctionsOfUsersAreJudged|NewNames|LongAlternatives|Form|Bombs|RefusedPackages|FunctionsThatGrowHaveBounds|CountsByPathOfUsers|RenamedThroughViews|ErrorsOfHiddenCode|BrowsersReadNoValues|Possible|PossibleWithParameters|PossibleByOwnNames|Impossible|ImpossibleRunsNothing|ErrorsShowNothingHidden|ChangesOfHiddenViews|ParametersNameNothing|FunctionsOfTransactions|ViewsOfTwoSchemas|TriggersDoNotLoosen|CascadeBehindAView|SequencesOfDeniedRelations|FunctionsOutliveARestart|DropsOfDeniedRelations|ErrorsOfDeniedRelations|TriggersAndKeys|RowsOfOthers|WhatIsShown|ConstraintsOfAllowedTables|CircleIsNotCounted|FunctionsAreMadeByWhoSeesAll|IndexesOfDeniedRelations|StepsBeforeDeniedRelations|TemporaryViewsRead|ObjectsOfNewSchemas|ConstraintsOfCopiedRows|Examine|RelationsInFull|CostlyPlansAreForgotten|DamagedFiles|TemporaryIsGone|UniqueIndexOfSomeRows|NamesWithoutListing|LookupsSeeRows|MakeFile|KeysInABlock|CatalogPlansRemade|LookupsInFiles|PathsHidden|TextParams|ListingsDoNotLookAtTheEmulation|ExclusionAfterRestart|StyledViews|Views|MacrosInCatalogs|Folder|EmptyRelations|DeepJSON|Unbound|LimitedTypesStay|OpenErrors|DeepFiles|CatalogIsNotMade|WriteParquet|DrawnBefore|RemadeTablesLoseNothing|CatalogOfAFile|RowsAcrossBatches|LookupsShare|FoldersAsTables|TablesOfOthers|HeldRowsByTheWire|NotificationsOfATransaction|EmbeddedTranscripts|CatalogColumns|EmbeddedStartupSettings|EmbeddedCursorOfPsql|FunctionsPreparedBefore|SameParameters|BinaryFormats|PreciseColumns|ConflictWithParameters|ChangesWithParameters|CopyIntoRoundedColumns|Gdesc|ReportedSettings|DuckDBBinary)$$
# Of the statements that TestSameStatements compares with PostgreSQL `make test` sends a tenth, every tenth file, each day
# another one: which, says the date of the commit, so that a commit is always tested alike. A defect in the others is found up
# to ten days later, or by `make same`, which sends all: run it when the embedded engine changes.
SAME_TENTH ?= $(shell echo $$(( $$(git log -1 --format=%ct 2>/dev/null || date +%s) / 86400 % 10 )))
COMPARED_IN := ./pgwire ./providers/duckdb ./mcp ./engine ./audit ./providers/api/registry ./providers/api/transform
# All others, but for the root's.
PLAIN = $$(go list ./... | grep -vxF "$$(go list . $(RACED) $(RACED_PARTLY))")
# About half of the relay's tests.
RELAY_FIRST := ^Test[A-H]
# About half of the tests of RACED_PARTLY.
PARTLY_FIRST := ^Test[A-M]
# Of the tests in the root, what holds the layers: seconds.
LAYERS := ^Test(Layers|PackageComments|LibrariesHaveHomes|PgtestIsForTests|Raced|NoUnsafeStrings)$$
# How many packages test-raced and test-plain each test side by side, while three other chains of `make test` run.
# Most tests wait (for servers, disks, timeouts) as long as they compute.
SIDE_BY_SIDE ?= 2
# Of `make precision`: PostgreSQL's folder src/test/regress, and where each statement is
# listed with its class and what it changed.
REGRESS ?=
PRECISION_LOG ?= /tmp/precision.tsv
# Flags of `make bench`: BENCH="-only select,rows -rounds 9" is parts of it, steadier.
BENCH ?=
# Flags of `make agents`: AGENTS="-sallyport old=/tmp/old,bin/sallyport" compares two.
AGENTS ?=
# Flags of `make bench-apis`: APIS="-sallyport before=/tmp/old,after=bin/sallyport" compares two.
APIS ?=
# The scale of TPC-H in `make bench-embedded`.
EMBEDDED_SCALE ?= 1
# Flags of `make bench-discovery`: DISCOVERY="-tables 1000" is a smaller one.
DISCOVERY ?=
# How the tests are built: go vet runs in `make lint`, and without symbols for a debugger, which
# no test reads, a large test is linked in half the time. The linker mold takes two thirds of
# the processor time that the default one does, gold four fifths. No symbols are exported, as in the program itself.
LINKER := $(strip $(firstword $(foreach l,mold gold,$(if $(shell command -v ld.$(l)),-fuse-ld=$(l)))) $(NO_EXPORT))
# When CI is set each test runs: the cache of results is for who runs them again here.
TEST = $(TEST_ENV) go test -vet=off $(if $(CI),-count=1) -ldflags='-s $(if $(LINKER),"-extldflags=$(LINKER)")' -timeout 15m
# What the compilers are told: to write nothing for a debugger, which takes a tenth of the time; and not to write
# where this folder is, so that a second clone finds what the first has compiled. The linter and the tests say the same,
# so that each finds what the other has compiled. C is compiled as for the program: TestStack measures the parser's stack.
# All packages are compiled for the race detector, or none: of a generic function, such as those of sync.Map, the linker takes
# the body that any package has compiled, and without the detector's marks in it others seem to race.
FLAGS := GOFLAGS='$(strip $(shell go env GOFLAGS) -trimpath -gcflags=all=-dwarf=false)'
# The linter reads the files that cgo wrote, and in these stands where they were written: packages that have some are compiled
# for this folder. To the compiler the path is that of local imports, of which there are none, so that packages which import
# them find what is compiled for them for other folders.
WITH_C = $(sort $(shell grep -rlx --include='*.go' 'import "C"' . | xargs -r dirname))
LINT_FLAGS = $(patsubst %',% $(foreach p,$(WITH_C:./%=%),"-gcflags=github.com/sallyportdb/sallyport/$p=-dwarf=false -D=$(CURDIR)")',$(FLAGS))
# To collect garbage less often, which takes a third of the compiler's time else.
COMPILE_ENV := GOGC=400 $(FLAGS)
# Compiles, and does nothing else: the compiler, of which as many run as there are processors, needs no
# collection below a gigabyte.
COMPILE := GOGC=off GOMEMLIMIT=1GiB $(FLAGS) go list -test -export
# What the tests' processes are told: to wait at the end of a binary with the race detector for a tenth
# of a second, not for a whole one, for what goroutines report that still run; and to take PostgreSQL's own
# programs where Debian has Perl programs of the same names that look for them. Not GOTMPDIR in memory:
# t.TempDir follows GOTMPDIR, and TestPermissionLost needs a disk.
PROGRAMS := $(lastword $(sort $(wildcard /usr/lib/postgresql/*/bin)))
TEST_ENV := $(COMPILE_ENV) GORACE=atexit_sleep_ms=100 PATH="$(PROGRAMS:=:)$$PATH"
# For `make run ARGS="--mode read_only"`.
ARGS ?=

export CGO_ENABLED := 1

.PHONY: build run test compile test-relay-first test-relay-rest test-raced test-partly-first test-partly-rest test-partly-raced test-compared test-plain test-poll races precision generated lint conformance agents agent-clients bench bench-apis bench-joins bench-discovery bench-find bench-policy bench-tokens bench-deps bench-smoke tasks soak deps fuzz clean

build:
	$(FLAGS) go build -ldflags '$(LDFLAGS)' -o bin/sallyport ./cmd/sallyport

run: build
	./bin/sallyport srv $(ARGS)

# The layers first: a test of seconds tells more than a build of minutes. Then eight chains of tests, of which five run
# at once and the longest begin first. What go vet looks at, `make lint` does.
test: deps
	$(TEST) -run '$(LAYERS)' .
	@$(MAKE) --no-print-directory compile
	@$(MAKE) --no-print-directory -j 5 test-compared test-raced test-relay-first test-plain test-partly-first test-relay-rest test-partly-rest test-partly-raced

# What the chains of tests share is compiled before they begin: go commands that run side by
# side each compile what none of them has finished.
compile:
	@$(COMPILE) -race $(RACED) $(RACED_PARTLY) >/dev/null
	@$(COMPILE) $(RACED_PARTLY) $(PLAIN) $(COMPARED_IN) >/dev/null

# The relay's tests take longest, so they are two.
test-relay-first:
	$(TEST) -race -parallel 8 -run '$(RELAY_FIRST)' ./pgwire/relay

test-relay-rest:
	$(TEST) -race -parallel 8 -skip '$(RELAY_FIRST)' ./pgwire/relay

test-raced:
	$(TEST) -race -p $(SIDE_BY_SIDE) -skip '$(COMPARED)' $(filter-out ./pgwire/relay,$(RACED))

# Most of these tests wait, more of them than there are processors: so they are two, which run
# beside those with the race detector.
test-partly-first:
	$(TEST) -parallel 4 -run '$(PARTLY_FIRST)' -skip '$(RACED_TESTS)' $(RACED_PARTLY)

test-partly-rest:
	$(TEST) -parallel 4 -skip '$(PARTLY_FIRST)|$(RACED_TESTS)' $(RACED_PARTLY)

test-partly-raced:
	$(TEST) -race -run '$(RACED_TESTS)' $(RACED_PARTLY)

# What test-raced leaves out. TestSameStatements takes longest, in one session: so this chain is the first to begin.
test-compared:
	SALLYPORT_SAME_TENTH=$(SAME_TENTH) $(TEST) -run '$(COMPARED)' $(COMPARED_IN)

test-plain:
	$(TEST) -p $(SIDE_BY_SIDE) $(PLAIN)
	$(TEST) -skip '$(LAYERS)' .
	$(TEST) -tags poll -run '$(POLLED)' ./pgwire/relay/...
	@$(TEST_ENV) scripts/fuzz-briefly FuzzRead ./pgwire/request 3s

# The relay over poll(2), which is what other systems than Linux have.
test-poll: deps
	go vet -tags poll ./pgwire/relay/...
	go test -race -timeout 15m -tags poll ./pgwire/relay/...

# What is swapped while it is read, 2,000 times each or for two minutes: does anything
# get by?
races: deps
	RACES=2000 go test -count=1 -timeout 30m -v -run '^TestRaces$$' ./pgwire/relay

# What the gate makes of PostgreSQL's own regression tests, through psql: the sources of
# the installed version have them (apt-get source postgresql-15). For the functions in C,
# build regress.so beside them. Half an hour.
precision: deps
	@[ -d "$(REGRESS)/sql" ] || { echo 'make precision REGRESS=/path/to/postgresql-15.x/src/test/regress' >&2; exit 2; }
	go test -count=1 -timeout 0 -v -run '^TestPrecision$$' ./planner -regress $(abspath $(REGRESS)) -differential-log $(PRECISION_LOG)

# Statements over several sources whose sources fail, change, or are left: 1,000 are canceled, where `make test` has 50.
.PHONY: faults
faults: deps
	go test -count=1 -timeout 60m -v -run '^TestSeveral(Cancels|Faults|Changed|Moving)$$' ./cmd/sallyport -cancels 1000

# Generated statements over several sources, compared with what one Postgres says: `make test`
# has 80 of them. And statements of a principal that may not read all columns, over sources that
# differ in these columns alone: `make test` has 600.
generated: deps
	go test -count=1 -timeout 0 -v -run '^TestSeveralGenerated$$' ./cmd/sallyport -generated 4000
	go test -count=1 -timeout 0 -v -run '^TestDeniedColumnsDifferentially$$' ./engine -generated 20000

# All statements that are compared with PostgreSQL, some 20,000. SAME=-update notes what differs.
SAME ?=
.PHONY: same
same: deps
	SALLYPORT_SAME_TENTH= $(TEST) -run '^Test(SameStatements|SameCorpora)$$' ./pgwire $(SAME)

# Tests of which `make test` has a small form: long statements side by side, every pair of modes of two servers, one behind the
# other, more statements that are canceled, more files that are damaged, all relations of the catalog after each change of it,
# statements of twice the length, twice as many sessions.
.PHONY: long
long: deps same
	go test -count=1 -timeout 60m -v -run '^Test(LongStatementsTogether|Memory.*|Chain(Asks|Extended)?|Several(Ends|Memory|Moving|Scans|ToFile))$$' ./cmd/sallyport -long
	go test -count=1 -timeout 20m -v -run '^Test(DamagedFiles|Tables)$$' ./providers/duckdb -long
	go test -count=1 -timeout 20m -v -run '^TestPlanningGrowsInProportion$$' ./planner -long
	go test -race -count=1 -timeout 20m -v -run '^TestBackendCrowd$$' ./providers/postgres -long

# In a copy, which lies at one place: what another clone has linted and compiled is not done again.
lint:
	@go mod tidy -diff
	@scripts/at-one-place $(MAKE) --no-print-directory lint-here

.PHONY: lint-here
lint-here:
	@$(subst $(FLAGS),$(LINT_FLAGS),$(COMPILE)) -tags conformance,finding,joins ./... >/dev/null
	@GOGC=400 $(LINT_FLAGS) scripts/golangci-lint $(GOLANGCI_LINT_VERSION) run ./...

# Every scenario of the public MCP suite, both lines of it; the table is what a
# file of mcp/testdata/conformance says, or the target fails.
conformance: deps
	go test -count=1 -tags conformance -v -run '^TestConformance' ./mcp

bench: deps build bin/floor
	go run ./bench $(BENCH)

# The run whose table stands in the README: everything that has an aim, in some 25 minutes; nine rounds, five of TPC-B and rows.
.PHONY: bench-readme
bench-readme: deps build bin/floor
	go run ./bench -rounds 9 -long-rounds 5 -duration 1s -tpcb-protocols prepared -only select,tpcb,rows,start,mcp -readme README.md $(BENCH)

# What the server is compared with: programs that do one part of its work each.
.PHONY: bin/floor
bin/floor:
	go build -trimpath -o bin/floor ./bench/floor

# Many agents at once: how many calls are refused, how long the others take.
agents: build
	go run ./bench/agents $(AGENTS)

# What setup --agents writes, read by the clients themselves, which npm brings.
AGENT_CLIENTS := @anthropic-ai/claude-code @openai/codex @google/gemini-cli opencode-ai
agent-clients:
	npm install --silent --no-audit --no-fund --prefix .deps/agent-clients $(AGENT_CLIENTS)
	AGENT_CLIENTS=$(CURDIR)/.deps/agent-clients go test -vet=off -count=1 -v -run '^TestAgentClients$$' ./cmd/sallyport

# Tokens of a real identity provider, ZITADEL's, which has a module of its own.
.PHONY: identity-providers
identity-providers:
	cd clients/testdata/identity && go build -o $(CURDIR)/.deps/identity-provider .
	IDENTITY_PROVIDER=$(CURDIR)/.deps/identity-provider go test -vet=off -count=1 -v -run '^TestIdentityProvider$$' ./cmd/sallyport

# Tokens of a Dex at both doors, which has a module of its own.
.PHONY: dex
dex:
	cd clients/testdata/dex && go build -o $(CURDIR)/.deps/dex .
	DEX=$(CURDIR)/.deps/dex go test -vet=off -count=1 -v -run '^TestDex$$' ./cmd/sallyport

# Tokens of a Keycloak at both doors.
.PHONY: keycloak
keycloak:
	scripts/keycloak go test -vet=off -count=1 -v -run '^TestKeycloak$$' ./cmd/sallyport

# The OAuth clients of MCP's SDKs, mcp-remote, the inspector, and the conformance suite's scenarios for authorization
# servers, at the built-in one.
.PHONY: oauth-clients
oauth-clients:
	mcp/clienttest/run --install
	npm install --silent --no-audit --no-fund --prefix .deps/oauth-clients mcp-remote@0.15.1
	OAUTH_CLIENTS=$(CURDIR)/.deps/oauth-clients go test -vet=off -count=1 -v -run '^TestOAuthClients$$' ./cmd/sallyport

# Reads of an API: rows, memory, requests, and what documents cost.
bench-apis: build
	go run ./bench/apis $(APIS)

# Statements over several sources: rows of a scan by binary COPY, TPC-H by DuckDB with the tables in it, memory; and
# TPC-H by Trino, where TRINO is the address of one (scripts/trino).
bench-joins:
	TRINO=$(TRINO) JOINS_REPORT=$(CURDIR)/bench/results/$$(date +%F)-$$(nproc)cores-joins.txt go test -tags joins -vet=off -timeout 60m -run 'TestBench(Joins|Trino)' -v ./cmd/sallyport

# The embedded engine: TPC-H, rows out, points and ClickBench's kinds of queries, by the wire and within the process;
# then what one row costs by each door, of PostgreSQL, of a table and of a file. EMBEDDED_SCALE=0.1 is smaller.
.PHONY: bench-embedded
bench-embedded: deps build
	EMBEDDED_SCALE=$(EMBEDDED_SCALE) EMBEDDED_REPORT=$(CURDIR)/bench/results/$$(date +%F)-$$(nproc)cores-embedded.txt go test -tags bench -vet=off -count=1 -timeout 60m -run TestBenchEmbedded -v ./clients
	go run ./bench -only embedded,mcp $(BENCH)

# Every client of the embedded engine, installed into a folder: scripts/embedded-clients says which.
.PHONY: embedded-clients
embedded-clients: deps
	scripts/embedded-clients $(CURDIR)/bin/embedded-clients

# Snapshot and profiles of 10,000 tables, and lookups in them: time and memory.
bench-discovery: build
	go run ./bench/discovery -report bench/results/$$(date +%F)-$$(nproc)cores-discovery.txt $(DISCOVERY)

# What a decision of the policy costs.
bench-policy:
	go test -vet=off -run '^$$' -bench '^BenchmarkDecide$$' -benchmem -count 5 ./gate | tee bench/results/$$(date +%F)-$$(nproc)cores-policy.txt

# What a verified token costs a call of MCP, beside a static one.
bench-tokens:
	TOKENS_REPORT=$(CURDIR)/bench/results/$$(date +%F)-$$(nproc)cores-tokens.txt go test -tags bench -vet=off -count=1 -v -run '^TestBenchTokens$$' ./mcp

# What is found of 369 questions about public schemas, and what finding costs at 10,000 tables.
bench-find:
	FIND_REPORT=$(CURDIR)/bench/results/$$(date +%F)-$$(nproc)cores-find.txt go test -tags finding -vet=off -count=1 -timeout 20m -run TestBenchFind -v ./discovery/find

# MCP Toolbox for Databases and dbhub, to be compared with: 300 MB.
bench-deps:
	cd bench/toolbox && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error

# What twenty questions cost a model here, at Toolbox and at dbhub (bench-deps first).
tasks: deps build
	go run ./bench/tasks

# All of it, as small as can be: does it run?
bench-smoke: deps build bin/floor
	go run ./bench -rounds 1 -duration 1s -clients 8 -writers 8 -protocols prepared -tpcb-scale 1 -rows 100000 -idle 100 -out ""

soak: deps
	go test -count=1 -timeout 0 -v -run '^TestSoak$$' ./soak -kills $(KILLS) -mutations $(MUTATIONS) -seed $(SEED) -keep /tmp

deps:
	@scripts/deps

# Provider documents of 60 and 100 MB, made to be read for ever: a minute, and 4 GB.
.PHONY: huge
huge:
	HUGE=1 go test -vet=off -count=1 -run TestHuge -v ./providers/api/document

fuzz:
	@scripts/fuzz $(FUZZTIME) $(FUZZ)

clean:
	rm -rf bin
