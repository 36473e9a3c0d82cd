package view

import (
	"context"
	"fmt"
	"math"
	"strings"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/graph/dimension"
	"unfold/engine/stage/folds"
)

func init() {
	declare(engine.Stage{
		Name:     "intrinsic",
		Summary:  "draws how many dimensions the rows have at each scale, beside what is left",
		Use:      "See how many dimensions rows have at each scale before an embedding is given a number.",
		Avoid:    "Estimates of few rows in many dimensions come out too low.",
		Formula:  "twonn of shares of the rows, mle of each k, slopes of log C(r); 1 − r²(δ_ij, ‖y_i − y_j‖)",
		Citation: "Facco, d'Errico, Rodriguez, Laio 2017, doi:10.1038/s41598-017-11873-y",
		Examples: []string{`swissroll(n=400) | isomap(k=10) | intrinsic`, `load | sample(400) | scale | intrinsic`},
		Needs:    engine.NeedRows,
		Rank:     435,
	}, func() *Intrinsic { return new(Intrinsic) })
}

// Intrinsic answers how many dimensions the rows have: what the estimators twonn,
// mle and correlation say of the training rows under the metric in force, against
// the scale at which they look, that is how many rows around each; and beside it,
// where an embedding judges its number of dimensions, the residual variance that
// elbow draws. Bands are 95 % intervals.
//
// The dimension is read where the curves lie level and together. At the smallest
// scales noise fills all columns, so curves that fall from the left tell of noise;
// at the largest, curvature, borders and clusters are seen, and curves bend away.
// A plateau in between is the dimension of the set; without one there is none to be
// had from these rows. The caption tells the longest, over which all that the curves
// say is within 15 % of each other ([dimension.LevelOf]).
//
// Cost: about ten times that of mle with k2 = 128, or a quarter of the rows.
// Deterministic; shares of rows are drawn with a fixed seed. Failures: those of the
// three measures.
//
// Citation: Facco, d'Errico, Rodriguez, Laio 2017, doi:10.1038/s41598-017-11873-y,
// who look at shares of the rows; Levina, Bickel 2004, NIPS 17, 777–784; Grassberger,
// Procaccia 1983, doi:10.1016/0167-2789(83)90298-1.
type Intrinsic struct {
	Fold int // which fold, counted from one
}

// Params declares the parameters.
func (m *Intrinsic) Params(p *engine.Params) {
	p.Int(&m.Fold, "fold", 1, engine.AtLeast(1), "the fold to draw")
}

// View draws the figure.
func (m *Intrinsic) View(ctx context.Context, r *engine.Report) (*figure.Figure, error) {
	run, err := folds.Run(r, m.Fold)
	if err != nil {
		return nil, err
	}
	if run.Thinned {
		return nil, folds.Thinned(m.Fold)
	}
	curves, err := dimension.Curves(ctx, run.Train)
	if err != nil {
		return nil, err
	}
	scales := drawScales(run, curves)
	scales.Title += folds.Title(r, m.Fold)
	if run.Embedding == nil || run.Embedding.Scree == nil {
		return scales, nil
	}
	left, err := (&Elbow{folds.One{Fold: m.Fold}}).View(ctx, r)
	if err != nil {
		return nil, err
	}
	return &figure.Figure{
		Name:    scales.Name,
		Title:   scales.Title,
		Caption: scales.Caption + " " + left.Caption,
		Alt:     scales.Alt + " " + left.Alt,
		X:       figure.Axis{Label: "scale, and dimensions"},
		Y:       figure.Axis{Label: "dimensions, and residual variance"},
		Parts:   []*figure.Figure{scales, left},
	}, nil
}

// drawScales draws the curves, and how many dimensions the embedding has.
func drawScales(run *engine.Run, curves []dimension.Curve) *figure.Figure {
	f := &figure.Figure{
		Name:    "intrinsic",
		Title:   "Dimensions of the rows",
		Caption: "Where they do is the dimension of the rows. Noise lifts them on the left; borders, curvature and clusters bend them on the right. Bands are 95 % intervals for other rows of the same set.",
		X:       figure.Axis{Label: "rows within reach of each", Log: true},
		Y:       figure.Axis{Label: "dimensions"},
	}
	var said []string
	low, high := math.Inf(1), 0.0
	for _, c := range curves {
		line, band := figure.Line{Name: c.Name, X: c.Reach, Marked: true}, figure.Band{X: c.Reach}
		for _, e := range c.Estimates {
			line.Y, band.Low, band.High = append(line.Y, e.Value), append(band.Low, e.Low), append(band.High, e.High)
		}
		if len(c.Reach) == 0 {
			continue
		}
		f.Layers = append(f.Layers, band, line)
		low, high = min(low, c.Reach[0]), max(high, c.Reach[len(c.Reach)-1])
		last := len(line.Y) - 1
		said = append(said, fmt.Sprintf("%s from %.3g at %.3g rows to %.3g at %.3g", c.Name, line.Y[0], c.Reach[0], line.Y[last], c.Reach[last]))
	}
	answer := "The curves lie level and together nowhere: at different scales these rows have different dimensions."
	if level, ok := dimension.LevelOf(curves); ok {
		answer = fmt.Sprintf("The curves lie level and together at about %.1f, from %.0f to %.0f rows.", level.Value, level.From, level.To)
	}
	f.Caption = answer + " " + f.Caption
	f.Alt = fmt.Sprintf("%s Dimensions of the rows by the rows within reach: %s.", answer, strings.Join(said, "; "))
	if run.Embedding != nil {
		dim := float64(run.Embedding.Dim())
		f.Layers = append(f.Layers, figure.Line{Name: "kept", X: []float64{low, high}, Y: []float64{dim, dim}, Dashed: true})
		f.Alt += fmt.Sprintf(" The embedding keeps %g.", dim)
	}
	return f
}
