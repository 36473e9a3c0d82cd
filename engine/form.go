package engine

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/remedy"
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
	params := slices.DeleteFunc(ParamsOf(s.Method), func(p *Param) bool { return p.Type != Nested })
	if len(params) == 0 {
		return s.Stage
	}
	shaped, takes := *s.Stage, false
	for _, p := range params {
		if p.Role == FormRole && !takes {
			takes, shaped.Maps, shaped.Measured = true, true, true
		}
		forms := s.stagesOf(p)
		if p.Role == FormRole && len(forms) == 0 { // free points
			shaped.Maps = false
		}
		for _, form := range forms {
			shaped.shape(form)
		}
	}
	return &shaped
}

// shape has a stage be what a stage in its arguments makes it.
func (s *Stage) shape(inner Step) {
	as := inner.As()
	if as.Role == FormRole {
		s.Maps = s.Maps && as.Maps
	}
	if !inner.ReadsLabels() {
		return
	}
	if as.Role == FormRole { // what a form learns from others, it knows to do without labels or not
		s.Unlabelled = as.Unlabelled && (s.Unlabelled || !s.ReadsLabels)
	}
	s.ReadsLabels = true
}

// formParam names the parameter by which the stage takes a form; empty if it takes
// none.
func (s *Stage) formParam() string {
	if s == nil || s.New == nil {
		return ""
	}
	for _, p := range ParamsOf(s.Make()) {
		if p.Type == Nested && p.Role == FormRole {
			return p.Name
		}
	}
	return ""
}

// AdviseForm is the remedy for a form that stands behind the stage, or behind none.
func (s *Stage) AdviseForm(form string) remedy.Remedy {
	if p := s.formParam(); p != "" {
		return remedy.Say("make it an argument: %s(%s=%s)", s.Name, p, form)
	}
	return remedy.Say("give it to the stage whose map it is to be: map=%s", form)
}

// AdviseMap is the remedy for a stage that places training rows only, where it may
// have a map; nil where it may not.
func (s *Stage) AdviseMap() remedy.Remedy {
	if p := s.formParam(); p != "" {
		return remedy.Say("give %s a map of its own: %s(%s=linear)", s.Name, s.Name, p)
	}
	return nil
}
