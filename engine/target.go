package engine

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/moments"
)

// Hidden is the class of a row whose class is not to be known. A response that
// is not to be known is NaN.
const Hidden = -1

// A Target is what is to be learned of each row: a class, one response or
// several, or nothing.
type Target struct {
	Label     string     // the name of the column it came from; of several responses all names
	Labels    []int      // class numbers, Hidden where the class is not known; nil without classes
	Classes   []string   // the classes' names
	Response  *mat.Dense // n×m, a column for each response, NaN where it is not known; nil without
	Responses []string   // the names of several responses; one is called as Label says
}

// Take returns the target of the rows at the given positions.
func (t Target) Take(at []int) Target {
	out := Target{Label: t.Label, Classes: t.Classes, Responses: t.Responses}
	if t.Labels != nil {
		for _, r := range at {
			out.Labels = append(out.Labels, t.Labels[r])
		}
	}
	if t.Response != nil {
		out.Response = takeRows(t.Response, at)
	}
	return out
}

// Join returns the target of the rows of t, and behind them those of others,
// which are of the same columns.
func (t Target) Join(others ...Target) Target {
	all := t.Take(nil)
	var cells []float64
	m := 1
	for _, part := range append([]Target{t}, others...) {
		all.Labels = append(all.Labels, part.Labels...)
		if part.HasResponse() {
			_, m = part.Response.Dims()
			cells = append(cells, Flat(part.Response)...)
		}
	}
	if cells != nil {
		all.Response = mat.NewDense(len(cells)/m, m, cells)
	}
	return all
}

// Known reports whether all that is to be learned of row i is known.
func (t Target) Known(i int) bool {
	if t.HasClasses() && t.Labels[i] == Hidden {
		return false
	}
	return !t.HasResponse() || !floats.HasNaN(t.Response.RawRowView(i))
}

// Hide returns the target without what is to be learned of the given rows.
func (t Target) Hide(rows []int) Target {
	t.Labels = slices.Clone(t.Labels)
	if t.HasResponse() {
		t.Response = mat.DenseCopyOf(t.Response)
	}
	for _, i := range rows {
		if t.HasClasses() {
			t.Labels[i] = Hidden
		}
		if t.HasResponse() {
			for c := range t.Response.RawRowView(i) {
				t.Response.Set(i, c, math.NaN())
			}
		}
	}
	return t
}

// HasClasses reports whether rows have classes to be learned.
func (t Target) HasClasses() bool { return t.Labels != nil }

// HasResponse reports whether rows have a response to be learned.
func (t Target) HasResponse() bool { return t.Response != nil }

// Width returns how many numbers say what is to be learned of a row: one class
// number, or m responses; zero without either.
func (t Target) Width() int {
	switch {
	case t.HasClasses():
		return 1
	case t.HasResponse():
		_, m := t.Response.Dims()
		return m
	}
	return 0
}

// Truth returns what is to be learned as numbers, row after row, Width of each;
// nil without classes and response.
func (t Target) Truth() []float64 {
	if t.HasResponse() && !t.HasClasses() {
		return Flat(t.Response)
	}
	var truth []float64
	for _, l := range t.Labels {
		truth = append(truth, float64(l))
	}
	return truth
}

// ResponseNames returns what to call each response; nil without.
func (t Target) ResponseNames() []string {
	if !t.HasResponse() {
		return nil
	}
	_, m := t.Response.Dims()
	switch {
	case len(t.Responses) == m:
		return t.Responses
	case m == 1:
		return []string{cmp.Or(t.Label, "response")}
	}
	names := make([]string, m)
	for c := range names {
		names[c] = fmt.Sprintf("response %d", c+1)
	}
	return names
}

// ResponseName returns what to call the given response.
func (t Target) ResponseName(c int) string { return t.ResponseNames()[c] }

// Sizes returns how many rows each class has, as far as classes are known.
func (t Target) Sizes() []int {
	sizes := make([]int, len(t.Classes))
	for _, l := range t.Labels {
		if l != Hidden {
			sizes[l]++
		}
	}
	return sizes
}

// RemarkUnlike notes that one of several responses rules the distances of rows in
// all of them: that its variance is more than 100 times that of another, 10 times
// in its unit. Responses that do not vary do not count.
func (t Target) RemarkUnlike(ctx context.Context) {
	const many = 100
	names := t.ResponseNames()
	var most, least int
	variances := make([]float64, len(names))
	for c := range names {
		variances[c] = moments.Variance(mat.Col(nil, c, t.Response))
		if variances[c] > variances[most] {
			most = c
		}
		if variances[c] > 0 && (variances[least] == 0 || variances[c] < variances[least]) {
			least = c
		}
	}
	if len(names) > 1 && variances[least] > 0 && variances[most] > many*variances[least] {
		Remark(ctx, "response %s has %.3g times the variance of %s, so what is told apart is %s: give responses in units that compare", names[most], variances[most]/variances[least], names[least], names[most])
	}
}

// Flat copies the cells of x, row after row; nil of none.
func Flat(x *mat.Dense) []float64 {
	if x == nil {
		return nil
	}
	return mat.DenseCopyOf(x).RawMatrix().Data
}
