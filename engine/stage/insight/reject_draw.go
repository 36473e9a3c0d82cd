package insight

import (
	"fmt"
	"slices"
	"strings"

	"unfold/engine"
	"unfold/engine/evaluate/evidence"
	"unfold/engine/figure"
	"unfold/engine/stage/folds"
	"unfold/engine/wording"
)

// A kept part is the predictions from a threshold on.
type kept struct {
	threshold float64
	share     float64 // rejected
	accuracy  float64 // of the others
	low, high float64 // its 95 % interval
}

// keptFrom returns what is kept of some predictions, the nearest to a border first, if so
// many of them are rejected.
func keptFrom(all []answered, rejected int) kept {
	right := 0
	for _, a := range all[rejected:] {
		if a.right {
			right++
		}
	}
	rest := float64(len(all) - rejected)
	k := kept{threshold: all[rejected].margin, share: float64(rejected) / float64(len(all)), accuracy: float64(right) / rest}
	k.low, k.high = evidence.Wilson(float64(right), rest)
	return k
}

// below returns how many predictions are below a threshold: one at least is kept.
func below(all []answered, threshold float64) int {
	at, _ := slices.BinarySearchFunc(all, threshold, func(a answered, v float64) int {
		if a.margin < v {
			return -1
		}
		return 1
	})
	return min(at, len(all)-1)
}

// percents is how many parts of the predictions the curve has a place for.
const percents = 100

// curve returns what is kept from the margins on that a hundredth of the predictions
// each is below; of equal ones all are kept or rejected.
func curve(all []answered) []kept {
	var places []kept
	last := -1
	for part := range percents {
		at := below(all, all[part*len(all)/percents].margin)
		if at > last {
			places, last = append(places, keptFrom(all, at)), at
		}
	}
	return places
}

// draw makes the figure.
func (m *Reject) draw(r *engine.Report, all []answered, without int) *figure.Figure {
	line, band := figure.Line{Name: "accuracy of the others"}, figure.Band{Name: "95 % interval"}
	for _, k := range curve(all) {
		line.X, line.Y = append(line.X, k.share), append(line.Y, k.accuracy)
		band.X, band.Low, band.High = append(band.X, k.share), append(band.Low, k.low), append(band.High, k.high)
	}
	f := &figure.Figure{Name: "reject", Title: "Accuracy if rows near a border are rejected" + folds.Pooled(r), X: figure.Axis{Label: "share of predictions rejected"}, Y: figure.Axis{Label: "accuracy of the others"}}
	f.Layers = []figure.Layer{band, line}
	told := []string{fmt.Sprintf("%.4f of all", line.Y[0])}
	for _, percent := range []int{5, 10, 20, 50} {
		if k := keptFrom(all, below(all, all[percent*len(all)/100].margin)); k.share > 0 {
			told = append(told, fmt.Sprintf("%.4f with %.1f %% rejected, below %.3g", k.accuracy, 100*k.share, k.threshold))
		}
	}
	f.Caption = "Rejected are the predictions with the least relative distance (d⁻ − d⁺)/(d⁻ + d⁺), which is 0 on the border of two classes; the band is the 95 % interval of the accuracy of the others. A threshold that is chosen here is judged by the rows that it was chosen by."
	f.Alt = fmt.Sprintf("Accuracy of %s of %s rows: %s.", wording.Plural(len(all), "prediction"), folds.Rows(r), strings.Join(told, "; "))
	if m.Threshold > 0 {
		k := keptFrom(all, below(all, m.Threshold))
		f.Layers = append(f.Layers, figure.Points{Name: fmt.Sprintf("threshold %g", m.Threshold), X: []float64{k.share}, Y: []float64{k.accuracy}})
		f.Alt += fmt.Sprintf(" Below the threshold %g are %.1f %%; of the others %.4f are right.", m.Threshold, 100*k.share, k.accuracy)
	}
	if without > 0 {
		f.Caption += fmt.Sprintf(" What %s learned was let go.", wording.Plural(without, "further fold"))
	}
	return f
}
