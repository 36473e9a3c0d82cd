package enginetest

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/random"
)

// Shapes are n rows of three columns, two of which tell the class by themselves: the
// sign of the first, which is a number, and the level of the second, where levels
// of even and odd numbers belong to different classes. The third is noise. Each of
// the first two is missing in every tenth row, never both. Flat holds the two
// numbers, with zero for those that are missing.
func Shapes(n int) Problem {
	r := random.New(1, "shapes")
	shapes := []string{"disc", "square", "ring", "frame", "ball", "cube"}
	x, flat := mat.NewDense(n, 3, nil), mat.NewDense(n, 2, nil)
	target := engine.Target{Label: "outline", Classes: []string{"round", "square"}}
	for i := range n {
		level := r.Below(len(shapes))
		class := level % 2
		size := r.Between(1, 2) * float64(2*class-1)
		noise := r.Normal()
		flat.SetRow(i, []float64{size, noise})
		x.SetRow(i, []float64{size, float64(level), noise})
		switch i % 10 {
		case 3:
			x.Set(i, 0, math.NaN())
			flat.Set(i, 0, 0)
		case 7:
			x.Set(i, 1, math.NaN())
		}
		target.Labels = append(target.Labels, class)
	}
	table := newTable("shapes", x, target)
	table.Columns = []engine.Column{{Name: "size"}, {Name: "shape", Levels: shapes}, {Name: "noise"}}
	return Problem{Table: table, Flat: flat}
}
