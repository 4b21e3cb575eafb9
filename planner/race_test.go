//go:build race

package planner_test

// raceDetector is true under the race detector, which allocates.
const raceDetector = true
