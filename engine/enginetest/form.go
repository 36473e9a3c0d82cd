package enginetest

import (
	"context"
	"errors"
	"math"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/elementary"
)

// Forms tests the maps of every form: that their derivative is the slope of a cost
// through them, that unseen rows are mapped as training rows are, that copies have one
// image, and that a descent can start near given places.
func Forms(t *testing.T, c *engine.Catalogue) {
	each(t, c, engine.FormRole, func(t *testing.T, s *engine.Stage) {
		Form(t, defaultMethod(t, s).(engine.Form), s.Maps)
	})
}

// Form is Forms for one, under the settings it has; maps tells whether it has a map for
// unseen rows.
func Form(t *testing.T, f engine.Form, maps bool) {
	t.Run("gradient", func(t *testing.T) { testFormGradient(t, f) })
	t.Run("map", func(t *testing.T) { testFormMap(t, f, maps) })
	t.Run("start", func(t *testing.T) { testFormStart(t, f) })
	t.Run("bits", func(t *testing.T) { testFormBits(t, f) })
	t.Run("cancelled", func(t *testing.T) { testFormCancelled(t, f) })
	t.Run("refused", func(t *testing.T) { testFormRefused(t, f) })
}

// roughSample is of rows of which some are copies, and of columns of very different
// size, one of them constant.
func roughSample(n int) engine.Sample {
	s := Blobs(n).Sample()
	for i := range n {
		row := s.X.RawRowView(i)
		row[1] *= 1e3
		row[2] = 7 + float64(row[2]*1e-3)
		row[len(row)-1] = 5
		if i%7 == 3 {
			copy(row, s.X.RawRowView(i-2))
		}
	}
	return s
}

// wanted is where rows might be wanted: along a bend of two of their columns, and so
// of copies in one place.
func wanted(s engine.Sample, dim int) *mat.Dense {
	z := mat.NewDense(s.Len(), dim, nil)
	for i := range s.Len() {
		row := s.X.RawRowView(i)
		for k := range dim {
			z.Set(i, k, float64(row[0]*float64(1+k))+float64(2*elementary.Sin(float64(row[1]*1e-3)+float64(k))))
		}
	}
	return z
}

// bound returns the maps that a form has for s, and parameters near some places.
func bound(t *testing.T, f engine.Form, s engine.Sample) (engine.Maps, []float64) {
	t.Helper()
	maps, err := f.Bind(t.Context(), s, 2)
	if err != nil {
		t.Fatal(err)
	}
	w, err := maps.Toward(t.Context(), wanted(s, 2))
	if err != nil {
		t.Fatal(err)
	}
	if len(w) != maps.Parameters() || maps.Rows() != s.Len() || maps.Dim() != 2 {
		t.Fatalf("%d parameters of %d, %d rows of %d, %d coordinates of 2", len(w), maps.Parameters(), maps.Rows(), s.Len(), maps.Dim())
	}
	return maps, w
}

// images returns what w makes of the rows.
func images(t *testing.T, maps engine.Maps, w []float64) *mat.Dense {
	t.Helper()
	z := mat.NewDense(maps.Rows(), maps.Dim(), nil)
	if err := maps.Forward(t.Context(), z.RawMatrix().Data, w); err != nil {
		t.Fatal(err)
	}
	return z
}

// pull is a cost of images with weights G that are not symmetric,
//
//	C = Σ_ij G_ij log(1 + D_ij) / 2 + G_i0 z_i0,  D_ij = ‖z_i − z_j‖²
//
// and the gradient by each image.
func pull(z *mat.Dense) (value float64, g *mat.Dense) {
	n, dim := z.Dims()
	g = mat.NewDense(n, dim, nil)
	for i := range n {
		value += float64(weight(i, 0) * z.At(i, 0))
		g.Set(i, 0, g.At(i, 0)+weight(i, 0))
		for j := range n {
			var d float64
			for k := range dim {
				d += float64((z.At(i, k) - z.At(j, k)) * (z.At(i, k) - z.At(j, k)))
			}
			value += float64(weight(i, j) * elementary.Log(1+d) / 2)
			for k := range dim {
				f := weight(i, j) * (z.At(i, k) - z.At(j, k)) / (1 + d)
				g.Set(i, k, g.At(i, k)+f)
				g.Set(j, k, g.At(j, k)-f)
			}
		}
	}
	return value, g
}

func weight(i, j int) float64 { return elementary.Sin(float64(1 + 3*i + 5*j)) }

// testFormGradient holds the pullback of a cost's gradient to its slopes along some
// directions, and to each parameter where they are few, by central differences.
func testFormGradient(t *testing.T, f engine.Form) {
	maps, w := bound(t, f, roughSample(26))
	_, g := pull(images(t, maps, w))
	gradient := make([]float64, len(w))
	for i := range maps.Rows() {
		maps.Pullback(gradient, w, i, g.RawRowView(i))
	}
	if joint, ok := maps.(interface {
		PullbackAll(ctx context.Context, gradient, w, g []float64) error
	}); ok {
		all := slices.Repeat([]float64{math.NaN()}, len(w))
		if err := joint.PullbackAll(t.Context(), all, w, g.RawMatrix().Data); err != nil {
			t.Fatal(err)
		}
		testNear(t, "all rows at once", all, gradient, 1e-12)
	}
	size := mat.Norm(mat.NewVecDense(len(w), gradient), 2)
	if !(size > 0) {
		t.Fatalf("the gradient is %v", size)
	}
	directions := min(len(w), 40)
	for k := range directions {
		along, slope := make([]float64, len(w)), 0.0
		for p := range along {
			if directions == len(w) {
				along[p] = float64(max(0, 1-(p-k)*(p-k)))
			} else {
				along[p] = elementary.Sin(float64(1 + p*(k+1)))
			}
			slope += float64(along[p] * gradient[p])
		}
		length := mat.Norm(mat.NewVecDense(len(w), along), 2)
		if got := central(t, maps, w, along); math.Abs(got-slope) > float64(1e-6*size*length) {
			t.Errorf("direction %d: slope %v by the gradient, %v by differences, of a gradient of length %.3g", k, slope, got, size)
		}
	}
}

// central is the slope of the cost along a direction, by differences of fourth order.
func central(t *testing.T, maps engine.Maps, w, along []float64) float64 {
	t.Helper()
	h := 1e-3 / mat.Norm(mat.NewVecDense(len(w), along), 2)
	at := func(step float64) float64 {
		moved := slices.Clone(w)
		for p, v := range along {
			moved[p] += float64(step * h * v)
		}
		value, _ := pull(images(t, maps, moved))
		return value
	}
	return (float64(8*(at(1)-at(-1))) - (at(2) - at(-2))) / (12 * h)
}

// testNear compares numbers up to a share of their length.
func testNear(t *testing.T, what string, got, want []float64, share float64) {
	t.Helper()
	var off, size float64
	for k, v := range want {
		off, size = off+float64((got[k]-v)*(got[k]-v)), size+float64(v*v)
	}
	if !(math.Sqrt(off) <= share*math.Sqrt(size)) {
		t.Errorf("%s: %.2g off, of %.2g", what, math.Sqrt(off), math.Sqrt(size))
	}
}

// testFormMap holds the map for unseen rows to the images of training rows.
func testFormMap(t *testing.T, f engine.Form, has bool) {
	p, pairs := problemWithCopies()
	rows := p.Sample()
	maps, w := bound(t, f, rows)
	z := images(t, maps, w)
	testCopies(t, "images", pairs, z.RawRowView, nil)
	own, err := maps.Map(t.Context(), w)
	if err != nil {
		t.Fatal(err)
	}
	if has != (own != nil) {
		t.Fatalf("a map is declared %v, but there is one: %v", has, own != nil)
	}
	if own == nil {
		return
	}
	testMap(t, own, rows.X, 2)
	mapped, err := engine.Image(t.Context(), own, rows.X)
	if err != nil {
		t.Fatal(err)
	}
	if at, same := sameBits(cells(z), cells(mapped)); !same {
		t.Errorf("row %d has the image %v when trained, %v when mapped", at/2, z.RawRowView(at/2), mapped.RawRowView(at/2))
	}
}

// testFormStart asks for parameters near places: their images are to be nearer than the
// mean of the places, and not all on a line.
func testFormStart(t *testing.T, f engine.Form) {
	s := roughSample(60)
	maps, w := bound(t, f, s)
	z, places := images(t, maps, w), wanted(s, 2)
	var off, size float64
	for k := range 2 {
		was, is := mat.Col(nil, k, places), mat.Col(nil, k, z)
		var meanWas, meanIs float64
		for i := range was {
			meanWas, meanIs = meanWas+was[i]/60, meanIs+is[i]/60
		}
		for i := range was {
			a, b := was[i]-meanWas, is[i]-meanIs
			off, size = off+float64((a-b)*(a-b)), size+float64(a*a)
		}
	}
	t.Logf("%.3g of the spread of the places is missed", off/size)
	if !(off < 0.9*size) {
		t.Errorf("images are %.3g of the spread of the places from them", off/size)
	}
	flat, err := maps.Toward(t.Context(), mat.NewDense(60, 2, nil))
	if err != nil {
		t.Fatal(err)
	}
	if at := slices.IndexFunc(flat, func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }); at >= 0 {
		t.Errorf("toward one point, parameter %d is %v", at, flat[at])
	}
	if _, err := maps.Toward(t.Context(), mat.NewDense(59, 2, nil)); err == nil {
		t.Error("it takes places of other rows")
	}
}

// testFormBits binds and maps on several numbers of processors.
func testFormBits(t *testing.T, f engine.Form) {
	s := roughSample(300)
	var first []float64
	for _, procs := range []int{1, 2, 5} {
		before := runtime.GOMAXPROCS(procs)
		maps, w := bound(t, f, s)
		all := slices.Concat(w, cells(images(t, maps, w)))
		runtime.GOMAXPROCS(before)
		if first == nil {
			first = all
		} else if at, same := sameBits(first, all); !same {
			t.Errorf("on %d processors number %d of %d differs", procs, at, len(all))
		}
	}
}

// testFormCancelled has contexts end before anything is done.
func testFormCancelled(t *testing.T, f engine.Form) {
	s := roughSample(600)
	maps, w := bound(t, f, s)
	testCancelled(t, "Bind", func(ctx context.Context) error { _, err := f.Bind(ctx, s, 2); return err })
	testCancelled(t, "Toward", func(ctx context.Context) error { _, err := maps.Toward(ctx, wanted(s, 2)); return err })
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := maps.Forward(ctx, make([]float64, 1200), w); !errors.Is(err, context.Canceled) {
		t.Errorf("Forward after a cancellation: %v, want %v", err, context.Canceled)
	}
}

// testFormRefused gives cells that are no numbers, and too few rows.
func testFormRefused(t *testing.T, f engine.Form) {
	holed := roughSample(30)
	holed.X.Set(5, 1, math.NaN())
	for name, s := range map[string]engine.Sample{"NaN": holed, "one row": roughSample(1), "no row": {}} {
		_, err := f.Bind(t.Context(), s, 2)
		var e *engine.Error
		if !errors.As(err, &e) || e.Cause == "" || e.Remedy == nil {
			t.Errorf("%s: error is %v, want an *engine.Error with a remedy", name, err)
		}
	}
	mustSurvive(t, func() error { _, err := f.Bind(t.Context(), roughSample(3), 4); return err })
}
