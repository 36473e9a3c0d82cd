package cart

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/random"
	"unfold/engine/tree"
)

var missing = math.NaN()

// drawn is a sample of n rows: a column of few numbers, one of many, one of levels,
// each with missing cells where share of them is above zero; and classes or
// responses that depend on all.
func drawn(seed, n, levels, classes, responses int, share float64) engine.Sample {
	r := random.New(seed, "cart test")
	x := mat.NewDense(n, 3, nil)
	s := engine.Sample{X: x, Columns: []engine.Column{{Name: "few"}, {Name: "many"}, {Name: "level", Levels: make([]string, levels)}}}
	if classes > 0 {
		s.Classes = make([]string, classes)
	} else {
		s.Response = mat.NewDense(n, responses, nil)
	}
	for i := range n {
		few, many, level := r.Below(5), r.Normal(), r.Below(levels)
		x.SetRow(i, []float64{float64(few), many, float64(level)})
		score := float64(few) + 2*many + float64(level*7%levels) + r.Normal()
		if classes > 0 {
			s.Labels = append(s.Labels, int(math.Abs(score))%classes)
		}
		for k := range responses {
			s.Response.Set(i, k, score+float64(k*level%3))
		}
		for j := range 3 {
			if r.Uniform() < share {
				x.Set(i, j, missing)
			}
		}
	}
	return s
}

func published(t *testing.T, g *Grown, off []bool, surrogates int) *tree.Tree {
	t.Helper()
	out, err := g.Tree(t.Context(), off, surrogates)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
