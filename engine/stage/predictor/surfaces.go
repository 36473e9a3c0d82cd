package predictor

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/codec"
	"unfold/engine/fit/smo"
	"unfold/engine/internal/parallel"
)

// surfaces are learned functions of a row, each Σ w_i k(x_i, x) − ρ. The rows
// that support any are kept once, since most support several.
type surfaces struct {
	of      []smo.Surface
	at      [][]int32 // the places of what supports each
	support *smo.Points
	columns int
}

// fields tells the functions, and the points that support them.
func (s *surfaces) fields(f *codec.Fields) {
	if s.support == nil {
		s.support = new(smo.Points)
	}
	s.columns = f.Columns()
	f.Group("support", s.support.Fields)
	points := 0
	if f.Good() {
		points = s.support.Len()
		f.Check(points > 0, "nothing supports a function")
	}
	if !s.linear() {
		f.Holds(points)
	}
	at := 0
	codec.List(f, "functions", &s.of, func(f *codec.Fields, of *smo.Surface) {
		if f.Reading() {
			s.at = append(s.at, nil)
		}
		f.Float("rho", &of.Rho)
		f.Floats("weights", &of.Weights)
		f.Int32s("at", &s.at[at])
		codec.Indices(f, s.at[at], points)
		f.Check(len(of.Weights) == len(s.at[at]), "%d weights of %d points", len(of.Weights), len(s.at[at]))
		at++
	})
}

// linear reports whether each function has a point of its own, as combineLinear makes
// them, which is none of the rows.
func (s *surfaces) linear() bool { return s.support.IsLinear() }

// newSurfaces keeps what supports functions of some points: their rows, or
// where the kernel is linear and a sum of points is a point again, one for each.
func newSurfaces(of []smo.Surface, points *smo.Points, columns int, linear bool) surfaces {
	if linear {
		return combineLinear(of, points, columns)
	}
	var keep []int
	for _, f := range of {
		keep = append(keep, f.Rows...)
	}
	slices.Sort(keep)
	keep = slices.Compact(keep)
	place := make(map[int]int32, len(keep))
	for at, row := range keep {
		place[row] = int32(at)
	}
	s := surfaces{of: of, support: points.Of(keep), columns: columns}
	for _, f := range of {
		at := make([]int32, len(f.Rows))
		for i, row := range f.Rows {
			at[i] = place[row]
		}
		s.at = append(s.at, at)
	}
	return s
}

// combineLinear keeps the normal of each function, as a point that supports it alone.
func combineLinear(of []smo.Surface, points *smo.Points, columns int) surfaces {
	s := surfaces{of: slices.Clone(of), columns: columns}
	var rows [][]int
	var weights [][]float64
	for c := range s.of {
		rows, weights = append(rows, of[c].Rows), append(weights, of[c].Weights)
		s.of[c].Rows, s.of[c].Weights = []int{c}, []float64{1}
		s.at = append(s.at, []int32{int32(c)})
	}
	s.support = points.Combined(rows, weights)
	return s
}

// A tileValues is what a goroutine needs to evaluate the functions at some rows at
// a time.
type tileValues struct {
	tile   *smo.Tile
	values [][]float64 // of each function at each row of the tile
}

func (s *surfaces) newTileValues() *tileValues {
	l := &tileValues{tile: s.support.NewTile()}
	for range s.of {
		l.values = append(l.values, make([]float64, smo.TileRows))
	}
	return l
}

// evaluateTile fills the values for some rows, at most as many as a tile has.
func (s *surfaces) evaluateTile(ctx context.Context, l *tileValues, rows mat.RawRowViewer, lo, hi int) error {
	for i := lo; i < hi; i++ {
		l.tile.Set(i-lo, rows.RawRowView(i))
	}
	if err := l.tile.Evaluate(ctx); err != nil {
		return err
	}
	for c, f := range s.of {
		l.tile.Combine(l.values[c], s.at[c], f.Weights, f.Rho)
	}
	return nil
}

// evaluateAll evaluates the functions at all rows of y, and hands the values over: of
// function c at row i they are values[c][i−lo].
func (s *surfaces) evaluateAll(ctx context.Context, y *mat.Dense, take func(values [][]float64, lo, hi int)) error {
	if err := sameColumns(y, s.columns); err != nil {
		return err
	}
	n, _ := y.Dims()
	count := parallel.Count(ctx, "predictions", n)
	return parallel.Try(ctx, n, smo.TileRows, s.newTileValues, func(l *tileValues, lo, hi int) error {
		if err := s.evaluateTile(ctx, l, y, lo, hi); err != nil {
			return err
		}
		take(l.values, lo, hi)
		count.Add(hi - lo)
		return nil
	})
}
