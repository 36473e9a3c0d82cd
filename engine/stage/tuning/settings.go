package tuning

import (
	"context"
	"fmt"
	"slices"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/wording"
)

func init() {
	declare(engine.Stage{
		Name:     "settings",
		Summary:  "draws each setting of three parameters or more as a line to its score",
		Use:      "See three parameters or more at once, and which of them matters.",
		Avoid:    "Lines of hundreds of settings cover one another: vary fewer, or read the table of the report's tuning.",
		Citation: "Inselberg 1985, doi:10.1007/BF01898350",
		Examples: []string{`load | sample(300) | scale | pca(dim=[2, 5]) | svm(C=[1, 10], gamma=[0.1, 1]) | holdout | settings`},
		Needs:    engine.NeedTuning | engine.NeedManyVaried,
		Rank:     330,
		Standard: true,
	}, func() *Settings { return new(Settings) })
}

// Settings draws the settings in parallel coordinates: an axis for each varied
// parameter, its candidates from the first at the bottom to the last at the
// top, and an axis for the mean inner score, its best at the top. A line is a
// setting, shaded by its score; the setting with the best mean is drawn to be
// noticed.
//
// Citation: Inselberg 1985, doi:10.1007/BF01898350.
type Settings struct{}

// Params declares that there are none.
func (*Settings) Params(*engine.Params) {}

// View draws the figure; none where no setting has a score.
func (*Settings) View(_ context.Context, r *engine.Report) (*figure.Figure, error) {
	t := r.Tuning
	all := trials(t)
	if len(all) == 0 {
		return nil, nil
	}
	labels := make([]string, 0, len(t.Candidates)+1)
	for _, v := range t.Candidates {
		labels = append(labels, v.Name())
	}
	lines, best, names := trialLines(t, all)
	return &figure.Figure{
		Name:    "settings",
		Title:   fmt.Sprintf("Inner %s by %s", t.Measure, wording.Plural(len(t.Candidates), "parameter")),
		Caption: "A line is a setting: it crosses each axis at the candidate it takes and ends at its mean score, which is also its shade. Lines that end high and come from all over an axis say that its parameter matters little. The strong line is the best mean. " + describeInner(t),
		Alt: fmt.Sprintf("Inner %s of %s. %s %d within one standard error of the best. %s",
			t.Measure, wording.Plural(len(all), "setting"), describeBest(t, all), len(withinOneError(t, all)), describeChosen(t, all)),
		X:      figure.Axis{Label: "parameter", Whole: true, Labels: append(labels, t.Measure)},
		Y:      figure.Axis{Label: "candidate", Whole: true, Labels: []string{"first, worst", "last, best"}},
		Layers: []figure.Layer{lines, best, names},
	}, nil
}

// trialLines draws the trials, the best last so that it lies on top, and writes
// the candidates along the axes.
func trialLines(t *engine.Tuning, all []trial) (lines, best figure.Segments, names figure.Names) {
	lines, best = figure.Segments{Name: t.Measure}, figure.Segments{Name: "best mean", Strong: true}
	ordered := slices.Clone(all)
	slices.SortStableFunc(ordered, byMean(t.Better))
	top, bottom := ordered[0].mean, ordered[len(ordered)-1].mean
	slices.Reverse(ordered)
	for _, tr := range ordered {
		heights := make([]float64, 0, len(t.Candidates)+1)
		for v, digit := range tr.digits {
			heights = append(heights, evenHeight(digit, len(t.Candidates[v].Values)))
		}
		heights = append(heights, share(tr.mean, bottom, top))
		for i := 1; i < len(heights); i++ {
			lines = lines.With(float64(i-1), heights[i-1], float64(i), heights[i])
			lines.Shade = append(lines.Shade, tr.mean)
		}
	}
	for i := len(lines.X0) - len(t.Candidates); i < len(lines.X0); i++ {
		best = best.With(lines.X0[i], lines.Y0[i], lines.X1[i], lines.Y1[i])
	}
	for v, varied := range t.Candidates {
		names = axisLabels(names, float64(v), varied.Texts)
	}
	names = axisLabels(names, float64(len(t.Candidates)), []string{fmt.Sprintf("%.4g", bottom), fmt.Sprintf("%.4g", top)})
	return lines, best, names
}

// axisLabels writes texts upwards at an axis, few enough for all to be read.
func axisLabels(names figure.Names, x float64, texts []string) figure.Names {
	const most = 9
	every := (len(texts) + most - 1) / most
	for i, text := range texts {
		if i%every == 0 {
			names.X, names.Y, names.Texts = append(names.X, x), append(names.Y, evenHeight(i, len(texts))), append(names.Texts, text)
		}
	}
	return names
}

// evenHeight returns the height of candidate i of n on its axis.
func evenHeight(i, n int) float64 { return float64(i) / float64(max(1, n-1)) }

// share is how far v is on the way from low to high; one where they are equal.
func share(v, low, high float64) float64 {
	if low == high {
		return 1
	}
	return (v - low) / (high - low)
}
