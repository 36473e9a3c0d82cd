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
		Name:     "curve",
		Summary:  "draws the inner score against the candidates of one parameter",
		Use:      "See how a score hangs on one parameter, and whether its candidates reach far enough on both sides.",
		Avoid:    "Do not report its highest point as the score of new rows: that is the one on held rows.",
		Formula:  "mean ± standard error over inner folds, for each candidate",
		Citation: "Hastie, Tibshirani, Friedman 2009, doi:10.1007/978-0-387-84858-7",
		Examples: []string{`load | sample(300) | scale | knn(k=[1, 3, 9, 27]) | cv(5) | curve`},
		Needs:    engine.NeedTuning | engine.NeedOneVaried,
		Rank:     310,
		Standard: true,
	}, func() *Curve { return new(Curve) })
}

// Curve draws the score of each candidate of a parameter on the inner folds of
// the training rows: the mean over all folds, a band of one standard error, the
// curve of each fold in faint strokes, and marks at the candidates that folds
// chose. The error is the one by which a fold chooses, between its own inner
// folds, and the mean of these over the folds; it is not that of the mean over
// folds, whose training rows are mostly the same.
//
// The axis is logarithmic for candidates that are spaced by ratios; candidates
// that are no numbers, the word auto among them, stand side by side. Where all
// rows choose together, the faint strokes are the inner folds.
//
// Citation: Hastie, Tibshirani, Friedman 2009, doi:10.1007/978-0-387-84858-7,
// section 7.10.
type Curve struct{}

// Params declares that there are none.
func (*Curve) Params(*engine.Params) {}

// View draws the figure; none where no candidate has a score.
func (*Curve) View(_ context.Context, r *engine.Report) (*figure.Figure, error) {
	t := r.Tuning
	all := trials(t)
	if len(all) == 0 {
		return nil, nil
	}
	at := newValueAxis(t.Candidates[0])
	mean, band := meanAndBand(at, all)
	f := &figure.Figure{
		Name:    "curve",
		Title:   fmt.Sprintf("Inner %s against %s", t.Measure, t.Candidates[0].Name()),
		Caption: "The line is the mean, faint strokes are single folds, and marks are what folds chose. " + describeInner(t),
		Alt: fmt.Sprintf("Inner %s of %s for %s. %s %s", t.Measure, wording.Plural(len(all), "candidate"), t.Candidates[0].Name(),
			describeBest(t, all), describeChosen(t, all)),
		X: at.axis,
		Y: figure.Axis{Label: t.Measure},
	}
	if len(band.X) > 0 {
		f.Layers = append(f.Layers, band)
		f.Caption = "The band is one standard error between the inner folds of a fold. " + f.Caption
	}
	if single := singleFolds(t, at); len(single.X0) > 0 {
		f.Layers = append(f.Layers, single)
	}
	f.Layers = append(f.Layers, mean, marks(at, all))
	return f, nil
}

// meanAndBand joins the candidates from left to right.
func meanAndBand(at valueAxis, all []trial) (figure.Line, figure.Band) {
	byValue := map[int]trial{}
	for _, tr := range all {
		byValue[tr.digits[0]] = tr
	}
	mean, band := figure.Line{Name: "mean", Marked: true}, figure.Band{Name: "one standard error"}
	for _, value := range at.order() {
		tr, ok := byValue[value]
		if !ok {
			continue
		}
		x := at.at[value]
		mean.X, mean.Y = append(mean.X, x), append(mean.Y, tr.mean)
		if !math.IsNaN(tr.error) {
			band.X, band.Low, band.High = append(band.X, x), append(band.Low, tr.mean-tr.error), append(band.High, tr.mean+tr.error)
		}
	}
	return mean, band
}

// singleFolds are the curves that the mean is of: those of the folds, or of the
// inner folds where there is one.
func singleFolds(t *engine.Tuning, at valueAxis) figure.Segments {
	s := figure.Segments{Name: "each fold"}
	if len(t.Chosen) > 1 {
		for i := range t.Chosen {
			chosen := &t.Chosen[i]
			s = appendCurve(s, at, func(value int) float64 { mean, _ := chosen.Mean(value); return mean })
		}
		return s
	}
	s.Name = "each inner fold"
	for inner := range innerFolds(&t.Chosen[0]) {
		s = appendCurve(s, at, func(value int) float64 {
			if scores := t.Chosen[0].Scores[value]; inner < len(scores) {
				return scores[inner]
			}
			return math.NaN()
		})
	}
	return s
}

// innerFolds returns how many inner folds there are: none to tell apart if
// there is one.
func innerFolds(c *engine.Chosen) int {
	most := 0
	for _, scores := range c.Scores {
		most = max(most, len(scores))
	}
	if most < 2 {
		return 0
	}
	return most
}

// appendCurve adds the strokes of one curve, broken where a value is missing.
func appendCurve(s figure.Segments, at valueAxis, score func(value int) float64) figure.Segments {
	order := at.order()
	for i := 1; i < len(order); i++ {
		y0, y1 := score(order[i-1]), score(order[i])
		if math.IsNaN(y0) || math.IsNaN(y1) {
			continue
		}
		s.X0, s.Y0 = append(s.X0, at.at[order[i-1]]), append(s.Y0, y0)
		s.X1, s.Y1 = append(s.X1, at.at[order[i]]), append(s.Y1, y1)
	}
	return s
}

// marks are the candidates that folds chose, on the line of means.
func marks(at valueAxis, all []trial) figure.Points {
	p := figure.Points{Name: "chosen"}
	for _, tr := range all {
		if tr.folds > 0 {
			p.X, p.Y = append(p.X, at.at[tr.digits[0]]), append(p.Y, tr.mean)
		}
	}
	return p
}
