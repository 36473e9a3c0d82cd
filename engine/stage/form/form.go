// Package form is the family of stages that say what the map of a cost may be: free
// points, a linear map, a network. They stand in the argument of the stage whose cost
// finds their parameters, as in nerv(map=linear).
//
// A form binds rows and returns its maps for them, each of which is some parameters: z =
// f(x; w). It knows the derivative of an image by w, and w whose images are near given
// ones, and so serves every cost. Copies of a row have one image, and but for free points
// every other row has an image too, which depends on it alone.
//
// The package imports the engine's vocabulary, its internal packages and the tools that
// families share, and no other family; families of costs import it for their defaults.
// Start reading at linear.go.
package form

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/remedy"
)

var family engine.Family

// Stages returns the stages of the family.
func Stages() []engine.Stage { return family.Stages() }

func declare(s engine.Stage, make func() engine.Form) {
	engine.Declare(&family, engine.FormRole, s, make)
}

// IsFree reports whether a form is free points, as none is.
func IsFree(f engine.Form) bool {
	if f == nil {
		return true
	}
	_, free := f.(*Free)
	return free
}

// OrFree returns a form, or free points where it is none.
func OrFree(f engine.Form) engine.Form {
	if f == nil {
		return new(Free)
	}
	return f
}

// bindable refuses samples that no map to dim coordinates is found for: fewer than two
// rows, or than coordinates, and cells that are no numbers.
func bindable(s engine.Sample, dim int) error {
	if s.Len() < 2 {
		return &engine.Error{Cause: fmt.Sprintf("too few rows to embed: %d", s.Len()), Remedy: remedy.Say("give at least 2")}
	}
	if s.Len() < dim {
		return check.TooManyDimensions(dim, s.Len(), "rows")
	}
	return check.Numbers(s)
}

// notFinite is the error that places to start from are no numbers.
func notFinite() error {
	return &engine.Error{Cause: "the places to start from are not finite", Remedy: remedy.Put("scale")}
}

// ends refuses places that are not those of n rows in dim coordinates.
func ends(z *mat.Dense, n, dim int) error {
	if rows, columns := z.Dims(); rows != n || columns != dim {
		return fmt.Errorf("form: places are %d×%d, want %d×%d", rows, columns, n, dim)
	}
	return nil
}

// multiply fills image with Wᵀ φ, summed in the order of the rows of W as
// pairwise.Linear sums.
func multiply(image, phi []float64, w *mat.Dense) {
	clear(image)
	for a, v := range phi {
		for k, b := range w.RawRowView(a) {
			image[k] += float64(v * b)
		}
	}
}
