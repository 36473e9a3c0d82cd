package chart

import (
	"math"

	"unfold/engine/figure"
)

// tuned returns the curve of a sweep: means with their bands, one of them with
// a gap, and the choice.
func tuned() *figure.Figure {
	k := []float64{3, 5, 7, 9, 11, 13, 15}
	wave := func(height, phase float64) (mean, low, high []float64) {
		for i, x := range k {
			m := height - 0.004*math.Pow(x-phase, 2)/4
			se := 0.008 + 0.002*float64(i%3)
			mean, low, high = append(mean, m), append(low, m-se), append(high, m+se)
		}
		return mean, low, high
	}
	a, al, ah := wave(0.86, 8)
	b, bl, bh := wave(0.85, 11)
	b[2], bl[2], bh[2] = math.NaN(), math.NaN(), math.NaN()
	return &figure.Figure{Name: "curve", Title: "accuracy against isomap.k", Alt: "Two curves with their bands",
		X: figure.Axis{Label: "isomap.k", Whole: true}, Y: figure.Axis{Label: "accuracy"},
		Layers: []figure.Layer{
			figure.Band{Name: "± standard error", X: k, Low: al, High: ah},
			figure.Line{Name: "warp.alpha = 0.5", X: k, Y: a, Marked: true},
			figure.Band{X: k, Low: bl, High: bh},
			figure.Line{Name: "warp.alpha = 1", X: k, Y: b, Marked: true},
			figure.Segments{Name: "within one standard error", X0: []float64{3}, Y0: []float64{0.852}, X1: []float64{15}, Y1: []float64{0.852}},
			figure.Points{Name: "chosen", X: []float64{9}, Y: []float64{0.859}},
		}}
}

// ranked returns a critical-difference diagram.
func ranked(names ...string) *figure.Figure {
	ranks := []float64{1.6, 1.9, 3.2, 3.4, 4.9}
	var drops figure.Segments
	left, right := figure.Names{Right: true}, figure.Names{}
	for i, name := range names {
		y, end := -1-float64(i), ranks[0]-0.3
		if i >= (len(names)+1)/2 {
			y, end = -1-float64(len(names)-1-i), ranks[len(ranks)-1]+0.3
		}
		drops.X0, drops.Y0, drops.X1, drops.Y1 = append(drops.X0, ranks[i], ranks[i]), append(drops.Y0, 0, y), append(drops.X1, ranks[i], end), append(drops.Y1, y, y)
		side := &left
		if end > ranks[i] {
			side = &right
		}
		side.X, side.Y, side.Texts = append(side.X, end), append(side.Y, y), append(side.Texts, name)
	}
	return &figure.Figure{Name: "ranks", Title: "mean ranks over 12 data sets", Alt: "Mean ranks of five methods",
		X: figure.Axis{Label: "mean rank (1 is best)"}, Y: figure.Axis{Labels: []string{}},
		Layers: []figure.Layer{
			figure.Segments{Name: "method", X0: drops.X0, Y0: drops.Y0, X1: drops.X1, Y1: drops.Y1},
			figure.Segments{Name: "not told apart", Strong: true, X0: []float64{1.6, 3.2}, Y0: []float64{-0.35, -0.5}, X1: []float64{3.4, 4.9}, Y1: []float64{-0.35, -0.5}},
			left, right,
		}}
}

// heat returns the grid of a sweep over two parameters with its choice.
func heat() *figure.Figure {
	ks, cs := []string{"3", "5", "7", "9", "11"}, []string{"0.1", "1", "10", "100"}
	cells := figure.Cells{}
	for i := range cs {
		var row, shade []float64
		for j := range ks {
			v := 0.86 - 0.01*math.Pow(float64(j)-2.4, 2) - 0.02*math.Pow(float64(i)-1.7, 2)
			row, shade = append(row, math.Round(v*1000)/1000), append(shade, (v-0.7)/0.16)
		}
		cells.Values, cells.Shade = append(cells.Values, row), append(cells.Shade, shade)
	}
	box := func(x0, y0, x1, y1 float64, strong bool, name string) figure.Segments {
		return figure.Segments{Name: name, Strong: strong, X0: []float64{x0, x1, x1, x0}, Y0: []float64{y0, y0, y1, y1}, X1: []float64{x1, x1, x0, x0}, Y1: []float64{y0, y1, y1, y0}}
	}
	return &figure.Figure{Name: "candidates", Title: "accuracy over isomap.k and svm.C", Alt: "A grid of 20 settings",
		X: figure.Axis{Label: "isomap.k", Labels: ks}, Y: figure.Axis{Label: "svm.C", Labels: cs},
		Layers: []figure.Layer{cells, box(0.5, 0.5, 3.5, 2.5, true, "within one standard error"), figure.Points{Name: "chosen", X: []float64{2}, Y: []float64{2}}}}
}

// dealt returns the histogram of scores under labels dealt anew.
func dealt() *figure.Figure {
	bars := figure.Bars{Name: "labels dealt anew"}
	for i, n := range []float64{1, 4, 11, 22, 31, 19, 9, 3} {
		bars.Low, bars.High, bars.Y = append(bars.Low, 0.26+0.02*float64(i)), append(bars.High, 0.28+0.02*float64(i)), append(bars.Y, n)
	}
	return &figure.Figure{Name: "permutation", Title: "accuracy where nothing can be learned", Alt: "A histogram",
		X: figure.Axis{Label: "accuracy"}, Y: figure.Axis{Label: "deals", Whole: true},
		Layers: []figure.Layer{bars, figure.Segments{Name: "labels as they are", Strong: true, X0: []float64{0.61}, Y0: []float64{0}, X1: []float64{0.61}, Y1: []float64{31}}}}
}

// parallel returns parallel coordinates of settings, each shaded by its score.
func parallel() *figure.Figure {
	strokes := figure.Segments{Name: "accuracy"}
	names := figure.Names{}
	for a := range 4 {
		for b := range 3 {
			for c := range 4 {
				ends := []float64{float64(a) / 3, float64(b) / 2, float64(c) / 3}
				score := 0.9 - 0.1*math.Abs(ends[0]-0.6) - 0.05*ends[1] - 0.12*math.Abs(ends[2]-0.3)
				for at := range 2 {
					strokes.X0, strokes.X1 = append(strokes.X0, float64(at)), append(strokes.X1, float64(at+1))
					strokes.Y0, strokes.Y1 = append(strokes.Y0, ends[at]), append(strokes.Y1, ends[at+1])
					strokes.Shade = append(strokes.Shade, score)
				}
			}
		}
	}
	for at, texts := range [][]string{{"5", "7", "9", "11"}, {"0", "0.5", "1"}, {"0.1", "1", "10", "100"}} {
		for i, text := range texts {
			names.X, names.Y, names.Texts = append(names.X, float64(at)), append(names.Y, float64(i)/float64(len(texts)-1)), append(names.Texts, text)
		}
	}
	return &figure.Figure{Name: "settings", Title: "48 settings", Alt: "Parallel coordinates of 48 settings",
		X: figure.Axis{Labels: []string{"isomap.k", "warp.alpha", "svm.C"}}, Y: figure.Axis{Labels: []string{}},
		Layers: []figure.Layer{strokes, names}}
}
