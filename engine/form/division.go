package form

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/affine"
	"unfold/engine/internal/moments"
	"unfold/engine/internal/random"
	"unfold/engine/kmeans"
	"unfold/engine/remedy"
	"unfold/engine/spectral"
)

// A division is of all rows into pieces, each about a centre.
type division interface {
	// Count returns how many pieces there are, and Directions how many coordinates a
	// row has about each centre.
	Count() int
	Directions() int
	// Coordinates fills dst (pieces×directions) with those of a row. Their squares add
	// up to its squared distance from the centre. It serves many goroutines.
	Coordinates(dst, row []float64)
	// Noise is how much more the coordinates of unseen rows vary than those of the rows
	// it was found by, as a share of their size.
	Noise() float64
}

// means are pieces about means of groups of rows, with coordinates along the leading
// principal axes of all rows.
type means struct {
	axes    affine.Map
	centres [][]float64 // along the axes
}

// most is how many directions pieces have unless told otherwise.
const most = 10

// divide finds groups of the rows of s.
func divide(ctx context.Context, s engine.Sample, count, seed int) (division, error) {
	const settling = 100
	groups, err := kmeans.Means(ctx, s.X, count, settling, random.New(seed, "pieces of a map"))
	if err != nil {
		return nil, err
	}
	if got, _ := groups.Means.Dims(); got < count {
		engine.Remark(ctx, "the map has %d pieces, as many as rows differ", got)
	}
	x := mat.DenseCopyOf(s.X)
	mean := moments.Centre(x)
	n, d := x.Dims()
	found, err := spectral.Principal(ctx, x, min(n-1, d, most))
	if err != nil {
		return nil, err
	}
	if len(found.Values) == 0 {
		return nil, spectral.Identical()
	}
	m := &means{axes: affine.NewMap(mean, found.Vectors, min(most, len(found.Values)))}
	placed, err := m.axes.Place(ctx, groups.Means)
	for k := range placed.RawMatrix().Rows {
		m.centres = append(m.centres, placed.RawRowView(k))
	}
	return m, err
}

func (m *means) Count() int      { return len(m.centres) }
func (m *means) Directions() int { return m.axes.Dim() }
func (m *means) Noise() float64  { return 0 }

// Coordinates are differences along the axes.
func (m *means) Coordinates(dst, row []float64) {
	size := m.axes.Dim()
	place := make([]float64, size)
	m.axes.Row(place, row)
	for k, centre := range m.centres {
		for j, v := range centre {
			dst[k*size+j] = place[j] - v
		}
	}
}

// A localising predictor tells where rows lie about its prototypes.
type localising interface {
	engine.PrototypePredictor
	Directions() int
	Coordinates(dst, row []float64)
}

// prototypes are pieces about the prototypes of a predictor.
type prototypes struct{ localising }

// Count returns how many prototypes there are.
func (p prototypes) Count() int { return len(p.Classes()) }

// Noise is a thousandth: matrices with as many columns as a class has rows can overlook
// all that these differ in. More places some more held rows in their class, and draws
// pieces to points.
func (p prototypes) Noise() float64 { return 0.001 }

// learn has a predictor learn from the rows of s that have a label, and divides rows by
// its prototypes.
func learn(ctx context.Context, s engine.Sample, by engine.Learner) (division, error) {
	var known []int
	for i := range s.Len() {
		if s.Known(i) {
			known = append(known, i)
		}
	}
	if !s.HasClasses() || len(known) == 0 {
		return nil, &engine.Error{Param: "by", Cause: "pieces are learned from classes, and rows have none", Remedy: remedy.Load("name the column", "label", "class").Or(remedy.Omit("by"))}
	}
	learned, err := by.Learn(ctx, s.Only(known))
	if err != nil {
		return nil, err
	}
	about, ok := learned.(localising)
	if !ok {
		return nil, &engine.Error{Param: "by", Cause: fmt.Sprintf("%T has no prototypes that pieces could be about", by), Remedy: remedy.Omit("by").Or(remedy.Give("by", "a predictor that learns some, such as one of vector quantisation"))}
	}
	return prototypes{about}, nil
}
