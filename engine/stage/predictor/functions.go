package predictor

import (
	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/codec"
)

// targetsOf returns what functions of the rows are fitted to, a column for each:
// the responses; or for classes, whose numbers it returns too, 1 on the rows of
// the class and −1 on others (one against the rest).
func targetsOf(s engine.Sample) (targets *mat.Dense, classes []int, err error) {
	if !s.HasClasses() {
		return mat.DenseCopyOf(s.Response), nil, nil
	}
	if classes, err = presentClasses(s); err != nil {
		return nil, nil, err
	}
	return oneAgainstRest(s.Labels, classes), classes, nil
}

// oneAgainstRest returns a column for each class: 1 on its rows, −1 elsewhere.
func oneAgainstRest(labels, classes []int) *mat.Dense {
	targets := mat.NewDense(len(labels), len(classes), nil)
	for i, l := range labels {
		for c, class := range classes {
			if targets.Set(i, c, -1); l == class {
				targets.Set(i, c, 1)
			}
		}
	}
	return targets
}

// classFields tells the numbers of the classes that are predicted.
func classFields(f *codec.Fields, classes *[]int) {
	f.Ints("classes", classes)
	codec.Indices(f, *classes, f.Shape.Classes)
	f.Check(len(*classes) > 0, "there are no classes")
}

// functionFields tells what so many functions are of: classes, or responses.
func functionFields(f *codec.Fields, classes *[]int, functions int) {
	if f.Shape.Classes == 0 {
		f.Check(*classes == nil && functions == f.Shape.Responses, "%d functions for %d responses", functions, f.Shape.Responses)
		return
	}
	classFields(f, classes)
	f.Check(len(*classes) == functions, "%d functions for %d classes", functions, len(*classes))
}

// widthOf returns how many numbers are told of a row by so many functions, of
// classes or of responses.
func widthOf(classes []int, functions int) int {
	if classes != nil {
		return 1
	}
	return functions
}

// writePrediction fills dst with what functions f(0), f(1), ... say of a row: all their
// values, or of classes the one whose function is largest, the smaller class
// number on equal values.
func writePrediction(dst []float64, classes []int, functions int, f func(c int) float64) {
	if classes == nil {
		for c := range dst {
			dst[c] = f(c)
		}
		return
	}
	best, highest := 0, f(0)
	for c := 1; c < functions; c++ {
		if v := f(c); v > highest {
			best, highest = c, v
		}
	}
	dst[0] = float64(classes[best])
}

// centre returns the column means of x, and x without them.
func centre(x *mat.Dense) ([]float64, *mat.Dense) {
	n, d := x.Dims()
	means, centred := make([]float64, d), mat.NewDense(n, d, nil)
	for j := range d {
		for i := range n {
			means[j] += x.At(i, j) / float64(n)
		}
	}
	centred.Apply(func(_, j int, v float64) float64 { return v - means[j] }, x)
	return means, centred
}
