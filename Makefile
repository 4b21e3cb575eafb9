# What people and machines do with this repository. `make run` needs Go and a C
# compiler, nothing else; `make test` installs what is missing (scripts/deps).

VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
COMMIT  ?= $(shell git rev-parse --short=12 HEAD 2>/dev/null || echo unknown)
LDFLAGS := -s -w -X main.version=$(VERSION) -X main.commit=$(COMMIT)

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
# others two to three times their time. TestRaced holds the list to the code.
RACED := ./approval/... ./audit/... ./desk/... ./engine/... ./federation/... ./mcp/... ./pgwire/... ./providers/... ./shell/... ./soak/... ./webhooks/...
# What is tested so in the other packages.
RACED_TESTS := ^Test(CacheTogether|Shell.*|SQL.*|Hangup|Renewal|SignalDrains|ClientsAreTold|ApproveAtTheDesk|AuditTailFollows|MCPOverHTTPAlone)$$
# How many packages are tested side by side: most of them wait (for servers, disks,
# timeouts) longer than they compute.
SIDE_BY_SIDE ?= 4
# Flags of `make bench`: BENCH="-only select,rows -rounds 9" is parts of it, steadier.
BENCH ?=
# Flags of `make agents`: AGENTS="-sallyport old=/tmp/old,bin/sallyport" compares two.
AGENTS ?=
# For `make run ARGS="--mode read_only"`.
ARGS ?=

export CGO_ENABLED := 1

.PHONY: build run test test-poll races lint conformance agents bench bench-deps bench-smoke tasks soak deps fuzz clean

build:
	go build -trimpath -ldflags '$(LDFLAGS)' -o bin/sallyport ./cmd/sallyport

run: build
	./bin/sallyport srv $(ARGS)

# The layers first: a test of a second tells more than a build of minutes.
test: deps
	go test .
	go vet ./...
	rest=$$(go list ./... | grep -vxF "$$(go list . $(RACED))") && go test -p $(SIDE_BY_SIDE) -timeout 15m $$rest
	go test -race -p $(SIDE_BY_SIDE) -timeout 15m $(RACED)
	go test -race -timeout 15m -run '$(RACED_TESTS)' ./planner ./cmd/sallyport
	go test -tags poll -run '$(POLLED)' ./pgwire/relay/...

# The relay over poll(2), which is what other systems than Linux have.
test-poll: deps
	go vet -tags poll ./pgwire/relay/...
	go test -race -timeout 15m -tags poll ./pgwire/relay/...

# What is swapped while it is read, 2,000 times each or for two minutes: does anything
# get by?
races: deps
	RACES=2000 go test -count=1 -timeout 30m -v -run '^TestRaces$$' ./pgwire/relay

lint:
	@scripts/golangci-lint $(GOLANGCI_LINT_VERSION) run ./...

# Every scenario of the public MCP suite, both lines of it; the table is what a
# file of mcp/testdata/conformance says, or the target fails.
conformance: deps
	go test -count=1 -tags conformance -v -run '^TestConformance' ./mcp

bench: deps build
	go run ./bench $(BENCH)

# Many agents at once: how many calls are refused, how long the others take.
agents: build
	go run ./bench/agents $(AGENTS)

# MCP Toolbox for Databases and dbhub, to be compared with: 300 MB.
bench-deps:
	cd bench/toolbox && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error

# What twenty questions cost a model here, at Toolbox and at dbhub (bench-deps first).
tasks: deps build
	go run ./bench/tasks

# All of it, as small as can be: does it run?
bench-smoke: deps build
	go run ./bench -rounds 1 -duration 1s -clients 8 -writers 8 -protocols prepared -tpcb-scale 1 -rows 100000 -idle 100 -out ""

soak: deps
	go test -count=1 -timeout 0 -v -run '^TestSoak$$' ./soak -kills $(KILLS) -mutations $(MUTATIONS) -seed $(SEED) -keep /tmp

deps:
	@scripts/deps

fuzz:
	@scripts/fuzz $(FUZZTIME) $(FUZZ)

clean:
	rm -rf bin
