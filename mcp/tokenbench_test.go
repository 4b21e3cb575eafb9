//go:build bench

package mcp_test

import (
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/mcp"
	"github.com/sallyportdb/sallyport/mcp/transport"
)

// TestBenchTokens compares calls with a verified token with the same calls with a static one: processor time of
// this process, which is server and client, and calls a second. The two take turns.
func TestBenchTokens(t *testing.T) {
	const rounds, calls = 31, 1000
	d, m := protected(t, func(o *mcp.Options) { o.Tokens = []transport.Token{{Principal: "ci", Secret: []byte(staticSecret)}} })
	b := browser(t)
	message := callMessage(1, "server_info", "{}")
	verified, static := m.token(t, "alice", "data:read", nil), staticSecret
	sides := [2]string{static, verified}
	headers := [2]http.Header{}
	for i, token := range sides {
		headers[i] = withSession(asBearer(token), d.begin(t, b, token))
	}
	var cost, rate [2][]float64
	var ratios [2][]float64
	for round := range rounds + 1 {
		var took [2][2]float64
		for turn := range 2 {
			side := (round + turn) % 2
			began, used := time.Now(), processorTime(t)
			for range calls {
				if got := d.post(t, b, message, headers[side]); got.status != 200 {
					t.Fatalf("%d %s", got.status, got.body)
				}
			}
			took[side] = [2]float64{float64(processorTime(t)-used) / calls / 1e3, calls / time.Since(began).Seconds()}
		}
		if round == 0 {
			continue // it warms up
		}
		for side := range sides {
			cost[side], rate[side] = append(cost[side], took[side][0]), append(rate[side], took[side][1])
		}
		ratios[0], ratios[1] = append(ratios[0], took[1][0]/took[0][0]), append(ratios[1], took[0][1]/took[1][1])
	}
	load, _ := os.ReadFile("/proc/loadavg") // it is for the reader of the report
	report := fmt.Sprintf(`One call of server_info over HTTP, client and server in one process; %d rounds of %d calls, in turns; medians.
Load of the machine (loaded, over 1, 5 and 15 minutes): %s
                 processor time a call   calls a second
static token     %14.1f µs      %10.0f
verified token   %14.1f µs      %10.0f
ratio            %14.3f         %10.3f   (of a round's two sides; 1.1 is the aim)
`, rounds, calls, strings.TrimSpace(string(load)), median(cost[0]), median(rate[0]), median(cost[1]), median(rate[1]), median(ratios[0]), median(ratios[1]))
	t.Log("\n" + report)
	if path := os.Getenv("TOKENS_REPORT"); path != "" {
		must(t, os.WriteFile(path, []byte(report), 0o644)) //nolint:gosec // it is published
	}
}

// processorTime is what this process has used.
func processorTime(t *testing.T) time.Duration {
	var used syscall.Rusage
	must(t, syscall.Getrusage(syscall.RUSAGE_SELF, &used))
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

func median(list []float64) float64 {
	slices.Sort(list)
	return list[len(list)/2]
}
