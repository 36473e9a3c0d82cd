// Package giveaway finds columns that alone decide what is to be learned, as one does
// that was written down after the answer was known. It imports the vocabulary of the
// engine. Start at [Of].
package giveaway

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

const (
	decided  = 0.98  // the share of rows that a column decides which tells too much
	largest  = 0.9   // the share of the largest class above which that is little
	rows     = 50    // fewer may be so by chance
	others   = 10    // rows outside the largest class, of which the same holds
	perLevel = 10    // rows a value has on average, or it names rows rather than says something of them
	exactly  = 0.999 // the correlation, or share of the variance, that gives a response away
	looked   = 2000  // rows that are looked at before all are
	told     = 3     // columns that are named
)

// Of returns the notes on the rows of a report that predicts; nil of others.
func Of(r *engine.Report) []string {
	if !slices.ContainsFunc(r.Steps, func(s engine.StepReport) bool { return s.Role == engine.PredictorRole }) {
		return nil
	}
	return Notes(r.Table)
}

// Notes asks of each column that alone decides what is to be learned whether it is known
// before the answer is: that the largest class of each of its values, or of each side of
// one threshold, is right of 98 % of the rows, or that a response is a line of it or the
// same for each of its values. Numbers of rows and pixels of pictures are
// not asked. Of many rows some are
// looked at first, so time is O(nd) at most, and mostly O(d).
func Notes(t *engine.Table) (notes []string) {
	if t == nil || t.X == nil || t.Image != nil || len(t.Columns) == 0 {
		return nil
	}
	var known []int
	for i := range t.Len() {
		if t.Known(i) {
			known = append(known, i)
		}
	}
	if len(known) < rows {
		return nil
	}
	few := known
	if len(known) > looked {
		few = make([]int, looked)
		for i := range few {
			few[i] = known[i*len(known)/looked]
		}
	}
	for j, column := range t.Columns {
		if tells(t, j, few) == "" {
			continue
		}
		if what := tells(t, j, known); what != "" {
			notes = append(notes, column.Name+" alone "+what+": is it known before the answer is?")
		}
	}
	if n := len(notes) - told; n > 0 {
		notes = append(notes[:told], fmt.Sprintf("%d more columns alone tell as much", n))
	}
	return notes
}

// tells says what a column gives away of the target of some rows; "" if little.
func tells(t *engine.Table, j int, at []int) string {
	if t.HasClasses() {
		share := decides(mat.Col(nil, j, t.X), t.Labels, len(t.Classes), at)
		if share < decided {
			return ""
		}
		return fmt.Sprintf("decides %s in %.4g %% of rows", cmp.Or(t.Label, "the class"), math.Floor(1000*share)/10)
	}
	var given []string
	for c := range t.Width() {
		if x, y := mat.Col(nil, j, t.X), mat.Col(nil, c, t.Response); correlated(x, y, at) || constant(x, y, at) {
			given = append(given, cmp.Or(t.ResponseName(c), "the response"))
		}
	}
	if given == nil {
		return ""
	}
	return "gives " + strings.Join(given, ", ") + " nearly exactly"
}

// decides returns the share of rows whose class is the largest of their value, or of
// their side of the best threshold; 0 where one class is nearly all there is.
func decides(x []float64, labels []int, classes int, at []int) float64 {
	sorted := slices.Clone(at)
	slices.SortStableFunc(sorted, func(a, b int) int { return cmp.Compare(x[a], x[b]) }) // missing cells stand first
	if counts(x, sorted) {
		return 0
	}
	below, above := make([]int, classes), make([]int, classes)
	for _, i := range sorted {
		above[labels[i]]++
	}
	n, most := len(at), slices.Max(above)
	if float64(most) > largest*float64(n) || n-most < others {
		return 0
	}
	missing, value := 0, make([]int, classes)
	best, byLevel, levels := 0, 0, 0
	for k, i := range sorted {
		c := labels[i]
		below[c]++
		above[c]--
		value[c]++
		if k+1 < n && cmp.Compare(x[i], x[sorted[k+1]]) == 0 {
			continue
		}
		levels++
		byLevel += slices.Max(value)
		if clear(value); math.IsNaN(x[i]) {
			missing = slices.Max(below)
			clear(below) // they are on neither side
		}
		best = max(best, missing+slices.Max(below)+slices.Max(above))
	}
	if levels*perLevel <= n {
		best = max(best, byLevel)
	}
	return float64(best) / float64(n)
}

// counts reports whether a column, of which the order is given, numbers the rows: it says
// no more than where they stand.
func counts(x []float64, sorted []int) bool {
	step := x[sorted[1]] - x[sorted[0]]
	for k := range len(sorted) - 1 {
		if x[sorted[k+1]]-x[sorted[k]] != step {
			return false
		}
	}
	return step == 1
}

// correlated reports whether y is nearly a line of x.
func correlated(x, y []float64, at []int) bool {
	var mx, my float64
	for _, i := range at {
		mx += x[i] / float64(len(at))
		my += y[i] / float64(len(at))
	}
	var xx, xy, yy float64
	for _, i := range at {
		dx, dy := x[i]-mx, y[i]-my
		xx += float64(dx * dx)
		xy += float64(dx * dy)
		yy += float64(dy * dy)
	}
	return xx > 0 && yy > 0 && math.Abs(xy) >= exactly*math.Sqrt(xx)*math.Sqrt(yy) // a missing cell makes it false
}

// constant reports whether y is nearly the same for each value of x.
func constant(x, y []float64, at []int) bool {
	type level struct{ n, sum float64 }
	var levels []level
	number := map[float64]int{}
	of := make([]int, len(at))
	missing := -1
	for k, i := range at {
		l, ok := number[x[i]]
		if math.IsNaN(x[i]) {
			l, ok = missing, missing >= 0
		}
		if !ok {
			l = len(levels)
			levels = append(levels, level{})
			if number[x[i]] = l; math.IsNaN(x[i]) {
				missing = l
			}
		}
		levels[l].n++
		levels[l].sum += y[i]
		of[k] = l
	}
	if len(levels)*perLevel > len(at) {
		return false
	}
	var mean, within, whole float64
	for _, l := range levels {
		mean += l.sum / float64(len(at))
	}
	for k, i := range at {
		dl, dw := y[i]-levels[of[k]].sum/levels[of[k]].n, y[i]-mean
		within += float64(dl * dl)
		whole += float64(dw * dw)
	}
	return whole > 0 && within <= (1-exactly)*whole
}
