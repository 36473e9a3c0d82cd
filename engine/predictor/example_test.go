package predictor_test

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/predictor"
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
