package engine_test

import (
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// pairs is a target of two responses, i and 10i for row i.
func pairs(names ...string) engine.Target {
	y := mat.NewDense(4, 2, nil)
	for i := range 4 {
		y.SetRow(i, []float64{float64(i), float64(10 * i)})
	}
	return engine.Target{Label: strings.Join(names, ", "), Response: y, Responses: names}
}

func TestTargetOfSeveralResponses(t *testing.T) {
	both := pairs("near", "far")
	some := both.Take([]int{3, 1})
	if some.Width() != 2 || !slices.Equal(some.Truth(), []float64{3, 30, 1, 10}) || some.ResponseName(1) != "far" {
		t.Errorf("some rows are %v of %d, %v", some.Truth(), some.Width(), some.ResponseNames())
	}
	all := both.Take(nil).Join(some, both.Take([]int{0}))
	if !slices.Equal(all.Truth(), []float64{3, 30, 1, 10, 0, 0}) || all.Label != "near, far" {
		t.Errorf("joined rows are %v of %q", all.Truth(), all.Label)
	}
	part := engine.Target{Response: both.Response.Slice(1, 3, 1, 2).(*mat.Dense)}
	if !slices.Equal(part.Truth(), []float64{10, 20}) {
		t.Errorf("the truth of a part is %v", part.Truth())
	}
	classes := engine.Target{Labels: []int{1, 0}, Classes: []string{"a", "b"}}.Join(engine.Target{Labels: []int{1}})
	if classes.Width() != 1 || !slices.Equal(classes.Truth(), []float64{1, 0, 1}) || classes.Response != nil {
		t.Errorf("joined classes are %v", classes)
	}
}

func TestResponsesHaveNames(t *testing.T) {
	one := engine.Target{Response: mat.NewDense(2, 1, nil)}
	for want, target := range map[string]engine.Target{
		"":                      {Labels: []int{0}},
		"near far":              pairs("near", "far"),
		"response 1 response 2": pairs(),
		"response":              one,
		"height":                {Label: "height", Response: one.Response},
	} {
		if got := strings.Join(target.ResponseNames(), " "); got != want {
			t.Errorf("responses are called %q, want %q", got, want)
		}
	}
}

// One unit that is ten times another is let pass, any more is told.
func TestUnlikeResponsesAreNoted(t *testing.T) {
	for scale, want := range map[float64]string{
		1:    "",
		0.99: "response far has 102 times the variance of near, so what is told apart is far: give responses in units that compare",
		0:    "", // near does not vary
	} {
		target := pairs("near", "far")
		for i := range 4 {
			target.Response.Set(i, 0, scale*target.Response.At(i, 0))
		}
		ctx, notes := engine.WithNotes(t.Context(), "sdpp")
		target.RemarkUnlike(ctx)
		var got string
		for _, n := range notes() {
			got += n.Text
		}
		if got != want {
			t.Errorf("scale %v: note %q, want %q", scale, got, want)
		}
	}
}
