package view

import (
	"context"
	"fmt"
	"strconv"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/stage/folds"
	"unfold/engine/wording"
)

func init() {
	declare(engine.Stage{
		Name:     "confusion",
		Summary:  "counts the rows of each class by the class predicted",
		Use:      "See which classes are taken for which, beyond what accuracy says.",
		Avoid:    "Of very many classes the cells grow too small to read: take its table; what errors cost it does not say.",
		Citation: "Stehman 1997, doi:10.1016/S0034-4257(97)00083-7",
		Aliases:  []string{"confusionmatrix"},
		Near:     []string{"roc", "roccurve", "auc", "rocauc"},
		Examples: []string{`load | sample(400) | knn | confusion`},
		Needs:    engine.NeedClasses | engine.NeedPredictions,
		Rank:     210,
		Standard: true,
	}, func() *Confusion { return new(Confusion) })
}

// Confusion counts the rows of each class, from top to bottom, by the class
// predicted for them, from left to right, over all folds together. The shade
// of a cell is its share of its row, so that small classes show as well as
// large ones.
//
// Citation: Stehman 1997, doi:10.1016/S0034-4257(97)00083-7.
type Confusion struct{}

// Params declares that there are none.
func (*Confusion) Params(*engine.Params) {}

// View draws the figure.
func (*Confusion) View(_ context.Context, r *engine.Report) (*figure.Figure, error) {
	names := classNames(r)
	counts := confusions(r, len(names))
	f := &figure.Figure{
		Name:    "confusion",
		Title:   "Confusion" + folds.Pooled(r),
		Caption: "Rows by true class (down) and predicted class (across); a cell's shade is its share of the true class.",
		X:       figure.Axis{Label: "predicted", Whole: true, Labels: names},
		Y:       figure.Axis{Label: "true", Whole: true, Labels: names},
		Layers:  []figure.Layer{figure.Cells{Values: counts, Shade: shares(counts)}},
	}
	if len(r.Runs) > 1 {
		f.Caption += " All folds are counted together, a row once for each repeat."
	}
	f.Caption += " A difference of a few rows is chance."
	f.Alt = describeConfusion(r, names, counts)
	return f, nil
}

// classNames returns the names of the classes, and the numbers of those that
// have none.
func classNames(r *engine.Report) []string {
	names := append([]string(nil), r.Runs[0].Judged().Classes...)
	for _, run := range r.Runs {
		for i, l := range run.Judged().Labels {
			for most := max(l, int(run.Predicted[i])); len(names) <= most; {
				names = append(names, strconv.Itoa(len(names)))
			}
		}
	}
	return names
}

// confusions counts over all runs.
func confusions(r *engine.Report, classes int) [][]float64 {
	counts := make([][]float64, classes)
	for c := range counts {
		counts[c] = make([]float64, classes)
	}
	for _, run := range r.Runs {
		for i, l := range run.Judged().Labels {
			counts[l][int(run.Predicted[i])]++
		}
	}
	return counts
}

// shares divides each row by its sum; a row of zeros stays.
func shares(counts [][]float64) [][]float64 {
	out := make([][]float64, len(counts))
	for c, row := range counts {
		var sum float64
		for _, v := range row {
			sum += v
		}
		out[c] = make([]float64, len(row))
		for p, v := range row {
			out[c][p] = v / max(1, sum)
		}
	}
	return out
}

func describeConfusion(r *engine.Report, names []string, counts [][]float64) string {
	var all, right, worst float64
	var truth, taken int
	for c, row := range counts {
		for p, v := range row {
			all += v
			switch {
			case p == c:
				right += v
			case v > worst:
				truth, taken, worst = c, p, v
			}
		}
	}
	text := fmt.Sprintf("Of %s in %d classes, %.0f (%.1f %%) were predicted right.", wording.Plural(int(all), folds.Rows(r)+" row"), len(names), right, 100*right/all)
	if worst > 0 {
		text += fmt.Sprintf(" Most often (%.0f), class %s was taken for class %s.", worst, names[truth], names[taken])
	}
	return text
}
