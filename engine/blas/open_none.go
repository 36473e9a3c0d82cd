//go:build noopenblas || !(linux || darwin) || !(amd64 || arm64)

package blas

import "errors"

// library stands for one that is never opened, so that what is written over
// it compiles everywhere.
type library struct{}

func open(string) (*library, string, error) {
	return nil, "", errors.New("this program was built without the loader of OpenBLAS")
}

func (*library) version() string { return "" }

func (*library) gemm(_, _ byte, _, _, _ int, _ float64, _ []float64, _ int, _ []float64, _ int, _ float64, _ []float64, _ int) {
}
func (*library) syrk(_, _ byte, _, _ int, _ float64, _ []float64, _ int, _ float64, _ []float64, _ int) {
}
func (*library) trsm(_, _, _, _ byte, _, _ int, _ float64, _ []float64, _ int, _ []float64, _ int) {}
func (*library) gemv(_ byte, _, _ int, _ float64, _ []float64, _ int, _ []float64, _ int, _ float64, _ []float64, _ int) {
}
func (*library) symv(_ byte, _ int, _ float64, _ []float64, _ int, _ []float64, _ int, _ float64, _ []float64, _ int) {
}
func (*library) syevd(_, _ byte, _ int, _ []float64, _ int, _ []float64) int { return 1 }
