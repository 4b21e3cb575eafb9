//go:build race

package planner_test

// raceDetector: what it watches allocates.
const raceDetector = true
