package dependence

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/internal/moments"
	"unfold/engine/linear/gram"
	"unfold/engine/remedy"
)

// Answers returns what is to be learned of the rows of s, a matrix of n×m: the
// responses, in their own units, or a column for each class that has rows, 1 on its
// rows and 0 elsewhere, so that any two classes are equally far apart.
func Answers(ctx context.Context, s engine.Sample) (*mat.Dense, error) {
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

// Bandwidth returns the sigma of what is to be learned, which param gives, or where that is auto the median distance of two answers times width. Where half of them are
// the same one, the root mean square distance stands for it.
func Bandwidth(ctx context.Context, answers *mat.Dense, param string, sigma, width float64) (float64, error) {
	if sigma == engine.Auto {
		typical, err := gram.MedianDistance(ctx, answers)
		if err != nil {
			return 0, err
		}
		if typical == 0 {
			c := mat.DenseCopyOf(answers)
			moments.Centre(c)
			n, _ := answers.Dims()
			norm := mat.Norm(c, 2)
			typical = math.Sqrt(2 * float64(norm*norm) / float64(n))
		}
		sigma = width * typical
	}
	if sigma*sigma == 0 {
		return 0, &engine.Error{Param: param, Cause: "the responses give no bandwidth: they are equal, or " + param + " is too small to be squared", Remedy: remedy.Give(param, "about the distance of two responses")}
	}
	return sigma, nil
}
