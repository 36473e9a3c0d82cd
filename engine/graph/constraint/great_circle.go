package constraint

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/internal/elementary"
	"unfold/engine/remedy"
)

// globe are distances along great circles, in the unit of the angles:
//
//	τ = 2 asin(½ ‖x − x′‖),  x = (cos φ cos λ, cos φ sin λ, sin φ)
//
// for latitudes φ and longitudes λ. Half of a chord keeps the digits of near places.
type globe struct {
	points *mat.Dense // n×3
	unit   float64    // of a radian
}

// newGlobe takes latitudes and longitudes (n×2) in a unit of which a radian has so
// many, and remarks on degrees that look like radians.
func newGlobe(ctx context.Context, param string, s engine.Sample, places *mat.Dense, unit float64) (globe, error) {
	n, c := places.Dims()
	if c != 2 {
		return globe{}, &engine.Error{Param: param, Cause: fmt.Sprintf("great circles are between two columns, a latitude and a longitude, not %d", c), Remedy: remedy.Give(param, "as latitude and longitude").Or(remedy.Set("distance", Straight))}
	}
	g, widest := globe{mat.NewDense(n, 3, nil), unit}, 0.0
	for i := range n {
		up, along := places.At(i, 0)/unit, places.At(i, 1)/unit
		if math.Abs(up) > math.Pi/2*(1+1e-12) || math.Abs(along) > 2*math.Pi*(1+1e-12) {
			return globe{}, &engine.Error{Param: param, Cause: fmt.Sprintf("row %d has latitude %g and longitude %g, which no place of the globe has", check.Row(s, i), places.At(i, 0), places.At(i, 1)), Remedy: remedy.Give(param, "as latitude first, then longitude").Or(remedy.Set("distance", GreatCircle).If("they are in degrees"))}
		}
		widest = max(widest, math.Abs(up)*unit, math.Abs(along)*unit)
		across := elementary.Cos(up)
		g.points.SetRow(i, []float64{across * elementary.Cos(along), across * elementary.Sin(along), elementary.Sin(up)})
	}
	if unit > 1 && widest <= math.Pi {
		engine.Remark(ctx, "latitudes and longitudes are at most %.3g, and taken for degrees: if they are radians, say distance=%q", widest, GreatCircleRadians)
	}
	return g, nil
}

func (g globe) Len() int { n, _ := g.points.Dims(); return n }

func (g globe) Row(dst []float64, i int) {
	engine.Euclidean(g.points).Row(dst, i)
	for j, chord := range dst {
		dst[j] = 2 * elementary.Asin(min(1, chord/2)) * g.unit
	}
}
