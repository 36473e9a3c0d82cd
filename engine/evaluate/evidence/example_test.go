package evidence_test

import (
	"fmt"
	"log"

	"unfold/engine/evaluate/evidence"
)

// Ten folds of a cross-validation, each a tenth of the rows: the mean difference of
// two methods is surer than one fold, and less sure than ten independent draws.
func ExampleResampled() {
	differences := []float64{0.02, 0.03, 0.01, 0.04, 0.02, 0.00, 0.03, 0.02, 0.01, 0.02}
	t, err := evidence.Resampled(differences, 0.1, 0.95)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.3f, from %.3f to %.3f, p = %.3f\n", t.Mean, t.Low, t.High, t.P)

	_, err = evidence.Resampled(differences[:1], 0.1, 0.95)
	fmt.Println(err)
	// Output:
	// 0.020, from 0.008 to 0.032, p = 0.004
	// evidence: no corrected resampled t-test: it needs two folds with a score, and has 1; divide the rows more than once, as cv does
}

// Three methods on six data sets: do they differ at all, and which do?
func ExampleRanking() {
	r, err := evidence.NewRanking([][]float64{
		{0.91, 0.85, 0.80},
		{0.76, 0.74, 0.70},
		{0.88, 0.86, 0.81},
		{0.67, 0.69, 0.60},
		{0.95, 0.93, 0.90},
		{0.83, 0.80, 0.79},
	})
	if err != nil {
		log.Fatal(err)
	}
	f, err := r.Friedman()
	if err != nil {
		log.Fatal(err)
	}
	n, err := r.Nemenyi(0.05)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("mean ranks %.2f, p = %.4f\n", r.Means, f.FP)
	for _, pair := range [][2]int{{0, 1}, {1, 2}, {0, 2}} {
		fmt.Println(pair, "differ:", r.Means[pair[1]]-r.Means[pair[0]] >= n.Critical)
	}
	// Output:
	// mean ranks [1.17 1.83 3.00], p = 0.0001
	// [0 1] differ: false
	// [1 2] differ: false
	// [0 2] differ: true
}
