package engine

import (
	"context"

	"gonum.org/v1/gonum/mat"
)

// A Form is what a map may be: free points, a linear map, a network. Its parameters
// are found by the cost of the stage that it is an argument of, tsne(map=linear).
type Form interface {
	Method
	// Bind returns the maps of the form that the rows of s may have, to dim
	// coordinates.
	Bind(ctx context.Context, s Sample, dim int) (Maps, error)
}

// Maps are the maps of a form for the n rows it was bound to, Z = f(X; w), one for
// each w. They keep no state between calls, and serve many goroutines.
type Maps interface {
	// Rows and Dim return how many images there are, and of how many coordinates.
	Rows() int
	Dim() int
	// Parameters returns how many numbers w has.
	Parameters() int
	// Forward fills z (n×dim by rows) with the images at w.
	Forward(ctx context.Context, z, w []float64) error
	// Pullback adds (∂z_i/∂w)ᵀ g to gradient, for one row and a gradient g by its
	// image.
	Pullback(gradient, w []float64, i int, g []float64)
	// Work is about how many products Pullback takes.
	Work() int
	// Toward returns parameters whose images are near those of z, from which a descent
	// may start.
	Toward(ctx context.Context, z *mat.Dense) ([]float64, error)
	// Map returns the map at w of rows that were not there; nil for free points.
	Map(ctx context.Context, w []float64) (Map, error)
}

// As returns the stage as the arguments of the step make it: where it takes a form,
// this says whether there is a map for unseen rows, and whether labels are read.
func (s Step) As() *Stage {
	if s.Method == nil { // a stage alone
		return s.Stage
	}
	shaped, takes := *s.Stage, false
	for _, p := range ParamsOf(s.Method) {
		if p.Role != FormRole {
			continue
		}
		if !takes {
			takes, shaped.Maps, shaped.Measured = true, true, true
		}
		for _, v := range s.values(p) {
			form, _ := v.(Form)
			shaped.shape(form)
		}
	}
	if !takes {
		return s.Stage
	}
	return &shaped
}

// values are those that a parameter may have: candidates, or the one it has.
func (s Step) values(p *Param) []any {
	for _, c := range s.Choices {
		if c.Param == p.Name {
			return c.Values
		}
	}
	return []any{p.Value()}
}

// shape has a stage be what a form makes it; nil is free points.
func (s *Stage) shape(form Form) {
	if form == nil {
		s.Maps = false
		return
	}
	declared, err := stageOf(form)
	if err != nil {
		return
	}
	s.Maps = s.Maps && declared.Maps
	if reads, is := form.(LabelReader); declared.ReadsLabels || is && reads.ReadsLabels() {
		s.Unlabelled = declared.Unlabelled && (s.Unlabelled || !s.ReadsLabels)
		s.ReadsLabels = true
	}
}
