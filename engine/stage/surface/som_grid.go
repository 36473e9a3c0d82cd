package surface

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/simd"
)

// A grid is where units stand.
type grid struct {
	width, height int
	places        *mat.Dense // K×2
}

// newGrid sets units a step apart, row by row. Rows of a hexagonal grid are √3/2
// apart, every other one set off by half a step.
func newGrid(width, height int, hexagonal bool) *grid {
	g := &grid{width, height, mat.NewDense(width*height, 2, nil)}
	for k := range width * height {
		x, y := float64(k%width), float64(k/width)
		if hexagonal {
			x += float64(0.5 * float64(k/width%2))
			y *= math.Sqrt(3) / 2
		}
		g.places.SetRow(k, []float64{x, y})
	}
	return g
}

// count returns K.
func (g *grid) count() int { return g.width * g.height }

// square is how far apart two units stand, squared.
func (g *grid) square(k, l int) float64 {
	x, y := g.places.At(k, 0)-g.places.At(l, 0), g.places.At(k, 1)-g.places.At(l, 1)
	return float64(x*x) + float64(y*y)
}

// neighbourhood fills h (K×K) with exp(−δ²/2σ²) of all pairs of units.
func (g *grid) neighbourhood(h []float64, sigma float64) {
	count := g.count()
	for k := range count {
		row := h[k*count : (k+1)*count]
		for l := range row {
			row[l] = -g.square(k, l) / (2 * sigma * sigma)
		}
		simd.Exp(row, row)
	}
}

// usualSides are the sides of a grid for n rows of these variances, one of which may
// be given: about 5√n units (Vesanto, Alhoniemi 2000, doi:10.1109/72.846731), at most n.
func usualSides(n int, variances []float64, width, height int) (int, int) {
	return sidesOf(min(5*math.Sqrt(float64(n)), float64(n)), n, variances, width, height)
}

// sidesOf are the sides of a grid of about so many units, at most n, which are as the
// standard deviations; one of them may be given. Rows along a line have a grid of one
// row.
func sidesOf(units float64, n int, variances []float64, width, height int) (int, int) {
	ratio := math.Inf(1)
	if len(variances) > 1 {
		ratio = math.Sqrt(variances[0] / variances[1])
	}
	most := func(other int) int { return max(1, n/other) }
	switch {
	case height != engine.Auto:
		return min(max(1, int(math.Round(units/float64(height)))), most(height)), height
	case width == engine.Auto:
		height = int(min(max(1, math.Round(math.Sqrt(units/ratio))), units))
		return sidesOf(units, n, variances, engine.Auto, height)
	case len(variances) == 1:
		return width, 1
	}
	return width, min(max(1, int(math.Round(units/float64(width)))), most(width))
}
