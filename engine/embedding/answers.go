package embedding

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/remedy"
)

// answersOf returns what is to be learned of the rows of s, a matrix of n×m:
// the responses, in their own units, or a column for each class that has rows, 1 on its rows and 0
// elsewhere, so that any two classes are equally far apart.
func answersOf(ctx context.Context, s engine.Sample) (*mat.Dense, error) {
	switch {
	case s.HasClasses():
		return oneHot(s)
	case s.HasResponse():
		s.RemarkUnlike(ctx)
		return responses(s)
	}
	return nil, &engine.Error{Cause: "it reads classes or a response, and the table has neither", Remedy: remedy.Load("name the column", "response", "y")}
}

// oneHot returns the indicators of the classes that have rows.
func oneHot(s engine.Sample) (*mat.Dense, error) {
	column := make([]int, len(s.Classes))
	count := 0
	for class, size := range s.Sizes() {
		column[class] = count
		if size > 0 {
			count++
		}
	}
	if err := check.Classes(count); err != nil {
		return nil, err
	}
	y := mat.NewDense(s.Len(), count, nil)
	for i, class := range s.Labels {
		y.Set(i, column[class], 1)
	}
	return y, nil
}

// responses returns the response, a column each.
func responses(s engine.Sample) (*mat.Dense, error) {
	if err := check.Response(s); err != nil {
		return nil, err
	}
	varies := false
	for i := range s.Len() {
		for c, v := range s.Response.RawRowView(i) {
			varies = varies || v != s.Response.At(0, c)
		}
	}
	if !varies {
		return nil, &engine.Error{Cause: "all responses are equal: no direction explains them", Remedy: remedy.Say("give rows whose responses differ").Or(remedy.Use("pca"))}
	}
	return mat.DenseCopyOf(s.Response), nil
}

// centreWithAnswers returns the centred columns of s, their means and the centred
// answers, once all are known to be numbers.
func centreWithAnswers(ctx context.Context, s engine.Sample) (x *mat.Dense, mean []float64, y *mat.Dense, err error) {
	if err := finiteRows(s); err != nil {
		return nil, nil, nil, err
	}
	answers, err := answersOf(ctx, s)
	if err != nil {
		return nil, nil, nil, err
	}
	x, mean = centre(s.X)
	y, _ = centre(answers)
	return x, mean, y, nil
}
