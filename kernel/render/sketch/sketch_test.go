package sketch

import (
	"math"
	"strings"
	"testing"

	"unfold/engine/figure"
)

func TestLettersStandWherePointsAre(t *testing.T) {
	fig := &figure.Figure{Classes: []string{"one", "two"}, Layers: []figure.Layer{
		figure.Points{X: []float64{0, 1}, Y: []float64{0, 1}, Class: []int{0, 1}},
		figure.Points{Name: "held", Ring: true, X: []float64{1}, Y: []float64{0}, Class: []int{1}},
	}}
	lines := strings.Split(Scatter(fig), "\n")
	if got := []rune(lines[0]); got[len(got)-1] != 'b' {
		t.Errorf("upper right corner in %q, want b", lines[0])
	}
	if low := lines[rows-1]; !strings.HasPrefix(low, "│a") || !strings.HasSuffix(low, "B") {
		t.Errorf("lowest line is %q, want a on the left and B on the right", low)
	}
	if text := strings.Join(lines[rows+1:], "\n"); text != "a one   b two\ncapital letters: held rows" {
		t.Errorf("key is %q", text)
	}
}

func TestMajorityShows(t *testing.T) {
	fig := &figure.Figure{Classes: []string{"one", "two"}, Layers: []figure.Layer{
		figure.Points{X: []float64{0, 0, 0, 5}, Y: []float64{0, 0, 0, 5}, Class: []int{0, 1, 1, 0}},
	}}
	if low := strings.Split(Scatter(fig), "\n")[rows-1]; low != "│b" {
		t.Errorf("lowest line is %q, want the class of two of the three points", low)
	}
}

func TestPointsWithoutClassAreDots(t *testing.T) {
	fig := &figure.Figure{Classes: []string{"one", "two"}, Layers: []figure.Layer{
		figure.Points{Name: "unlabelled", X: []float64{0, 0, 5, 5}, Y: []float64{0, 0, 5, 0}},
		figure.Points{X: []float64{0, 5}, Y: []float64{0, 5}, Class: []int{0, 1}},
	}}
	lines := strings.Split(Scatter(fig), "\n")
	if low := lines[rows-1]; !strings.HasPrefix(low, "│a") || !strings.HasSuffix(low, "·") || !strings.HasSuffix(lines[0], "b") {
		t.Errorf("lowest line is %q, highest %q", low, lines[0])
	}
	if text := strings.Join(lines[rows+1:], "\n"); text != "a one   b two   · unlabelled" {
		t.Errorf("key is %q", text)
	}
}

func TestBraille(t *testing.T) {
	fig := &figure.Figure{Layers: []figure.Layer{figure.Points{X: []float64{0, 1}, Y: []float64{0, 1}}}}
	lines := strings.Split(Scatter(fig), "\n")
	if lines[rows-1] != "│⡀" || !strings.HasSuffix(lines[0], "⠈") {
		t.Errorf("corners are %q and %q", lines[rows-1], lines[0])
	}
}

func TestNothingToShow(t *testing.T) {
	figures := map[string]*figure.Figure{
		"no layer":     {},
		"only lines":   {Layers: []figure.Layer{figure.Line{X: []float64{1}, Y: []float64{1}}}},
		"no number":    {Layers: []figure.Layer{figure.Points{X: []float64{math.NaN()}, Y: []float64{1}}}},
		"logarithmic":  {X: figure.Axis{Log: true}, Layers: []figure.Layer{figure.Points{X: []float64{1}, Y: []float64{1}}}},
		"empty points": {Layers: []figure.Layer{figure.Points{}}},
	}
	for name, fig := range figures {
		if got := Scatter(fig); got != "" {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestEmptyLinesAreLeftOut(t *testing.T) {
	fig := &figure.Figure{Equal: true, Layers: []figure.Layer{figure.Points{X: []float64{0, 50, 100}, Y: []float64{0, 1, 0}}}}
	if lines := strings.Split(strings.TrimSpace(Scatter(fig)), "\n"); len(lines) > 3 {
		t.Errorf("a flat figure takes %d lines:\n%s", len(lines), Scatter(fig))
	}
}

func TestEqualUnits(t *testing.T) {
	p, ok := planeOf(&figure.Figure{Equal: true}, []figure.Points{{X: []float64{0, 10}, Y: []float64{0, 1}}})
	if !ok || math.Abs(p.width/columns*2-p.height/rows) > 1e-12 {
		t.Errorf("a character is %g by %g", p.width/columns, p.height/rows)
	}
}

// TestLimitsHoldInText: what lies outside is not drawn, and the frame is that of the limits.
func TestLimitsHoldInText(t *testing.T) {
	at := []float64{-9, 0, 1, 9}
	fig := &figure.Figure{X: figure.Axis{Low: -1, High: 3}, Classes: []string{"a", "b"}, Layers: []figure.Layer{figure.Points{X: at, Y: at, Class: []int{0, 1, 1, 0}}}}
	if text := Scatter(fig); strings.Count(strings.Split(text, "└")[0], "a") != 0 || strings.Count(strings.Split(text, "└")[0], "b") != 2 {
		t.Errorf("drawn as\n%s", text)
	}
	fig.Layers = []figure.Layer{figure.Line{X: at, Y: at}}
	if text := Drawing(fig); !strings.Contains(text, "x -1 to 3") {
		t.Errorf("drawn as\n%s", text)
	}
}
