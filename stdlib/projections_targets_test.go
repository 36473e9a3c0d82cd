package stdlib_test

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"
)

// A target is how well a projection does on the average of three draws or
// divisions, as it was measured apart from this program, on other draws.
type target struct {
	projection string
	candidates []any
	want       float64
}

// doublings are the neighbours or perplexities that are tried, each twice the
// one before, and widths the shares of the median distance of rows.
func doublings(from, to int) (all []any) {
	for k := from; k <= to; k *= 2 {
		all = append(all, k)
	}
	return all
}

var widths = []any{0.2, 0.4, 0.6, 0.8, 1.0, 1.2, 1.4, 1.6, 1.8, 2.0}

// targets are by the data that they are of. SPCA of two classes is not among
// them: one direction depends on the classes, and the numbers are of any other
// one beside it, where ours is that of largest variance. Nor is PCA of the
// balance, whose grid has the same variance in all directions. KPCA of the noisy
// disc is a mean of 20 draws, as three are too few of what differs by 0.08.
var targets = map[string][]target{
	"parity": {
		{"pca", nil, 0.548}, {"pls", nil, 0.537}, {"spca", nil, 0.546},
		{"kpca(width=%.1f)", widths, 0.560}, {"kpls(width=%.1f)", widths, 0.813},
		{`sdpp(graph="knn", k=%d)`, doublings(2, 256), 0.636}, {"sdpp(perplexity=%d)", doublings(2, 256), 0.636},
		{`sdpp(graph="student")`, nil, 0.530},
		{"sppp(perplexity=%d)", doublings(2, 256), 0.636}, {`sppp(kind="linear", perplexity=%d)`, doublings(2, 256), 0.636},
		{`sppp(kind="gaussian", normalise="joint", perplexity=%d)`, doublings(2, 256), 0.636},
	},
	"taijitu": {
		{"pca", nil, 0.970}, {"pls", nil, 0.870},
		{"kpca(width=%.1f)", widths, 0.970}, {"kpls(width=%.1f)", widths, 0.913},
		{`sdpp(graph="knn", k=%d)`, doublings(2, 256), 0.965}, {"sdpp(perplexity=%d)", doublings(2, 256), 0.962},
		{`sdpp(graph="student")`, nil, 0.940},
		{"sppp(perplexity=%d)", doublings(2, 256), 0.960}, {`sppp(kind="linear", perplexity=%d)`, doublings(2, 256), 0.960},
		{`sppp(kind="gaussian", normalise="joint", perplexity=%d)`, doublings(2, 256), 0.852},
	},
	"noisy taijitu": {
		{"pca", nil, 0.515}, {"pls", nil, 0.787},
		{"kpca(width=%.1f)", widths, 0.699}, {"kpls(width=%.1f)", widths, 0.840},
		{`sdpp(graph="knn", k=%d)`, doublings(2, 256), 0.900}, {"sdpp(perplexity=%d)", doublings(2, 256), 0.927},
		{`sdpp(graph="student")`, nil, 0.945},
		{"sppp(perplexity=%d)", doublings(2, 256), 0.907}, {`sppp(kind="linear", perplexity=%d)`, doublings(2, 256), 0.938},
		{`sppp(kind="gaussian", normalise="joint", perplexity=%d)`, doublings(2, 256), 0.850},
	},
	"wine": {
		{"center", nil, 0.759}, {"pca", nil, 0.730}, {"pls", nil, 0.731}, {"kdr", nil, 0.780},
		{"kpca(width=%.1f)", widths, 0.703}, {"kpls(width=%.1f)", widths, 0.714},
		{`sdpp(graph="knn", k=%d)`, doublings(2, 64), 0.989}, {"sdpp(perplexity=%d)", doublings(2, 64), 0.994},
		{`sdpp(graph="student")`, nil, 0.994},
		{"sppp(perplexity=%d)", doublings(2, 64), 0.994}, {`sppp(kind="linear", perplexity=%d)`, doublings(2, 64), 0.989},
		{`sppp(normalise="joint", perplexity=%d)`, doublings(2, 64), 0.994},
	},
	"scaled wine": {
		{"center", nil, 0.955}, {"pca", nil, 0.944}, {"pls", nil, 0.966}, {"spca", nil, 0.966}, {"kdr", nil, 0.994},
		{"kpca(width=%.1f)", widths, 0.977}, {"kpls(width=%.1f)", widths, 0.977},
		{`sdpp(graph="knn", k=%d)`, doublings(2, 64), 0.994}, {"sdpp(perplexity=%d)", doublings(2, 64), 0.989},
		{`sdpp(graph="student")`, nil, 1.000},
		{"sppp(perplexity=%d)", doublings(2, 64), 0.989}, {`sppp(kind="linear", perplexity=%d)`, doublings(2, 64), 0.989},
	},
	"balance": {
		{"center", nil, 0.790}, {"pls", nil, 0.886},
		{`sdpp(graph="student")`, nil, 0.896},
		{`sdpp(graph="knn", k=%d)`, doublings(16, 64), 0.893}, {"sdpp(perplexity=%d)", doublings(4, 32), 0.902},
		{"sppp(perplexity=%d)", doublings(4, 64), 0.914}, {`sppp(kind="linear", perplexity=%d)`, doublings(16, 128), 0.939},
	},
}

// single are targets of one draw.
var single = map[string][]target{
	"parity": {
		{`sdpp(graph="enclosing")`, nil, 0.628}, {`sdpp(graph="natural")`, nil, 0.622},
		{`sdpp(graph="gabriel")`, nil, 0.634}, {`sdpp(graph="epsilon")`, nil, 0.628}, {`sdpp(graph="knn", k=7)`, nil, 0.625},
	},
	"taijitu": {
		{`sdpp(graph="enclosing")`, nil, 0.785}, {`sdpp(graph="natural")`, nil, 0.750},
		{`sdpp(graph="gabriel")`, nil, 0.950}, {`sdpp(graph="epsilon")`, nil, 0.940}, {`sdpp(graph="knn", k=7)`, nil, 0.945},
	},
	"waveform": {
		{"center", nil, 0.761}, {"pca", nil, 0.793}, {"pls", nil, 0.795},
		{`sdpp(graph="knn", k=%d)`, doublings(16, 128), 0.794}, {"sdpp(perplexity=%d)", doublings(32, 128), 0.773},
		{"sppp(perplexity=%d)", doublings(32, 128), 0.785}, {`sppp(kind="linear", perplexity=%d)`, doublings(32, 128), 0.783},
	},
}

// TestProjectionsTargets takes for each draw the candidate that does best on its
// held rows, as the numbers do, which flatters and is for comparison only. Their
// means agree within 0.01 of a continuity and 0.02 of an accuracy, or within two
// standard errors of the difference, for draws differ by as much as the methods.
func TestProjectionsTargets(t *testing.T) {
	if os.Getenv("UNFOLD_LONG") == "" {
		t.Skip("set UNFOLD_LONG=1 for some minutes of fits")
	}
	for on := range trials {
		t.Run(on, func(t *testing.T) {
			c := trials[on]
			if strings.Contains(c.sentence, "load(") && os.Getenv("UNFOLD_DATA") == "" {
				t.Skip("without UNFOLD_DATA there is no file")
			}
			for at, target := range append(slices.Clone(targets[on]), single[on]...) {
				draws, theirs := 10, 3.0
				if at >= len(targets[on]) {
					theirs = 1
				}
				if on == "balance" || strings.HasSuffix(on, "wine") || target.candidates != nil && target.projection[0] == 's' {
					draws = 3 // of folds, or of what takes long
				}
				best := make([]float64, draws)
				for seed := range draws {
					best[seed] = bestOf(t, c, seed, target)
				}
				mean, spread := stat.MeanStdDev(best, nil)
				off := 0.02
				if c.score == "ycontinuity" {
					off = 0.01
				}
				off = max(off, 2*spread*math.Sqrt(1/float64(draws)+1/theirs))
				t.Logf("%s: %.3f over %d draws, which differ by %.3f, want %.3f", target.projection, mean, draws, spread, target.want)
				if math.Abs(mean-target.want) > off {
					t.Errorf("%s: off by more than %.3f", target.projection, off)
				}
			}
		})
	}
}

// bestOf returns the score of the best candidate for a seed.
func bestOf(t *testing.T, c trial, seed int, of target) float64 {
	t.Helper()
	s := newSession(t)
	if of.candidates == nil {
		return c.of(t, s, seed, of.projection)
	}
	best := math.Inf(-1)
	for _, v := range of.candidates {
		best = max(best, c.of(t, s, seed, fmt.Sprintf(of.projection, v)))
	}
	return best
}
