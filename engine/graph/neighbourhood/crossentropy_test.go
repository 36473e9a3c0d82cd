package neighbourhood

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// related are rows whose nearest also have the nearest responses, so that cross
// entropies fall at first.
func related(n int) (x, y *mat.Dense) {
	x, y = cloud(n, 1, 6), mat.NewDense(n, 1, nil)
	for i := range n {
		y.Set(i, 0, x.At(i, 0))
	}
	return x, y
}

// With responses that are the rows, cross entropy is entropy.
func TestCrossEntropyOfTheRowsThemselves(t *testing.T) {
	x, y := related(80)
	cross, own := graphOf(t, CrossEntropy{Perplexity: 12}, x, y), graphOf(t, Entropy{Perplexity: 12}, x, nil)
	for i := range 80 {
		for j := range 80 {
			if math.Abs(cross.At(i, j)-own.At(i, j)) > 1e-9 {
				t.Fatalf("weight of rows %d and %d is %v, and %v by entropy", i, j, cross.At(i, j), own.At(i, j))
			}
		}
	}
}

func TestCrossEntropiesAreMetWhereTheyCanBe(t *testing.T) {
	x, y := related(80)
	for i := range 80 {
		y.Set(i, 0, y.At(i, 0)+0.1*math.Sin(40*x.At(i, 0)))
	}
	f := CrossEntropy{Perplexity: 40}
	ctx, notes := engine.WithNotes(t.Context(), "test")
	if _, err := f.Graph(ctx, engine.Euclidean(x), y); err != nil {
		t.Fatal(err)
	}
	if told := notes(); len(told) > 1 {
		t.Errorf("notes are %v", told)
	}
	scale, err := responseScale(t.Context(), engine.Euclidean(x), y)
	if err != nil {
		t.Fatal(err)
	}
	s := &neighbourRow{neighbours: &neighbours{d: engine.Euclidean(x), count: 79}}
	s = s.newRow()
	met := 0
	for i := range 80 {
		columns, squares, _ := s.squaresOf(i)
		c := newCrossEntropyRow(y, scale, 79)
		attained := c.solve(i, columns, squares, 40, "entropy")
		if found := crossesSomewhere(c, squares, math.Log(40)); found != attained {
			t.Errorf("row %d: a root is found is %v, a fine search says %v", i, attained, found)
		}
		if attained {
			met++
			c.solve(i, columns, squares, 40, "entropy")
			var h, total float64
			for l := range c.responseSquares {
				total += math.Exp(-c.root() * c.responseSquares[l])
			}
			for l, p := range c.p {
				h -= p * math.Log(math.Exp(-c.root()*c.responseSquares[l])/total)
			}
			if math.Abs(h-math.Log(40)) > 1e-9 {
				t.Errorf("row %d: cross entropy is %v, want %v", i, h, math.Log(40))
			}
		}
	}
	if met < 40 {
		t.Errorf("only %d of 80 rows have a root", met)
	}
}

// root recovers β from two weights that are not equal.
func (c *crossEntropyRow) root() float64 {
	low, high := 0, 0
	for l, v := range c.excess {
		if v < c.excess[low] {
			low = l
		}
		if c.p[l] > 1e-3 && v > c.excess[high] {
			high = l
		}
	}
	return math.Log(c.p[low]/c.p[high]) / (c.excess[high] - c.excess[low])
}

func crossesSomewhere(c *crossEntropyRow, squares []float64, target float64) bool {
	probe := newCrossEntropyRow(c.y, c.scale, len(squares))
	copy(probe.responseSquares, c.responseSquares)
	middle, _ := probe.bandwidth.solve(squares, math.Exp(target))
	above := false
	for look := -2000; look <= 2000; look++ {
		miss := probe.crossEntropy(middle*math.Pow(10, float64(look)/500)) - target
		if look > -2000 && (miss > 0) != above {
			return true
		}
		above = miss > 0
	}
	return false
}

func TestClassesLeaveCrossEntropiesUnattained(t *testing.T) {
	x := cloud(60, 2, 1)
	y := mat.NewDense(60, 3, nil)
	for i := range 60 {
		y.Set(i, i%3, 1)
	}
	ctx, notes := engine.WithNotes(t.Context(), "test")
	cross, err := CrossEntropy{Perplexity: 8}.Graph(ctx, engine.Euclidean(x), y)
	if err != nil {
		t.Fatal(err)
	}
	if told := notes(); len(told) != 1 || !strings.Contains(told[0].Text, "unattained for 60 of 60 rows") {
		t.Errorf("notes are %v", told)
	}
	own := graphOf(t, Entropy{Perplexity: 8}, x, nil)
	for e, w := range own.Weight {
		if math.Abs(w-cross.Weight[e]) > 1e-12 {
			t.Fatalf("weight %d is %v, and %v by entropy", e, cross.Weight[e], w)
		}
	}
	if _, err := (CrossEntropy{Perplexity: 8, Unattained: "error"}).Graph(t.Context(), engine.Euclidean(x), y); err == nil {
		t.Error("no error where one was asked for")
	}
	hard := graphOf(t, CrossEntropy{Perplexity: 8, Unattained: "saturate"}, x, y)
	if _, weight := hard.Of(0); len(weight) > 3 {
		t.Errorf("saturated weights are %v", weight)
	}
}
