package constraint

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/remedy"
)

// How distances of known columns are measured.
const (
	Straight           = "euclidean"       // along a straight line
	GreatCircle        = "greatcircle"     // along a great circle, of latitude and longitude in degrees
	GreatCircleRadians = "greatcircle-rad" // the same of radians
)

// Targets are where distances of rows that are to be kept come from. The zero value
// is the sample's own dissimilarities.
type Targets struct {
	Columns  []string // names of columns of the table
	Matrix   any      // [][]float64 or mat.Matrix with a row for each row of the source, or nil
	Distance string   // Straight, GreatCircle or GreatCircleRadians
}

// Of returns the distances between the rows of s.
//
// Those of columns are between their cells: columns aside, features as the stage sees
// them, or responses. Those of a matrix are between its rows; where it is square,
// symmetric and zero on its diagonal, they are its entries.
func (t Targets) Of(ctx context.Context, s engine.Sample) (engine.Distances, error) {
	switch {
	case len(t.Columns) > 0 && t.Matrix != nil:
		return nil, &engine.Error{Param: "tau", Cause: "targets and tau both tell what distances are to be kept", Remedy: remedy.Omit("tau").Or(remedy.Omit("targets"))}
	case len(t.Columns) > 0:
		return t.ofColumns(ctx, s)
	case t.Matrix != nil:
		return t.ofMatrix(ctx, s)
	case t.Distance == GreatCircle || t.Distance == GreatCircleRadians:
		return nil, &engine.Error{Param: "distance", Cause: "distance = \"" + t.Distance + "\" is between latitudes and longitudes, and no targets name them", Remedy: remedy.Give("targets", "as the names of two columns")}
	case s.Distances == nil:
		return engine.Euclidean(s.X), nil
	}
	return s.Distances, nil
}

// ofColumns measures between cells of the named columns.
func (t Targets) ofColumns(ctx context.Context, s engine.Sample) (engine.Distances, error) {
	known := mat.NewDense(s.Len(), len(t.Columns), nil)
	for c, name := range t.Columns {
		cells, err := column(s, name)
		if err != nil {
			return nil, err
		}
		known.SetCol(c, cells)
		for i, v := range cells {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, &engine.Error{Param: "targets", Cause: fmt.Sprintf("row %d has no %s: it is %v", check.Row(s, i), name, v), Remedy: remedy.Say("leave such rows out, or list those that are known with keep=")}
			}
		}
	}
	return t.between(ctx, "targets", s, known)
}

// column returns the cells of a column by its name, wherever it is.
func column(s engine.Sample, name string) ([]float64, error) {
	for c, is := range s.Columns {
		if is.Name == name {
			return mat.Col(nil, c, s.X), nil
		}
	}
	for c, is := range s.ResponseNames() {
		if is == name {
			return mat.Col(nil, c, s.Response), nil
		}
	}
	cells, err := s.Aside.Numbers("targets", name)
	if err != nil {
		return nil, err
	}
	return mat.Col(nil, 0, cells), nil
}

// ofMatrix measures between rows of the matrix, or takes its entries.
func (t Targets) ofMatrix(ctx context.Context, s engine.Sample) (engine.Distances, error) {
	known, err := rowsOf("tau", t.Matrix)
	if err != nil {
		return nil, err
	}
	n, d := known.Dims()
	if err := checkMatrix(known); err != nil {
		return nil, err
	}
	at := make([]int, s.Len())
	for i := range at {
		if at[i] = check.Row(s, i); at[i] >= n {
			return nil, &engine.Error{Param: "tau", Cause: fmt.Sprintf("tau has %d rows, and row %d of the source is among those to place", n, at[i]), Remedy: remedy.Give("tau", "with a row for each row of the source")}
		}
	}
	if n == d {
		own := mat.NewDense(len(at), len(at), nil)
		own.Apply(func(i, j int, _ float64) float64 { return known.At(at[i], at[j]) }, own)
		return given{own}, nil
	}
	own := mat.NewDense(len(at), d, nil)
	for i, from := range at {
		own.SetRow(i, known.RawRowView(from))
	}
	return t.between(ctx, "tau", s, own)
}

// checkMatrix refuses numbers that are not finite, and a square matrix that is none of
// distances.
func checkMatrix(x *mat.Dense) error {
	n, d := x.Dims()
	refuse := func(format string, args ...any) error {
		return &engine.Error{Param: "tau", Cause: fmt.Sprintf(format, args...), Remedy: remedy.Give("tau", "as a symmetric matrix of distances above zero, or as coordinates of each row").Or(remedy.Give("keep", "as the pairs whose distance is known"))}
	}
	for i := range n {
		for j := range d {
			v := x.At(i, j)
			switch {
			case math.IsNaN(v) || math.IsInf(v, 0):
				return refuse("tau of row %d, column %d is %v: it is missing", i, j, v)
			case n != d:
			case v < 0:
				return refuse("tau of rows %d and %d is %g: distances are not negative", i, j, v)
			case v != x.At(j, i):
				return refuse("tau is square, but rows %d and %d are %g apart one way and %g the other", i, j, v, x.At(j, i))
			case i == j && v != 0:
				return refuse("tau is square, but row %d is %g from itself", i, v)
			}
		}
	}
	return nil
}

// between measures between the rows of known.
func (t Targets) between(ctx context.Context, param string, s engine.Sample, known *mat.Dense) (engine.Distances, error) {
	switch t.Distance {
	case GreatCircle:
		return newGlobe(ctx, param, s, known, 180/math.Pi)
	case GreatCircleRadians:
		return newGlobe(ctx, param, s, known, 1)
	}
	return engine.Euclidean(known), nil
}

// given are distances that are kept as a matrix.
type given struct{ all *mat.Dense }

func (g given) Len() int                 { n, _ := g.all.Dims(); return n }
func (g given) Row(dst []float64, i int) { copy(dst, g.all.RawRowView(i)) }

// rowsOf copies the numbers of a parameter.
func rowsOf(param string, v any) (*mat.Dense, error) {
	var x *mat.Dense
	switch v := v.(type) {
	case [][]float64:
		for i, row := range v {
			if len(row) != len(v[0]) || len(row) == 0 {
				return nil, &engine.Error{Param: param, Cause: fmt.Sprintf("row %d of %s has %d numbers where row 0 has %d", i, param, len(row), len(v[0])), Remedy: remedy.Say("give rows of one length")}
			}
			if x == nil {
				x = mat.NewDense(len(v), len(row), nil)
			}
			x.SetRow(i, row)
		}
	case *mat.Dense: // its Dims would fail on nil
		if v != nil && !v.IsEmpty() {
			x = mat.DenseCopyOf(v)
		}
	case mat.Matrix:
		x = mat.DenseCopyOf(v)
	default:
		return nil, &engine.Error{Param: param, Cause: fmt.Sprintf("%s must be [][]float64 or a matrix, not %T", param, v), Remedy: remedy.Say("convert it")}
	}
	if x == nil {
		return nil, &engine.Error{Param: param, Cause: param + " has no numbers", Remedy: remedy.Omit(param)}
	}
	return x, nil
}
