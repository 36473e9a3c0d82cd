package form

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/copies"
)

func init() {
	declare(engine.Stage{
		Name:     "free",
		Summary:  "places every row by itself; unseen rows have no image",
		Formula:  "z_i = w_i",
		Citation: "Kruskal 1964, doi:10.1007/BF02289694",
		Examples: []string{`swissroll(n=300) | nerv(map=free)`},
	}, func() engine.Form { return new(Free) })
}

// Free points are the images themselves: each row goes where its cost is least, and
// there is no map for unseen rows, who need an extender.
//
//	z_i = w_i,  Z = W (n×dim)
//
// Copies of a row are one point, and none is lost by what they do to each other's
// gradient: it is summed. The images are in the units that the cost gives them.
//
// Time O(n dim) an evaluation beside that of the cost, memory O(n dim). It fails for
// cells that are not finite, and for fewer rows than dimensions. It is deterministic:
// what is drawn is drawn by the stage whose cost it is. As a map of a descent it is as
// old as the descent (Kruskal 1964, doi:10.1007/BF02289694).
type Free struct{}

// Params declares that there are none.
func (*Free) Params(*engine.Params) {}

// Bind returns the points that the rows of s may be.
func (*Free) Bind(_ context.Context, s engine.Sample, dim int) (engine.Maps, error) {
	if err := bindable(s, dim); err != nil {
		return nil, err
	}
	first := copies.First(s.X)
	p := &points{point: make([]int, len(first)), dim: dim}
	for i, f := range first {
		if f != i {
			p.point[i] = p.point[f]
			continue
		}
		p.point[i] = len(p.row)
		p.row = append(p.row, i)
	}
	return p, nil
}

// points are one image for each distinct row.
type points struct {
	point []int // of each row
	row   []int // of each point, the first
	dim   int
}

func (p *points) Rows() int       { return len(p.point) }
func (p *points) Dim() int        { return p.dim }
func (p *points) Parameters() int { return len(p.row) * p.dim }
func (p *points) Work() int       { return p.dim }

// of returns the coordinates of a row's point.
func (p *points) of(w []float64, i int) []float64 { return w[p.point[i]*p.dim:][:p.dim] }

// Forward fills z with the points.
func (p *points) Forward(ctx context.Context, z, w []float64) error {
	for i := range p.point {
		copy(z[i*p.dim:], p.of(w, i))
	}
	return ctx.Err()
}

// Pullback adds g to the gradient of the row's point.
func (p *points) Pullback(gradient, _ []float64, i int, g []float64) {
	at := p.of(gradient, i)
	for k, v := range g {
		at[k] += v
	}
}

// PullbackAll adds up what copies are drawn by.
func (p *points) PullbackAll(ctx context.Context, gradient, w, g []float64) error {
	clear(gradient)
	for i := range p.point {
		p.Pullback(gradient, w, i, g[i*p.dim:(i+1)*p.dim])
	}
	return ctx.Err()
}

// Toward returns z itself, of copies the place of the first.
func (p *points) Toward(ctx context.Context, z *mat.Dense) ([]float64, error) {
	if err := ends(z, p.Rows(), p.dim); err != nil {
		return nil, err
	}
	w := make([]float64, 0, p.Parameters())
	for _, i := range p.row {
		w = append(w, z.RawRowView(i)...)
	}
	return w, ctx.Err()
}

// Map returns none.
func (*points) Map(context.Context, []float64) (engine.Map, error) { return nil, nil }
