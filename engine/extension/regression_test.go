package extension

import (
	"runtime"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/gram"
	"unfold/engine/internal/memory"
)

// TestRegressionMapsItsOwnRowsAlike: images of the rows that a map was learned
// from are the same bits with similarities that are kept and without, as those
// of equal rows are.
func TestRegressionMapsItsOwnRowsAlike(t *testing.T) {
	x, w := cloud(1, 150, 3), cloud(2, 150, 2)
	equal := mat.DenseCopyOf(x)
	for _, kernel := range []gram.Kernel{gram.RBF{Sigma: 1.5}, gram.Linear{}, gram.Polynomial{Sigma: 1, Offset: 1, Degree: 3}} {
		own := &similarities{kernel: kernel, x: x}
		if got, want := own.Bytes(), uint64(8*150*150); got != want {
			t.Errorf("similarities may take %d bytes, want %d", got, want)
		}
		want := images(t, newRegression(kernel, x, w, []float64{1, 2}, nil), x)
		m := newRegression(kernel, x, w, []float64{1, 2}, own)
		for use := range 3 {
			if kept := own.kept != nil; kept != (use > 1) {
				t.Errorf("after %d uses, similarities are kept: %v", use, kept)
			}
			if !mat.Equal(images(t, m, x), want) || !mat.Equal(images(t, m, equal), want) {
				t.Errorf("%v: use %d gives other bits", kernel, use)
			}
		}
		runtime.KeepAlive(own)
	}
}

// TestSimilaritiesKnowTheirRoom: nothing is kept without memory, for many rows,
// or while somebody else is at it, and a map holds none by itself.
func TestSimilaritiesKnowTheirRoom(t *testing.T) {
	before := memory.Default
	defer func() { memory.Default = before }()
	memory.Default = func() memory.Room { return memory.Room{Free: 1000, Known: true} }
	short := &similarities{kernel: gram.Linear{}, x: cloud(1, 150, 3), uses: 1}
	if values, err := short.values(t.Context()); values != nil || err != nil {
		t.Errorf("kept without room (%v)", err)
	}
	memory.Default = before
	short.mu.Lock()
	if values, err := short.values(t.Context()); values != nil || err != nil {
		t.Errorf("did not leave others alone (%v)", err)
	}
	short.mu.Unlock()
	many := &similarities{kernel: gram.Linear{}, x: mat.NewDense(similarRows+1, 1, nil), uses: 1}
	if values, err := many.values(t.Context()); values != nil || err != nil || many.Bytes() != 0 {
		t.Errorf("kept for many rows (%v)", err)
	}
	m := newRegression(gram.Linear{}, short.x, cloud(2, 150, 1), []float64{0}, short)
	short = nil
	runtime.GC()
	if m.own.Value() != nil {
		t.Error("a map holds similarities")
	}
}
