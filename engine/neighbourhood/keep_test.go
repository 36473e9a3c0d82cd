package neighbourhood

import (
	"context"
	"slices"
	"testing"

	"unfold/engine"
	"unfold/engine/neighbour"
)

func TestKeptListsGiveTheSameBits(t *testing.T) {
	x := cloud(300, 3, 7)
	d := engine.Euclidean(x)
	with, err := Keep(t.Context(), engine.Sample{X: x}, d)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range append(all(), KNN{K: 3}, KNN{K: 40}, Entropy{Perplexity: 4, Nearest: 12}) {
		a, err := f.Graph(t.Context(), with, responses(x))
		if err != nil {
			t.Fatal(err)
		}
		b := graphOf(t, f, x, responses(x))
		if !slices.Equal(a.Weight, b.Weight) || !slices.Equal(a.End, b.End) {
			t.Errorf("%v: kept lists give another graph", f)
		}
	}
}

func TestOneSearchServesManyK(t *testing.T) {
	searches := 0
	lists := neighbour.NewGrowing(300, func(ctx context.Context, k int) (neighbour.Whole, error) {
		searches++
		nb, err := neighbour.Find(ctx, engine.Euclidean(cloud(300, 3, 7)), k, neighbour.Exact)
		return neighbour.Whole{Neighbours: nb}, err
	})
	d := kept{engine.Euclidean(cloud(300, 3, 7)), lists}
	for _, k := range []int{20, 5, 10, 15, 20} {
		if _, err := (KNN{K: k}).Graph(t.Context(), d, nil); err != nil {
			t.Fatal(err)
		}
	}
	if searches != 1 {
		t.Errorf("%d searches, want one", searches)
	}
}
