package figure

import (
	"strings"
	"testing"
)

// TestCheckNamesTheFault, the layer and the list it is in.
func TestCheckNamesTheFault(t *testing.T) {
	two := []float64{1, 2}
	for want, layer := range map[string]Layer{
		`"mine": layer 2, points: Y has length 0, and X has length 2`: Points{X: two},
		`points: Class has length 1, and X has length 2`:              Points{X: two, Y: two, Class: []int{0}},
		`points: Class 1 is -1, and the least is 0`:                   Points{X: two, Y: two, Class: []int{0, -1}},
		`line: Y has length 1`:                                        Line{X: two, Y: []float64{1}},
		`segments: X1 has length 0`:                                   Segments{X0: two, Y0: two},
		`segments: Class 0 is -2, and the least is -1`:                Segments{X0: two, Y0: two, X1: two, Y1: two, Class: []int{-2, 0}},
		`areas: each needs a Class or a Shade`:                        Areas{X0: two, Y0: two, X1: two, Y1: two},
		`names: Texts has length 1`:                                   Names{X: two, Y: two, Texts: []string{"a"}},
		`band: High has length 0`:                                     Band{X: two, Low: two},
		`bars: Y has length 0`:                                        Bars{Low: two, High: two},
		`cells: row 1 is not as long`:                                 Cells{Values: [][]float64{{1, 2}, {1}}},
		`cells: Shade has 1 rows for 2 of Values`:                     Cells{Values: [][]float64{{1}, {2}}, Shade: [][]float64{{1}}},
		`images: picture 0 has 3 pixels for 2×2`:                      Images{Width: 2, Height: 2, Pixels: [][]uint8{{1, 2, 3}}},
		`nodes: node 1 stands below 1`:                                Nodes{Parent: []int{-1, 1}, Test: []string{"", ""}, Answer: []string{"", ""}, Text: []string{"", ""}},
		`is a *figure.Points, where a figure.Points stands by itself`: &Points{X: two, Y: two},
		`is nil`: nil,
	} {
		f := &Figure{Title: "mine", Layers: []Layer{Line{X: two, Y: two}, layer}}
		if err := f.Check(); err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), `"mine": layer 2, `) {
			t.Errorf("got %v, want %s", err, want)
		}
		if err := (&Figure{Parts: []*Figure{f}}).Check(); err == nil || !strings.Contains(err.Error(), "part 1: ") {
			t.Errorf("of a part %v", err)
		}
	}
	if err := (&Figure{Parts: []*Figure{nil}}).Check(); err == nil {
		t.Error("a part that is nil is well")
	}
	whole := &Figure{Layers: []Layer{
		Points{X: two, Y: two, Class: []int{0, 3}}, Segments{X0: two, Y0: two, X1: two, Y1: two, Class: []int{-1, 0}}, Cells{Values: [][]float64{{1, 2}, {3, 4}}},
		Bars{Low: two, High: two, Y: two}, Areas{X0: two, Y0: two, X1: two, Y1: two, Shade: two}, Nodes{Parent: []int{-1}, Test: []string{""}, Answer: []string{""}, Text: []string{"a"}},
	}}
	if err := whole.Check(); err != nil {
		t.Error(err)
	}
}
