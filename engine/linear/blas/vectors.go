package blas

import "unfold/engine/internal/simd"

// Vectors says which vector instructions the engine's own kernels use, of
// which this machine has up to best, and which environment variable lowers
// them: "avx2" of "avx512" by "UNFOLD_SIMD". It stands beside the name of the
// library because both are what a program outside the engine reports of the
// way it computes.
func Vectors() (current, best, variable string) {
	return simd.Current().String(), simd.Best().String(), simd.Variable
}
