package evidence

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// TestDistributionsAgreeWithOthers holds the distributions against those of an
// independent library, from the middle into the tails as far as it takes them
// from below and not from 1.
func TestDistributionsAgreeWithOthers(t *testing.T) {
	agree := func(name string, got, want float64) {
		t.Helper()
		if !(math.Abs(got-want) <= 2e-12*math.Abs(want)+2e-16) {
			t.Errorf("%s = %.17g, want %.17g", name, got, want)
		}
	}
	for _, z := range []float64{-30, -9, -5.5, -2.5001, -2.4999, -1, -1e-9, 0, 1e-3, 0.7, 2.4999, 2.5001, 6} {
		agree("Φ", normalCDF(z), distuv.UnitNormal.CDF(z))
		agree("φ", normalDensity(z), distuv.UnitNormal.Prob(z))
	}
	for _, df := range []float64{1, 2, 3, 9, 29, 99, 1234} {
		student := distuv.StudentsT{Sigma: 1, Nu: df}
		for _, x := range []float64{-60, -7, -2, -0.3, 0, 0.01, 1, 4} {
			agree("Student's t", studentCDF(x, df), student.CDF(x))
		}
		for _, p := range []float64{0.025, 0.4, 0.95, 0.995} {
			agree("Student's quantile reaches", studentCDF(studentQuantile(p, df), df), p)
		}
		for _, x := range []float64{0.01, 0.5, 2, 9, 40, 300} {
			agree("χ²", chiSquaredSurvival(x, df), distuv.ChiSquared{K: df}.Survival(x))
			for _, df2 := range []float64{2, 7, 30, 400} {
				agree("F", fisherSurvival(x, df, df2), distuv.F{D1: df, D2: df2}.Survival(x))
			}
		}
	}
}

// TestDistributionsOfSimpleForm holds them against what can be written down.
func TestDistributionsOfSimpleForm(t *testing.T) {
	for _, x := range []float64{1e-6, 0.1, 1, 3, 20, 100} {
		for name, of := range map[string][2]float64{
			"χ² with two degrees of freedom": {chiSquaredSurvival(x, 2), math.Exp(-x / 2)},
			"Student's t with one":           {studentCDF(-x, 1), math.Atan(1/x) / math.Pi},
			"Student's t with two":           {studentCDF(x, 2), 0.5 + x/(2*math.Sqrt(2+x*x))},
			"F with two and two":             {fisherSurvival(x, 2, 2), 1 / (1 + x)},
			"Γ":                              {logGamma(x + 1), math.Log(x) + logGamma(x)},
			"Φ and χ² with one degree, of the same deviate": {2 * normalCDF(-math.Sqrt(x)), chiSquaredSurvival(x, 1)},
		} {
			if !(math.Abs(of[0]-of[1]) <= 1e-13*max(1, x/10)*math.Abs(of[1])) {
				t.Errorf("%s at %v: %.17g, want %.17g", name, x, of[0], of[1])
			}
		}
	}
	if got := studentQuantile(0.975, 1); math.Abs(got-12.706204736174694) > 1e-13*12.7 {
		t.Errorf("Student's quantile is %.17g", got)
	}
}
