package laplacian

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/graph/neighbour"
)

// chain is the graph of rows on a line, each joined to the next.
func chain(lengths ...float64) *engine.Graph {
	g := &engine.Graph{Start: []int{0}}
	n := len(lengths) + 1
	for i := range n {
		if i > 0 {
			g.End, g.Length = append(g.End, int32(i-1)), append(g.Length, lengths[i-1])
		}
		if i < n-1 {
			g.End, g.Length = append(g.End, int32(i+1)), append(g.Length, lengths[i])
		}
		g.Start = append(g.Start, len(g.End))
	}
	return g
}

// TestEdges by hand: t is the mean of 1, 1, 4, 4.
func TestEdges(t *testing.T) {
	w, width := Edges(t.Context(), chain(1, 2), "heat", engine.Auto)
	if width != 2.5 {
		t.Errorf("t is %v, want 2.5", width)
	}
	degrees := Degrees(w)
	a, b := math.Exp(-1/2.5), math.Exp(-4/2.5)
	for i, want := range []float64{a, a + b, b} {
		if math.Abs(degrees[i]-want) > 1e-15 {
			t.Errorf("degree %d is %v, want %v", i, degrees[i], want)
		}
	}
	if w, _ = Edges(t.Context(), chain(1, 2), "binary", engine.Auto); Degrees(w)[1] != 2 {
		t.Errorf("binary degrees are %v", Degrees(w))
	}
}

// TestLongEdgesAreTold: a weight of e^−10000 would part the graph.
func TestLongEdgesAreTold(t *testing.T) {
	ctx, notes := engine.WithNotes(t.Context(), "")
	w := Heat(ctx, chain(1, 100), 1, 0)
	if d := Degrees(w)[2]; d != least {
		t.Errorf("the weight of a long edge is %g", d)
	}
	if list := notes(); len(list) != 1 || !strings.HasSuffix(list[0].Text, ": 1") {
		t.Errorf("notes are %v", list)
	}
}

// TestMatricesSendTheirVectorsToZero: 1 by D − W, √d by I − D^−½ W D^−½.
func TestMatricesSendTheirVectorsToZero(t *testing.T) {
	w := Heat(t.Context(), chain(1, 2, 0.5, 3), 2, 1)
	l, _ := Laplacian(w)
	walk, root := Walk(w)
	for i := range w.Len() {
		columns, values := l.Of(i)
		_, steps := walk.Of(i)
		var sum, along float64
		for e, j := range columns {
			sum += values[e]
			along += steps[e] * root[j]
		}
		if math.Abs(sum) > 1e-15 || math.Abs(along) > 1e-15 {
			t.Errorf("row %d leaves %g and %g", i, sum, along)
		}
	}
}

// TestDenseIsTheSparseOne along a graph that joins all rows.
func TestDenseIsTheSparseOne(t *testing.T) {
	x := mat.NewDense(3, 1, []float64{0, 1, 3})
	g := &engine.Graph{Start: []int{0, 2, 4, 6}, End: []int32{1, 2, 0, 2, 0, 1}, Length: []float64{1, 3, 1, 2, 3, 2}}
	w := Heat(t.Context(), g, 4, 1)
	scale := Anisotropic(w, 0.5)
	walk, root := Walk(w)
	dense, denseScale, denseRoot, err := Dense(t.Context(), engine.Euclidean(x), 4, 0.5)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		if math.Abs(scale[i]-denseScale[i]) > 1e-15 || math.Abs(root[i]-denseRoot[i]) > 1e-15 {
			t.Errorf("row %d has scale %v and root %v, dense %v and %v", i, scale[i], root[i], denseScale[i], denseRoot[i])
		}
		columns, values := walk.Of(i)
		for e, j := range columns {
			want := dense.At(i, int(j))
			if int(j) == i {
				want--
			}
			if math.Abs(values[e]+want) > 1e-15 {
				t.Errorf("entry %d, %d is %v, dense %v", i, j, -values[e], want)
			}
		}
	}
}

// TestAffinityIsTheWalk: weights add up to one, those of rows beyond the k nearest are
// none, and far from all rows the nearest still draws.
func TestAffinityIsTheWalk(t *testing.T) {
	a := &Affinity{T: 2, Chosen: neighbour.Chosen{K: 2, Rows: []int{0, 1, 3}}, Mu: []float64{0.9}}
	w := make([]float64, 4)
	a.Draw(w, []float64{1, 2, 0, 3}, nil, 0)
	first, second := math.Exp(-1./2), math.Exp(-4./2)
	if math.Abs(w[0]-first/(first+second)) > 1e-15 || math.Abs(w[0]+w[1]-1) > 1e-15 || w[2] != 0 || w[3] != 0 {
		t.Errorf("weights are %v", w)
	}
	a.Draw(w, []float64{1e6, 1e6 + 1, 0, 3e6}, nil, 3)
	if w[0] != 1 {
		t.Errorf("far away weights are %v", w)
	}
	square := &Affinity{T: 2, Chosen: neighbour.Chosen{K: 2, Rows: []int{0, 1, 3}}, Scale: []float64{0.5, 1, 2}, Square: true}
	square.Draw(w, []float64{1, 2, 0, 3}, nil, 0)
	if root := math.Sqrt(first + second); math.Abs(w[0]-0.5*first/root) > 1e-15 || math.Abs(w[1]-second/root) > 1e-15 {
		t.Errorf("weights of the symmetric form are %v", w)
	}
}
