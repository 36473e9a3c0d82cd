package predictor

import (
	"fmt"
	"testing"

	"unfold/engine/fit/smo"
)

// BenchmarkSVR is SVR(C=10, epsilon=0.1, gamma=1/4) of scikit-learn on rows
// of four columns and their response, divided as the stage divides them
// (testdata/svr.py has the formula), with the objective that both come to.
func BenchmarkSVR(b *testing.B) {
	for _, n := range []int{1000, 5000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			s := formula(n, 4, 0)
			var of smo.Surface
			for b.Loop() {
				p, err := svr().Learn(b.Context(), s)
				if err != nil {
					b.Fatal(err)
				}
				of = p.(*regression).of[0]
			}
			b.ReportMetric(-of.Objective, "dual")
			b.ReportMetric(float64(len(of.Rows)), "vectors")
			b.ReportMetric(float64(of.Steps), "steps")
		})
	}
}
