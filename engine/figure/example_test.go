package figure_test

import (
	"fmt"

	"unfold/engine/figure"
)

// A figure is a value: data, marks and scales. A cell that ends in one shows it, save writes
// it to a file, and its table is what was drawn.
func ExampleFigure() {
	week := []float64{1, 2, 3, 4}
	growth := &figure.Figure{
		Title:   "Growth",
		Alt:     "Four plants: heights 2, 3, 5 and 9 in weeks 1 to 4.",
		X:       figure.Axis{Label: "week", Whole: true},
		Y:       figure.Axis{Label: "height", Log: true},
		Classes: []string{"fern", "moss"},
		Layers: []figure.Layer{
			figure.Line{Name: "fit", X: week, Y: []float64{2, 3.2, 5.1, 8.2}},
			figure.Points{X: week, Y: []float64{2, 3, 5, 9}, Class: []int{0, 0, 1, 1}},
		},
		Style: figure.Style{Theme: "paper", Palette: &figure.Palettes()[1]},
	}
	fmt.Println(growth.Check())
	fmt.Print(growth.Table().CSV())

	growth.Layers[0] = figure.Line{Name: "fit", X: week}
	fmt.Println(growth.Check())
	// Output:
	// <nil>
	// layer,class,week,height
	// fit,,1,2
	// fit,,2,3.2
	// fit,,3,5.1
	// fit,,4,8.2
	// ,fern,1,2
	// ,fern,2,3
	// ,moss,3,5
	// ,moss,4,9
	// "Growth": layer 1, line: Y has length 0, and X has length 4
}
