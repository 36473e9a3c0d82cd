package comparison

import (
	"fmt"
	"math"
	"strings"
	"unfold/engine/figure"
)

// Figures returns the drawings of the survey: the critical-difference diagram
// (Demšar 2006). There is none without a ranking of two recipes.
func (s *Survey) Figures() []*figure.Figure {
	if s.Ranking == nil || len(s.Names) < 2 {
		return nil
	}
	d := diagram{Survey: s, order: s.Order()}
	return []*figure.Figure{d.figure()}
}

// A diagram is the mean ranks on a line, with names above them on both sides and
// bars between the line and the names.
type diagram struct {
	*Survey
	order []int
}

// barStep is the height from bar to bar; names are one apart.
const barStep = 0.45

func (d diagram) figure() *figure.Figure {
	n := len(d.Whole)
	fig := &figure.Figure{Name: "ranks", Title: fmt.Sprintf("mean ranks by %s over %s", d.Measure, count(n, "data set", "data sets")),
		X: figure.Axis{Label: "mean rank (1 is best)"}, Y: figure.Axis{Labels: []string{}}}
	stems, left, right := d.names()
	fig.Layers = append(fig.Layers, stems)
	if len(d.Groups) > 0 {
		bars, members := d.bars()
		fig.Layers = append(fig.Layers, bars, members)
	}
	if d.usesCriticalDifference() {
		bar, word := d.scale()
		fig.Layers = append(fig.Layers, bar, word)
	}
	fig.Layers = append(fig.Layers, left, right)
	fig.Caption = strings.Join(append([]string{d.legend()}, d.testSentences()...), " ")
	fig.Alt = d.describe()
	return fig
}

// usesCriticalDifference reports whether pairs are told apart by the critical
// difference.
func (d diagram) usesCriticalDifference() bool {
	return d.Refused == nil && d.PostHoc == Nemenyi && !d.allAlike()
}

// floor is the height of the lowest name, above all bars.
func (d diagram) floor() float64 { return float64(barStep*float64(len(d.Groups)+1)) + 0.3 }

// names returns the strokes from each mean rank to its name. The better half has
// its names on the left, the others on the right; towards the middle names stand
// higher, so that no stroke crosses another.
func (d diagram) names() (stems figure.Segments, left, right figure.Names) {
	stems.Name = "recipe"
	left.Right = true
	means := d.Ranking.Means
	first, last := means[d.order[0]], means[d.order[len(d.order)-1]]
	room := float64(0.08 * max(last-first, 0.5))
	for at, i := range d.order {
		side, end, level := &left, first-room, at
		if at >= (len(d.order)+1)/2 {
			side, end, level = &right, last+room, len(d.order)-1-at
		}
		y := d.floor() + float64(level)
		stems.X0, stems.Y0 = append(stems.X0, means[i], means[i]), append(stems.Y0, 0, y)
		stems.X1, stems.Y1 = append(stems.X1, means[i], end), append(stems.Y1, y, y)
		side.X, side.Y = append(side.X, end), append(side.Y, y)
		side.Texts = append(side.Texts, fmt.Sprintf("%s %.2f", d.Names[i], means[i]))
	}
	return stems, left, right
}

// bars returns a bar for each group, with a mark on every member: a bar may pass
// over a recipe that is told apart from others of the group.
func (d diagram) bars() (bars figure.Segments, members figure.Points) {
	bars.Name, bars.Strong, members.Name = "not told apart", true, "member"
	for at, group := range d.Groups {
		y := barStep * float64(at+1)
		low, high := math.Inf(1), math.Inf(-1)
		for _, i := range group {
			mean := d.Ranking.Means[i]
			low, high = min(low, mean), max(high, mean)
			members.X, members.Y = append(members.X, mean), append(members.Y, y)
		}
		bars.X0, bars.Y0 = append(bars.X0, low), append(bars.Y0, y)
		bars.X1, bars.Y1 = append(bars.X1, high), append(bars.Y1, y)
	}
	return bars, members
}

// scale returns the critical difference as a stroke over the names, from the best
// rank on, with its ends and its number.
func (d diagram) scale() (bar figure.Segments, word figure.Names) {
	from := d.Ranking.Means[d.order[0]]
	to, y, tip := from+d.Critical, d.floor()+float64((len(d.order)+1)/2)+0.2, 0.15
	bar = figure.Segments{Name: "critical difference",
		X0: []float64{from, from, to}, Y0: []float64{y, y - tip, y - tip},
		X1: []float64{to, from, to}, Y1: []float64{y, y + tip, y + tip}}
	word = figure.Names{X: []float64{to}, Y: []float64{y}, Texts: []string{fmt.Sprintf("critical difference %.2f", d.Critical)}}
	return bar, word
}

// legend says what is drawn.
func (d diagram) legend() string {
	if len(d.Groups) == 0 {
		return "Recipes by mean rank."
	}
	return "Bars join recipes, marked on them, of which no two are told apart."
}

// describe writes the diagram as a sentence.
func (d diagram) describe() string {
	var ranks, groups []string
	for _, i := range d.order {
		ranks = append(ranks, fmt.Sprintf("%s %.2f", d.Names[i], d.Ranking.Means[i]))
	}
	for _, group := range d.Groups {
		var names []string
		for _, i := range group {
			names = append(names, d.Names[i])
		}
		groups = append(groups, strings.Join(names, ", "))
	}
	text := fmt.Sprintf("Mean ranks over %s: %s", count(len(d.Whole), "data set", "data sets"), strings.Join(ranks, ", "))
	switch {
	case d.Refused != nil:
		return text + "; no test was made"
	case len(groups) == 0:
		return text + "; all are told apart"
	}
	return text + "; not told apart: " + strings.Join(groups, "; ")
}
