package insight

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/enginetest"
	"unfold/engine/figure"
)

// bend is the map z = (3a − c², b), which does not look at a fourth column.
type bend struct{}

func (bend) Dim() int { return 2 }

func (bend) Apply(_ context.Context, dst, x *mat.Dense) error {
	n, _ := x.Dims()
	for i := range n {
		row := x.RawRowView(i)
		dst.SetRow(i, []float64{3*row[0] - row[2]*row[2], row[1]})
	}
	return nil
}

// bent is a report whose rows that map takes somewhere.
func bent() *engine.Report {
	r := enginetest.Signs(enginetest.FirstColumn{}, 0)
	run := r.Runs[0]
	x := mat.NewDense(40, 4, nil)
	for i := range 40 {
		x.SetRow(i, []float64{float64(i % 3), math.Sin(float64(i)), float64(i % 5), 4})
	}
	run.Train.X, run.Train.Columns = x, []engine.Column{{Name: "a"}, {Name: "b"}, {Name: "c"}, {Name: "still"}}
	run.Follow(&engine.Extension{Map: bend{}})
	return r
}

// TestWhyOfOneRow: the slopes by hand, in standard deviations.
func TestWhyOfOneRow(t *testing.T) {
	r := bent()
	s := newSlopes(r.Runs[0])
	f := enginetest.Draw(t, &Why{Row: 13, Fold: 1, Columns: 20}, r) // (1, sin 13, 3, 4)
	want := map[string][2]float64{"a": {3 * s.spread[0], 0}, "b": {0, s.spread[1]}, "c": {-6 * s.spread[2], 0}, "still": {0, 0}}
	for k, part := range f.Parts {
		bars := enginetest.Layer[figure.Bars](t, part, 0)
		for i, name := range part.X.Labels {
			if math.Abs(bars.Y[i]-want[name][k]) > 1e-6 {
				t.Errorf("along dimension %d %s moves by %v, want %v", k+1, name, bars.Y[i], want[name][k])
			}
		}
	}
	if first := f.Parts[0].X.Labels; !slices.Equal(first, []string{"c", "a", "b", "still"}) || !strings.Contains(f.Alt, "row 13: along dimension 1 c -8.59, a 2.49") {
		t.Errorf("columns %v, alt %q", first, f.Alt)
	}
}

// TestWhyOfAllRows: a column that bends moves some rows and others not.
func TestWhyOfAllRows(t *testing.T) {
	r := bent()
	s := newSlopes(r.Runs[0])
	f := enginetest.Draw(t, &Why{Row: -1, Fold: 1, Columns: 3}, r)
	bars, spans := enginetest.Layer[figure.Bars](t, f, 0), enginetest.Layer[figure.Segments](t, f, 1)
	if !slices.Equal(f.X.Labels, []string{"c", "a", "b"}) {
		t.Fatalf("columns %v", f.X.Labels)
	}
	for i, want := range []float64{4 * s.spread[2], 3 * s.spread[0], s.spread[1]} {
		if math.Abs(bars.Y[i]-want) > 1e-6 {
			t.Errorf("%s moves by %v, want %v", f.X.Labels[i], bars.Y[i], want)
		}
	}
	if math.Abs(spans.Y0[0]-2*s.spread[2]) > 1e-6 || math.Abs(spans.Y1[0]-6*s.spread[2]) > 1e-6 {
		t.Errorf("quartiles of c are %v and %v", spans.Y0[0], spans.Y1[0])
	}
	if !strings.Contains(f.Alt, "over 40 training rows") || !strings.Contains(f.Alt, "1 further column less") {
		t.Error(f.Alt)
	}
}

// steep is bend, which knows its slopes.
type steep struct{ bend }

func (steep) Slope(dst *mat.Dense, row []float64) {
	dst.Zero()
	dst.Set(0, 0, 3)
	dst.Set(2, 0, -2*row[2])
	dst.Set(1, 1, 1)
}

// TestWhyByDerivatives draws what differences tell, and says which they are.
func TestWhyByDerivatives(t *testing.T) {
	known, found := bent(), bent()
	known.Runs[0].Follow(&engine.Extension{Map: steep{}})
	for _, row := range []int{-1, 13} {
		m := &Why{Row: row, Fold: 1, Columns: 20}
		one, two := enginetest.Draw(t, m, known), enginetest.Draw(t, m, found)
		for i, part := range one.Leaves() {
			bars, others := enginetest.Layer[figure.Bars](t, part, 0), enginetest.Layer[figure.Bars](t, two.Leaves()[i], 0)
			for j, v := range bars.Y {
				if math.Abs(v-others.Y[j]) > 1e-6 {
					t.Errorf("row %d: the derivative is %v, the difference %v", row, v, others.Y[j])
				}
			}
		}
		if !strings.Contains(one.Caption, "slopes are derivatives of the map") || !strings.Contains(two.Caption, "slopes are central differences of the map") {
			t.Error(one.Caption, two.Caption)
		}
	}
}

func TestWhyRefusesRowsThatAreNotThere(t *testing.T) {
	_, err := (&Why{Row: 99, Fold: 1, Columns: 3}).View(t.Context(), bent())
	var e *engine.Error
	if !errors.As(err, &e) || e.Param != "row" || e.Remedy == nil {
		t.Errorf("error is %v", err)
	}
}
