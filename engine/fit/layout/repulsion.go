package layout

import (
	"context"
	"fmt"

	"unfold/engine"
	"unfold/engine/remedy"
)

// A Repulsion finds how all points push each other away. It serves one evaluation
// at a time, and may keep what it finds for points that have moved little since.
type Repulsion interface {
	// Push sets forces to c Σ_j m_j φ_ij u_ij (z_i − z_j) and returns Σφ over all
	// ordered pairs of rows, those at one point with the others but not with
	// themselves.
	Push(ctx context.Context, z, forces *Points) (sum float64, err error)
}

// Up to so many points all pairs are gone through: about where a tree or a grid
// becomes faster, for kernels that lanes know and for others.
const (
	mostExact      = 1000
	mostExactOther = 300
)

// NewRepulsion returns the repulsion of that name for points in dim dimensions,
// which Automatic may have chosen.
func NewRepulsion(method string, dim int, dof float64) (Repulsion, error) {
	k := newKernel(dof)
	switch {
	case method == "exact":
		return &exact{kernel: k}, nil
	case method == "tree" && (dim == 2 || dim == 3):
		return &tree{kernel: k}, nil
	case method == "grid" && dim <= 2:
		return &grid{kernel: k}, nil
	}
	dims, known := map[string]string{"tree": "2 or 3", "grid": "1 or 2"}[method]
	if !known {
		return nil, &engine.Error{Param: "repulsion", Cause: fmt.Sprintf("there is no repulsion %q", method), Remedy: remedy.Set("repulsion", "auto")}
	}
	return nil, &engine.Error{Param: "repulsion", Cause: fmt.Sprintf("repulsion=%q is for %s dimensions, not %d", method, dims, dim), Remedy: remedy.Set("repulsion", "auto")}
}

// Automatic returns which repulsion is fastest for n points in dim dimensions: exact
// for few points and for more than three dimensions, grid on a line and in a plane
// whose kernel lanes do not know, and tree otherwise.
func Automatic(n, dim int, dof float64) string {
	k := newKernel(dof)
	switch {
	case dim > 3, n <= mostExactOther, n <= mostExact && k.isCauchy():
		return "exact"
	case dim == 1, dim == 2 && !k.isCauchy():
		return "grid"
	}
	return "tree"
}
