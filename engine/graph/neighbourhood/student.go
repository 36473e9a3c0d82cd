package neighbourhood

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/random"
	"unfold/engine/linear/gram"
	"unfold/engine/remedy"
)

// Student weighs all rows by a heavy tail, without a perplexity:
//
//	p_{j|i} = (1 + d_ij²/a)⁻¹ / Σ_l (1 + d_il²/a)⁻¹
//
// With a = 1, as printed by van der Maaten and Hinton 2008 (JMLR 9:2579–2605)
// for embedded points, weights depend on the units of the columns; by itself a
// is the median of d² instead, so they do not. Where most rows are copies and
// the median is zero, a is the mean.
//
// The tail has no end, so weights are n². Beyond 5000 rows (Whole) those of the
// 64 nearest are kept, and of 64 others drawn at random from the rest with
// weights raised by the inverse of their chance, so that sums over j are those
// of all rows on average (Horvitz and Thompson 1952,
// doi:10.1080/01621459.1952.10483446). Row sums are one. Time O(n²d) for whole
// graphs and O(n) draws else, memory O(edges). The same seed gives the same bits.
type Student struct {
	Scale float64 // a, or engine.Auto
	Whole int     // up to how many rows all have weights, or engine.Auto
	Seed  int
}

func (f Student) String() string { return "student(scale=" + auto(f.Scale) + ")" }

const (
	tailNearest = 64 // rows of a list with their own weights
	tailDrawn   = 64 // rows that stand for all others
	tailWhole   = 5000
)

// Graph weighs the rows of d.
func (f Student) Graph(ctx context.Context, d engine.Distances, _ *mat.Dense) (*Graph, error) {
	n := d.Len()
	if err := checkRows(n); err != nil {
		return nil, err
	}
	if p, ok := d.(engine.Pointed); ok {
		if err := check.Matrix(p.Points()); err != nil {
			return nil, err
		}
	}
	scale, err := f.scale(parallel.Part(ctx, 0, 0.2), d)
	if err != nil {
		return nil, err
	}
	most := f.Whole
	if most == engine.Auto {
		most = tailWhole
	}
	ctx = parallel.Part(ctx, 0.2, 1)
	if n <= most || n-1 <= tailNearest+tailDrawn {
		fresh := func() []float64 { return make([]float64, n-1) }
		return weightedGraph(ctx, d, n-1, f.String(), fresh, func(p []float64, _ int, _ []int32, squares []float64) ([]float64, error) {
			studentWeights(p, squares, scale)
			return p, nil
		})
	}
	return f.sampledGraph(ctx, d, scale)
}

// studentWeights sets p to the weights of squares.
func studentWeights(p, squares []float64, scale float64) {
	var sum float64
	for l, v := range squares {
		p[l] = 1 / (1 + v/scale)
		sum += p[l]
	}
	for l := range p {
		p[l] /= sum
	}
}

// scale returns a.
func (f Student) scale(ctx context.Context, d engine.Distances) (float64, error) {
	if f.Scale != engine.Auto {
		if !(f.Scale > 0) || math.IsInf(f.Scale, 0) {
			return 0, &engine.Error{Param: "scale", Cause: fmt.Sprintf("scale = %v must be above 0", f.Scale), Remedy: remedy.Say("give a positive one, or auto")}
		}
		return f.Scale, nil
	}
	var median float64
	var err error
	if p, ok := d.(engine.Pointed); ok {
		median, err = gram.MedianDistance(ctx, p.Points())
	} else {
		median, err = medianOfRows(ctx, d)
	}
	if err != nil || median*median > 0 {
		return median * median, err
	}
	mean, err := meanSquare(ctx, d)
	if mean == 0 {
		mean = 1
	}
	return mean, err
}

// sampledGraph keeps the nearest rows and draws others.
func (f Student) sampledGraph(ctx context.Context, d engine.Distances, scale float64) (*Graph, error) {
	n := d.Len()
	near, err := findNeighbours(parallel.Part(ctx, 0, 0.5), d, tailNearest)
	if err != nil {
		return nil, err
	}
	g, err := newGraph(ctx, n, n*(tailNearest+tailDrawn), f.String())
	if err != nil {
		return nil, err
	}
	g.setEvenStarts(tailNearest + tailDrawn)
	count := parallel.Count(parallel.Part(ctx, 0.5, 1), "weights", n)
	raised := float64(n-1-tailNearest) / tailDrawn
	measure := distancesTo(d)
	err = parallel.Try(ctx, n, 16, near.newRow, func(s *neighbourRow, lo, hi int) error {
		row := make([]edge, 0, tailNearest+tailDrawn)
		for i := lo; i < hi; i++ {
			columns, squares, err := s.squaresOf(i)
			if err != nil {
				return err
			}
			row = row[:0]
			for l, j := range columns {
				row = append(row, edge{j, 1 / (1 + squares[l]/scale)})
			}
			others := drawOthers(random.New(f.Seed, fmt.Sprint("neighbourhood: tail ", i)), i, n, columns)
			for l, v := range measure(i, others) {
				row = append(row, edge{others[l], raised / (1 + v*v/scale)})
			}
			var sum float64
			for _, e := range row {
				sum += e.weight
			}
			for l := range row {
				row[l].weight /= sum
			}
			g.writeRow(i, row)
		}
		count.Add(hi - lo)
		return nil
	})
	if err != nil {
		return nil, err
	}
	engine.Remark(ctx, "student: of each row the %d nearest and %d drawn from the others have weights", tailNearest, tailDrawn)
	return g, nil
}

// drawOthers draws rows that are neither i nor among its neighbours, whose
// columns rise.
func drawOthers(s *random.Stream, i, n int, near []int32) []int32 {
	drawn := make([]int32, 0, tailDrawn)
	for len(drawn) < tailDrawn {
		j := int32(s.Below(n))
		if _, listed := slices.BinarySearch(near, j); listed || int(j) == i || slices.Contains(drawn, j) {
			continue
		}
		drawn = append(drawn, j)
	}
	return drawn
}
