package quality

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// path is the graph that joins the rows in order by edges of the given lengths.
func path(lengths ...float64) *engine.Graph {
	g := &engine.Graph{Start: []int{0}}
	for i := range len(lengths) + 1 {
		if i > 0 {
			g.End, g.Length = append(g.End, int32(i-1)), append(g.Length, lengths[i-1])
		}
		if i < len(lengths) {
			g.End, g.Length = append(g.End, int32(i+1)), append(g.Length, lengths[i])
		}
		g.Start = append(g.Start, len(g.End))
	}
	return g
}

// TestIsometry works edges out by hand: one is kept, one is doubled, one is halved,
// and one of length zero counts for nothing.
func TestIsometry(t *testing.T) {
	y := mat.NewDense(5, 2, []float64{0, 0, 3, 4, 3, 8, 4, 8, 9, 9})
	run := &engine.Run{Embedding: &engine.Embedding{Y: y, Graph: path(5, 2, 2, 0)}}
	wantClose(t, "isometry", value(t, &Isometry{}, run), (0+1+0.5)/3)

	y.Zero()
	wantClose(t, "isometry at one place", value(t, &Isometry{}, run), 1)
	run.Embedding.Graph = path(0, 0, 0, 0)
	wantClose(t, "isometry without lengths", value(t, &Isometry{}, run), math.NaN())
}
