package view

import (
	"fmt"
	"math"
	"slices"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/internal/moments"
	"unfold/engine/linear/procrustes"
	"unfold/engine/wording"
)

// clouds are the places of rows in several embeddings that lie on each other.
type clouds struct {
	places [][][]float64 // by row: where each fold has placed it
	means  [][]float64
	spread []float64 // by row, as a share of the radius of the means
}

func newClouds(of []procrustes.Configuration, aligned *procrustes.Alignment) *clouds {
	n, _ := aligned.Consensus.Dims()
	c := &clouds{places: make([][][]float64, n), means: make([][]float64, n), spread: make([]float64, n)}
	for f, moved := range aligned.Moved {
		for at, row := range of[f].Rows {
			c.places[row] = append(c.places[row], moved.RawRowView(at))
		}
	}
	for i := range n {
		c.means[i] = aligned.Consensus.RawRowView(i)
		c.spread[i] = rootMeanSquare(c.places[i], c.means[i])
	}
	if radius := rootMeanSquare(c.means, moments.ColumnMeans(aligned.Consensus)); radius > 0 {
		for i := range c.spread {
			c.spread[i] /= radius
		}
	}
	return c
}

// rootMeanSquare is that of the distances of points from one.
func rootMeanSquare(points [][]float64, from []float64) float64 {
	var sum float64
	for _, p := range points {
		far := distance(p, from)
		sum += float64(far * far)
	}
	return math.Sqrt(sum / float64(len(points)))
}

// several are the rows that more than one fold has placed.
func (c *clouds) several() (rows []int) {
	for i, places := range c.places {
		if len(places) > 1 {
			rows = append(rows, i)
		}
	}
	return rows
}

// median is that of the spreads of some rows.
func (c *clouds) median(rows []int) float64 {
	var all []float64
	for _, i := range rows {
		all = append(all, c.spread[i])
	}
	slices.Sort(all)
	return (all[(len(all)-1)/2] + all[len(all)/2]) / 2
}

// draw draws rows at their means, by class, and strokes to each of their places.
func (c *clouds) draw(s engine.Sample, p plane, rows []int) []figure.Layer {
	strokes, marks := figure.Segments{Name: "places in folds"}, figure.Points{Name: "mean of places"}
	var others figure.Points
	for _, i := range rows {
		class := s.Labels[i]
		for _, place := range c.places[i] {
			strokes = strokes.With(c.means[i][p.x], c.means[i][p.y], place[p.x], place[p.y])
			strokes.Class, strokes.Rows = append(strokes.Class, class), append(strokes.Rows, s.Rows[i])
		}
		to := &marks
		if class == engine.Hidden && len(s.Classes) > 0 {
			to = &others
		} else if class != engine.Hidden {
			to.Class = append(to.Class, class)
		}
		to.X, to.Y, to.Rows = append(to.X, c.means[i][p.x]), append(to.Y, c.means[i][p.y]), append(to.Rows, s.Rows[i])
		to.Tips = append(to.Tips, fmt.Sprintf("spread %.3g %% of the radius, in %s", 100*c.spread[i], wording.Count(len(c.places[i]), "fold")))
	}
	if len(s.Classes) == 0 {
		strokes.Class = nil
	}
	layers := []figure.Layer{strokes}
	if len(others.X) > 0 {
		others.Name = "without a label"
		layers = append(layers, others)
	}
	return append(layers, marks)
}

// list sets rows in a table, with their spreads.
func (c *clouds) list(s engine.Sample, rows []int, folds int) *figure.Sheet {
	sheet := &figure.Sheet{
		Title:   "The rows that move most",
		Columns: []string{"row", fmt.Sprintf("folds of %d", folds), "spread, % of the radius"},
		Foot:    []string{"A row is known by its position in the source, counted from 0. The spread is the root of the mean square of the distances of its places from their mean."},
	}
	if len(s.Classes) > 0 {
		sheet.Columns = slices.Insert(sheet.Columns, 1, "class")
	}
	for _, i := range rows {
		cells := []figure.Cell{figure.Figures(float64(s.Rows[i]), 0), figure.Figures(float64(len(c.places[i])), 0), figure.Figures(100*c.spread[i], 2)}
		if len(s.Classes) > 0 {
			cells = slices.Insert(cells, 1, figure.Word(classOf(s, i)))
		}
		sheet.Rows = append(sheet.Rows, cells)
	}
	return sheet
}
