package prototype

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// learned is what is learned of a sample.
func learned(t *testing.T, s engine.Sample, settings Settings) *Model {
	t.Helper()
	m, err := Learn(t.Context(), s, settings.complete())
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestRelevancesHaveTraceOne, of every prototype and form, and no negative direction.
func TestRelevancesHaveTraceOne(t *testing.T) {
	for name, settings := range forms {
		m := learned(t, three(60, true), settings)
		if m.Form == Identity {
			if m.Relevances(0) != nil || m.Relevance(0) != nil {
				t.Error("Euclidean distances have relevances")
			}
			continue
		}
		for k := range m.classes {
			lambda := m.Relevances(k)
			for j, v := range m.Relevance(k) {
				if math.Abs(v-lambda.At(j, j)) > 1e-15 {
					t.Errorf("%s: relevance of column %d is %v, on the diagonal %v", name, j, v, lambda.At(j, j))
				}
			}
			if trace := mat.Trace(lambda); math.Abs(trace-1) > 1e-12 {
				t.Errorf("%s: trace is %v", name, trace)
			}
			var eigen mat.EigenSym
			if !eigen.Factorize(lambda, false) {
				t.Fatal("no eigenvalues")
			}
			if least := eigen.Values(nil)[0]; least < -1e-12 {
				t.Errorf("%s: eigenvalue %v", name, least)
			}
		}
	}
}

// TestWhatTellsTheClassesIsRelevant: of two columns, the one that does.
func TestWhatTellsTheClassesIsRelevant(t *testing.T) {
	s := engine.Sample{X: mat.NewDense(40, 2, nil), Target: engine.Target{Classes: []string{"a", "b"}}}
	for i := range 40 {
		s.Labels = append(s.Labels, i%2)
		s.X.SetRow(i, []float64{float64(i * 7 % 11), float64(i%2) + 0.1*float64(i*5%7)})
	}
	for _, name := range []string{"grlvq", "gmlvq", "lgmlvq"} {
		if v := learned(t, s, forms[name]).Relevances(0).At(1, 1); v < 0.8 {
			t.Errorf("%s: relevance of the column that tells the class is %v", name, v)
		}
	}
}

// TestMargins: relative distances by the squares, of rows alone as of all; a row without a
// cell, and one between two classes, have none.
func TestMargins(t *testing.T) {
	s := three(60, true)
	x := mat.NewDense(61, s.X.RawMatrix().Cols, nil)
	x.Slice(0, 60, 0, s.X.RawMatrix().Cols).(*mat.Dense).Copy(s.X)
	for j := range x.RawRowView(60) {
		x.Set(60, j, math.NaN())
	}
	for name, settings := range forms {
		m := learned(t, s, settings)
		got, squares, alone := make([]float64, 61), make([]float64, len(m.classes)), make([]float64, 1)
		if err := m.Margins(t.Context(), got, x); err != nil {
			t.Fatal(err)
		}
		for i := range 60 {
			m.squares(squares, x.RawRowView(i), m.newWorkspace())
			nearest := slices.Index(squares, slices.Min(squares))
			other := math.Inf(1)
			for k, v := range squares {
				if m.classes[k] != m.classes[nearest] {
					other = min(other, v)
				}
			}
			if want := (other - squares[nearest]) / (other + squares[nearest]); got[i] != want || !(want >= 0 && want <= 1) {
				t.Errorf("%s: row %d is %v from a border, want %v", name, i, got[i], want)
			}
			if err := m.Margins(t.Context(), alone, mat.DenseCopyOf(x.Slice(i, i+1, 0, x.RawMatrix().Cols))); err != nil || alone[0] != got[i] {
				t.Errorf("%s: row %d is %v from a border alone, %v among others, %v", name, i, alone[0], got[i], err)
			}
		}
		if got[60] != 0 {
			t.Errorf("%s: a row without a cell is %v from a border", name, got[60])
		}
		if on := m.margin(make([]float64, len(m.classes)), 0); on != 0 {
			t.Errorf("%s: a row on all prototypes is %v from a border", name, on)
		}
	}
}

// TestDistancesAreThoseOfTheMatrix: d = (x − w)ᵀΛ(x − w) over the columns that a row
// has.
func TestDistancesAreThoseOfTheMatrix(t *testing.T) {
	s := three(60, true)
	for name, settings := range forms {
		m := learned(t, s, settings)
		got, x := make([]float64, len(m.classes)), make([]float64, m.coding.width())
		for i := range s.Len() {
			m.squares(got, s.X.RawRowView(i), m.newWorkspace())
			lacks := m.coding.code(x, s.X.RawRowView(i), nil)
			for k, square := range got {
				off := mat.NewVecDense(len(x), nil)
				for j, v := range m.Prototype(k) {
					if !slices.Contains(lacks, j) {
						off.SetVec(j, x[j]-v)
					}
				}
				want := mat.Dot(off, off)
				if m.Form != Identity {
					want = mat.Inner(off, m.Relevances(k), off)
				}
				if math.Abs(square-want) > 1e-12*max(1, want) {
					t.Errorf("%s: row %d is %v from prototype %d, want %v", name, i, square, k, want)
				}
			}
		}
	}
}

// TestColumnsAreCoded by hand: numbers 1 and 3 become −1 and 1; of levels with shares
// 1/2, 1/4 and 1/4 the variances have the sum 5/8; a column that does not vary is zero.
func TestColumnsAreCoded(t *testing.T) {
	nan := math.NaN()
	s := engine.Sample{
		X:       mat.NewDense(5, 3, []float64{1, 0, 7, 3, 0, 7, nan, 1, 7, 1, 2, 7, 3, nan, nan}),
		Columns: []engine.Column{{Name: "size"}, {Name: "colour", Levels: []string{"red", "green", "blue"}}, {Name: "same"}},
	}
	c, err := newCoding(s)
	if err != nil {
		t.Fatal(err)
	}
	u := 1 / math.Sqrt(5.0/8)
	for _, row := range []struct {
		cells, want []float64
		lacks       []int
	}{
		{[]float64{1, 0, 7}, []float64{-1, u / 2, -u / 4, -u / 4, 0}, nil},
		{[]float64{nan, 1, 9}, []float64{0, -u / 2, 3 * u / 4, -u / 4, 0}, []int{0}},
		{[]float64{5, engine.Unseen, nan}, []float64{3, -u / 2, -u / 4, -u / 4, 0}, []int{4}},
		{[]float64{2, nan, 7}, []float64{0, 0, 0, 0, 0}, []int{1, 2, 3}},
	} {
		got := make([]float64, 5)
		lacks := c.code(got, row.cells, nil)
		for j, v := range got {
			if math.Abs(v-row.want[j]) > 1e-15 {
				t.Errorf("%v is %v, want %v", row.cells, got, row.want)
			}
		}
		if !slices.Equal(lacks, row.lacks) {
			t.Errorf("%v lacks %v, want %v", row.cells, lacks, row.lacks)
		}
	}
	m := &Model{coding: c}
	if names := m.Columns(); !slices.Equal(names, []string{"size", "colour=red", "colour=green", "colour=blue", "same"}) {
		t.Error(names)
	}
}

// TestUnitsDoNotMatter: columns in other units, from another zero, give the same
// answers.
func TestUnitsDoNotMatter(t *testing.T) {
	s := three(120, false)
	other := s
	other.X = mat.DenseCopyOf(s.X)
	other.X.Apply(func(_, j int, v float64) float64 {
		return []float64{1e-200, 1e200, 8, 1}[j]*v + []float64{0, 0, 5, 0}[j]
	}, other.X)
	for name, settings := range forms {
		if a, b := rightOf(t, learned(t, s, settings), s), rightOf(t, learned(t, other, settings), other); a != b {
			t.Errorf("%s: %d are right, in other units %d", name, a, b)
		}
	}
}

// TestTooFewRowsAreRefused, and ranks above the columns, and values too far apart.
func TestTooFewRowsAreRefused(t *testing.T) {
	for want, try := range map[string]struct {
		change   func(s *engine.Sample)
		settings Settings
	}{
		`class "z" has 3 rows, fewer than the 4 prototypes it is to have; lower prototypes to 3 or less`: {func(s *engine.Sample) {
			for i := range s.Labels {
				s.Labels[i] = min(i, 2) / 2 * 2
			}
			s.Labels = append(slices.Repeat([]int{0}, s.Len()-3), 2, 2, 2)
		}, Settings{PerClass: 4}},
		"rank = 5 must be at most the 4 columns that there are; lower rank to 4 or less":                                {func(*engine.Sample) {}, Settings{Form: Full, Rank: 5, PerClass: 1}},
		`the values of "b" are too far apart to tell their mean; leave the column out: load("file.csv", features="-b")`: {func(s *engine.Sample) { s.X.Set(0, 1, -math.MaxFloat64); s.X.Set(1, 1, math.MaxFloat64) }, Settings{PerClass: 1}},
	} {
		s := three(60, false)
		try.change(&s)
		_, err := Learn(t.Context(), s, try.settings.complete())
		var e *engine.Error
		if !errors.As(err, &e) || e.Remedy == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error is %v, want %s", err, want)
		}
	}
}

// TestLevelsThatDoNotVaryAreZero, to the last bit: shares of one have no variance.
func TestLevelsThatDoNotVaryAreZero(t *testing.T) {
	s := engine.Sample{X: mat.NewDense(7, 1, nil), Columns: []engine.Column{{Name: "colour", Levels: []string{"red", "blue"}}}}
	c, err := newCoding(s)
	if err != nil {
		t.Fatal(err)
	}
	for _, level := range []float64{0, 1} {
		got := []float64{1, 1}
		if c.code(got, []float64{level}, nil); got[0] != 0 || got[1] != 0 {
			t.Errorf("level %v is %v", level, got)
		}
	}
}

// TestARowWithoutCellsIsOfTheUsualClass, which is not the first.
func TestARowWithoutCellsIsOfTheUsualClass(t *testing.T) {
	s := three(60, true)
	for i := range 30 {
		s.Labels[i] = 1
	}
	for name, settings := range forms {
		told := []float64{-1}
		nan := math.NaN()
		if err := learned(t, s, settings).Predict(t.Context(), told, mat.NewDense(1, 4, []float64{nan, nan, nan, nan})); err != nil || told[0] != 1 {
			t.Errorf("%s: class %v (%v), want 1", name, told[0], err)
		}
	}
}

// TestNewRowsAreChecked: their width, and cells that are infinite.
func TestNewRowsAreChecked(t *testing.T) {
	m := learned(t, three(60, false), forms["glvq"])
	for want, x := range map[string]*mat.Dense{
		"rows have 3 columns, but 4 were learned from": mat.NewDense(1, 3, nil),
		"values must be finite":                        mat.NewDense(1, 4, []float64{0, math.Inf(1), 0, 0}),
	} {
		if err := m.Predict(t.Context(), make([]float64, 1), x); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error is %v, want %s", err, want)
		}
	}
}
