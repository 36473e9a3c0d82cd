package sketch

import (
	"math"
	"strings"
	"testing"
	"unfold/engine/figure"
)

func TestCurveWithItsBand(t *testing.T) {
	fig := &figure.Figure{X: figure.Axis{Label: "lambda", Log: true}, Y: figure.Axis{Label: "accuracy"}, Layers: []figure.Layer{
		figure.Line{X: []float64{1e-6, 1e-3, 1}, Y: []float64{0.5, 0.9, 0.5}},
		figure.Band{X: []float64{1e-6, 1e-3, 1}, Low: []float64{0.4, 0.8, 0.4}, High: []float64{0.6, 1, 0.6}},
		figure.Points{X: []float64{1e-3}, Y: []float64{0.9}},
	}}
	lines := strings.Split(Drawing(fig), "\n")
	if got, want := strings.Join(lines[len(lines)-2:], "; "), "lambda 1e-06 to 1; accuracy 0.4 to 1"; got != want {
		t.Errorf("axes are %q, want %q", got, want)
	}
	middle := columns/2 + 1 // after the frame
	if top := []rune(lines[0]); !strings.ContainsRune(string(top[middle-4:]), '░') {
		t.Errorf("no band at the top of the middle: %q", lines[0])
	}
	found := false
	for _, line := range lines {
		if runes := []rune(line); len(runes) > middle && runes[middle] == '●' {
			found = true
		}
	}
	if !found {
		t.Errorf("the choice is not in the middle:\n%s", strings.Join(lines, "\n"))
	}
}

func TestStrokesWithoutFaintInk(t *testing.T) {
	steep := figure.Segments{X0: []float64{0}, Y0: []float64{0}, X1: []float64{1}, Y1: []float64{1}}
	shaded, strong := steep, figure.Segments{X0: []float64{0}, Y0: []float64{1}, X1: []float64{1}, Y1: []float64{1}, Strong: true}
	shaded.Shade = []float64{0.5}
	flat := figure.Line{X: []float64{0, 1}, Y: []float64{0, 0}}
	band := figure.Band{X: []float64{0, 1}, Low: []float64{0, 0}, High: []float64{1, 1}}
	braille := func(s string) (n int) {
		for _, r := range s {
			if r > noDots && r <= allDots {
				n++
			}
		}
		return n
	}
	for name, c := range map[string]struct {
		layers []figure.Layer
		want   int
	}{
		"the curves of folds over their band":      {[]figure.Layer{band, steep, flat}, columns},
		"a strong stroke over a band":              {[]figure.Layer{band, strong, flat}, 2 * columns},
		"settings by lightness beside the best":    {[]figure.Layer{shaded, strong}, columns},
		"the stems of a diagram beside its groups": {[]figure.Layer{steep, strong, flat}, 3 * columns},
	} {
		text := Drawing(&figure.Figure{Layers: c.layers})
		if got := braille(text); got < c.want-8 || got > c.want+8 {
			t.Errorf("%s: %d characters of braille, want about %d:\n%s", name, got, c.want, text)
		}
	}
}

func TestNamesFit(t *testing.T) {
	long := strings.Repeat("long ", 9)
	fig := &figure.Figure{X: figure.Axis{Label: "rank"}, Y: figure.Axis{Labels: []string{}}, Layers: []figure.Layer{
		figure.Segments{X0: []float64{1, 2}, Y0: []float64{0, 0}, X1: []float64{1, 2}, Y1: []float64{1, 1}},
		figure.Names{X: []float64{1}, Y: []float64{0}, Texts: []string{"nearest"}, Right: true},
		figure.Names{X: []float64{2}, Y: []float64{0}, Texts: []string{long}},
	}}
	text := Drawing(fig)
	for line := range strings.Lines(text) {
		if n := len([]rune(strings.TrimRight(line, "\n"))); n > columns+1 {
			t.Errorf("%d columns: %q", n, line)
		}
	}
	if !strings.Contains(text, "nearest") || !strings.Contains(text, "long long long long lon…") {
		t.Errorf("names are cut:\n%s", text)
	}
	if !strings.HasSuffix(text, "\nrank 1 to 2") {
		t.Errorf("an axis without numbers is told:\n%s", text)
	}
}

func TestBarsStandOnZero(t *testing.T) {
	fig := &figure.Figure{Layers: []figure.Layer{figure.Bars{Low: []float64{0, 1, 2}, High: []float64{1, 2, 3}, Y: []float64{4, 0, 8}}}}
	lines := strings.Split(Drawing(fig), "\n")
	if top, low := lines[0], lines[rows-1]; strings.Count(top, "█") < columns/4 || strings.Count(low, "█") < columns/2 || strings.Contains(top, "│█") || !strings.Contains(low, "│█") {
		t.Errorf("bars are wrong:\n%s", strings.Join(lines, "\n"))
	}
}

func TestNothingToDraw(t *testing.T) {
	nan := math.NaN()
	for name, layers := range map[string][]figure.Layer{
		"no layer":       nil,
		"a grid":         {figure.Cells{Values: [][]float64{{1}}}, figure.Line{X: []float64{0, 1}, Y: []float64{0, 1}}},
		"points alone":   {figure.Points{X: []float64{0, 1}, Y: []float64{0, 1}}},
		"no number":      {figure.Line{X: []float64{nan, 1}, Y: []float64{1, nan}}},
		"names alone":    {figure.Names{X: []float64{1}, Y: []float64{1}, Texts: []string{"a"}}},
		"an empty curve": {figure.Line{}},
	} {
		if got := Drawing(&figure.Figure{Layers: layers}); got != "" {
			t.Errorf("%s: %q", name, got)
		}
	}
	hostile := &figure.Figure{X: figure.Axis{Log: true}, Layers: []figure.Layer{
		figure.Line{X: []float64{0, -1, 1}, Y: []float64{1, 2, math.Inf(1)}},
		figure.Band{X: []float64{0, 1}, Low: []float64{nan, 1}, High: []float64{1, nan}},
		figure.Bars{Low: []float64{0}, High: []float64{nan}, Y: []float64{nan}},
		figure.Names{X: []float64{nan}, Y: []float64{1}, Texts: []string{"\x1b[2J"}},
	}}
	Drawing(hostile)
}
