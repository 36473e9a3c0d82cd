package view

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/figure"
)

// gridSize is how many points the grid has either way.
const gridSize = 100

// at is the middle of grid cell k along an axis, edge its lower end.
func (g *ground) at(a, k int) float64 { return float64(g.edge(a, k)/2) + float64(g.edge(a, k+1)/2) }

func (g *ground) edge(a, k int) float64 {
	if k == gridSize {
		return g.high[a] // not beyond it by rounding
	}
	return g.low[a] + float64((g.high[a]-g.low[a])*float64(k)/gridSize)
}

// predict asks for every point of the grid, row by row from below.
func (g *ground) predict(ctx context.Context, run *engine.Run) ([]float64, error) {
	x := mat.NewDense(gridSize*gridSize, len(g.point), nil)
	for i := range gridSize * gridSize {
		x.SetRow(i, g.point)
		x.Set(i, g.x, g.at(0, i%gridSize))
		x.Set(i, g.y, g.at(1, i/gridSize))
	}
	width := run.Train.Width()
	all := make([]float64, gridSize*gridSize*width)
	if err := run.Predictor.Predict(ctx, all, x); err != nil {
		return nil, err
	}
	said := make([]float64, gridSize*gridSize)
	for i := range said {
		said[i] = all[i*width+g.response%width]
	}
	return said, nil
}

// areas joins cells of a row of the grid that say the same.
func (g *ground) areas(said []float64, classes bool) (all figure.Areas) {
	for row := range gridSize {
		for from := 0; from < gridSize; {
			v, to := said[row*gridSize+from], from+1
			for to < gridSize && said[row*gridSize+to] == v {
				to++
			}
			all.X0, all.Y0 = append(all.X0, g.edge(0, from)), append(all.Y0, g.edge(1, row))
			all.X1, all.Y1 = append(all.X1, g.edge(0, to)), append(all.Y1, g.edge(1, row+1))
			if classes {
				all.Class = append(all.Class, int(v))
			} else {
				all.Shade = append(all.Shade, v)
			}
			from = to
		}
	}
	return all
}

// borders strokes the sides of cells that tell other classes apart, in one stroke as
// far as they go straight on.
func (g *ground) borders(said []float64) figure.Segments {
	s := figure.Segments{Name: "border", Border: true}
	for a := range 2 {
		along, across := 1, gridSize // cells along an upright border are a row apart
		if a == 0 {
			along, across = gridSize, 1
		}
		for k := range gridSize - 1 {
			differs := func(i int) bool { return i < gridSize && said[k*across+i*along] != said[(k+1)*across+i*along] }
			for from := 0; from < gridSize; from++ {
				if !differs(from) {
					continue
				}
				to := from + 1
				for differs(to) {
					to++
				}
				if at := g.edge(a, k+1); a == 0 {
					s = s.With(at, g.edge(1, from), at, g.edge(1, to))
				} else {
					s = s.With(g.edge(0, from), at, g.edge(0, to), at)
				}
				from = to
			}
		}
	}
	return s
}

// shares tells which part of the ground each class has, the largest first.
func (g *ground) shares(said []float64, classes []string) string {
	counts := make([]int, len(classes))
	for _, v := range said {
		counts[int(v)]++
	}
	order := make([]int, 0, len(classes))
	for c, count := range counts {
		if count > 0 {
			order = append(order, c)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(counts[b], counts[a]) })
	text := "of this ground"
	for i, c := range order {
		if i > 0 {
			text += ","
		}
		text += fmt.Sprintf(" %.0f %% is %s", 100*float64(counts[c])/float64(len(said)), classes[c])
	}
	return text
}

// labels names each class where it has most room: around the cell that is farthest
// from other classes, the edge and rows, as a rook moves.
func (g *ground) labels(said []float64, classes []string) (left, right figure.Names) {
	far, taken := make([]int, len(said)), g.taken()
	near := func(i, step int, inside bool) int {
		if !inside || said[i+step] != said[i] || taken[i] {
			return 1
		}
		return far[i+step] + 1
	}
	for i := range said {
		far[i] = min(near(i, -1, i%gridSize > 0), near(i, -gridSize, i >= gridSize))
	}
	widest := make([]int, len(classes))
	for c := range widest {
		widest[c] = -1
	}
	for i := len(said) - 1; i >= 0; i-- {
		far[i] = min(far[i], near(i, 1, i%gridSize < gridSize-1), near(i, gridSize, i < len(said)-gridSize))
		if c := int(said[i]); widest[c] < 0 || far[i] > far[widest[c]] {
			widest[c] = i
		}
	}
	right.Right = true
	for c, i := range widest {
		if i < 0 {
			continue
		}
		names, column := &left, i%gridSize-far[i]/2
		if i%gridSize > gridSize/2 {
			names, column = &right, i%gridSize+far[i]/2
		}
		names.X, names.Y, names.Texts = append(names.X, g.at(0, column)), append(names.Y, g.at(1, i/gridSize)), append(names.Texts, classes[c])
	}
	return left, right
}

// taken marks the cells of the grid that rows lie in.
func (g *ground) taken() []bool {
	all := make([]bool, gridSize*gridSize)
	cell := func(a int, v float64) int {
		return min(max(int((v-g.low[a])/(g.high[a]-g.low[a])*gridSize), 0), gridSize-1)
	}
	for _, rows := range g.rows {
		for i := range rows.X {
			all[cell(1, rows.Y[i])*gridSize+cell(0, rows.X[i])] = true
		}
	}
	return all
}
