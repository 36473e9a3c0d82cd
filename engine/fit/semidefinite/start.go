package semidefinite

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/graph/geodesic"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/triangle"
	"unfold/engine/linear/spectral"
	"unfold/engine/remedy"
)

// A start is where descents begin, and the reference of the stretch.
type start struct {
	y         *mat.Dense
	reference float64
}

// begin scales the geodesics along the kept pairs to as many columns, or takes those
// of p.Start, and fills up those that are missing.
func (p *Problem) begin(ctx context.Context, columns int) (*start, error) {
	geodesics := p.Geodesics
	if geodesics == nil {
		paths, err := p.paths(parallel.Part(ctx, 0, 0.5))
		if err != nil {
			return nil, err
		}
		geodesics = paths
	}
	s := &start{}
	var err error
	if p.Stretch != nil {
		if s.reference, err = p.Stretch.Reference(ctx, geodesics); err != nil {
			return nil, err
		}
	}
	from := p.Start
	if from == nil {
		if from, err = scale(parallel.Part(ctx, 0.5, 1), geodesics, columns); err != nil {
			return nil, err
		}
	}
	s.y = p.spread(from, columns)
	return s, ctx.Err()
}

// paths are the geodesics between all rows.
func (p *Problem) paths(ctx context.Context) (*geodesic.Paths, error) {
	n := p.Keep.Len()
	double := geodesic.IsPrecise(n)
	if err := memory.Claim(ctx, triangle.Bytes(n, double), fmt.Sprintf("geodesics between all %d rows", n), remedy.Set("landmarks").Or(remedy.FewerRows())); err != nil {
		return nil, err
	}
	return geodesic.AllPairs(ctx, p.Keep, double)
}

// scale is classical scaling of the geodesics, to some ten columns at most.
func scale(ctx context.Context, geodesics engine.Distances, columns int) (*mat.Dense, error) {
	const most = 10
	n := geodesics.Len()
	paths, ok := geodesics.(interface{ Triangle() *triangle.Matrix })
	var t *triangle.Matrix
	if ok {
		t = paths.Triangle()
	} else {
		var err error
		if t, err = spectral.Gather(ctx, geodesics, geodesic.IsPrecise(n)); err != nil {
			return nil, err
		}
	}
	s, err := spectral.Scale(ctx, t, 0, min(columns, most, n-1))
	if err != nil {
		return nil, err
	}
	return s.Coordinates(s.Positive()), nil
}

// spread copies as many columns as there are, and fills the others by products of two
// columns before them, as long as a share of the lengths: they bend the rows out of
// the space that they are in, the same way in whatever order the rows are.
func (p *Problem) spread(from *mat.Dense, columns int) *mat.Dense {
	const share = 0.03
	var lengths float64
	for _, length := range p.Keep.Length {
		lengths += float64(length * length)
	}
	size := share * math.Sqrt(lengths/float64(len(p.Keep.Length)))
	n, have := from.Dims()
	y := mat.NewDense(n, columns, nil)
	for i := range n {
		copy(y.RawRowView(i), from.RawRowView(i)[:min(have, columns)])
	}
	for c, a, b := have, 0, 0; c < columns; c++ {
		bent := mat.NewDense(n, 1, nil)
		for i := range n {
			bent.Set(i, 0, y.At(i, a)*y.At(i, b))
		}
		centre(bent)
		norm := mat.Norm(bent, 2)
		for i := range n {
			y.Set(i, c, size*math.Sqrt(float64(n))*bent.At(i, 0)/max(norm, math.SmallestNonzeroFloat64))
		}
		if b++; b > a {
			a, b = a+1, 0
		}
	}
	return y
}
