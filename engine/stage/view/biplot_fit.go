package view

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/moments"
)

// columnSDs are the standard deviations of columns.
func columnSDs(x *mat.Dense) []float64 {
	_, d := x.Dims()
	spread := make([]float64, d)
	for j := range spread {
		spread[j] = moments.SD(mat.Col(nil, j, x))
	}
	return spread
}

// columnNames names the columns that are learned from.
func columnNames(s engine.Sample) []string {
	_, d := s.X.Dims()
	names := make([]string, d)
	for j := range names {
		names[j] = fmt.Sprintf("column %d", j+1)
		if j < len(s.Columns) {
			names[j] = s.Columns[j].Name
		}
	}
	return names
}

// regressed returns R b/‖b‖ and R² of the regression of each column on the two coordinates
// of the plane.
func regressed(ctx context.Context, run *engine.Run, p plane) ([]arrow, error) {
	u, v := centredColumn(run.Embedding.Y, p.x), centredColumn(run.Embedding.Y, p.y)
	uu, uv, vv := dot(u, u), dot(u, v), dot(v, v)
	var arrows []arrow
	for j, name := range columnNames(run.Train) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		x := centredColumn(run.Train.X, j)
		a := arrow{column: name}
		xx, xu, xv := dot(x, x), dot(x, u), dot(x, v)
		bu, bv := solveTwo(uu, uv, vv, xu, xv)
		if length := lengthOf(bu, bv); xx > 0 && length > 0 {
			a.r2 = max(0, min(1, (float64(bu*xu)+float64(bv*xv))/xx))
			a.x, a.y = math.Sqrt(a.r2)*bu/length, math.Sqrt(a.r2)*bv/length
		}
		arrows = append(arrows, a)
	}
	return arrows, nil
}

// solveTwo solves the normal equations of two coordinates; where one of them says nothing
// that the other does not, by the first that varies.
func solveTwo(uu, uv, vv, xu, xv float64) (bu, bv float64) {
	const none = 1e-12 // beside the product of the variances, a determinant that is rounding
	if det := float64(uu*vv) - float64(uv*uv); det > none*uu*vv {
		return (float64(vv*xu) - float64(uv*xv)) / det, (float64(uu*xv) - float64(uv*xu)) / det
	}
	switch {
	case uu > 0:
		return xu / uu, 0
	case vv > 0:
		return 0, xv / vv
	}
	return 0, 0
}

// centredColumn is a column without its mean.
func centredColumn(x *mat.Dense, c int) []float64 {
	column := mat.Col(nil, c, x)
	mean := moments.Mean(column)
	for i := range column {
		column[i] -= mean
	}
	return column
}

// lengthOf is that of a stroke, rounded alike everywhere.
func lengthOf(x, y float64) float64 { return math.Sqrt(float64(x*x) + float64(y*y)) }

func dot(a, b []float64) float64 {
	sum := 0.0
	for i, v := range a {
		sum += float64(v * b[i])
	}
	return sum
}

// linearMap returns W, d×dim, if the embedder's own map is z = z̄ + (x − x̄) W at all
// training rows; nil where it is not, or there is none.
func linearMap(ctx context.Context, run *engine.Run) (*mat.Dense, error) {
	if run.Embedding.Map == nil {
		return nil, nil
	}
	x := run.Train.X
	n, d := x.Dims()
	mean, spread := moments.ColumnMeans(x), columnSDs(x)
	probes, images := mat.NewDense(2*d+1, d, nil), mat.NewDense(2*d+1, run.Embedding.Map.Dim(), nil)
	for i := range 2*d + 1 {
		probes.SetRow(i, mean)
	}
	for j, s := range spread {
		probes.Set(2*j+1, j, mean[j]+step(s))
		probes.Set(2*j+2, j, mean[j]-step(s))
	}
	if err := run.Embedding.Map.Apply(ctx, images, probes); err != nil {
		return nil, err
	}
	w := mat.NewDense(d, run.Embedding.Map.Dim(), nil)
	for j, s := range spread {
		for k := range run.Embedding.Map.Dim() {
			w.Set(j, k, (images.At(2*j+1, k)-images.At(2*j+2, k))/(2*step(s)))
		}
	}
	placed := mat.NewDense(n, run.Embedding.Map.Dim(), nil)
	if err := run.Embedding.Map.Apply(ctx, placed, x); err != nil {
		return nil, err
	}
	if !agrees(x, placed, w, mean, images.RawRowView(0)) {
		return nil, nil
	}
	return w, nil
}

// step is how far a column is moved to ask what that does: its standard deviation.
func step(sd float64) float64 {
	if sd > 0 {
		return sd
	}
	return 1
}

// agrees reports whether images of rows are those of a linear map, but for rounding.
func agrees(x, placed, w *mat.Dense, mean, middle []float64) bool {
	const rounding = 1e-8
	n, dim := placed.Dims()
	var missed, size float64
	for i := range n {
		for k := range dim {
			image := middle[k]
			for j, v := range x.RawRowView(i) {
				image += float64((v - mean[j]) * w.At(j, k))
			}
			missed = max(missed, math.Abs(image-placed.At(i, k)))
			size = max(size, math.Abs(placed.At(i, k)-middle[k]))
		}
	}
	return missed <= rounding*size
}
