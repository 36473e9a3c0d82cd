package unfolding

import (
	"errors"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// TestEATRefuses gives what cannot be unfolded, each with its cause, the parameter to
// blame and something to do.
func TestEATRefuses(t *testing.T) {
	x, _, _ := foldedSheet()
	twins := ones(28)
	twins[3][9], twins[9][3] = 0, 0
	missing := ones(28)
	missing[3][9], missing[9][3] = math.NaN(), math.NaN()
	negative := ones(28)
	negative[3][9], negative[9][3] = -1, -1
	odd := mat.NewDense(28, 28, nil)
	odd.Apply(func(i, j int, _ float64) float64 { return math.Sin(float64(i * j)) }, odd)
	lame := mat.DenseCopyOf(odd)
	lame.Set(0, 1, 5)
	for name, c := range map[string]struct {
		change      func(m *EAT)
		x           *mat.Dense
		param, want string
	}{
		"no distance":     {func(m *EAT) { m.Tau = twins }, x, "tau", "target distance of rows 3 and 9 is 0, but the rows differ"},
		"missing":         {func(m *EAT) { m.Tau = missing }, x, "tau", "tau of row 3, column 9 is NaN"},
		"negative":        {func(m *EAT) { m.Tau = negative }, x, "tau", "rows 3 and 9 is -1"},
		"no such row":     {func(m *EAT) { m.Keep = [][]float64{{28, 29, 1}} }, x, "keep", "rows 28 and 29 are not"},
		"half a row":      {func(m *EAT) { m.Keep = [][]float64{{0.5, 2, 1}} }, x, "keep", "names row 0.5"},
		"no pair":         {func(m *EAT) { m.Stretch = [][]float64{{40, 50}} }, x, "stretch", "rows 40 and 50 are not"},
		"both":            {func(m *EAT) { m.Keep, m.Stretch = [][]float64{{0, 1}}, [][]float64{{1, 0}} }, x, "stretch", "rows 0 and 1 are both"},
		"not positive":    {func(m *EAT) { m.Kernel, m.Offset, m.Sigma = "sigmoid", -3, 1 }, x, "kernel", "not positive semidefinite"},
		"not positive K":  {func(m *EAT) { m.Kernel = precomputed }, odd, "kernel", "not positive semidefinite"},
		"no kernel":       {func(m *EAT) { m.Kernel = precomputed }, lame, "kernel", "one way and"},
		"no square":       {func(m *EAT) { m.Kernel = precomputed }, x, "kernel", "28 rows have 3 columns of similarities"},
		"above the rank":  {func(m *EAT) { m.Dim = 9 }, x, "dim", "dim = 9 is more than"},
		"above K's rank":  {func(m *EAT) { m.Kernel, m.Dim = "linear", 4 }, x, "dim", "dim = 4 is more than"},
		"too many":        {func(m *EAT) { m.K = 28 }, x, "k", "k = 28"},
		"all equal":       {func(*EAT) {}, mat.NewDense(5, 2, nil), "", "identical"},
		"one row":         {func(*EAT) {}, mat.NewDense(1, 2, nil), "", "too few rows"},
		"no such column":  {func(m *EAT) { m.Targets = []string{"lat"} }, x, "targets", "lat"},
		"tiny sigma":      {func(m *EAT) { m.Sigma = 1e-200 }, x, "sigma", "too small to be squared"},
		"no great circle": {func(m *EAT) { m.Distance = "greatcircle" }, x, "distance", "no targets"},
	} {
		_, err := defaultEAT(c.change).Embed(t.Context(), engine.Sample{X: c.x})
		var e *engine.Error
		if !errors.As(err, &e) || e.Param != c.param || e.Remedy == nil || !strings.Contains(e.Cause, c.want) {
			t.Errorf("%s: error is %v, want one that blames %q, says %q and what to do", name, err, c.param, c.want)
		}
	}
}

// TestEATRemarks: what a reader has to know is in a note.
func TestEATRemarks(t *testing.T) {
	if testing.Short() {
		t.Skip("long: unfolds several sheets")
	}
	x, _, moves := foldedSheet()
	s := engine.Sample{X: x}
	for name, c := range map[string]struct {
		change func(m *EAT)
		want   string
	}{
		"optimum":            {func(m *EAT) { m.Keep = moves }, "81 kept pairs are off by 0.0"},
		"nothing to stretch": {func(m *EAT) { m.K = 27 }, "no pair to stretch"},
		"nothing stretched":  {func(m *EAT) { m.Keep, m.Stretch = moves, "none" }, "no pair to stretch"},
		"narrow":             {func(m *EAT) { m.Keep, m.Sigma = moves, 0.1 }, "too small for the map"},
		"wide":               {func(m *EAT) { m.Keep, m.Sigma = moves, 30 }, "of 28 rows apart"},
		"rank":               {func(m *EAT) { m.Keep, m.Kernel = moves, "linear" }, "rank 3 of 28"},
		"elsewhere":          {func(m *EAT) { m.Keep = append(moves[:81:81], []float64{3, 99}) }, "1 of 82 pairs of keep are left out"},
	} {
		if _, notes := embedNoted(t, defaultEAT(c.change), s); !strings.Contains(notes, c.want) {
			t.Errorf("%s: notes are %v, want %q", name, notes, c.want)
		}
	}
}

// TestUnrealisableDistances: what no points of a Euclidean space have is kept as nearly
// as can be, and how nearly is told.
func TestUnrealisableDistances(t *testing.T) {
	x := mat.NewDense(3, 2, []float64{0, 0, 1, 0, 0, 1})
	_, notes := embedNoted(t, defaultEAT(func(m *EAT) { m.Dim, m.Keep = 1, [][]float64{{0, 1, 1}, {1, 2, 1}, {0, 2, 5}} }), engine.Sample{X: x})
	if !strings.Contains(notes, "3 kept pairs are off by 0.") {
		t.Errorf("notes are %v", notes)
	}
}

// TestFilesAreProbed: a list is read before any run, and a fingerprint tells when its
// file has changed.
func TestFilesAreProbed(t *testing.T) {
	m := defaultEAT(func(m *EAT) { m.Keep = "nowhere.csv" })
	var e *engine.Error
	if err := m.Probe(); !errors.As(err, &e) || e.Param != "keep" {
		t.Errorf("error is %v, want one that blames keep", err)
	}
	if _, err := m.Fingerprint(); err == nil {
		t.Error("a file that is not there has a fingerprint")
	}
	m.Keep = [][]float64{{0, 1}}
	if _, err := m.Fingerprint(); err == nil || m.Probe() != nil {
		t.Error("a Go value has a fingerprint, or cannot be read")
	}
	m.Keep, m.Stretch = nil, "others"
	if print, err := m.Fingerprint(); print != "" || err != nil {
		t.Errorf("without a list the fingerprint is %q, %v", print, err)
	}
}
