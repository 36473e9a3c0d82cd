package predictor_test

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/stage/predictor"
	"unfold/engine/tree"
)

// Two classes around (0, 0) and (4, 4).
func Example() {
	s := engine.Sample{
		X:      mat.NewDense(6, 2, []float64{0, 0, 1, 0, 0, 1, 4, 4, 3, 4, 4, 3}),
		Target: engine.Target{Labels: []int{0, 0, 0, 1, 1, 1}, Classes: []string{"low", "high"}},
	}
	rows := mat.NewDense(2, 2, []float64{0.5, 0.5, 3.5, 3.5})
	for _, m := range []engine.Learner{
		&predictor.SVM{C: 10, Kernel: "rbf", Tol: 1e-3, Cache: 1},
		&predictor.KNN{K: 3},
		&predictor.Ridge{Lambda: 1},
		&predictor.Logistic{C: 1},
		&predictor.Bayes{Smoothing: 1e-9},
	} {
		p, err := m.Learn(context.Background(), s)
		if err != nil {
			fmt.Println(err)
			return
		}
		classes := make([]float64, 2)
		if err := p.Predict(context.Background(), classes, rows); err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(s.Classes[int(classes[0])], s.Classes[int(classes[1])])
	}
	// Output:
	// low high
	// low high
	// low high
	// low high
	// low high
}

// A tree tells what it asks; of a level it needs no numbers.
func ExampleCART() {
	s := engine.Sample{
		X:       mat.NewDense(6, 2, []float64{0, 20, 1, 25, 0, 22, 1, 11, 0, 9, 2, 8}),
		Columns: []engine.Column{{Name: "sky", Levels: []string{"clear", "cloud", "rain"}}, {Name: "degrees"}},
		Target:  engine.Target{Labels: []int{1, 1, 1, 0, 0, 0}, Classes: []string{"stay", "swim"}},
	}
	m := new(predictor.CART)
	engine.SetDefaults(m)
	m.Alpha = 0.01
	p, err := m.Learn(context.Background(), s)
	if err != nil {
		fmt.Println(err)
		return
	}
	t := p.(tree.Predictor).Tree()
	root := t.Nodes[0].Split.(tree.Threshold)
	fmt.Printf("%s ≤ %g: %s, else %s\n", t.ColumnName(root.Column), root.At, t.Classes[t.Nodes[1].Class], t.Classes[t.Nodes[2].Class])
	// Output:
	// degrees ≤ 15.5: stay, else swim
}

// Days of golf: a branch for each level, and a threshold that some day has. Nobody
// wrote down the outlook of the last day, which counts for a part in each branch.
func ExampleC45() {
	sunny, overcast, rain := 0.0, 1.0, 2.0
	s := engine.Sample{
		X: mat.NewDense(14, 2, []float64{
			sunny, 85, sunny, 90, sunny, 95, sunny, 70, sunny, 70,
			overcast, 78, overcast, 65, overcast, 90, overcast, 75,
			rain, 96, rain, 80, rain, 70, rain, 80, math.NaN(), 80,
		}),
		Columns: []engine.Column{{Name: "outlook", Levels: []string{"sunny", "overcast", "rain"}}, {Name: "humidity"}},
		Target:  engine.Target{Labels: []int{0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 0}, Classes: []string{"stay", "play"}},
	}
	m := new(predictor.C45)
	engine.SetDefaults(m)
	m.Prune = "none"
	p, err := m.Learn(context.Background(), s)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, rule := range p.(tree.Predictor).Tree().Rules() {
		fmt.Printf("%v: %.2f days\n", rule, rule.Rows)
	}
	// Output:
	// if outlook is sunny and humidity ≤ 75 then play: 2.00 days
	// if outlook is sunny and humidity > 75 then stay: 3.38 days
	// if outlook is overcast then play: 4.31 days
	// if outlook is rain then play: 4.31 days
}

// Two classes on either side of a line, which thresholds of one column would climb in
// steps.
func ExampleOC1() {
	s := engine.Sample{X: mat.NewDense(36, 2, nil), Columns: []engine.Column{{Name: "a"}, {Name: "b"}}, Target: engine.Target{Classes: []string{"below", "above"}}}
	for i := range 36 {
		a, b := i/6, i%6
		s.X.SetRow(i, []float64{float64(a), float64(b)})
		s.Labels = append(s.Labels, min(1, (a+b)/6))
	}
	m := new(predictor.OC1)
	engine.SetDefaults(m)
	p, err := m.Learn(context.Background(), s)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, rule := range p.(tree.Predictor).Tree().Rules() {
		fmt.Println(rule)
	}
	// Output:
	// if 0.462 a + 0.462 b ≤ 2.54034 then below
	// if 0.462 a + 0.462 b > 2.54034 then above
}

// Which columns tell the classes: the second does, the first has noise.
func ExampleGRLVQ() {
	s := engine.Sample{
		X:       mat.NewDense(8, 2, []float64{5, 1, 1, 2, 4, 1, 2, 2, 3, 7, 5, 8, 1, 8, 4, 7}),
		Columns: []engine.Column{{Name: "noise"}, {Name: "height"}},
		Target:  engine.Target{Labels: []int{0, 0, 0, 0, 1, 1, 1, 1}, Classes: []string{"low", "high"}},
	}
	m := new(predictor.GRLVQ)
	engine.SetDefaults(m)
	p, err := m.Learn(context.Background(), s)
	if err != nil {
		fmt.Println(err)
		return
	}
	learned := p.(engine.PrototypePredictor)
	for j, v := range learned.Relevance(0) {
		fmt.Printf("%s %.2f\n", learned.Columns()[j], v)
	}
	// Output:
	// noise 0.00
	// height 1.00
}
