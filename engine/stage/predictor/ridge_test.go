package predictor

import (
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"unfold/engine"
)

func TestRidgeAgreesWithScikit(t *testing.T) {
	ref := readReference(t)
	m, queries := &Ridge{Lambda: ref.Ridge.Lambda}, dense(ref.Queries)
	wantClose(t, "classes", predict(t, m, ref.classes(), queries), ref.Ridge.Classes, 0)
	wantClose(t, "response", predict(t, m, ref.responses(), queries), ref.Ridge.Response, 1e-9)
	// Three rows of three columns span two dimensions once centred; with one
	// column more than rows the smaller matrix is taken.
	few := engine.Sample{X: dense(ref.X[:3]), Target: engine.Target{Response: mat.NewDense(3, 1, ref.Response[:3])}}
	wantClose(t, "few rows", predict(t, m, few, queries), ref.Ridge.Wide, 1e-9)
}

func TestRidgeByEitherMatrixIsTheSame(t *testing.T) {
	ref := readReference(t)
	// A column of zeros more changes nothing but the matrix that is solved.
	few := engine.Sample{X: dense(ref.X[:3]), Target: engine.Target{Response: mat.NewDense(3, 1, ref.Response[:3])}}
	wider := few
	wider.X = mat.NewDense(3, 4, nil)
	wider.X.Slice(0, 3, 0, 3).(*mat.Dense).Copy(few.X)
	queries := mat.NewDense(len(ref.Queries), 4, nil)
	queries.Slice(0, len(ref.Queries), 0, 3).(*mat.Dense).Copy(dense(ref.Queries))
	m := &Ridge{Lambda: 0.7}
	wantClose(t, "response", predict(t, m, wider, queries), predict(t, m, few, dense(ref.Queries)), 1e-12)
}

func TestRidgeByHand(t *testing.T) {
	// Centred x = −1, 0, 1 and y = −2, 0, 2 give w = 4 / (2 + λ), b = 5.
	s := engine.Sample{X: mat.NewDense(3, 1, []float64{-1, 0, 1}), Target: engine.Target{Response: mat.NewDense(3, 1, []float64{3, 5, 7})}}
	wantClose(t, "λ = 2", predict(t, &Ridge{Lambda: 2}, s, mat.NewDense(2, 1, []float64{0, 10})), []float64{5, 15}, 1e-14)
	wantClose(t, "λ = 0", predict(t, &Ridge{}, s, s.X), []float64{3, 5, 7}, 1e-14)
}

func TestLargePenaltyLeavesTheMean(t *testing.T) {
	ref := readReference(t)
	mean := stat.Mean(ref.Response, nil)
	got := predict(t, &Ridge{Lambda: 1e15}, ref.responses(), dense(ref.Queries[:2]))
	wantClose(t, "response", got, []float64{mean, mean}, 1e-9)
}
