package functions

/*
#cgo CFLAGS: -O2
#cgo linux LDFLAGS: -lm
#include <math.h>
*/
import "C"

// Postgres computes with the mathematical functions of C, whose last digit is not that of Go's.

func cExp(x float64) float64      { return float64(C.exp(C.double(x))) }
func cLog(x float64) float64      { return float64(C.log(C.double(x))) }
func cLog10(x float64) float64    { return float64(C.log10(C.double(x))) }
func cSin(x float64) float64      { return float64(C.sin(C.double(x))) }
func cCos(x float64) float64      { return float64(C.cos(C.double(x))) }
func cAsin(x float64) float64     { return float64(C.asin(C.double(x))) }
func cAcos(x float64) float64     { return float64(C.acos(C.double(x))) }
func cAcosh(x float64) float64    { return float64(C.acosh(C.double(x))) }
func cAtan(x float64) float64     { return float64(C.atan(C.double(x))) }
func cAtan2(y, x float64) float64 { return float64(C.atan2(C.double(y), C.double(x))) }
func cPow(x, y float64) float64   { return float64(C.pow(C.double(x), C.double(y))) }
