package tuning

import (
	"context"
	"fmt"
	"math"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/wording"
)

func init() {
	declare(engine.Stage{
		Name:     "candidates",
		Summary:  "shades the inner scores of all candidates of two parameters",
		Use:      "See two parameters at once: ridges of settings that do as well as one another, and borders of the grid that should be moved.",
		Avoid:    "With more than two parameters see settings; shades that differ less than the errors say nothing.",
		Citation: "Wilkinson, Friendly 2009, doi:10.1198/tas.2009.0033",
		Examples: []string{`load | sample(300) | scale | pca(dim=[2, 5]) | knn(k=[1, 5, 15]) | cv(4) | candidates`},
		Needs:    engine.NeedTuning | engine.NeedTwoVaried,
		Rank:     320,
		Standard: true,
	}, func() *Candidates { return new(Candidates) })
}

// Candidates writes the mean inner score of each pair of candidates in a grid, the
// first parameter down and the second across, shaded from the worst mean to the
// best. An outline encloses the pairs within one standard error of the best;
// boxes inside it or elsewhere are the pairs that folds chose. A pair without a
// score is left blank.
//
// Citation: Wilkinson, Friendly 2009, doi:10.1198/tas.2009.0033, for the grid;
// Hastie, Tibshirani, Friedman 2009, doi:10.1007/978-0-387-84858-7, section
// 7.10, for the standard error.
type Candidates struct{}

// Params declares that there are none.
func (*Candidates) Params(*engine.Params) {}

// View draws the figure; none where no candidate has a score.
func (*Candidates) View(_ context.Context, r *engine.Report) (*figure.Figure, error) {
	t := r.Tuning
	all := trials(t)
	if len(all) == 0 {
		return nil, nil
	}
	down, across := categoricalAxis(t.Candidates[0]), categoricalAxis(t.Candidates[1])
	equals := withinOneError(t, all)
	return &figure.Figure{
		Name:    "candidates",
		Title:   fmt.Sprintf("Inner %s by %s and %s", t.Measure, down.axis.Label, across.axis.Label),
		Caption: "The darker, the better. The outline encloses what is within one standard error of the best mean, where a choice is a matter of chance; small boxes are what folds chose. " + describeInner(t),
		Alt: fmt.Sprintf("Inner %s of %s: %d of %s down, %d of %s across. %s %d within one standard error of the best. %s",
			t.Measure, wording.Plural(len(all), "setting"), len(down.at), down.axis.Label, len(across.at), across.axis.Label,
			describeBest(t, all), len(equals), describeChosen(t, all)),
		X:      across.axis,
		Y:      down.axis,
		Layers: []figure.Layer{cells(t, all), outline(equals), boxPoints(chosenOf(all))},
	}, nil
}

// cells sets the means in the grid, shaded by their share of the way from the
// worst to the best.
func cells(t *engine.Tuning, all []trial) figure.Cells {
	c := figure.Cells{}
	for range t.Candidates[0].Values {
		row := make([]float64, len(t.Candidates[1].Values))
		for j := range row {
			row[j] = math.NaN()
		}
		c.Values, c.Shade = append(c.Values, row), append(c.Shade, make([]float64, len(row)))
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, tr := range all {
		low, high = min(low, tr.mean), max(high, tr.mean)
	}
	for _, tr := range all {
		i, j := tr.digits[0], tr.digits[1]
		c.Values[i][j] = tr.mean
		switch {
		case low == high:
			c.Shade[i][j] = 0.5
		case t.Better == engine.Lower:
			c.Shade[i][j] = (high - tr.mean) / (high - low)
		default:
			c.Shade[i][j] = (tr.mean - low) / (high - low)
		}
	}
	return c
}

// outline strokes the sides that cells of the list do not share.
func outline(list []trial) figure.Segments {
	inside := map[[2]int]bool{}
	for _, tr := range list {
		inside[[2]int{tr.digits[1], tr.digits[0]}] = true
	}
	s := figure.Segments{Name: "within one standard error", Strong: true}
	for _, tr := range list {
		j, i := tr.digits[1], tr.digits[0]
		x, y := float64(j), float64(i)
		for _, side := range []struct {
			dx, dy         int
			x0, y0, x1, y1 float64
		}{
			{0, -1, -0.5, -0.5, 0.5, -0.5}, {0, 1, -0.5, 0.5, 0.5, 0.5}, {-1, 0, -0.5, -0.5, -0.5, 0.5}, {1, 0, 0.5, -0.5, 0.5, 0.5},
		} {
			if !inside[[2]int{j + side.dx, i + side.dy}] {
				s = s.With(x+side.x0, y+side.y0, x+side.x1, y+side.y1)
			}
		}
	}
	return s
}

// boxPoints are the cells of the list, as points: in a grid, they are drawn as
// boxes.
func boxPoints(list []trial) figure.Points {
	p := figure.Points{Name: "chosen"}
	for _, tr := range list {
		p.X, p.Y = append(p.X, float64(tr.digits[1])), append(p.Y, float64(tr.digits[0]))
	}
	return p
}
