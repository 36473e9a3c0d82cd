package embedding

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/enginetest"
)

// TestKSPCAAgrees with the generalised eigenproblem, solved whole by scipy, on
// training and on new rows; columns are compared up to their signs.
func TestKSPCAAgrees(t *testing.T) {
	text, err := os.ReadFile("testdata/kspca.json")
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	matrix := func(rows [][]float64) *mat.Dense {
		return mat.NewDense(len(rows), len(rows[0]), slices.Concat(rows...))
	}
	var rows [][]float64
	if err := json.Unmarshal(all["probe"], &rows); err != nil {
		t.Fatal(err)
	}
	probe := matrix(rows)
	classes := golden()
	classes.Target = engine.Target{Labels: []int{0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2}, Classes: []string{"a", "b", "c"}}
	for name, c := range map[string]struct {
		m KSPCA
		s engine.Sample
	}{
		"rbf":             {KSPCA{Dim: 3, Mercer: Mercer{Kernel: "rbf", Sigma: 1}, Ridge: 0.1, KernelY: "rbf", SigmaY: 1}, golden()},
		"poly":            {KSPCA{Dim: 3, Mercer: Mercer{Kernel: "poly", Sigma: 2, Degree: 2, Offset: 1}, Ridge: 1e-3, KernelY: "rbf", SigmaY: 0.5}, golden()},
		"linear response": {KSPCA{Dim: 1, Mercer: Mercer{Kernel: "rbf", Sigma: 1}, Ridge: 1e-2, KernelY: "linear"}, golden()},
		"classes":         {KSPCA{Dim: 2, Mercer: Mercer{Kernel: "rbf", Sigma: 0.8}, Ridge: 1e-2}, classes},
	} {
		var want struct {
			Values        []float64
			Scores, Probe [][]float64
		}
		if err := json.Unmarshal(all[name], &want); err != nil {
			t.Fatal(err)
		}
		e := embed(t, &c.m, c.s)
		sameColumns(t, name, e.Y, matrix(want.Scores), 1e-8)
		for k, v := range want.Values {
			near(t, name+": an eigenvalue", e.Spectrum[k], v, 1e-8)
		}
		image := mat.NewDense(5, c.m.Dim, nil)
		if err := e.Map.Apply(t.Context(), image, probe); err != nil {
			t.Fatal(err)
		}
		sameColumns(t, name+" of new rows", image, matrix(want.Probe), 1e-8)
	}
}

// TestKSPCAOfTheLinearKernelIsSPCA up to the ridge.
func TestKSPCAOfTheLinearKernelIsSPCA(t *testing.T) {
	for name, s := range map[string]engine.Sample{"response": golden(), "classes": irises(t)} {
		want := embed(t, &SPCA{Dim: 3, Kernel: "rbf"}, s) // of classes one direction fills up
		got := embed(t, &KSPCA{Dim: 3, Mercer: Mercer{Kernel: "linear"}, Ridge: 1e-9, KernelY: "rbf"}, s)
		if off := disparity(got.Y, want.Y); off > 1e-10 {
			t.Errorf("%s: rows are off by %.2g of their spread", name, off)
		}
	}
}

func TestKSPCAIsTheSameBitsAtAnyProcs(t *testing.T) {
	for _, s := range []engine.Sample{irises(t), chequers(300, 1)} {
		m := &KSPCA{Dim: 4, Mercer: Mercer{Kernel: "rbf", Width: 1}, Ridge: 1e-3, KernelY: "rbf"}
		want := embed(t, m, s)
		for _, procs := range []int{1, 5} {
			before := runtime.GOMAXPROCS(procs)
			got := embed(t, m, s)
			runtime.GOMAXPROCS(before)
			if !mat.Equal(got.Y, want.Y) {
				t.Errorf("GOMAXPROCS = %d gives other bits", procs)
			}
		}
		again := mat.NewDense(s.Len(), 4, nil)
		if err := want.Map.Apply(t.Context(), again, s.X); err != nil {
			t.Fatal(err)
		}
		if !mat.Equal(again, want.Y) {
			t.Error("training rows are mapped elsewhere than they were placed")
		}
	}
}

func TestKSPCARefuses(t *testing.T) {
	s := golden()
	for param, m := range map[string]*KSPCA{
		"dim":    {Dim: 12, Mercer: Mercer{Kernel: "rbf", Sigma: 1}, Ridge: 1e-3, KernelY: "rbf"},
		"sigmay": {Dim: 2, Mercer: Mercer{Kernel: "rbf", Sigma: 1}, Ridge: 1e-3, KernelY: "rbf", SigmaY: 1e-300},
		"sigma":  {Dim: 2, Mercer: Mercer{Kernel: "rbf", Sigma: 1e-300}, Ridge: 1e-3, KernelY: "rbf"},
	} {
		var e *engine.Error
		if _, err := m.Embed(t.Context(), s); !errors.As(err, &e) || e.Param != param || e.Remedy == nil {
			t.Errorf("%s: error is %v", param, err)
		}
	}
	s.Target = engine.Target{}
	if _, err := (&KSPCA{Dim: 1, Mercer: Mercer{Kernel: "rbf", Sigma: 1}, Ridge: 1e-3}).Embed(t.Context(), s); err == nil {
		t.Error("rows without classes or a response are taken")
	}
}

func TestKSPCAEndsWithItsContext(t *testing.T) {
	s := chequers(2500, 1)
	enginetest.Cancels(t, func(ctx context.Context) error {
		_, err := (&KSPCA{Dim: 3, Mercer: Mercer{Kernel: "rbf", Width: 1}, Ridge: 1e-3, KernelY: "rbf"}).Embed(ctx, s)
		return err
	})
}
