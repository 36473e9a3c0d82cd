package unfolding

import (
	"errors"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/enginetest"
	"unfold/engine/stage/form"
)

func defaultMUHSIC(change func(m *MUHSIC)) *MUHSIC {
	m := new(MUHSIC)
	engine.SetDefaults(m)
	change(m)
	return m
}

// byMap has a linear map.
func byMap(m *MUHSIC) { m.Map = &form.Linear{} }

// half are every other two of n rows.
func half(n int) (rows []int) {
	for i := range n {
		if i%4 < 2 {
			rows = append(rows, i)
		}
	}
	return rows
}

// TestColoursOfLabelledRows: rows without a label are alike and unlike none, and the
// others are what they would be by themselves.
func TestColoursOfLabelledRows(t *testing.T) {
	roll, _ := looseRoll(t, 40)
	for _, s := range []engine.Sample{enginetest.Blobs(40).Sample(), roll} {
		hidden := half(40)
		some := s
		some.Target = s.Target.Hide(hidden)
		m := defaultMUHSIC(func(*MUHSIC) {})
		v, err := m.colours(t.Context(), some)
		if err != nil {
			t.Fatal(err)
		}
		known, at := labelled(some)
		alone, err := m.similar(t.Context(), known)
		if err != nil {
			t.Fatal(err)
		}
		for row, i := range at {
			if !mat.Equal(v.RowView(i), alone.RowView(row)) {
				t.Fatalf("row %d has %v, and %v without the others", i, v.RawRowView(i), alone.RawRowView(row))
			}
		}
		for _, i := range hidden {
			if mat.Norm(v.RowView(i), 2) != 0 {
				t.Fatalf("row %d without a label has %v", i, v.RawRowView(i))
			}
		}
		for c := range v.RawMatrix().Cols {
			if sum := mat.Sum(v.ColView(c)); math.Abs(sum) > 1e-12 {
				t.Errorf("column %d adds up to %v", c, sum)
			}
		}
	}
}

// TestRowsWithoutLabelLieWithTheirLikes: classes go apart, and take along the rows of
// which nobody knows theirs, by free points and by a map.
func TestRowsWithoutLabelLieWithTheirLikes(t *testing.T) {
	s := enginetest.Blobs(80).Sample()
	hidden := half(80)
	some := s
	some.Target = s.Target.Hide(hidden)
	for name, m := range map[string]*MUHSIC{"free": defaultMUHSIC(func(*MUHSIC) {}), "linear": defaultMUHSIC(byMap)} {
		e, notes := embedNoted(t, m, some)
		wrong := 0
		for _, i := range hidden {
			if s.Labels[nearestKnown(e.Y, some.Target, i)] != s.Labels[i] {
				wrong++
			}
		}
		if wrong > 1 {
			t.Errorf("%s: %d of %d rows lie beside another class", name, wrong, len(hidden))
		}
		if !strings.Contains(notes, "40 rows without a label") || !strings.Contains(notes, "the 40 labelled ones") {
			t.Errorf("%s: notes %q", name, notes)
		}
	}
}

// nearestKnown is the row with a label that lies nearest to row i.
func nearestKnown(y *mat.Dense, known engine.Target, i int) int {
	best, least := -1, math.Inf(1)
	for j := range y.RawMatrix().Rows {
		if known.Known(j) && squared(y, i, j) < least {
			best, least = j, squared(y, i, j)
		}
	}
	return best
}

// TestRollUnrollsWithoutMostResponses: its first axis is the way along the sheet.
func TestRollUnrollsWithoutMostResponses(t *testing.T) {
	s, _ := looseRoll(t, 200)
	some := s
	some.Target = s.Target.Hide(half(200))
	e := embed(t, defaultMUHSIC(func(*MUHSIC) {}), some)
	first, way := mat.NewDense(200, 1, mat.Col(nil, 0, e.Y)), mat.NewDense(200, 1, mat.Col(nil, 0, s.Response))
	if left := unexplained(first, way); left > 0.05 {
		t.Errorf("%.3g of the way along the sheet is not explained by the first axis", left)
	}
}

// TestMUHSICRefuses labels that tell nothing apart.
func TestMUHSICRefuses(t *testing.T) {
	s := enginetest.Blobs(20).Sample()
	roll, _ := looseRoll(t, 20)
	all, ofOne := make([]int, 20), []int(nil)
	for i := range all {
		all[i] = i
		if s.Labels[i] == 1 {
			ofOne = append(ofOne, i)
		}
	}
	infinite := roll
	infinite.Target = roll.Target.Hide([]int{0, 1})
	infinite.Response.Set(5, 0, math.Inf(1))
	with := func(s engine.Sample, target engine.Target) engine.Sample { s.Target = target; return s }
	for name, c := range map[string]struct {
		s    engine.Sample
		want string
	}{
		"no target":   {with(s, engine.Target{}), "neither"},
		"no class":    {with(s, s.Target.Hide(all)), "no row has one"},
		"no response": {with(roll, roll.Target.Hide(all)), "no row has one"},
		"one class":   {with(s, s.Target.Hide(ofOne)), "two classes, found 1"},
		"infinite":    {infinite, "of row 5 is +Inf"},
	} {
		_, err := defaultMUHSIC(func(*MUHSIC) {}).Embed(t.Context(), c.s)
		var e *engine.Error
		if !errors.As(err, &e) || e.Remedy == nil || !strings.Contains(e.Cause, c.want) {
			t.Errorf("%s: error is %v, want one that says %q and what to do", name, err, c.want)
		}
	}
}
