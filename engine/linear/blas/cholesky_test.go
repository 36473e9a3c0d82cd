package blas

import (
	"context"
	"testing"

	"gonum.org/v1/gonum/blas"

	"unfold/engine"
)

// TestCholeskyTellsItsProgress, which grows to all of the work.
func TestCholeskyTellsItsProgress(t *testing.T) {
	const n = 900
	a := make([]float64, n*n)
	for i := range n {
		a[i*n+i] = 2
	}
	told := []float64{-1}
	ctx := engine.WithProgress(context.Background(), func(p engine.Progress) {
		if p.Fraction <= told[len(told)-1] {
			t.Errorf("%v comes after %v", p.Fraction, told)
		}
		told = append(told, p.Fraction)
	})
	if failed, _, err := Cholesky(ctx, blas.Upper, n, a, n); failed >= 0 || err != nil {
		t.Fatalf("pivot %d failed, error %v", failed, err)
	}
	if len(told) < 5 || told[len(told)-1] != 1 {
		t.Errorf("it tells %v", told)
	}
}
