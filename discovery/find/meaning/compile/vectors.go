package main

import "math"

// scale makes bytes of the parts of a vector of length 1: parts are seldom larger than 0.4.
const scale = 127 / 0.4

// removeCommon takes the mean out of all vectors and then the directions in which they differ
// most, which tell how frequent a word is rather than what it means, and makes them of length 1.
func removeCommon(matrix [][]float64, directions int) {
	mean := make([]float64, dimensions)
	for _, vector := range matrix {
		for i, x := range vector {
			mean[i] += x / float64(len(matrix))
		}
	}
	for _, vector := range matrix {
		for i := range vector {
			vector[i] -= mean[i]
		}
	}
	for range directions {
		remove(matrix, principal(matrix))
	}
	for _, vector := range matrix {
		normalize(vector)
	}
}

// principal finds the direction in which the vectors differ most, by power iteration.
func principal(matrix [][]float64) []float64 {
	direction := make([]float64, dimensions)
	for i := range direction {
		direction[i] = 1 + float64(i)/dimensions // any start that is not orthogonal to it
	}
	normalize(direction)
	for range 50 {
		next := make([]float64, dimensions)
		for _, vector := range matrix {
			d := dot(vector, direction)
			for i, x := range vector {
				next[i] += d * x
			}
		}
		normalize(next)
		direction = next
	}
	return direction
}

func remove(matrix [][]float64, direction []float64) {
	for _, vector := range matrix {
		d := dot(vector, direction)
		for i := range vector {
			vector[i] -= d * direction[i]
		}
	}
}

func dot(a, b []float64) (sum float64) {
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

func normalize(v []float64) {
	if length := math.Sqrt(dot(v, v)); length > 0 {
		for i := range v {
			v[i] /= length
		}
	}
}
