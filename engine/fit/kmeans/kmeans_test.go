package kmeans

import (
	"context"
	"math"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/enginetest"
	"unfold/engine/internal/random"
)

// corners are rows around the corners of a square of side 10, in turn.
func corners(n int) *mat.Dense {
	x := mat.NewDense(n, 2, nil)
	for i := range n {
		x.SetRow(i, []float64{float64(i%2)*10 + math.Sin(float64(i)), float64(i/2%2)*10 + math.Cos(float64(3*i))})
	}
	return x
}

// TestMeansOfCorners: each corner is one group, whose mean is that of its rows.
func TestMeansOfCorners(t *testing.T) {
	x := corners(400)
	g, err := Means(t.Context(), x, 4, 50, random.New(1, "test"))
	if err != nil {
		t.Fatal(err)
	}
	if !g.Settled {
		t.Error("groups still change")
	}
	sums := mat.NewDense(4, 2, nil)
	for i, c := range g.Nearest {
		if c != g.Nearest[i%4] {
			t.Fatalf("rows %d and %d of one corner are apart", i, i%4)
		}
		for j := range 2 {
			sums.Set(c, j, sums.At(c, j)+x.At(i, j)/100)
		}
	}
	if !mat.EqualApprox(sums, g.Means, 1e-12) {
		t.Errorf("means %v, want %v", mat.Formatted(g.Means), mat.Formatted(sums))
	}
}

// TestMeansOfCopies: there are no more means than distinct rows, and each is one.
func TestMeansOfCopies(t *testing.T) {
	x := mat.NewDense(60, 2, nil)
	for i := range 60 {
		x.SetRow(i, []float64{float64(i % 3), 7})
	}
	g, err := Means(t.Context(), x, 10, 50, random.New(1, "test"))
	if err != nil {
		t.Fatal(err)
	}
	if k, _ := g.Means.Dims(); k != 3 {
		t.Fatalf("%d means, want 3", k)
	}
	for i, c := range g.Nearest {
		if Square(x.RawRowView(i), g.Means.RawRowView(c)) != 0 {
			t.Errorf("row %d is not its mean %v", i, g.Means.RawRowView(c))
		}
	}
}

func TestMeansHaveTheSameBits(t *testing.T) {
	x := corners(3000)
	var first []float64
	for _, procs := range []int{1, 2, 5} {
		before := runtime.GOMAXPROCS(procs)
		g, err := Means(t.Context(), x, 30, 5, random.New(2, "test"))
		runtime.GOMAXPROCS(before)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = g.Means.RawMatrix().Data
		} else if !slices.Equal(first, g.Means.RawMatrix().Data) {
			t.Errorf("on %d processors the means differ", procs)
		}
	}
}

func TestMeansAreCancelled(t *testing.T) {
	x := corners(20000)
	enginetest.Cancels(t, func(ctx context.Context) error {
		_, err := Means(ctx, x, 200, 50, random.New(1, "test"))
		return err
	})
}
