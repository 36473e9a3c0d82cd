package evidence

import (
	_ "embed"
	"encoding/json"
	"math"
	"testing"
)

// What scipy makes of the same numbers; testdata/reference.py tells how.
//
//go:embed testdata/reference.json
var reference []byte

var want struct {
	Resampled []struct {
		X                                         []float64
		Rho, ROPE, T, P, Low, High, Better, Worse float64
	}
	Friedman []struct {
		Scores         [][]float64
		Means          []float64
		Chi2, P, F, FP float64
	}
	Wilcoxon []struct {
		X     []float64
		Zeros string
		T, P  float64
	}
	Range []struct {
		K    int
		Q, P float64
	}
}

func init() {
	if err := json.Unmarshal(reference, &want); err != nil {
		panic(err)
	}
}

// near fails the test unless got is within a relative 1e-9 of the value.
func near(t *testing.T, what string, got, value float64) {
	t.Helper()
	if !(math.Abs(got-value) <= 1e-9*max(1e-3, math.Abs(value))) {
		t.Errorf("%s is %.15g, should be %.15g", what, got, value)
	}
}

func TestResampledLikeSciPy(t *testing.T) {
	for _, c := range want.Resampled {
		got, err := Resampled(c.X, c.Rho, 0.95)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "t", got.T, c.T)
		near(t, "p", got.P, c.P)
		near(t, "low", got.Low, c.Low)
		near(t, "high", got.High, c.High)
		after, err := Correlated(c.X, c.Rho, c.ROPE)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "P(better)", after.Better, c.Better)
		near(t, "P(worse)", after.Worse, c.Worse)
		near(t, "sum", after.Better+after.Same+after.Worse, 1)
	}
}

func TestFriedmanLikeSciPy(t *testing.T) {
	for _, c := range want.Friedman {
		r, err := NewRanking(c.Scores)
		if err != nil {
			t.Fatal(err)
		}
		for j, mean := range c.Means {
			near(t, "mean rank", r.Means[j], mean)
		}
		f, err := r.Friedman()
		if err != nil {
			t.Fatal(err)
		}
		near(t, "chi2", f.Chi2, c.Chi2)
		near(t, "p", f.P, c.P)
		near(t, "F", f.F, c.F)
		near(t, "p of F", f.FP, c.FP)
	}
}

func TestWilcoxonLikeSciPy(t *testing.T) {
	modes := map[string]Zeros{"wilcox": Drop, "pratt": Pratt, "zsplit": Split}
	for _, c := range want.Wilcoxon {
		w, err := Wilcoxon(c.X, modes[c.Zeros])
		if err != nil {
			t.Fatal(err)
		}
		near(t, "T", min(w.Plus, w.Minus), c.T)
		if ranks, halves, tied := tiesOf(c.X, modes[c.Zeros]); tied { // SciPy has the limit for these
			w.P = w.normalP(ranks, halves, modes[c.Zeros])
		}
		near(t, c.Zeros, w.P, c.P)
	}
}

// tiesOf returns the ranks of differences, and whether zeros or equal ones are
// among them.
func tiesOf(differences []float64, zeros Zeros) (ranks, halves []float64, tied bool) {
	w, ranks, halves := signedRanks(differences, zeros)
	return ranks, halves, w.Zero > 0 || ties(ranks) > 0
}

func TestRangeLikeSciPy(t *testing.T) {
	for _, c := range want.Range {
		near(t, "P(range)", RangeCDF(c.Q, c.K), c.P)
		if c.P < 1-1e-12 {
			near(t, "quantile", RangeQuantile(RangeCDF(c.Q, c.K), c.K), c.Q)
		}
	}
}
